// The parts that identify callers: the token issuer's keys, and the subscriptions.
import { issuerClient } from '../adapters/identity/issuer-client.ts';
import { jwksSigningKeys } from '../adapters/identity/jwks-signing-keys.ts';
import { subscriptionsFile } from '../adapters/subscriptions/file.ts';
import { faultList, readSubscriptions } from '../config/index.ts';
import { isSafeUrl } from '../config/settings/addresses.ts';
import { reportWarnings, subscriptionWarnings } from '../config/warnings.ts';
import type { Parts } from './parts.ts';

export const issuerClientOf = ({ configuration: { settings }, onClose }: Parts): Parts['issuerClient'] => {
  const { AUTH_ISSUER: issuer, AUTH_JWKS_URI: jwksUri } = settings;
  const client = issuerClient({ issuer, jwksUri, mayFetch: isSafeUrl });
  onClose(client.close);
  return client;
};

export const signingKeysOf = (parts: Parts): Parts['signingKeys'] => {
  const { issuerClient: client, logger, clock, metrics, onClose } = parts;
  const keys = jwksSigningKeys(client, { log: logger, clock });
  metrics?.showIssuerKeys(keys.fetchedAt);
  onClose(keys.close);
  return keys;
};

export const subscriptionsOf = ({ configuration, logger, onClose }: Parts): Parts['subscriptions'] => {
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
  return file.find;
};
