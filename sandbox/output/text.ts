// The sandbox's output for readers: what to paste first, then the scenarios by patient, and the addresses last.
import { styleText } from 'node:util';
import { app, partner } from '../authorization-server/clients.ts';
import { resetCommand } from '../reset.ts';
import type { Scenario } from '../scenarios.ts';
import type { RunningSandbox } from '../start.ts';
import { curlOf } from './curl.ts';

type Style = Parameters<typeof styleText>[0];
type Paint = (style: Style, text: string) => string;

const row = (name: string, value: string) => `  ${name.padEnd(18)} ${value}`;

const signInRows = ({ issuer }: RunningSandbox) => [
  row('sign in', issuer),
  row('', `client "${app.clientId}": authorization code with PKCE;`),
  row('', 'redirect to http://127.0.0.1:PORT/signed-in, with any port'),
  row('', `client "${partner.clientId}", secret "${partner.secret}": client credentials`),
];

const folderRow = ({ folder, isKept }: RunningSandbox) =>
  row('logs, profile', `${folder} (${isKept ? 'kept' : 'deleted when the sandbox stops'})`);

/** The addresses, aligned. */
export const addressesOf = (sandbox: RunningSandbox): string =>
  `${[
    row('web app', `${sandbox.webApp} (start here: sign in as a patient)`),
    ...signInRows(sandbox),
    row('HTTP file', `${sandbox.httpFile} (for VS Code, JetBrains …)`),
    row('Bruno folder', sandbox.brunoFolder),
    row('audience', sandbox.audience),
    row('EHR simulator', `${sandbox.ehr.url} (${sandbox.ehr.speaks})`),
    folderRow(sandbox),
    row('subscription key', sandbox.key),
    row('service', sandbox.service),
    row('API page', `${sandbox.service}/docs/`),
  ].join('\n')}\n`;

const titleOf = ({ accounts }: RunningSandbox, as: string): string => {
  const account = accounts.find(({ id }) => id === as);
  return account === undefined
    ? 'The partner: a client without a user that may ask for any patient.'
    : `${account.name}, ${account.patient}: ${account.about.en}`;
};

/** What the answer says of itself: `200`, or `404 no-such-patient`. */
const outcomeOf = ({ status, error }: Scenario) => (error === undefined ? status : `${status} ${error}`);

const scenarioLines = (paint: Paint, scenario: Scenario) => [
  paint('dim', `  # ${scenario.shows} (${outcomeOf(scenario)})`),
  `  ${curlOf(scenario)}`,
];

const byPatient = (sandbox: RunningSandbox, paint: Paint): string[] => {
  const subjects = [...new Set(sandbox.scenarios.map(({ as }) => as))];
  return subjects.flatMap(as => [
    '',
    paint('bold', titleOf(sandbox, as)),
    ...sandbox.scenarios
      .filter(scenario => scenario.as === as)
      .flatMap(scenario => scenarioLines(paint, scenario)),
  ]);
};

/** The whole output, in colour if the terminal supports it. */
export const textOf = (sandbox: RunningSandbox, { isColoured }: { isColoured: boolean }): string => {
  const paint: Paint = (style, text) =>
    isColoured ? styleText(style, text, { validateStream: false }) : text;
  return [
    paint(['bold', 'green'], 'The sandbox is running. All patients are invented.'),
    '',
    'Paste this line into another terminal. It sets $SERVICE, $ISSUER, $KEY and a token for each patient.',
    'Tokens are good for an hour: paste the line again for new ones, which it has every half hour.',
    '',
    `  ${sandbox.setVariables}`,
    '',
    'Then paste any of these. Numbers are operation numbers (see the README); in parentheses are the',
    'status and, for an error, x-error. After five failed reads in a row, for three patients or more, the service',
    'considers the health record system down (503 ehr-unavailable for all patients) for a second, and until a call',
    'succeeds.',
    ...byPatient(sandbox, paint),
    '',
    'Back to the beginning (bookings, and writes with an unknown outcome):',
    '',
    `  ${resetCommand(sandbox)}`,
    '',
    addressesOf(sandbox),
    'Press Ctrl-C to stop.',
    '',
  ].join('\n');
};
