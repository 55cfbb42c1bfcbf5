// Failures: each has a reason from the closed list, and a code that leaves open why cannot be thrown without one (D30).
import { describe, expect, test } from 'vitest';
import { Failure, type FailureCode, isFailure } from '../../../src/domain/model/failure.ts';
import { failureReasons } from '../../../src/domain/model/failure-reasons.ts';
import { listed } from '../../support/listed.ts';

const lists: readonly (readonly string[])[] = Object.values(failureReasons);
const words = lists.flat();

describe('the closed list', () => {
  test('has single words in lower case, each under one code', () => {
    for (const word of words) expect(word).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(new Set(words).size).toBe(words.length);
  });

  test('has the words that operators are promised', () => {
    const promised = listed(`
      key-missing key-unknown token-missing token-malformed token-type token-signature
    `);
    promised.push(
      'token-key-unknown',
      'token-issuer',
      'token-audience',
      'token-expired',
      'token-not-yet-valid',
    );
    promised.push('token-claims', 'scope-missing', 'client-mismatch');
    promised.push('subscription-expired', 'subscription-paused');
    expect(words).toEqual(expect.arrayContaining(promised));
    for (const family of ['subject-', 'rate-', 'ehr-']) {
      expect(words.filter(word => word.startsWith(family)).length, family).toBeGreaterThan(1);
    }
  });
});

describe('a failure', () => {
  test('has the only reason of its code', () => {
    expect(new Failure('scope-missing').reason).toBe('scope-missing');
    expect(new Failure('key-of-another-client', { detail: 'words' }).reason).toBe('client-mismatch');
  });

  test('names a reason if its code has several', () => {
    expect(new Failure('token-invalid', { reason: 'token-expired' }).reason).toBe('token-expired');
    // @ts-expect-error an invalid token does not say why
    expect(new Failure('token-invalid').code).toBe('token-invalid');
    // @ts-expect-error a message alone is not enough either
    expect(new Failure('token-invalid', { detail: 'expired' }).code).toBe('token-invalid');
    // @ts-expect-error the reason of another code
    expect(new Failure('token-invalid', { reason: 'scope-missing' }).code).toBe('token-invalid');
  });

  test('is recognised by its code', () => {
    const error: unknown = new Failure('ehr-too-slow', { reason: 'ehr-timeout' });
    const codes: FailureCode[] = ['ehr-too-slow', 'ehr-unusable'];
    expect([isFailure(error), isFailure(error, ...codes), isFailure(error, 'ehr-unusable')]).toEqual([
      true,
      true,
      false,
    ]);
    expect(isFailure(new Error('x'))).toBe(false);
  });

  test('has the words that it is given; without any, its code', () => {
    const cause = new Error('broken');
    const described = new Failure('ehr-unavailable', {
      reason: 'ehr-no-answer',
      detail: 'for operators',
      hint: 'for clients',
      retryAfterS: 7,
      cause,
    });
    expect(described).toMatchObject({
      name: 'Failure',
      code: 'ehr-unavailable',
      message: 'for operators',
      hint: 'for clients',
      retryAfterS: 7,
    });
    expect(described.cause).toBe(cause);
    const bare = new Failure('scope-missing');
    expect([bare.message, bare.hint, bare.retryAfterS]).toEqual(['scope-missing', undefined, undefined]);
    expect(Object.hasOwn(bare, 'cause')).toBe(false);
    expect(Object.hasOwn(new Failure('scope-missing', { detail: 'words' }), 'cause')).toBe(false);
  });
});
