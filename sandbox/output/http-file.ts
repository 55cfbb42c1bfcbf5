// The ten operations as an HTTP file: requests that editors send at a click (VS Code with REST Client, JetBrains, Visual Studio).
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { appointmentChangeExample, paymentExample } from '../../src/domain/records/transition.ts';
import { operations } from '../../src/http/operations/operations.ts';
import type { Operation } from '../../src/http/request/operation.ts';

/** What differs between installations. */
export type HttpFileVariables = { readonly service: string; readonly key: string; readonly token: string };

/** The variables of the file in the folder of examples: its reader fills them in. */
const placeholders: HttpFileVariables = {
  service: 'http://127.0.0.1:3000',
  key: 'your-subscription-key',
  token: 'an-access-token',
};

const head = ({
  service,
  key,
  token,
}: HttpFileVariables) => `# The ten operations of the Patient Data Access Service.
# Open this file in VS Code (extension REST Client), a JetBrains IDE or Visual Studio, and send the requests one by one.
# Made from the operation table by sandbox/output/http-file.ts. The sandbox writes a copy with its own key and token.
# With the token of a client without a user, add the header "patient: 191212121212" to each request.

@service = ${service}
@key = ${key}
@token = ${token}

### What this region offers
GET {{service}}/capabilities
`;

const bodies: Readonly<Record<string, object>> = {
  arrive: appointmentChangeExample,
  pay: paymentExample,
};

const queryOf = (operation: Operation): string => {
  if (operation.method !== 'GET' && 'id' in operation.query.properties)
    return `?id=${paymentExample.contactId}`;
  return operation.version === undefined ? '' : '?api-version=v2';
};

const requestOf = (operation: Operation): string => {
  const { number, title, method, path, version } = operation;
  const separator = version === undefined ? '?' : '&';
  const interval = `# For an interval, add ${separator}fromDateTime=2026-01-01T00:00:00&toDateTime=2026-12-31T23:59:59\n`;
  const body =
    method === 'GET'
      ? ''
      : `Content-Type: application/json\n\n${JSON.stringify(bodies[operation.transition], undefined, 2)}\n`;
  return `### ${number}. ${title}
${method === 'GET' && operation.interval ? interval : ''}${method} {{service}}${path}${queryOf(operation)}
Ocp-Apim-Subscription-Key: {{key}}
Authorization: Bearer {{token}}
${body}`;
};

/** Reads first, then the arrival and the payment: there is no payment before the arrival. */
const inOrder = [
  ...operations.filter(({ method }) => method === 'GET'),
  ...operations.filter(({ method }) => method !== 'GET').toReversed(),
];

/** The file's text. */
export const httpFileOf = (variables: HttpFileVariables = placeholders): string =>
  [head(variables), ...inOrder.map(requestOf)].join('\n');

/** Writes the file with the values of a running sandbox, readable for its owner only. Returns its path. */
export const writeHttpFile = ({
  folder,
  ...variables
}: HttpFileVariables & { readonly folder: string }): string => {
  const path = join(folder, 'requests.http');
  writeFileSync(path, httpFileOf(variables), { mode: 0o600 });
  return path;
};
