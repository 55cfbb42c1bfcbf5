// Waiting for something to happen, on a machine that may be busy.
import { setTimeout as wait } from 'node:timers/promises';

/** An upper limit in milliseconds for something to happen. No test asserts a duration. */
export const patience = 60_000;

/** Time limits for `vi.setConfig`, for tests that start processes on a busy machine. */
export const unhurried = { testTimeout: 120_000, hookTimeout: 120_000 } as const;

/** Polls until the function returns a value, soon at first and then ten times a second. */
export const until = async <T>(what: string, look: () => T | Promise<T>): Promise<NonNullable<T>> => {
  const end = Date.now() + patience;
  for (let pause = 10; ; pause = Math.min(pause * 1.2, 100)) {
    const seen = await look();
    if (seen !== undefined && seen !== null && seen !== false) return seen;
    if (Date.now() > end) throw new Error(`in vain: ${what}`);
    await wait(pause);
  }
};
