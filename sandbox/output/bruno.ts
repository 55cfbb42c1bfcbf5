// The ten operations as a folder of Bruno (usebruno.com), which sends requests at a click and from the command line.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ExampleRequest, exampleRequests, placeholders, type RequestVariables } from './requests.ts';

/** A block of Bruno's language: its name, and its lines in braces. */
const block = (name: string, lines: readonly string[]): string =>
  `${name} {\n${lines.map(line => `  ${line}\n`).join('')}}\n`;

const collection = {
  version: '1',
  name: 'Patient Data Access Service',
  type: 'collection',
  ignore: [],
};

const environment = ({ service, key, token }: RequestVariables): string =>
  block('vars', [`service: ${service}`, `key: ${key}`, `token: ${token}`]);

type Named = { readonly title: string; readonly position: number };

const meta = ({ title, position }: Named): string =>
  block('meta', [`name: ${title}`, 'type: http', `seq: ${position}`]);

/** Parameters of the path are sent; one with `~` is sent once it is switched on. */
const query = ({ path, interval }: ExampleRequest): readonly string[] => [
  ...[...new URLSearchParams(path.split('?')[1])].map(([name, value]) => `${name}: ${value}`),
  ...Object.entries(interval).map(([name, value]) => `~${name}: ${value}`),
];

const requestText = (request: ExampleRequest, position: number): string => {
  const { title, method, path, body } = request;
  const parameters = query(request);
  return [
    meta({ title, position }),
    block(method.toLowerCase(), [
      `url: {{service}}${path}`,
      `body: ${body === undefined ? 'none' : 'json'}`,
      'auth: bearer',
    ]),
    ...(parameters.length === 0 ? [] : [block('params:query', parameters)]),
    block('headers', [
      'Ocp-Apim-Subscription-Key: {{key}}',
      // For a client without a user, or to act for somebody.
      '~patient: 191212121212',
    ]),
    block('auth:bearer', ['token: {{token}}']),
    ...(body === undefined ? [] : [block('body:json', body.split('\n'))]),
  ].join('\n');
};

const first: Named = { title: 'What this region offers', position: 1 };

const offered = [
  meta(first),
  block('get', ['url: {{service}}/capabilities', 'body: none', 'auth: none']),
].join('\n');

const fileName = ({ title, position }: Named): string =>
  `${String(position).padStart(2, '0')}-${(title.match(/[a-z]\w*/gi) ?? []).join('-').toLowerCase()}.bru`;

/** Path within the folder → text. */
export const brunoFilesOf = (variables: RequestVariables = placeholders): ReadonlyMap<string, string> =>
  new Map([
    ['bruno.json', `${JSON.stringify(collection, undefined, 2)}\n`],
    ['environments/service.bru', environment(variables)],
    [fileName(first), offered],
    ...exampleRequests.map((request, index): [string, string] => {
      const position = index + 2;
      return [fileName({ ...request, position }), requestText(request, position)];
    }),
  ]);

/** Writes the folder with the values of a running sandbox, readable for its owner only. Returns its path. */
export const writeBrunoFolder = ({
  folder,
  ...variables
}: RequestVariables & { readonly folder: string }): string => {
  const path = join(folder, 'bruno');
  for (const [name, text] of brunoFilesOf(variables)) {
    mkdirSync(dirname(join(path, name)), { recursive: true, mode: 0o700 });
    writeFileSync(join(path, name), text, { mode: 0o600 });
  }
  return path;
};
