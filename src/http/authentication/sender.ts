// Access tokens that are bound to their sender (RFC 7800 `cnf`): whoever has stolen one cannot use it without the key (D4).
import type { FastifyRequest } from 'fastify';
import { Failure } from '../../domain/model/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { IsFirstUse } from '../../ports/proof-replay.ts';
import { headerOnce } from '../request/headers.ts';
import { type ClientCertificateSource, clientThumbprint } from './client-certificate.ts';
import { type Claims, isClaims } from './decode-jwt.ts';
import { refuseProof, verifyProof } from './dpop-proof.ts';
import { refuse } from './token-refusal.ts';

export type SenderDeps = {
  /** The URL under which clients reach the paths of the operations, without final slash. Undefined: no DPoP proof is accepted. */
  readonly publicUrl: string | undefined;
  /** Undefined: no client certificate is accepted. */
  readonly clientCertificate: ClientCertificateSource | undefined;
  readonly isFirstUse: IsFirstUse;
  readonly clock: Clock;
};

/** The scheme of the `Authorization` header. A token without one came as a bearer token. */
export type TokenScheme = 'Bearer' | 'DPoP';

/** A token as it was sent. */
export type SentToken = { readonly scheme: TokenScheme; readonly token: string };

/** The thumbprints of the key and the certificate that a token is bound to; at least one. */
type Binding = { readonly key: string | undefined; readonly certificate: string | undefined };

/** SHA-256 in base64url. */
const thumbprint = /^[\w-]{43}$/;
const confirmationMethods = ['jkt', 'x5t#S256'];

const isBinding = (cnf: unknown): cnf is Readonly<Record<string, string>> => {
  if (!isClaims(cnf) || Object.keys(cnf).length === 0) return false;
  return Object.entries(cnf).every(
    ([name, value]) =>
      confirmationMethods.includes(name) && typeof value === 'string' && thumbprint.test(value),
  );
};

/** What a token is bound to; undefined if it is a bearer token. Throws if not all of it is understood. */
const bindingOf = (claims: Claims): Binding | undefined => {
  if (!Object.hasOwn(claims, 'cnf')) return undefined;
  const { cnf } = claims;
  if (!isBinding(cnf)) throw refuse('token-bound', 'it is bound in an unknown way');
  return { key: cnf.jkt, certificate: cnf['x5t#S256'] };
};

/**
 * Checks every request: unlike the token, its proof cannot be cached.
 * @returns resolves if whoever sent a request may use its token; otherwise rejects with `token-invalid`, `proof-invalid` or
 * `replay-unknown`.
 */
export const senderCheck = ({ publicUrl, clientCertificate, isFirstUse, clock }: SenderDeps) => {
  const requireCertificate = (request: FastifyRequest, bound: string): void => {
    if (clientCertificate === undefined)
      throw refuse('token-bound', 'to a certificate, and none can be presented');
    if (clientThumbprint(request, clientCertificate) !== bound) {
      throw refuse('certificate-of-another', 'another certificate');
    }
  };

  const requireProof = async (request: FastifyRequest, token: string, bound: string): Promise<void> => {
    const { operation } = request.routeOptions.config;
    if (publicUrl === undefined || operation === undefined)
      throw refuse('token-bound', 'to a key, and the public URL of the operation is not known');
    const proof = headerOnce(request, 'dpop');
    if (proof === undefined || proof === '') throw refuseProof('proof-missing', 'no DPoP header');
    if (proof === 'repeated') throw refuseProof('proof-repeated', 'the DPoP header was sent twice');
    const id = await verifyProof(proof, {
      method: request.method,
      url: `${publicUrl}${operation.path}`,
      token,
      thumbprint: bound,
      now: clock(),
    });
    if (!(await isFirstUse(id))) throw new Failure('proof-invalid', { reason: 'proof-used' });
  };

  return async (request: FastifyRequest, { scheme, token }: SentToken, claims: Claims): Promise<void> => {
    const bound = bindingOf(claims);
    if (scheme === 'DPoP' && bound?.key === undefined) {
      throw refuse('token-not-bound', 'it came under DPoP, and is not bound to a key');
    }
    if (bound === undefined) return;
    if (bound.certificate !== undefined) requireCertificate(request, bound.certificate);
    if (bound.key === undefined) return;
    // Otherwise a stolen token could be used as a bearer token (RFC 9449, section 7.2).
    if (scheme !== 'DPoP') throw refuse('token-without-proof', 'it did not come under DPoP');
    await requireProof(request, token, bound.key);
  };
};
