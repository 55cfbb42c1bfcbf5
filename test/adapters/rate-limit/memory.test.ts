// The rate counter of one instance: a fixed window of 5 seconds from its first call, measured on a clock that the test sets (D13).
import { describe, expect, test, vi } from 'vitest';
import { memoryRateCounter } from '../../../src/adapters/rate-limit/memory.ts';
import { rateCounterContract } from './rate-counter-contract.ts';

/** A counter whose stopwatch the test sets. */
const counterAt = (start = 0) => {
  let now = start;
  return {
    counter: memoryRateCounter(() => now),
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
  };
};

rateCounterContract(async () => {
  const { counter, pass } = counterAt();
  return {
    open: async () => ({ counter }),
    passWindow: async () => pass(5000),
    close: async () => {},
  };
});

describe('in memory', () => {
  test('two counters do not share their counts', async () => {
    await memoryRateCounter()('a');
    expect(await memoryRateCounter()('a')).toBe(1);
  });

  test('a window ends 5 seconds after its first call, however many calls it had', () => {
    const { counter, pass } = counterAt();
    expect(counter('a')).toBe(1);
    pass(4000);
    expect(counter('a')).toBe(2);
    pass(999);
    expect(counter('a')).toBe(3);
    pass(1);
    expect(counter('a')).toBe(1);
  });

  test('the next window begins with the next call, not at the end of the last window', () => {
    const { counter, pass } = counterAt();
    counter('a');
    pass(8000);
    expect(counter('a')).toBe(1);
    pass(4999);
    expect(counter('a')).toBe(2);
    pass(1);
    expect(counter('a')).toBe(1);
  });

  test('windows of two keys begin with the first call of each', () => {
    const { counter, pass } = counterAt();
    counter('a');
    pass(3000);
    counter('b');
    pass(2001);
    expect([counter('a'), counter('b')]).toEqual([1, 2]);
  });

  test('adjusting the wall clock changes nothing', () => {
    vi.useFakeTimers();
    try {
      const counter = memoryRateCounter();
      expect(counter('a')).toBe(1);
      vi.setSystemTime(Date.now() + 3_600_000);
      expect(counter('a')).toBe(2);
      vi.setSystemTime(Date.now() - 7_200_000);
      vi.advanceTimersByTime(5001);
      expect(counter('a')).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });

  test('a flood of other keys does not make it drop a key', () => {
    const { counter } = counterAt();
    for (let calls = 0; calls < 50; calls++) counter('a');
    for (let others = 0; others < 150_000; others++) counter(`other ${others}`);
    expect(counter('a')).toBe(51);
  });
});
