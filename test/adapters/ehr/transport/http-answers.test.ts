// What the status and headers of an answer mean (D14), and what messages say of them.
import { describe, expect, test } from 'vitest';
import {
  limitBytes,
  retryAfterOf,
  sentAs,
  statusFailure,
  unreadableXml,
} from '../../../../src/adapters/ehr/transport/http-answers.ts';
import { Failure } from '../../../../src/domain/model/failure.ts';

test.each([
  ['text/html; charset=utf-8', '; it was sent as text/html'],
  ['TEXT/HTML', '; it was sent as text/html'],
  ['application/xhtml+xml', '; it was sent as application/xhtml+xml'],
  ['application/json', '; it was sent as application/json'],
  ['application/xml', '; it was sent as application/xml'],
  ['text/xml', '; it was sent as text/xml'],
  ['text/x-191212121212', ''],
  ['nonsense', ''],
  [undefined, ''],
])('a document sent as %s: %j', (contentType, words) => {
  expect(sentAs(contentType)).toBe(words);
});

describe('a document that cannot be read as XML', () => {
  const unusable = (reason: 'ehr-not-well-formed' | 'ehr-document' | 'ehr-limit') =>
    new Failure('ehr-unusable', { reason, detail: 'not XML', cause: 'why' });

  test.each(['ehr-not-well-formed', 'ehr-document'] as const)('%s names the type it was sent as', reason => {
    expect(unreadableXml(unusable(reason), 'text/html')).toMatchObject({
      code: 'ehr-unusable',
      reason,
      message: 'not XML; it was sent as text/html',
      cause: 'why',
    });
  });

  test.each<[string, unknown, string | undefined]>([
    ['sent as XML', unusable('ehr-document'), 'application/xml'],
    ['sent as XML in another way', unusable('ehr-document'), 'text/xml; charset=utf-8'],
    ['sent as a type that messages do not name', unusable('ehr-document'), 'image/png'],
    ['without a type', unusable('ehr-document'), undefined],
    ['beyond a limit', unusable('ehr-limit'), 'text/html'],
    ['that did not arrive', new Failure('ehr-too-slow', { reason: 'ehr-timeout' }), 'text/html'],
    ['whose error is unforeseen', new RangeError('x'), 'text/html'],
  ])('%s: its failure stays what it is', (_, error, contentType) => {
    expect(unreadableXml(error, contentType)).toBe(error);
  });
});

describe('the bytes of a body', () => {
  const chunks = async function* (...sizes: readonly number[]) {
    for (const size of sizes) yield new Uint8Array(size);
  };

  test('are passed on up to the limit', async () => {
    const passed = await Array.fromAsync(limitBytes(chunks(3, 0, 4), 7));
    expect(passed.map(({ length }) => length)).toEqual([3, 0, 4]);
  });

  test('beyond it are a failure, and those before it have been passed on', async () => {
    const body = limitBytes(chunks(3, 5), 7);
    expect((await body.next()).value).toHaveLength(3);
    await expect(body.next()).rejects.toMatchObject({
      code: 'ehr-unusable',
      reason: 'ehr-answer-too-large',
      message: 'an answer of more than 7 bytes',
    });
  });
});

const date = 'Thu, 15 Jan 2026 11:00:00 GMT';

test.each([
  ['0', '', 0],
  ['120', '', 120],
  ['999999999', '', 999_999_999],
  ['1000000000', '', undefined],
  ['-1', '', undefined],
  ['1.5', '', undefined],
  ['5 ', '', undefined],
  ['x5', '', undefined],
  ['', '', undefined],
  ['Thu, 15 Jan 2026 11:00:05 GMT', date, 5],
  [date, date, 0],
  ['Thu, 15 Jan 2026 10:59:59 GMT', date, undefined],
  ['Thu, 15 Jan 2026 11:00:05 GMT', '', undefined],
  ['Thu, 15 Jan 2026 11:00:05 GMT', '2026-01-15T11:00:00Z', undefined],
  ['2026-01-15T11:00:05Z', date, undefined],
  ['Thu, 15 Jan 2026 11:00:05 GMT ', date, undefined],
  ['x Thu, 15 Jan 2026 11:00:05 GMT', date, undefined],
  ['Thu, 99 Xxx 2026 11:00:05 GMT', date, undefined],
])('Retry-After %j in an answer of %j is %j seconds', (retryAfter, sent, seconds) => {
  expect(retryAfterOf(retryAfter, sent)).toBe(seconds);
});

test.each([
  [429, 'ehr-unavailable', 'ehr-says-unavailable', 7],
  [503, 'ehr-unavailable', 'ehr-says-unavailable', 7],
  [504, 'ehr-too-slow', 'ehr-says-timeout', undefined],
  [500, 'ehr-unusable', 'ehr-status', undefined],
  [502, 'ehr-unusable', 'ehr-status', undefined],
  [404, 'ehr-unusable', 'ehr-status', undefined],
  [302, 'ehr-unusable', 'ehr-status', undefined],
])('status %i: %s', (status, code, reason, retryAfterS) => {
  expect(statusFailure({ status, retryAfterS: 7 })).toMatchObject({
    code,
    reason,
    message: `status ${status}`,
    retryAfterS,
  });
});
