// The error responses of an operation: every fault that it can have, rendered by the code that answers it.
import { Failure, type FailureCode } from '../../../domain/model/failure.ts';
import type { ErrorWord } from '../../errors/error-words.ts';
import { faultOf } from '../../errors/faults.ts';
import { exampleInputFault } from '../../operations/input.ts';
import type { Operation } from '../../operations/operation.ts';
import type { Decision } from '../decisions.ts';
import type { Json } from './components.ts';
import { errorHeader, headersOf } from './response-headers.ts';

/** Faults that every operation can have, in the order of the checks. */
const ofEveryOperation: readonly FailureCode[] = [
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

type DescribedFault = {
  readonly code: FailureCode;
  readonly word: ErrorWord | undefined;
  readonly headers: readonly string[];
  readonly body: object;
};

/** A fault as the operation answers it. An input fault names one of the operation's own parameters. */
const rendered = (operation: Operation, code: FailureCode, basePath: string) => {
  const failure = code === 'input-invalid' ? exampleInputFault(operation) : new Failure(code);
  return faultOf(failure, { operation, path: `${basePath}${operation.path}`, now });
};

const textOf = (body: object): string =>
  String('message' in body ? body.message : 'error' in body ? body.error : '');

/** Each word with the sentence that it stands for; the description of a response lists them. */
const inWords = ({ word, body }: DescribedFault): string =>
  word === undefined ? textOf(body) : `\`${word}\`: ${textOf(body)}`;

const wordsOf = (faults: readonly DescribedFault[]): ErrorWord[] => [
  ...new Set(faults.flatMap(({ word }) => word ?? [])),
];

/** Status → response, for every error status of an operation. */
export const faultResponses = (operation: Operation, basePath: string): Json => {
  const byStatus = new Map<number, DescribedFault[]>();
  for (const code of codesOf(operation)) {
    const { status, word, headers, body } = rendered(operation, code, basePath);
    const names = Object.keys(headers).filter(name => name !== 'x-error');
    byStatus.set(status, [...(byStatus.get(status) ?? []), { code, word, headers: names, body }]);
  }
  const schema = {
    $ref: `#/components/schemas/${operation.shape === 'error' ? 'ErrorResponse' : 'ErrorMessage'}`,
  };
  const statuses = [...byStatus].sort(([one], [other]) => one - other);
  return Object.fromEntries(
    statuses.map(([status, faults]) => [
      String(status),
      {
        description: [...new Set(faults.map(inWords))].join('\n\n'),
        ...(operation.documented.includes(status) ? {} : { 'x-decided': decisionsFor(operation, status) }),
        headers: {
          ...headersOf(new Set(faults.flatMap(({ headers }) => headers))),
          'x-error': errorHeader(wordsOf(faults)),
        },
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
