// The ten operations as an HTTP file: requests that editors send at a click (VS Code with REST Client, JetBrains, Visual Studio).
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ExampleRequest, exampleRequests, placeholders, type RequestVariables } from './requests.ts';

const head = ({
  service,
  key,
  token,
}: RequestVariables) => `# The ten operations of the Patient Data Access Service.
# Open this file in VS Code (extension REST Client), a JetBrains IDE or Visual Studio, and send the requests one by one.
# Made from the operation table by sandbox/output/http-file.ts. The sandbox writes a copy with its own key and token.
# With the token of a client without a user, add the header "patient: 191212121212" to each request.

@service = ${service}
@key = ${key}
@token = ${token}

### What this region offers
GET {{service}}/capabilities
`;

const intervalLine = ({ path, interval }: ExampleRequest): string => {
  const parameters = Object.entries(interval).map(([name, value]) => `${name}=${value}`);
  if (parameters.length === 0) return '';
  return `# For an interval, add ${path.includes('?') ? '&' : '?'}${parameters.join('&')}\n`;
};

const requestText = (request: ExampleRequest): string => {
  const { title, method, path, body } = request;
  return `### ${title}
${intervalLine(request)}${method} {{service}}${path}
Ocp-Apim-Subscription-Key: {{key}}
Authorization: Bearer {{token}}
${body === undefined ? '' : `Content-Type: application/json\n\n${body}\n`}`;
};

/** The file's text. */
export const httpFileOf = (variables: RequestVariables = placeholders): string =>
  [head(variables), ...exampleRequests.map(requestText)].join('\n');

/** Writes the file with the values of a running sandbox, readable for its owner only. Returns its path. */
export const writeHttpFile = ({
  folder,
  ...variables
}: RequestVariables & { readonly folder: string }): string => {
  const path = join(folder, 'requests.http');
  writeFileSync(path, httpFileOf(variables), { mode: 0o600 });
  return path;
};
