// The responses of an operation: its success, and every fault that it can have, rendered by the code that answers it.
import { Failure, type FailureCode } from '../../../domain/model/failure.ts';
import { examples } from '../../../domain/records/examples.ts';
import { type RecordKind, recordSchemas } from '../../../domain/records/index.ts';
import { ResultRecord, resultExample } from '../../../domain/records/transition.ts';
import { videoMeetingLimits } from '../../../domain/records/video-meeting.ts';
import type { ErrorWord } from '../../errors/error-words.ts';
import { faultOf } from '../../errors/faults.ts';
import { exampleInputFault } from '../../operations/input.ts';
import type { Decision } from '../../request/decisions.ts';
import type { Operation } from '../../request/operation.ts';
import { component, type OpenApiObject } from './components.ts';
import { describedHeaders, errorHeader } from './response-headers.ts';

/** Faults that every operation can have, in the order of the checks. */
const ofEveryOperation: readonly FailureCode[] = [
  'proxy-required',
  'overloaded',
  'key-missing',
  'key-unknown',
  'address-not-allowed',
  'rate-exceeded',
  'token-invalid',
  'proof-invalid',
  'replay-unknown',
  'keys-unavailable',
  'key-of-another-client',
  'scope-missing',
  'operation-not-allowed',
  'number-invalid',
  'subject-missing',
  'representation-refused',
  'input-invalid',
  'ehr-unavailable',
  'ehr-too-slow',
  'ehr-unusable',
  'log-unavailable',
  'unexpected',
];
const ofWrites: readonly FailureCode[] = [
  'media-type-unknown',
  'body-too-slow',
  'body-too-large',
  'outcome-unknown',
  'outcome-unreadable',
];
const ofReads: readonly FailureCode[] = ['not-offered'];

/** Faults of a path without credentials, beside the ten operations. */
const withoutCredentials: readonly FailureCode[] = ['proxy-required', 'overloaded', 'rate-exceeded'];

const codesOf = (operation: Operation | undefined): readonly FailureCode[] => {
  if (operation === undefined) return withoutCredentials;
  if (operation.method !== 'GET') return [...ofEveryOperation, ...ofWrites];
  // Operation 3 reports an unknown patient in its body (D15).
  const unknownPatient: FailureCode[] = operation.kind === 'appointments' ? [] : ['patient-unknown'];
  return [...ofEveryOperation, ...ofReads, ...unknownPatient];
};

/** Status → the decisions behind it, for statuses that the contract does not list. */
const decisionsByStatus: Readonly<Record<number, readonly Decision[]>> = {
  400: ['D7', 'D9', 'D11'],
  404: ['D15'],
  408: ['D31'],
  413: ['D10'],
  415: ['D10'],
  500: ['D14'],
  501: ['D24'],
  502: ['D14'],
  503: ['D4', 'D12', 'D14', 'D23'],
  504: ['D14', 'D21'],
};

/** The decisions behind a status that the contract does not list for an operation. */
const decidedFor = (operation: Operation | undefined, status: number): OpenApiObject => {
  if (operation === undefined || operation.documented.includes(status)) return {};
  const own: readonly Decision[] =
    status !== 400 ? [] : operation.method !== 'GET' ? ['D10'] : operation.interval ? ['D8'] : [];
  return { 'x-decided': [...(decisionsByStatus[status] ?? []), ...own] };
};

/** The timestamp in the examples: 15 January 2026, 09:30 in Sweden. */
const now = 1_768_465_800_000;

/** A fault as the operation answers it. An input fault names one of the operation's own parameters. */
const failureFor = (operation: Operation | undefined, code: FailureCode): Failure =>
  operation !== undefined && code === 'input-invalid' ? exampleInputFault(operation) : new Failure(code);

const textOf = (body: object): string =>
  String('message' in body ? body.message : 'error' in body ? body.error : '');

/**
 * Each word with the sentence that it stands for; the description of a response lists them. A word leads to its explanation in the
 * guide.
 */
const inWords = ({ word, body }: DescribedFault, apiPage: string): string =>
  word === undefined ? textOf(body) : `[\`${word}\`](${apiPage}#description/${word}): ${textOf(body)}`;

const wordsOf = (faults: readonly DescribedFault[]): ErrorWord[] => [
  ...new Set(faults.flatMap(({ word }) => word ?? [])),
];

type DescribedFault = ReturnType<typeof faultsByStatus>[number][1][number];

/** A path, and its operation; undefined if it is not one of the ten, and needs no credentials. */
type Place = { readonly operation: Operation | undefined; readonly path: string };

/** Where the described service is. */
export type DescribedAddresses = {
  /** The prefix of all paths; empty for none. */
  readonly basePath: string;
  /** Where clients find the service (PUBLIC_URL), without a final slash; undefined if readers of the API page alone know it. */
  readonly publicUrl: string | undefined;
};

/** The address of the API page; empty if its readers alone know it. */
export const apiPageOf = ({ publicUrl }: Pick<DescribedAddresses, 'publicUrl'>): string =>
  publicUrl === undefined ? '' : `${publicUrl}/docs/`;

/** Status → the faults with this status, ascending. */
const faultsByStatus = (place: Place) => {
  const faults = codesOf(place.operation).map(code => {
    const { headers, ...fault } = faultOf(failureFor(place.operation, code), { ...place, now });
    return { code, ...fault, headers: Object.keys(headers).filter(name => name !== 'x-error') };
  });
  return [...Map.groupBy(faults, ({ status }) => status)].sort(([a], [b]) => a - b);
};

/** Status → response, for every error status of a path. */
export const faultResponses = ({ operation, path }: Place, addresses: DescribedAddresses): OpenApiObject => {
  const apiPage = apiPageOf(addresses);
  const schema = operation?.shape === 'error' ? 'ErrorResponse' : 'ErrorMessage';
  const responseOf = (status: number, faults: readonly DescribedFault[]): OpenApiObject => ({
    description: [...new Set(faults.map(fault => inWords(fault, apiPage)))].join('\n\n'),
    ...decidedFor(operation, status),
    headers: {
      ...describedHeaders(new Set(faults.flatMap(({ headers }) => headers))),
      'x-error': errorHeader(wordsOf(faults)),
    },
    content: {
      'application/json': {
        schema: { $ref: `#/components/schemas/${schema}` },
        examples: Object.fromEntries(faults.map(({ code, body }) => [code, { value: body }])),
      },
    },
  });
  const byStatus = faultsByStatus({ operation, path: `${addresses.basePath}${path}` });
  return Object.fromEntries(byStatus.map(([status, faults]) => [status, responseOf(status, faults)]));
};

const successDescription = (operation: Operation): string => {
  if (operation.method !== 'GET') return 'The outcome is in `ResultCode`.';
  return operation.kind === 'appointments'
    ? 'Always one element: look at `ResultCode`, then at `Booking`.'
    : 'The records. An empty array means that there are none.';
};

/** Bounds on the number of records in an answer (D16, D18). */
const itemBounds: Readonly<Partial<Record<RecordKind, OpenApiObject>>> = {
  appointments: { minItems: 1, maxItems: 1 },
  videoMeetings: { maxItems: videoMeetingLimits.meetings },
};

/** The body of a success: schema and example of one item, and the bounds of the array; undefined for a single object. */
const bodyOf = (operation: Operation) =>
  operation.method === 'GET'
    ? {
        item: recordSchemas[operation.kind],
        example: examples[operation.kind],
        array: itemBounds[operation.kind] ?? {},
      }
    : { item: ResultRecord, example: resultExample, array: operation.answersArray ? {} : undefined };

const success = (operation: Operation): OpenApiObject => {
  const { item, example, array } = bodyOf(operation);
  const content =
    array === undefined
      ? { schema: component(item), example }
      : { schema: { type: 'array', items: component(item), ...array }, example: [example] };
  return {
    description: successDescription(operation),
    headers: describedHeaders(['x-left-out']),
    content: { 'application/json': content },
  };
};

/** Status → response, of an operation. */
export const responsesOf = (operation: Operation, addresses: DescribedAddresses): OpenApiObject => ({
  200: success(operation),
  ...faultResponses({ operation, path: operation.path }, addresses),
});
