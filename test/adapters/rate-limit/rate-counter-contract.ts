// The contract suite of ports/rate-counter: what every counter must do, wherever it counts (D13).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RateCounter } from '../../../src/ports/rate-counter.ts';

export type CounterHarness = {
  /** A counter, and a second one that shares its counts if the kind of counter is shared. */
  open(): Promise<{ readonly counter: RateCounter; readonly together?: RateCounter }>;
  /** Waits until the window of a key has passed. */
  passWindow(key: string): Promise<void>;
  close(): Promise<void>;
};

let keys = 0;
/** A key that no other test uses. */
const newKey = (beginning = 'key') => `${beginning} ${++keys}`;

/** @param retry how often a test may be repeated, since a busy machine can make a shared counter count alone. */
export const rateCounterContract = (harness: () => Promise<CounterHarness>, retry = 0): void => {
  describe('a rate counter', { retry }, () => {
    let opened: CounterHarness;
    let counter: RateCounter;
    let together: RateCounter | undefined;

    beforeAll(async () => {
      opened = await harness();
      ({ counter, together } = await opened.open());
    }, 60_000);

    afterAll(() => opened.close());

    test('counts the calls of a window', async () => {
      const key = newKey();
      expect([await counter(key), await counter(key), await counter(key)]).toEqual([1, 2, 3]);
    });

    test('counts every one of the calls that come at the same time', async () => {
      const key = newKey();
      const counts = await Promise.all(Array.from({ length: 100 }, () => counter(key)));
      expect(counts.toSorted((first, second) => first - second)).toEqual(
        Array.from({ length: 100 }, (_, at) => at + 1),
      );
    });

    test('counts each key separately, whatever its name', async () => {
      const names = ['__proto__', 'subscription "app" user \u0000å', 'a b', 'a', ''].map(newKey);
      for (const key of names) await counter(key);
      for (const key of names) expect(await counter(key)).toBe(2);
    });

    test('begins a new window when the last one has passed, with the next call', async () => {
      const key = newKey();
      for (let calls = 1; calls <= 30; calls++) expect(await counter(key)).toBe(calls);
      await opened.passWindow(key);
      expect([await counter(key), await counter(key)]).toEqual([1, 2]);
      await opened.passWindow(key);
      expect(await counter(key)).toBe(1);
    }, 60_000);

    test('shares its counts with the second counter, if there is one', async () => {
      const key = newKey();
      await counter(key);
      expect(await (together ?? counter)(key)).toBe(2);
      expect(await counter(key)).toBe(3);
    });
  });
};
