// The OpenAPI 3.1 description, made from the table, the record schemas and the faults: nothing is typed twice.
import type { IssuerEndpoints } from '../../ports/issuer-endpoints.ts';
import type { Operation } from '../operations/operation.ts';
import { operations } from '../operations/operations.ts';
import { component, type Json, schemas } from './components.ts';
import { type Decision, decisions, ofAll, ofReads } from './decisions.ts';
import { guide } from './guide.ts';
import { parameters, parametersOf } from './parameters.ts';
import { headers, responsesOf } from './responses.ts';
import { securityOf, securitySchemes } from './security.ts';

export type Described = {
  readonly version: string;
  readonly basePath: string;
  readonly issuer: string;
  readonly endpoints: IssuerEndpoints | undefined;
};

const decisionsOf = ({ method, decided }: Operation): readonly Decision[] => {
  const all = new Set<Decision>([...decided, ...ofAll, ...(method === 'GET' ? ofReads : [])]);
  return (Object.keys(decisions) as Decision[]).filter(number => all.has(number));
};

const list = (numbers: readonly Decision[]) =>
  numbers.map(number => `- **${number}** ${decisions[number]}`).join('\n');

const described = (operation: Operation, basePath: string): Json => ({
  operationId: operation.name,
  summary: `${operation.number}. ${operation.title.charAt(0).toUpperCase()}${operation.title.slice(1)}`,
  description: `${operation.about}\n\nScope: \`${operation.scope}\`\n\n**Decided for this operation**\n\n${list(operation.decided)}`,
  tags: [operation.tag],
  'x-decided': decisionsOf(operation),
  security: securityOf(operation.scope),
  parameters: parametersOf(operation),
  ...(operation.method === 'GET'
    ? {}
    : {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: component(operation.body) } },
        },
      }),
  responses: responsesOf(operation, basePath),
});

/**
 * The path of a row. OpenAPI tells operations apart by method and path alone, so that operation 5, which shares both
 * with operation 4, stands at the other spelling of its path (D1).
 */
const pathOf = ({ path, version }: Operation): string => (version === 'required' ? path.slice(0, -1) : path);

const paths = (basePath: string): Json => {
  const found: Record<string, Record<string, Json>> = {};
  for (const operation of operations) {
    const path = pathOf(operation);
    found[path] = { ...found[path], [operation.method.toLowerCase()]: described(operation, basePath) };
  }
  return found;
};

/** The whole document. */
export const openApi = ({ version, basePath, issuer, endpoints }: Described): Json => ({
  openapi: '3.1.1',
  info: {
    title: 'Patient Data Access Service',
    version,
    summary: 'One patient’s healthcare data, and two things to do with it.',
    description: guide(basePath),
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: basePath === '' ? '/' : basePath, description: 'This service.' }],
  tags: [
    { name: 'Appointments', description: 'Booked appointments and video meetings, arrival and payment.' },
    { name: 'Patient', description: 'Who the patient is.' },
    { name: 'Health record', description: 'Contacts, attention signals, medications, journal notes.' },
  ],
  paths: paths(basePath),
  components: { schemas, parameters, headers, securitySchemes: securitySchemes(issuer, endpoints) },
  'x-decisions': decisions,
});
