// Refusing an access token: clients hear one and the same 401, the service's own log says why (D4, D30).
import { Failure } from '../../domain/model/failure.ts';
import type { ReasonOf } from '../../domain/model/failure-reasons.ts';

export type TokenRefusal = ReasonOf<'token-invalid'>;

/** @param detail words for the log; never anything that the token says. */
export const refuse = (reason: TokenRefusal, detail: string, cause?: unknown): Failure =>
  new Failure('token-invalid', { reason, detail, cause });

/**
 * What @fastify/jwt and fast-jwt say, and the reason that it is. Their error codes do not tell issuer, audience and
 * signature apart; their messages do.
 */
const reasons: readonly (readonly [RegExp, TokenRefusal])[] = [
  [/signature/i, 'token-signature'],
  [/expired/, 'token-expired'],
  [/will be active/, 'token-not-yet-valid'],
  [/\biss claim/, 'token-issuer'],
  [/\baud claim/, 'token-audience'],
  [/algorithm/, 'token-algorithm'],
];

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : error.name);

/** An error of the library as the refusal that it means. A `Failure` of ours has come through the library unchanged. */
export const refusalOf = (error: unknown): Failure => {
  if (error instanceof Failure) return error;
  if (!(error instanceof Error)) return refuse('token-claims', 'not verifiable', error);
  const known = reasons.find(([words]) => words.test(error.message));
  return refuse(known?.[1] ?? 'token-claims', codeOf(error), error);
};
