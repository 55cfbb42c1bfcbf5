// Reads the answer of a token server (RFC 6749, sections 5.1 and 5.2).
import { Failure, unusableAnswer } from '../../../domain/model/failure.ts';
import type { Login } from '../adapter.ts';
import type { UpstreamAnswer } from './exchange/http-exchange.ts';

/** An access token, and the time from which it must be renewed, in milliseconds since the epoch. */
export type Token = { readonly text: string; readonly renewAt: number };

/** Seconds: the lifetime of a token without `expires_in`, and how long before its expiry a token is renewed. */
const defaultLifetime = 60;
const renewBefore = 30;

const refused = (detail: string) => unusableAnswer('ehr-token-refused', `no token: ${detail}`);

/** The failure for a token server that is unreachable or overloaded. */
export const tokenUnavailable = (detail: string, cause?: unknown): Failure =>
  new Failure('ehr-unavailable', { reason: 'ehr-token-unavailable', detail: `no token: ${detail}`, cause });

/** OAuth's error codes (RFC 6749, section 5.2). Nothing else of an answer is ever logged (D34). */
const errorCodes = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
];

type Members = Readonly<Record<string, unknown>>;

/** The members of an answer; none if it is not a JSON object, which then counts as an answer without a token or error code. */
const membersOf = (text: string): Members => {
  try {
    return (JSON.parse(text) ?? {}) as Members;
  } catch {
    return {};
  }
};

/** The failure for an answer with a status other than 200. */
const refusalIn = (status: number, { error }: Members): Failure => {
  const errorCode = errorCodes.find(code => code === error);
  return refused(`status ${status}${errorCode === undefined ? '' : `, ${errorCode}`}`);
};

/** What is at a path of names; undefined if there is nothing. */
const valueAt = (from: unknown, names: readonly string[]): unknown =>
  names.reduce<unknown>(
    (here, name) =>
      typeof here === 'object' && here !== null && Object.hasOwn(here, name)
        ? (here as Members)[name]
        : undefined,
    from,
  );

/** Where a token server puts them (RFC 6749, section 5.1). */
const ofOAuth: Pick<Login, 'token' | 'lifetime'> = { token: ['access_token'], lifetime: ['expires_in'] };

const tokenIn = (members: Members, now: number, login: Login | undefined): Token => {
  const { token: tokenPath, lifetime: lifetimePath } = login ?? ofOAuth;
  const token = valueAt(members, tokenPath);
  const lifetime = lifetimePath === undefined ? undefined : valueAt(members, lifetimePath);
  const { token_type: type } = members;
  if (typeof token !== 'string' || !/^[!-~]+$/.test(token))
    throw refused(
      `the answer has no ${login === undefined ? 'access_token' : 'token at the path of the profile: it may be a refusal'}`,
    );
  const isBearer = typeof type === 'string' && type.toLowerCase() === 'bearer';
  if (login === undefined && !isBearer) throw refused('not a bearer token');
  const expiresIn = typeof lifetime === 'number' && Number.isFinite(lifetime) ? lifetime : defaultLifetime;
  return { text: token, renewAt: now + (expiresIn - renewBefore) * 1000 };
};

/**
 * Reads the token in an answer. Throws `Failure`: `ehr-unavailable` for the statuses 429 and 5xx, `ehr-unusable` for any other
 * answer without a token, and what reading the body throws. How much of it is read, its upstream limits.
 * @param now returns the current time, in milliseconds since the epoch.
 * @param login where the answer has its token, if it is not OAuth's.
 */
export const readTokenAnswer = async (
  { status, body }: UpstreamAnswer,
  now: () => number,
  login?: Login,
): Promise<Token> => {
  if (status === 429 || status >= 500) throw tokenUnavailable(`status ${status}`);
  const members = membersOf(Buffer.concat(await Array.fromAsync(body)).toString('utf8'));
  if (status !== 200) throw refusalIn(status, members);
  return tokenIn(members, now(), login);
};
