// The answers of a row: its success, and every fault that it can have, rendered by the same code that answers it.
import { Failure, type FailureCode } from '../../domain/model/failure.ts';
import { type RecordKind, records } from '../../domain/records/index.ts';
import { examples } from '../../domain/records/shared/examples.ts';
import { ResultRecord, resultExample } from '../../domain/records/transition.ts';
import { bounds } from '../../domain/records/video-meeting.ts';
import { faultOf } from '../errors/faults.ts';
import { inputFaultOf } from '../operations/input.ts';
import type { Operation } from '../operations/operation.ts';
import { component, type Json } from './components.ts';
import type { Decision } from './decisions.ts';

/** Faults that every operation can have, in the order of the checks. */
const ofAll: readonly FailureCode[] = [
  'proxy-required',
  'overloaded',
  'key-missing',
  'key-unknown',
  'rate-exceeded',
  'token-invalid',
  'keys-unavailable',
  'key-of-another-client',
  'scope-missing',
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
const ofWrites: readonly FailureCode[] = ['media-type-unknown', 'body-too-large', 'outcome-unknown'];
const ofReads: readonly FailureCode[] = ['not-offered'];

/** Why a status is there, where the contract does not say it. */
const decidedBy: Readonly<Record<number, readonly Decision[]>> = {
  400: ['D7', 'D9', 'D11'],
  404: ['D15'],
  413: ['D10'],
  415: ['D10'],
  500: ['D14'],
  501: ['D24'],
  502: ['D14'],
  503: ['D4', 'D12', 'D14', 'D23'],
  504: ['D14', 'D21'],
};

const codesOf = (operation: Operation): readonly FailureCode[] => {
  if (operation.method !== 'GET') return [...ofAll, ...ofWrites];
  // Operation 3 tells of an unknown patient in its body (D15).
  return [...ofAll, ...ofReads, ...(operation.kind === 'appointments' ? [] : ['patient-unknown' as const])];
};

const header = (name: string): Json => ({ $ref: `#/components/headers/${name}` });

/** Header → the name of its component. */
const headerNames: Readonly<Record<string, string>> = {
  'retry-after': 'RetryAfter',
  'www-authenticate': 'WWWAuthenticate',
};

const headersOf = (given: Iterable<string>): Json => ({
  'x-request-id': header('RequestId'),
  ...Object.fromEntries([...given].map(name => [name, header(headerNames[name] ?? name)])),
});

/** When the examples of errors were answered: 15 January 2026, 09:30 in Sweden. */
const now = 1_768_465_800_000;

/** A fault as it is answered; one of the input needs a text that names which. */
const shown = (operation: Operation, code: FailureCode, basePath: string) => {
  const failure = code === 'input-invalid' ? inputFaultOf(operation) : new Failure(code);
  return faultOf(failure, { operation, path: `${basePath}${operation.path}`, now });
};

const textOf = (body: object): string =>
  String('message' in body ? body.message : 'error' in body ? body.error : '');

/** Why an operation has a status that the contract does not list for it. */
const decidedFor = (operation: Operation, status: number): readonly Decision[] => {
  const own: readonly Decision[] =
    status !== 400 ? [] : operation.method !== 'GET' ? ['D10'] : operation.interval ? ['D8'] : [];
  return [...(decidedBy[status] ?? []), ...own];
};

const faultResponses = (operation: Operation, basePath: string): Json => {
  const byStatus = new Map<number, { code: FailureCode; headers: string[]; body: object }[]>();
  for (const code of codesOf(operation)) {
    const { status, headers, body } = shown(operation, code, basePath);
    byStatus.set(status, [...(byStatus.get(status) ?? []), { code, headers: Object.keys(headers), body }]);
  }
  const schema = {
    $ref: `#/components/schemas/${operation.shape === 'error' ? 'ErrorResponse' : 'ErrorMessage'}`,
  };
  const statuses = [...byStatus].sort(([one], [other]) => one - other);
  return Object.fromEntries(
    statuses.map(([status, faults]) => [
      String(status),
      {
        description: [...new Set(faults.map(({ body }) => textOf(body)))].join(' / '),
        ...(operation.documented.includes(status) ? {} : { 'x-decided': decidedFor(operation, status) }),
        headers: headersOf(new Set(faults.flatMap(({ headers }) => headers))),
        content: {
          'application/json': {
            schema,
            examples: Object.fromEntries(faults.map(({ code, body }) => [code, { value: body }])),
          },
        },
      },
    ]),
  );
};

const successWords = (operation: Operation): string => {
  if (operation.method !== 'GET') return 'The outcome is in `ResultCode`.';
  return operation.kind === 'appointments'
    ? 'Always one element: look at `ResultCode`, then at `Booking`.'
    : 'The records. An empty array means that there are none.';
};

/** How many records an answer has at least and at most, where that is known (D16, D18). */
const bounded: Readonly<Partial<Record<RecordKind, Json>>> = {
  appointments: { minItems: 1, maxItems: 1 },
  videoMeetings: { maxItems: bounds.meetings },
};

/** What is answered: the schema of one item, an example of it, and how many there are; one that is no array has none. */
const answered = (operation: Operation) =>
  operation.method === 'GET'
    ? {
        item: records[operation.kind],
        example: examples[operation.kind],
        many: bounded[operation.kind] ?? {},
        headers: { 'x-left-out': header('LeftOut') },
      }
    : { item: ResultRecord, example: resultExample, many: operation.answersArray ? {} : undefined };

const success = (operation: Operation): Json => {
  const { item, example, many, headers: own } = answered(operation);
  const content =
    many === undefined
      ? { schema: component(item), example }
      : { schema: { type: 'array', items: component(item), ...many }, example: [example] };
  return {
    description: successWords(operation),
    headers: { ...headersOf([]), ...own },
    content: { 'application/json': content },
  };
};

/** Status → response, of one operation. */
export const responsesOf = (operation: Operation, basePath: string): Json => ({
  200: success(operation),
  ...faultResponses(operation, basePath),
});

/** The headers that responses refer to. */
export const headers: Json = {
  RequestId: {
    description: 'Identifies this request: the caller’s id if it was a UUID, otherwise a new one.',
    schema: { type: 'string', format: 'uuid' },
  },
  RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer', examples: [5] } },
  WWWAuthenticate: {
    description: 'Present if the token or its scope is at fault: what is wrong, or which scope is missing.',
    schema: { type: 'string', examples: ['Bearer error="invalid_token"'] },
  },
  LeftOut: {
    description:
      'Present if the answer lacks something: how many records, values, and source systems that could not be asked.',
    schema: { type: 'string', examples: ['records=1, values=2', 'sources=1'] },
  },
};
