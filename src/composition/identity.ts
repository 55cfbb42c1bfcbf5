// The parts that identify callers and decide who may act for whom: the issuer's keys, and representation (D6).
import { issuerClient } from '../adapters/identity/issuer-client.ts';
import { jwksSigningKeys } from '../adapters/identity/jwks-signing-keys.ts';
import {
  claimsAndRegister,
  claimsRepresentation,
  registerRepresentation,
} from '../adapters/identity/representation.ts';
import { isSafeUrl } from '../config/settings/addresses.ts';
import { issuerProxyFor } from '../config/settings/proxies.ts';
import { Failure } from '../domain/model/failure.ts';
import type { Representation } from '../ports/representation.ts';
import type { Parts } from './parts.ts';

/** The client of the issuer in the settings. */
export const issuerClientOf = (parts: Parts): Parts['issuerClient'] => {
  const { certificateExpiries, onClose } = parts;
  const { settings } = parts.configuration;
  const { AUTH_ISSUER: issuer, AUTH_JWKS_URI: jwksUri } = settings;
  const client = issuerClient({
    issuer,
    jwksUri,
    mayFetch: isSafeUrl,
    proxyFor: issuerProxyFor(settings),
    proxyCertificateSeen: expires => void certificateExpiries.set('proxy/issuer', expires),
  });
  onClose(client.close);
  return client;
};

/** The issuer's signing keys, with their age among the metrics. */
export const signingKeysOf = (parts: Parts): Parts['signingKeys'] => {
  const { issuerClient: client, logger, clock, metrics, onClose } = parts;
  const keys = jwksSigningKeys(client, { log: logger, clock });
  metrics?.showIssuerKeys(keys.fetchedAt);
  onClose(keys.close);
  return keys;
};

/** Who acts for whom, by the sources that the profile names. */
export const representationOf = (parts: Parts): Representation => {
  const { clock, stopwatch, time } = parts;
  const { from, guardianUntilAge } = parts.configuration.region.representation;
  if (!from.includes('register')) return claimsRepresentation;
  const { relations } = parts.systems;
  if (relations === undefined) throw new Failure('unexpected', { detail: 'no system has a register' });
  const register = registerRepresentation({ relations, clock, stopwatch, time, guardianUntilAge });
  return from.includes('claims') ? claimsAndRegister(claimsRepresentation, register) : register;
};
