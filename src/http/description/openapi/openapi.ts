// The OpenAPI 3.1 description, generated from the operation table, the record schemas and the faults.
import type { RecordKind } from '../../../domain/records/index.ts';
import type { IssuerEndpoints } from '../../../ports/issuer-endpoints.ts';
import { operations } from '../../operations/operations.ts';
import { type Decision, decisions, forEveryOperation, forEveryRead } from '../../request/decisions.ts';
import { isOffered, type Offered, type Operation } from '../../request/operation.ts';
import { Capabilities } from '../capabilities.ts';
import { guide } from '../guide.ts';
import { component, type OpenApiObject, schemas } from './components.ts';
import { withNamedParts } from './named-components.ts';
import { parameters, parametersOf } from './parameters.ts';
import { describedHeaders, headers } from './response-headers.ts';
import { apiPageOf, type DescribedAddresses, faultResponses, responsesOf } from './responses.ts';
import { securityOf, securitySchemes } from './security.ts';

/** `all` has the ten operations, `v2` has operation 5 in the place of operation 4. */
export type DocumentName = 'all' | 'v2';

/** Whom app developers ask, as OpenAPI's Contact Object has it (DOCS_CONTACT): a page or a mail address. */
export type ApiContact = { readonly url: string } | { readonly email: string };

export type DescribedService = DescribedAddresses & {
  readonly version: string;
  readonly issuer: string;
  readonly contact: ApiContact | undefined;
  readonly endpoints: IssuerEndpoints | undefined;
  readonly offered: Offered;
  /** The answer of `/capabilities`, as an example. */
  readonly capabilities: Capabilities;
};

const decisionsOf = ({ method, decided }: Operation): readonly Decision[] => {
  const all = new Set<Decision>([
    ...decided,
    ...forEveryOperation,
    ...(method === 'GET' ? forEveryRead : []),
  ]);
  return (Object.keys(decisions) as Decision[]).filter(number => all.has(number));
};

/** What an interval selects, by kind of record (D8). */
const selected: Readonly<Record<RecordKind, string | undefined>> = {
  patients: undefined,
  patientsV2: undefined,
  appointments: 'appointments that start in it',
  contacts: 'contacts that overlap it; one without an end is still open',
  attentionSignals: 'warnings that are in force in it; one that is still in force is always included',
  videoMeetings: 'meetings that overlap it',
  prescriptions: 'prescriptions whose version was registered in it; for what is current, send no interval',
  journalNotes: 'notes whose version was registered in it; for what is current, send no interval',
};

/** A decision, worded for one operation. */
const ruleOf = (operation: Operation, number: Decision): string => {
  const kinds = operation.method === 'GET' ? selected[operation.kind] : undefined;
  if (number !== 'D8' || kinds === undefined) return decisions[number];
  return `The interval is in local time of the region; both ends are included, and either may be missing. It selects ${kinds}. A record without a usable time is kept. A start after the end, or a repeated parameter, is 400.`;
};

const rulesOf = (operation: Operation) =>
  operation.decided.map(number => `- ${ruleOf(operation, number)}`).join('\n');

const titleOf = ({ number, title }: Operation): string =>
  `${number}. ${title.charAt(0).toUpperCase()}${title.slice(1)}`;

/** What stands before the description of an operation that this region does not offer. */
const notOffered = '**This region does not offer this operation.**\n\n';

const described = (operation: Operation, about: DescribedService): OpenApiObject => ({
  operationId: operation.name,
  summary: `${titleOf(operation)}${isOffered(operation, about.offered) ? '' : ' (not offered)'}`,
  description: `${isOffered(operation, about.offered) ? '' : notOffered}${operation.about}\n\n${rulesOf(operation)}`,
  'x-offered': isOffered(operation, about.offered),
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
  responses: responsesOf(operation, about),
});

/**
 * The operations of a document with their paths. OpenAPI tells operations apart by method and path alone, and operation 5 shares
 * both with operation 4: the document of all operations lists it without the final slash (D1), and the one of the v2 layouts
 * lists it alone, under the contract's path.
 */
const listed: Readonly<Record<DocumentName, () => readonly (readonly [path: string, Operation])[]>> = {
  all: () =>
    operations.map(row => [row.version === 'required' ? row.path.slice(0, -1) : row.path, row] as const),
  v2: () => {
    const replaced = new Set(
      operations.filter(({ version }) => version === 'required').map(({ path }) => path),
    );
    return operations
      .filter(({ path, version }) => version !== undefined || !replaced.has(path))
      .map(row => [row.path, row] as const);
  },
};

/** `/capabilities`, which is not one of the ten operations and needs no credentials. */
const capabilitiesPath = (about: DescribedService): OpenApiObject => ({
  operationId: 'capabilities',
  summary: 'What this region offers',
  description:
    'The operations that this region offers, with their scopes and paths, and the limits of the service. It needs no credentials; calls are counted by address. Read it when your app starts, and hide what is not offered.',
  tags: ['Service'],
  'x-decided': ['D1', 'D12', 'D13', 'D24', 'D28', 'D30', 'D31'],
  security: [],
  parameters: [{ $ref: '#/components/parameters/RequestIdHeader' }],
  responses: {
    200: {
      description: 'What this region offers.',
      headers: describedHeaders([]),
      content: { 'application/json': { schema: component(Capabilities), example: about.capabilities } },
    },
    ...faultResponses({ operation: undefined, path: '/capabilities' }, about),
  },
});

const paths = (about: DescribedService, document: DocumentName): OpenApiObject => {
  const pathItems: Record<string, Record<string, OpenApiObject>> = {};
  for (const [path, operation] of listed[document]()) {
    pathItems[path] = { ...pathItems[path], [operation.method.toLowerCase()]: described(operation, about) };
  }
  return { ...pathItems, '/capabilities': { get: capabilitiesPath(about) } };
};

/** Those of all schemas to which the paths refer, directly or through each other. */
const referredTo = (paths: OpenApiObject, all: OpenApiObject): OpenApiObject => {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (names.has(name)) continue;
      names.add(name);
      visit(all[name]);
    }
  };
  visit(paths);
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name)));
};

/** The whole OpenAPI document. */
export const openApi = (about: DescribedService, document: DocumentName = 'all'): OpenApiObject => {
  const { version, basePath, publicUrl, issuer, contact, endpoints } = about;
  const documentPaths = paths(about, document);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Patient Data Access Service',
      version,
      summary: 'Read one patient’s data; mark arrival and payment.',
      description: guide(basePath),
      contact: { name: 'The operator of this region', ...contact },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    // An address outside the document, which generated clients copy: absolute, or none.
    ...(publicUrl === undefined
      ? {}
      : {
          externalDocs: {
            description: 'The guide, with what each version changes for clients.',
            url: apiPageOf({ publicUrl }),
          },
        }),
    servers: [{ url: basePath === '' ? '/' : basePath, description: 'This service.' }],
    tags: [
      { name: 'Appointments', description: 'Booked appointments and video meetings; arrival and payment.' },
      { name: 'Patient', description: 'Demographic data of the patient.' },
      { name: 'Health record', description: 'Contacts, attention signals, medications and journal notes.' },
      { name: 'Service', description: 'What this region offers.' },
    ],
    paths: documentPaths,
    components: {
      schemas: referredTo(documentPaths, withNamedParts(schemas)),
      parameters,
      headers,
      securitySchemes: securitySchemes(issuer, endpoints),
    },
    'x-decisions': decisions,
  };
};
