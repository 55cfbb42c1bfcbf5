// The error responses of an operation: every fault that it can have, rendered by the code that answers it.
import { Failure, type FailureCode } from '../../../domain/model/failure.ts';
import type { ErrorWord } from '../../errors/error-words.ts';
import { faultOf } from '../../errors/faults.ts';
import { exampleInputFault } from '../../operations/input.ts';
import type { Decision } from '../../request/decisions.ts';
import type { Operation, Shape } from '../../request/operation.ts';
import type { OpenApiObject } from './components.ts';
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

const codesOf = (operation: Operation): readonly FailureCode[] => {
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

const decisionsFor = (operation: Operation, status: number): readonly Decision[] => {
  const own: readonly Decision[] =
    status !== 400 ? [] : operation.method !== 'GET' ? ['D10'] : operation.interval ? ['D8'] : [];
  return [...(decisionsByStatus[status] ?? []), ...own];
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
const faultsByStatus = (codes: readonly FailureCode[], place: Place) => {
  const faults = codes.map(code => {
    const { headers, ...fault } = faultOf(failureFor(place.operation, code), { ...place, now });
    return { code, ...fault, headers: Object.keys(headers).filter(name => name !== 'x-error') };
  });
  return [...Map.groupBy(faults, ({ status }) => status)].sort(([a], [b]) => a - b);
};

/** The response with a status. */
const responseOf = (
  faults: readonly DescribedFault[],
  { shape, apiPage, decided }: { shape: Shape; apiPage: string; decided: OpenApiObject },
): OpenApiObject => ({
  description: [...new Set(faults.map(fault => inWords(fault, apiPage)))].join('\n\n'),
  ...decided,
  headers: {
    ...describedHeaders(new Set(faults.flatMap(({ headers }) => headers))),
    'x-error': errorHeader(wordsOf(faults)),
  },
  content: {
    'application/json': {
      schema: { $ref: `#/components/schemas/${shape === 'error' ? 'ErrorResponse' : 'ErrorMessage'}` },
      examples: Object.fromEntries(faults.map(({ code, body }) => [code, { value: body }])),
    },
  },
});

/** Status → response, for every error status of an operation. */
export const faultResponses = (operation: Operation, addresses: DescribedAddresses): OpenApiObject => {
  const path = `${addresses.basePath}${operation.path}`;
  const apiPage = apiPageOf(addresses);
  const decidedFor = (status: number): OpenApiObject =>
    operation.documented.includes(status) ? {} : { 'x-decided': decisionsFor(operation, status) };
  return Object.fromEntries(
    faultsByStatus(codesOf(operation), { operation, path }).map(([status, faults]) => [
      String(status),
      responseOf(faults, { shape: operation.shape, apiPage, decided: decidedFor(status) }),
    ]),
  );
};

/** Faults of a path without credentials, beside the ten operations. */
const withoutCredentials: readonly FailureCode[] = ['proxy-required', 'overloaded', 'rate-exceeded'];

/** Status → response, for the error statuses of such a path. */
export const publicFaultResponses = (path: string, addresses: DescribedAddresses): OpenApiObject => {
  const place = { operation: undefined, path: `${addresses.basePath}${path}` };
  const how = { shape: 'message', apiPage: apiPageOf(addresses), decided: {} } as const;
  return Object.fromEntries(
    faultsByStatus(withoutCredentials, place).map(([status, faults]) => [
      String(status),
      responseOf(faults, how),
    ]),
  );
};
