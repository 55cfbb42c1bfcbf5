// Replaces the subscriptions file as a whole: a concurrent reader sees the old version or the new one.
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { faultList } from '../../src/config/files.ts';
import { readSubscriptions } from '../../src/config/subscriptions.ts';
import { errorCode } from '../../src/faults/error-code.ts';
import { Refusal, refusalBecause, refusalOf } from '../command.ts';
import type { Subscriptions } from './change.ts';

/** The mode of a new file: its group may read it, so the service can. */
const newMode = 0o640;
/** Milliseconds to wait for another run that is changing the file, and between two attempts. */
const lockTimeoutMs = 2000;
const retryIntervalMs = 50;

/** The subscriptions of a file; none if it does not exist. Throws a refusal with the faults that the service reports. */
export const readList = (path: string): Subscriptions => {
  if (!existsSync(path)) return [];
  const list = faultList();
  const subscriptions = readSubscriptions(path, list);
  if (subscriptions === undefined) throw refusalOf(list.faults);
  return subscriptions;
};

/** Creates the file of the new version. It is the lock, too: only one run can create it. */
const createLocked = async (path: string, mode: number): Promise<number> => {
  const end = performance.now() + lockTimeoutMs;
  for (;;) {
    try {
      return openSync(path, 'wx', mode);
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw refusalBecause(`${path} cannot be written`, error);
      if (performance.now() > end) {
        throw new Refusal(
          `${path} exists: another run is changing the file, or was killed. If none is running, remove it.`,
        );
      }
    }
    await wait(retryIntervalMs);
  }
};

/** Keeps the owner, so the service can still read the file. Throws a refusal if it cannot. */
const keepOwner = (path: string, { uid, gid }: { uid: number; gid: number }) => {
  const now = statSync(path);
  if (now.uid === uid && now.gid === gid) return;
  try {
    chownSync(path, uid, gid);
  } catch {
    throw new Refusal('The file belongs to another user: run this as its owner or as root.');
  }
};

/**
 * Changes the file and resolves with the new list. The service's own reader checks the new version before it replaces the
 * old one. Throws a refusal, and changes nothing, if the change or the new version is not valid.
 */
export const changeFile = async (
  given: string,
  change: (list: Subscriptions) => Subscriptions,
): Promise<Subscriptions> => {
  const path = existsSync(given) ? realpathSync(given) : given;
  const fresh = `${path}.new`;
  const handle = await createLocked(fresh, newMode);
  try {
    const old = existsSync(path) ? statSync(path) : undefined;
    const changed = change(readList(path));
    writeFileSync(handle, `${JSON.stringify(changed, undefined, 2)}\n`);
    if (old !== undefined) {
      keepOwner(fresh, old);
      chmodSync(fresh, old.mode);
    }
    fsyncSync(handle);
    readList(fresh);
    renameSync(fresh, path);
    return changed;
  } catch (error) {
    unlinkSync(fresh);
    throw error;
  } finally {
    closeSync(handle);
  }
};
