// Errors as operators read them: a code and what it means, never a library's message, which may quote data.
import { describe, expect, test } from 'vitest';
import { describeError, errorFields } from '../../../src/adapters/telemetry/describe-error.ts';
import { Failure } from '../../../src/domain/model/failure.ts';

const secret = '191212121212';
const withCode = (code: string | number, cause?: unknown) =>
  Object.assign(new Error(`about ${secret}`, { cause }), { code });

describe('an error in words', () => {
  test.each([
    ['a code with a meaning', withCode('ECONNREFUSED'), 'ECONNREFUSED: nothing listens there'],
    ['another code', withCode('ESOMETHING'), 'ESOMETHING'],
    ['the name of a member of every object as a code', withCode('constructor'), 'constructor'],
    [
      'the innermost code',
      withCode('UND_ERR_SOCKET', withCode('ECONNRESET')),
      'ECONNRESET: the connection was broken',
    ],
    [
      'the first of several attempts',
      new AggregateError([withCode('ENETUNREACH'), withCode('ECONNREFUSED')]),
      'ENETUNREACH: there is no route to the network',
    ],
    ['an HTTP status of an exporter', withCode(503), 'status 503'],
    ['a timeout', new DOMException(secret, 'TimeoutError'), 'no answer in time'],
    ['an abort, whose code is not a status', new DOMException(secret, 'AbortError'), 'AbortError'],
    [
      'a reply of Redis',
      Object.assign(new Error(`NOAUTH ${secret}`), { name: 'ReplyError' }),
      'NOAUTH: it requires a password',
    ],
    ['an error without a code', new TypeError(secret), 'TypeError'],
    ['no error', secret, 'an unknown error'],
  ])('%s', (_, error, expected) => {
    expect(describeError(error)).toBe(expected);
  });
});

test('only an error that may be a bug is logged with its stack', () => {
  const bug = new TypeError('a bug');
  expect(errorFields(bug)).toEqual({ err: bug });
  expect(errorFields(withCode('ENOSPC'))).toEqual({ cause: 'ENOSPC: the disk is full' });
  const failure = new Failure('keys-unavailable', {
    detail: 'https://issuer.test: status 503, expected 200',
  });
  expect(errorFields(failure)).toEqual({ cause: failure.message });
});
