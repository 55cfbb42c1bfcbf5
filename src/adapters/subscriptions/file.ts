// Subscriptions from a file, which is reloaded when it changes. A faulty version is logged, and the old one stays in use (D3).
import { hash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { Subscription, Subscriptions } from '../../ports/subscriptions.ts';
import type { Log } from '../telemetry/service-log.ts';

type Written = Omit<Subscription, 'isOnly'> & { readonly keys: readonly string[] };

/** Reads the file: its subscriptions and a function that logs warnings about them, or its faults. */
export type Reload = () =>
  | { readonly subscriptions: readonly Written[]; readonly warn: () => void }
  | { readonly faults: readonly { readonly where: string; readonly expected: string }[] };

/** Milliseconds between two checks of the file. */
const checkIntervalMs = 500;

const byKey = (subscriptions: readonly Written[]): ReadonlyMap<string, Subscription> =>
  new Map(
    subscriptions.flatMap(({ keys, name, rateLimit, userRateLimit, clients }) => {
      const isOnly = subscriptions.length === 1;
      const subscription = { name, rateLimit, userRateLimit, clients, isOnly };
      return keys.map(key => [key, subscription] as const);
    }),
  );

const hashOf = (key: string) => `sha256:${hash('sha256', key, 'hex')}`;

/** Differs between two versions of a file, and if a symbolic link on its path changes. */
const versionOf = async (path: string): Promise<string> => {
  try {
    const { mtimeMs, size, ino } = await stat(path);
    return `${mtimeMs} ${size} ${ino}`;
  } catch {
    return 'missing';
  }
};

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
}): { find: Subscriptions; close(): void } => {
  let byHash = byKey(first);
  let current = JSON.stringify(first);
  // Unknown, so that the first check finds a change since the configuration was read.
  let version = '';

  const update = () => {
    const read = reload();
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
  const check = async () => {
    const newVersion = await versionOf(path);
    if (newVersion === version) return;
    version = newVersion;
    update();
  };
  void check();
  const timer = setInterval(() => void check(), checkIntervalMs).unref();
  return { find: key => byHash.get(hashOf(key)), close: () => clearInterval(timer) };
};
