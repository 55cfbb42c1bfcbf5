// The subscriptions of the file in the settings, which is read again when it changes (D3).
import { subscriptionsFile } from '../adapters/subscriptions/file.ts';
import { endOfLocalDay, type RegionTime } from '../adapters/time/region-time.ts';
import { faultList } from '../config/files.ts';
import { networks } from '../config/settings/addresses.ts';
import { readSubscriptions, type WrittenSubscription } from '../config/subscriptions.ts';
import { reportWarnings, subscriptionWarnings } from '../config/warnings.ts';
import type { Subscription } from '../ports/subscriptions.ts';
import type { Parts } from './parts.ts';

/** Refuses every address if the networks cannot be read, which readSubscriptions has ruled out. */
const memberOf = (written: readonly string[]) => networks(written)?.has ?? (() => false);

/** What the gates look at. */
const limitsOfSubscription = (
  { name, rateLimit, userRateLimit, clients, expires, paused, operations, networks }: WrittenSubscription,
  time: RegionTime,
): Omit<Subscription, 'isOnly'> => ({
  name,
  rateLimit,
  userRateLimit,
  clients,
  expiresAt: expires === undefined ? undefined : endOfLocalDay(expires, time),
  isPaused: paused,
  operations: operations && new Set(operations),
  mayCallFrom: networks && memberOf(networks),
});

/** Finds the subscription of a key. */
export const subscriptionsOf = (parts: Parts): Parts['subscriptions'] => {
  const { configuration, logger, time, clock, staleFiles, metrics, onClose } = parts;
  const { settings, region } = configuration;
  const path = settings.SUBSCRIPTIONS_FILE;
  const reload = () => {
    const list = faultList();
    const subscriptions = readSubscriptions(path, list);
    if (subscriptions === undefined) return { faults: list.faults };
    const warn = () => {
      const now = new Date(clock());
      reportWarnings(subscriptionWarnings({ settings, region, subscriptions }, now), logger);
    };
    return { subscriptions, warn };
  };
  const file = subscriptionsFile({
    path,
    first: configuration.subscriptions,
    limitsOf: written => limitsOfSubscription(written, time),
    reload,
    log: logger,
  });
  onClose(file.close);
  staleFiles.set('SUBSCRIPTIONS_FILE', file.isStale);
  metrics?.showSubscriptions(() => {
    const ends = [...file.all()].flatMap(({ name, expiresAt }) =>
      expiresAt === undefined ? [] : [[name, new Date(expiresAt)] as const],
    );
    return new Map(ends);
  });
  return file.find;
};
