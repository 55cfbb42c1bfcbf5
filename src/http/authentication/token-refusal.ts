// Refusing an access token. Clients always get the same 401; the service log says why (D4, D30).
import { Failure } from '../../domain/model/failure.ts';
import type { ReasonOf } from '../../domain/model/failure-reasons.ts';

export type TokenRefusal = ReasonOf<'token-invalid'>;

/** @param detail a message for the log; never contents of the token. */
export const refuse = (reason: TokenRefusal, detail: string, cause?: unknown): Failure =>
  new Failure('token-invalid', { reason, detail, cause });

/**
 * Error message of @fastify/jwt or fast-jwt → reason. Their error codes do not tell issuer, audience and signature apart,
 * but their messages do.
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

/** Translates an error of the library. Our own failures pass through the library, and through here, unchanged. */
export const refusalOf = (error: unknown): Failure => {
  if (error instanceof Failure) return error;
  if (!(error instanceof Error)) return refuse('token-claims', 'not verifiable', error);
  const match = reasons.find(([pattern]) => pattern.test(error.message));
  return refuse(match?.[1] ?? 'token-claims', codeOf(error), error);
};
