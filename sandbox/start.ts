// Starts the parts of the sandbox in order (EHR simulator, authorization server, service), then gets the tokens.
import { mkdtempSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { operations } from '../src/http/operations/operations.ts';
import { app, clientsOf, partner } from './authorization-server/clients.ts';
import { type Account, authorizationServer } from './authorization-server/server.ts';
import type { RunArguments } from './command-line/arguments.ts';
import { reservedPorts } from './command-line/ports.ts';
import { writeBrunoFolder } from './output/bruno.ts';
import { writeHttpFile } from './output/http-file.ts';
import { guideAccount, writeVariables } from './output/variables.ts';
import { accounts } from './patients/patients.ts';
import { regions } from './regions.ts';
import { relayToLoopback } from './relay.ts';
import { type Scenario, stranger } from './scenarios.ts';
import { startService } from './service.ts';
import { getTokens, renewTokens, type Tokens } from './tokens.ts';
import { startWebApp } from './web-app.ts';

export type RunningSandbox = {
  /** The example web app for patients. */
  readonly webApp: string;
  readonly service: string;
  readonly key: string;
  readonly issuer: string;
  readonly audience: string;
  readonly ehr: { readonly url: string; readonly speaks: string };
  /** Folder with the configuration, the logs and the file of shell variables. */
  readonly folder: string;
  readonly isKept: boolean;
  /** A file to source in a shell: it sets the address, the key and the tokens. */
  readonly variablesFile: string;
  /** The shell command that sets them, on the machine where it is pasted. */
  readonly setVariables: string;
  /** The ten operations as an HTTP file, with the address, the key and a token. */
  readonly httpFile: string;
  /** The same as a folder of Bruno. */
  readonly brunoFolder: string;
  readonly accounts: readonly Account[];
  readonly tokens: Tokens;
  readonly scenarios: readonly Scenario[];
};

const portOf = (url: string): number => Number(new URL(url).port);

const newFolder = () => mkdtempSync(join(tmpdir(), 'pda-sandbox-'));

/**
 * Starts everything.
 * @param onStarted receives a stop function for each part, even if a later part fails to start.
 * @throws Error that names the part that could not be started.
 */
export const startSandbox = async (
  { region: name, ports: asked, cors, keep, isInContainer }: RunArguments,
  onStarted: (close: () => Promise<void>) => void,
): Promise<RunningSandbox> => {
  const ports = await reservedPorts(asked);
  const folder = newFolder();
  onStarted(async () => {
    if (!keep) rmSync(folder, { recursive: true, force: true });
  });
  const region = regions[name];
  const scopes = [...new Set(operations.map(({ scope }) => scope))];
  const ehr = await region.start({ port: ports.ehr, folder });
  onStarted(ehr.close);
  // The issuer must know the service's address before the service starts.
  const redirectUri = `http://127.0.0.1:${ports.service}/docs/`;
  const webApp = await startWebApp(ports.webApp);
  onStarted(webApp.close);
  const origins = [webApp.url, ...cors];
  const clients = clientsOf({ apiPage: redirectUri, cors: origins });
  const issuer = await authorizationServer({ port: ports.issuer, accounts, scopes, clients });
  onStarted(issuer.close);
  const service = await startService({
    folder,
    port: ports.service,
    system: ehr.system,
    profile: ehr.profile,
    issuer: issuer.issuer,
    audience: issuer.audience,
    partners: [partner.clientId],
    cors: origins,
  });
  onStarted(service.close);

  const scope = scopes.join(' ');
  const newTokens = () => getTokens({ issuer: issuer.issuer, redirectUri, scope, accounts });
  const tokens = await newTokens();
  const { url, key } = service;
  webApp.configure({
    service: url,
    key,
    issuer: issuer.issuer,
    clientId: app.clientId,
    scope: `openid ${scope}`,
    stranger,
  });
  const write = (current: Tokens) => {
    const requests = { folder, service: url, key, token: current.get(guideAccount) ?? '' };
    return {
      variablesFile: writeVariables({ folder, service: url, issuer: issuer.issuer, key, tokens: current }),
      httpFile: writeHttpFile(requests),
      brunoFolder: writeBrunoFolder(requests),
    };
  };
  if (isInContainer) onStarted(await relayToLoopback([url, ehr.url, issuer.issuer, webApp.url].map(portOf)));
  const stopRenewing = renewTokens({ getTokens: newTokens, onTokens: write });
  onStarted(async () => stopRenewing());
  const written = write(tokens);
  return {
    webApp: webApp.url,
    service: url,
    key,
    issuer: issuer.issuer,
    audience: issuer.audience,
    ehr,
    folder,
    isKept: keep,
    ...written,
    setVariables: isInContainer
      ? `eval "$(docker exec ${hostname()} cat ${written.variablesFile})"`
      : `. ${written.variablesFile}`,
    accounts,
    tokens,
    scenarios: region.scenarios,
  };
};
