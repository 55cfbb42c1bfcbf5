// The rate counter of one instance: a fixed window of 5 seconds from its first call (D13).
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memoryRateCounter } from '../../../src/adapters/rate-limit/memory.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test('calls within a window are counted', async () => {
  const count = memoryRateCounter();
  expect([await count('a'), await count('a'), await count('a')]).toEqual([1, 2, 3]);
});

test('calls at the same time are counted one by one', async () => {
  const count = memoryRateCounter();
  const counts = await Promise.all(Array.from({ length: 100 }, () => count('a')));
  expect(counts.toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 100 }, (_, at) => at + 1),
  );
});

test('keys are counted apart', async () => {
  const count = memoryRateCounter();
  await count('a');
  await count('a');
  expect([await count('b'), await count('a'), await count('__proto__'), await count('')]).toEqual([
    1, 3, 1, 1,
  ]);
});

test('counters are apart', async () => {
  await memoryRateCounter()('a');
  expect(await memoryRateCounter()('a')).toBe(1);
});

test('a window ends 5 seconds after its first call, whatever came in it', async () => {
  const count = memoryRateCounter();
  expect(await count('a')).toBe(1);
  await vi.advanceTimersByTimeAsync(4000);
  expect(await count('a')).toBe(2);
  await vi.advanceTimersByTimeAsync(999);
  expect(await count('a')).toBe(3);
  await vi.advanceTimersByTimeAsync(2);
  expect(await count('a')).toBe(1);
});

test('the next one begins with the next call, not where the last one ended', async () => {
  const count = memoryRateCounter();
  await count('a');
  await vi.advanceTimersByTimeAsync(8000);
  expect(await count('a')).toBe(1);
  await vi.advanceTimersByTimeAsync(4999);
  expect(await count('a')).toBe(2);
  await vi.advanceTimersByTimeAsync(2);
  expect(await count('a')).toBe(1);
});

test('windows of two keys begin with the first call of each', async () => {
  const count = memoryRateCounter();
  await count('a');
  await vi.advanceTimersByTimeAsync(3000);
  await count('b');
  await vi.advanceTimersByTimeAsync(2001);
  expect([await count('a'), await count('b')]).toEqual([1, 2]);
});
