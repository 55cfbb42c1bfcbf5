// Subscriptions from a file, which is reloaded when it changes. A faulty version is logged, and the old one stays in use (D3).
import { hash } from 'node:crypto';
import type { Subscription, Subscriptions } from '../../ports/subscriptions.ts';
import { watchFiles } from '../files/watched-files.ts';
import type { Log } from '../telemetry/service-log.ts';

type Written = Omit<Subscription, 'isOnly'> & { readonly keys: readonly string[] };

/** Reads the file: its subscriptions and a function that logs warnings about them, or its faults. */
export type Reload = () =>
  | { readonly subscriptions: readonly Written[]; readonly warn: () => void }
  | { readonly faults: readonly { readonly where: string; readonly expected: string }[] };

const byKey = (subscriptions: readonly Written[]): ReadonlyMap<string, Subscription> =>
  new Map(
    subscriptions.flatMap(({ keys, name, rateLimit, userRateLimit, clients }) => {
      const isOnly = subscriptions.length === 1;
      const subscription = { name, rateLimit, userRateLimit, clients, isOnly };
      return keys.map(key => [key, subscription] as const);
    }),
  );

const hashOf = (key: string) => `sha256:${hash('sha256', key, 'hex')}`;

/**
 * Looks keys up by their SHA-256, because the file holds no keys. So the time of a lookup reveals nothing about a key either.
 * @param first the subscriptions that were read when the configuration was checked.
 */
export const subscriptionsFile = ({
  path,
  first,
  reload,
  log,
}: {
  path: string;
  first: readonly Written[];
  reload: Reload;
  log: Log;
}): {
  find: Subscriptions;
  /** Whether the file is faulty, and an older version is in use. */
  isStale(): boolean;
  close(): void;
} => {
  let byHash = byKey(first);
  let current = JSON.stringify(first);
  let isStale = false;

  const update = () => {
    const read = reload();
    isStale = 'faults' in read;
    if ('faults' in read) {
      log.error(
        { faults: read.faults },
        'the subscriptions have changed and are faulty: the old ones stay in use',
      );
      return;
    }
    const text = JSON.stringify(read.subscriptions);
    if (text === current) return;
    current = text;
    byHash = byKey(read.subscriptions);
    log.info({ subscriptions: read.subscriptions.length }, 'the subscriptions have changed and were read');
    read.warn();
  };
  const { close } = watchFiles([path], update);
  return { find: key => byHash.get(hashOf(key)), isStale: () => isStale, close };
};
