// An instance of the service with its own event loop: takes locks in a worker, and stalls in the middle of it.
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { redisWriteLock } from '../../../src/adapters/write-lock/redis.ts';

/** The moments of a lock's life at which an instance stalls. */
const moments = ['before', 'taking', 'taken', 'checking', 'writing', 'releasing'] as const;

export type InstanceInput = {
  readonly url: string;
  /** Milliseconds of each stall. */
  readonly stallMs: number;
  /** The number of the moment to begin with, so two instances do not stall at the same moments. */
  readonly firstMoment: number;
  /** The number of instances that carry out the write. */
  readonly writing: SharedArrayBuffer;
};

export type InstanceReport = {
  /** How many instances carried out the write at the same time, one number for each lease. */
  readonly together: readonly number[];
  readonly warnings: readonly string[];
};

/** Milliseconds that a write takes, beside a stall. */
const writeMs = 20;

const { url, stallMs, firstMoment, writing } = workerData as InstanceInput;
const writers = new Int32Array(writing);
const sleeper = new Int32Array(new SharedArrayBuffer(4));
const stall = () => void Atomics.wait(sleeper, 0, 0, stallMs);

const warnings: string[] = [];
const log = {
  info: () => {},
  warn: (_: object, message: string) => void warnings.push(message),
  error: () => {},
};
const { lock, close } = await redisWriteLock(url, log);
const together: number[] = [];

const liveOnce = async (stalled: (typeof moments)[number] | undefined) => {
  const stallAt = (moment: typeof stalled) => {
    if (moment === stalled) stall();
  };
  stallAt('before');
  const taking = lock('the same write', performance.now() + 120_000);
  stallAt('taking');
  const lease = await taking;
  if (lease === undefined) throw new Error('the lock was not taken in two minutes');
  stallAt('taken');
  const checking = lease.isCurrent();
  stallAt('checking');
  if (await checking) {
    together.push(Atomics.add(writers, 0, 1) + 1);
    await wait(writeMs);
    stallAt('writing');
    Atomics.sub(writers, 0, 1);
  }
  const releasing = lease.release();
  stallAt('releasing');
  await releasing;
};

for (let count = 0; count < moments.length; count++) {
  await liveOnce(moments[(firstMoment + count) % moments.length]);
  // Without a stall: the other instance may be in the middle of one.
  await liveOnce(undefined);
}
close();
parentPort?.postMessage({ together, warnings } satisfies InstanceReport);
