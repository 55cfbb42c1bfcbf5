// Errors of the JWT library as refusals (D30): operators read its code, never what the token says.
import { expect, test } from 'vitest';
import { Failure } from '../../../src/domain/model/failure.ts';
import { refusalOf } from '../../../src/http/authentication/token-refusal.ts';

const coded = (message: string, code: unknown) => Object.assign(new Error(message), { code });

test.each<[error: unknown, reason: string, message: string]>([
  [
    coded('The token signature is invalid.', 'FAST_JWT_INVALID_SIGNATURE'),
    'token-signature',
    'FAST_JWT_INVALID_SIGNATURE',
  ],
  [coded('The token has expired at 191212121212.', 'A'), 'token-expired', 'A'],
  [coded('The token will be active at 191212121212.', 'B'), 'token-not-yet-valid', 'B'],
  [coded('The iss claim value is not allowed.', 'C'), 'token-issuer', 'C'],
  [coded('The aud claim value is not allowed.', 'D'), 'token-audience', 'D'],
  [coded('The token algorithm is invalid.', 'E'), 'token-algorithm', 'E'],
  [coded('191212121212', 7), 'token-claims', '7'],
  [new TypeError('191212121212'), 'token-claims', 'TypeError'],
  ['191212121212', 'token-claims', 'not verifiable'],
  [undefined, 'token-claims', 'not verifiable'],
])('%s: %s (%#)', (error, reason, message) => {
  const refusal = refusalOf(error);
  expect(refusal).toMatchObject({ code: 'token-invalid', reason, message });
  expect(refusal.cause).toBe(error);
});

test('a failure of our own stays what it is', () => {
  const failure = new Failure('keys-unavailable');
  expect(refusalOf(failure)).toBe(failure);
});
