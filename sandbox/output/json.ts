// The sandbox's output for programs (--json).
import { app, partner } from '../authorization-server/clients.ts';
import { resetCommand } from '../reset.ts';
import type { RunningSandbox } from '../start.ts';
import { curlOf } from './curl.ts';

/** The same addresses, credentials and scenarios as in the output for readers. */
export const jsonOf = (sandbox: RunningSandbox) => ({
  webApp: sandbox.webApp,
  service: sandbox.service,
  apiPage: `${sandbox.service}/docs/`,
  subscriptionKey: sandbox.key,
  issuer: sandbox.issuer,
  audience: sandbox.audience,
  clients: { app, partner },
  ehr: { url: sandbox.ehr.url, speaks: sandbox.ehr.speaks },
  folder: sandbox.folder,
  variablesFile: sandbox.variablesFile,
  setVariables: sandbox.setVariables,
  httpFile: sandbox.httpFile,
  brunoFolder: sandbox.brunoFolder,
  accounts: sandbox.accounts.map(account => ({
    ...account,
    about: account.about.en,
    token: sandbox.tokens.get(account.id),
  })),
  partnerToken: sandbox.tokens.get('partner'),
  reset: resetCommand(sandbox),
  scenarios: sandbox.scenarios.map(scenario => ({ ...scenario, curl: curlOf(scenario) })),
});
