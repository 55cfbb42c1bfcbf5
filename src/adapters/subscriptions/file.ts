// Subscriptions from a file, which is reloaded when it changes. A faulty version is logged, and the old one stays in use (D3).
import { hash } from 'node:crypto';
import type { Subscription } from '../../ports/subscriptions.ts';
import { watchFiles } from '../files/watched-files.ts';
import type { Log } from '../telemetry/service-log.ts';

/** A subscription as the file has it, with the hashes of its keys. */
type Written = { readonly keys: readonly string[] };

const hashOf = (key: string) => `sha256:${hash('sha256', key, 'hex')}`;

/**
 * Looks keys up by their SHA-256, because the file holds no keys. So the time of a lookup reveals nothing about a key either.
 * @param first the subscriptions that were read when the configuration was checked.
 * @param limitsOf what a subscription of the file allows.
 * @param reload reads the file: its subscriptions and a function that logs warnings about them, or its faults.
 */
export const subscriptionsFile = <W extends Written>({
  path,
  first,
  limitsOf,
  reload,
  log,
}: {
  path: string;
  first: readonly W[];
  limitsOf: (written: W) => Omit<Subscription, 'isOnly'>;
  reload: () => { subscriptions: readonly W[]; warn: () => void } | { faults: readonly object[] };
  log: Log;
}) => {
  const byKey = (subscriptions: readonly W[]): ReadonlyMap<string, Subscription> =>
    new Map(
      subscriptions.flatMap(written => {
        const subscription = { ...limitsOf(written), isOnly: subscriptions.length === 1 };
        return written.keys.map(key => [key, subscription] as const);
      }),
    );

  let byHash = byKey(first);
  let current = JSON.stringify(first);

  const use = () => {
    const read = reload();
    if ('faults' in read) return read.faults;
    const text = JSON.stringify(read.subscriptions);
    if (text === current) return [];
    current = text;
    byHash = byKey(read.subscriptions);
    log.info({ subscriptions: read.subscriptions.length }, 'the subscriptions have changed and were read');
    read.warn();
    return [];
  };
  const report = (faults: readonly object[]) =>
    log.error({ faults }, 'the subscriptions have changed and are faulty: the old ones stay in use');
  const { isStale, close } = watchFiles([path], { use, report });
  return {
    find: (key: string): Subscription | undefined => byHash.get(hashOf(key)),
    /** All that are in use. */
    all: (): ReadonlySet<Subscription> => new Set(byHash.values()),
    /** Whether the file is faulty, and an older version is in use. */
    isStale,
    close,
  };
};
