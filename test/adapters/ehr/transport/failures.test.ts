// What an error in an exchange means (D14), and what operators read of it: a code, never a host or a path.
import { errors } from 'undici';
import { describe, expect, test } from 'vitest';
import { exchangeFailure, type Progress } from '../../../../src/adapters/ehr/transport/exchange/failures.ts';
import { isTransient, isUnhealthy } from '../../../../src/adapters/ehr/transport/resilience/system-health.ts';
import { Failure } from '../../../../src/domain/model/failure.ts';

const never = new AbortController().signal;
const coded = (code: unknown, cause?: unknown) =>
  Object.assign(new Error('connect to 191212121212.example', { cause }), { code });

/** What operators read first, and what it means. */
const meanings = {
  'no connection': ['ehr-unreachable', 'ehr-no-connection'],
  'no answer came': ['ehr-unavailable', 'ehr-no-answer'],
  'the answer broke off': ['ehr-unusable', 'ehr-answer-broken-off'],
} as const;
type Words = keyof typeof meanings;

const notHttp = new errors.HTTPParserError('x');
const parserError = Object.assign(new errors.HTTPParserError('x'), { code: 'HPE_INVALID_CONSTANT' });

test.each<[string, Progress, unknown, Words, inBrackets?: string]>([
  ['before it was sent', 'waiting', coded('ECONNREFUSED'), 'no connection', 'ECONNREFUSED'],
  ['after it was sent', 'sending', coded('ECONNRESET'), 'no answer came', 'ECONNRESET'],
  ['after the status line', 'answered', coded('UND_ERR_SOCKET'), 'the answer broke off', 'UND_ERR_SOCKET'],
  ['by an answer that is not HTTP', 'sending', parserError, 'the answer broke off', 'HPE_INVALID_CONSTANT'],
  [
    'by headers that are too large',
    'sending',
    new errors.HeadersOverflowError(),
    'the answer broke off',
    'UND_ERR_HEADERS_OVERFLOW',
  ],
  ['before it was sent, by an answer that is not HTTP', 'waiting', notHttp, 'no connection'],
  [
    'with the code of its cause',
    'waiting',
    coded('UND_ERR', coded('ENOTFOUND')),
    'no connection',
    'ENOTFOUND',
  ],
  ['with a cause that has no code', 'waiting', coded('UND_ERR', new Error('x')), 'no connection', 'UND_ERR'],
  ['with a code that is no text', 'waiting', coded(7), 'no connection'],
  ['without a code', 'sending', new Error('x'), 'no answer came'],
  ['by what is no error', 'sending', { code: 'x', cause: { code: 'y' } }, 'no answer came'],
  ['by nothing', 'sending', undefined, 'no answer came'],
])('%s', (_, progress, error, words, inBrackets) => {
  const failure = exchangeFailure(error, never, progress);
  const [code, reason] = meanings[words];
  const message = inBrackets === undefined ? words : `${words} (${inBrackets})`;
  expect(failure).toMatchObject({ code, reason, message });
  expect(failure.cause).toBe(error);
});

test('a proxy that refuses is named by its status', () => {
  const error = new Error('Proxy response (407) !== 200 when HTTP Tunneling');
  expect(exchangeFailure(error, never, 'waiting')).toMatchObject({
    message: 'no connection (the proxy answered 407)',
  });
});

test('a failure stays what it is, and the reason of an aborted signal comes before any error', () => {
  const own = new Failure('ehr-unusable', { reason: 'ehr-limit' });
  const gone = new Failure('client-gone', { reason: 'client-gone' });
  const aborted = AbortSignal.abort(gone);
  expect(exchangeFailure(own, aborted, 'answered')).toBe(own);
  expect(exchangeFailure(coded('ABORT_ERR'), aborted, 'waiting')).toBe(gone);
  expect(exchangeFailure(coded('x'), AbortSignal.abort(new Error('no failure')), 'waiting')).toMatchObject({
    code: 'ehr-unreachable',
  });
});

describe('the health of a system', () => {
  type Row = readonly [failure: unknown, isUnhealthy: boolean, isTransient: boolean];
  const rows: readonly Row[] = [
    [new Failure('ehr-unreachable', { reason: 'ehr-no-connection' }), true, true],
    [new Failure('ehr-unreachable', { reason: 'ehr-circuit-open' }), true, false],
    [new Failure('ehr-unavailable', { reason: 'ehr-no-answer' }), true, true],
    [new Failure('ehr-too-slow', { reason: 'ehr-timeout' }), true, false],
    [new Failure('ehr-unusable', { reason: 'ehr-answer-broken-off' }), true, false],
    [new Failure('ehr-unusable', { reason: 'ehr-document' }), false, false],
    [new Failure('client-gone', { reason: 'client-gone' }), false, false],
    [new Error('x'), false, false],
  ];

  test.each(rows)('%s (%#)', (failure, unhealthy, transient) => {
    expect(isUnhealthy(failure)).toBe(unhealthy);
    expect(isTransient(failure)).toBe(transient);
  });
});
