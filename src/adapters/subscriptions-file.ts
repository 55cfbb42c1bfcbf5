// Subscriptions from a file, read again when it changes; a faulty version is reported and the old one stays (D3).
import { createHash } from 'node:crypto';
import { unwatchFile, watchFile } from 'node:fs';
import type { Subscription, Subscriptions } from '../ports/subscriptions.ts';
import type { Log } from './log-notices.ts';

type Written = Subscription & { readonly keys: readonly string[] };

/** What the file says now, or what is wrong with it. */
export type ReadAgain = () =>
  | { readonly subscriptions: readonly Written[] }
  | { readonly faults: readonly { readonly where: string; readonly expected: string }[] };

/** Milliseconds between two looks at the file. */
const lookEvery = 500;

const byKey = (subscriptions: readonly Written[]): ReadonlyMap<string, Subscription> =>
  new Map(
    subscriptions.flatMap(({ keys, name, rateLimit, clients }) =>
      keys.map(key => [key, { name, rateLimit, clients }] as const),
    ),
  );

const hashOf = (key: string) => `sha256:${createHash('sha256').update(key).digest('hex')}`;

/**
 * Looks keys up by their SHA-256, so that neither the file nor a comparison in memory holds one.
 * @param first what the file said when the configuration was checked.
 */
export const subscriptionsFile = ({
  path,
  first,
  readAgain,
  log,
}: {
  path: string;
  first: readonly Written[];
  readAgain: ReadAgain;
  log: Log;
}): { find: Subscriptions; close(): void } => {
  let known = byKey(first);
  const look = () => {
    const read = readAgain();
    if ('faults' in read) {
      log.error({ faults: read.faults }, 'the subscriptions have changed and are faulty: the old ones stay');
      return;
    }
    known = byKey(read.subscriptions);
    log.info({ subscriptions: read.subscriptions.length }, 'the subscriptions have changed and were read');
  };
  watchFile(path, { interval: lookEvery, persistent: false }, look);
  return { find: key => known.get(hashOf(key)), close: () => unwatchFile(path, look) };
};
