// The subscriptions file, changed as a whole: whoever reads it meanwhile finds the old one or the new one.
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
import { faultList, readSubscriptions } from '../../src/config/index.ts';
import { Refusal, refusalOf } from '../command.ts';
import type { Subscriptions } from './change.ts';

/** A new file: for its owner and, to be read by the service, its group. */
const newMode = 0o640;
/** Milliseconds to wait for another run that changes the file, and between two looks. */
const patience = 2000;
const lookEvery = 50;

/** The subscriptions of a file, none where there is no file. Faults are those that the service reports. */
export const readList = (path: string): Subscriptions => {
  if (!existsSync(path)) return [];
  const list = faultList();
  const subscriptions = readSubscriptions(path, list);
  if (subscriptions === undefined) throw refusalOf(list.faults);
  return subscriptions;
};

const isThere = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EEXIST';

/** The new version's file is also the lock: only one run can begin it. */
const begin = async (path: string, mode: number): Promise<number> => {
  const end = performance.now() + patience;
  for (;;) {
    try {
      return openSync(path, 'wx', mode);
    } catch (error) {
      if (!isThere(error))
        throw new Refusal(`${path} cannot be written (${(error as NodeJS.ErrnoException).code}).`);
      if (performance.now() > end) {
        throw new Refusal(
          `${path} is there: another run changes the file, or one was killed. Then remove it.`,
        );
      }
    }
    await wait(lookEvery);
  }
};

/** The same owner and mode as before, or no change: the service must still be able to read it. */
const keepOwner = (path: string, { uid, gid }: { uid: number; gid: number }) => {
  const now = statSync(path);
  if (now.uid === uid && now.gid === gid) return;
  try {
    chownSync(path, uid, gid);
  } catch {
    throw new Refusal('The file belongs to somebody else: run this as its owner or as root.');
  }
};

/** Changes the file. What is written has been read by the service's own reader before it takes the old one's place. */
export const changeFile = async (
  given: string,
  change: (list: Subscriptions) => Subscriptions,
): Promise<Subscriptions> => {
  const path = existsSync(given) ? realpathSync(given) : given;
  const fresh = `${path}.new`;
  const handle = await begin(fresh, newMode);
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
