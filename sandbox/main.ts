// npm run sandbox: the service, a stand-in for the EHR and an authorization server, with invented patients.
import { operations } from '../src/http/operations/operations.ts';
import { readArguments, UsageError, usage } from './arguments.ts';
import { authorizationServer } from './authorization-server.ts';
import { freePort } from './listen.ts';
import { accounts } from './patients/patients.ts';
import { regions } from './regions.ts';
import { curl, type Scenario } from './scenarios.ts';
import { startService } from './service.ts';
import { clientToken, userToken } from './sign-in.ts';

const partner = { clientId: 'partner', secret: 'partner-secret' };
const app = { clientId: 'patient-app' };

const print = (line = '') => process.stdout.write(`${line}\n`);

type Closer = () => Promise<void>;

/** Starts everything; what has been started is in `closers`, also where something fails. */
const start = async (closers: Closer[]) => {
  const { region: name, ports } = readArguments(process.argv.slice(2));
  const region = regions[name];
  const scopes = [...new Set(operations.map(({ scope }) => scope))];

  const ehr = await region.start(ports.ehr);
  closers.unshift(ehr.close);
  // The service is a process of its own, and the issuer must know where it will be.
  const port = ports.service === 0 ? await freePort() : ports.service;
  const redirectUri = `http://127.0.0.1:${port}/docs/`;
  const issuer = await authorizationServer({
    port: ports.issuer,
    accounts,
    scopes,
    clients: [
      {
        client_id: partner.clientId,
        client_secret: partner.secret,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      },
      {
        client_id: app.clientId,
        // An app on this machine: its redirect may be to any port of it (RFC 8252, section 7.3).
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code'],
        redirect_uris: [redirectUri, 'http://127.0.0.1/signed-in'],
        response_types: ['code'],
      },
    ],
  });
  closers.unshift(issuer.close);
  const service = await startService({
    port,
    system: ehr.system,
    issuer: issuer.issuer,
    audience: issuer.audience,
    partners: [partner.clientId],
  });
  closers.unshift(service.close);

  const scope = scopes.join(' ');
  const tokenFor = async (as: string) =>
    as === 'partner'
      ? clientToken(issuer, { ...partner, scope })
      : userToken(issuer, { ...app, redirectUri, scope, account: as });
  return { ehr, issuer, service, tokenFor, scenarios: region.scenarios };
};

/** One line a scenario, each with a fresh token in it. */
const tell = async (
  { service, tokenFor }: { service: { url: string; key: string }; tokenFor: (as: string) => Promise<string> },
  told: readonly Scenario[],
) => {
  const tokens = new Map<string, string>();
  for (const scenario of told) {
    const token = tokens.get(scenario.as) ?? (await tokenFor(scenario.as));
    tokens.set(scenario.as, token);
    print(`# ${scenario.shows} (${scenario.status})`);
    print(curl({ url: service.url, key: service.key, token, scenario }));
    print();
  }
};

const closers: Closer[] = [];
let ending: Promise<void> | undefined;
const end = (status: number) => {
  ending ??= (async () => {
    for (const close of closers.splice(0)) await close();
    process.exit(status);
  })();
  return ending;
};
// A terminal and npm both send them: the second one changes nothing.
process.on('SIGINT', () => void end(0));
process.on('SIGTERM', () => void end(0));

try {
  const { ehr, issuer, service, tokenFor, scenarios } = await start(closers);
  print('The sandbox runs. All of its people are invented.');
  print();
  print(`  service            ${service.url}`);
  print(`  subscription key   ${service.key}`);
  print(`  sign in            ${issuer.issuer} (authorization code with PKCE, client "${app.clientId}")`);
  print(`                     client "${partner.clientId}", secret "${partner.secret}" (client credentials)`);
  print(`  audience           ${issuer.audience}`);
  print(`  API page           ${service.url}/docs/`);
  print(`  stand-in EHR       ${ehr.url} (${ehr.speaks})`);
  print(`  logs               ${service.folder}`);
  print();
  print('Paste any of these lines into another terminal; their tokens are good for an hour.');
  print();
  await tell({ service, tokenFor }, scenarios);
  print('Ctrl-C ends everything.');
} catch (error) {
  const isUsage = error instanceof UsageError;
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${isUsage ? usage : ''}`);
  await end(isUsage ? 2 : 1);
}
