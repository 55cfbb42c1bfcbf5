// The parts that identify callers and decide who may act for whom: the issuer's keys, the subscriptions, and representation (D6).
import { issuerClient } from '../adapters/identity/issuer-client.ts';
import { jwksSigningKeys } from '../adapters/identity/jwks-signing-keys.ts';
import {
  claimsAndRegister,
  claimsRepresentation,
  registerRepresentation,
} from '../adapters/identity/representation.ts';
import { subscriptionsFile } from '../adapters/subscriptions/file.ts';
import { faultList, readSubscriptions } from '../config/index.ts';
import { isSafeUrl } from '../config/settings/addresses.ts';
import { issuerProxyFor } from '../config/settings/proxies.ts';
import { reportWarnings, subscriptionWarnings } from '../config/warnings.ts';
import { Failure } from '../domain/model/failure.ts';
import type { Representation } from '../ports/representation.ts';
import type { Parts } from './parts.ts';

/** The client of the issuer in the settings. */
export const issuerClientOf = ({ configuration: { settings }, onClose }: Parts): Parts['issuerClient'] => {
  const { AUTH_ISSUER: issuer, AUTH_JWKS_URI: jwksUri } = settings;
  const client = issuerClient({
    issuer,
    jwksUri,
    mayFetch: isSafeUrl,
    proxyFor: issuerProxyFor(settings),
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

/** The subscriptions of the file in the settings. They are read again when it changes. */
export const subscriptionsOf = ({
  configuration,
  logger,
  staleFiles,
  onClose,
}: Parts): Parts['subscriptions'] => {
  const path = configuration.settings.SUBSCRIPTIONS_FILE;
  const reload = () => {
    const list = faultList();
    const subscriptions = readSubscriptions(path, list);
    if (subscriptions === undefined) return { faults: list.faults };
    const warn = () => reportWarnings(subscriptionWarnings(subscriptions, configuration.settings), logger);
    return { subscriptions, warn };
  };
  const file = subscriptionsFile({ path, first: configuration.subscriptions, reload, log: logger });
  onClose(file.close);
  staleFiles.set('SUBSCRIPTIONS_FILE', file.isStale);
  return file.find;
};

/** Who acts for whom, by the sources that the profile names. */
export const representationOf = ({
  configuration,
  systems,
  clock,
  stopwatch,
  time,
}: Parts): Representation => {
  const { from, guardianUntilAge } = configuration.region.representation;
  if (!from.includes('register')) return claimsRepresentation;
  const { relations } = systems;
  if (relations === undefined) throw new Failure('unexpected', { detail: 'no system has a register' });
  const register = registerRepresentation({ relations, clock, stopwatch, time, guardianUntilAge });
  return from.includes('claims') ? claimsAndRegister(claimsRepresentation, register) : register;
};
