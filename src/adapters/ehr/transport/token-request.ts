// Requests for access tokens: with a signed assertion (RFC 7523, section 2.2), with a secret (RFC 6749, section 2.3.1), or by a login
// that is the system's own.
import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose/jwt/sign';
import type { Clock } from '../../../ports/clock.ts';
import type { BackendAuth, SignedAssertion } from '../adapter.ts';

/** Seconds for which an assertion is valid. */
const assertionLifetime = 240;
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

const assertion = ({ tokenUrl, ...auth }: SignedAssertion & { tokenUrl: string }, clock: Clock) => {
  const now = Math.floor(clock() / 1000);
  return new SignJWT({ jti: randomUUID() })
    .setProtectedHeader({
      alg: auth.alg,
      kid: auth.kid,
      typ: 'JWT',
      ...(auth.thumbprint === undefined ? {} : { 'x5t#S256': auth.thumbprint }),
    })
    .setIssuer(auth.clientId)
    .setSubject(auth.clientId)
    .setAudience(tokenUrl)
    .setIssuedAt(now)
    .setExpirationTime(now + assertionLifetime)
    .sign(auth.key);
};

type TokenRequest = { readonly headers: Readonly<Record<string, string>>; readonly body: string };

const formOf = (members: Readonly<Record<string, string | undefined>>): URLSearchParams => {
  const form = new URLSearchParams({ grant_type: 'client_credentials' });
  for (const [name, value] of Object.entries(members)) if (value !== undefined) form.set(name, value);
  return form;
};

/** The form encoding of one text, as RFC 6749 wants it in the header. */
const encoded = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1);

/** Creates the request for a token. Each assertion is a new one. */
export const tokenRequest = async (auth: BackendAuth, clock: Clock): Promise<TokenRequest> => {
  if ('login' in auth) return { headers: { 'content-type': 'application/json' }, body: auth.login };
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const { clientId, scope } = auth;
  if ('key' in auth) {
    const members = { client_assertion_type: assertionType, client_assertion: await assertion(auth, clock) };
    return { headers, body: formOf({ scope, ...members }).toString() };
  }
  if (auth.secretIn === 'body')
    return { headers, body: formOf({ scope, client_id: clientId, client_secret: auth.secret }).toString() };
  const basic = Buffer.from(`${encoded(clientId)}:${encoded(auth.secret)}`).toString('base64');
  return { headers: { ...headers, authorization: `Basic ${basic}` }, body: formOf({ scope }).toString() };
};
