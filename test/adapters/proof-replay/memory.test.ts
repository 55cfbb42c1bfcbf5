// Used proofs in the memory of one instance (D4), on a stopwatch that the test sets. With Redis: ../../http/bound-tokens.test.ts.
import { expect, test } from 'vitest';
import { memoryProofReplay } from '../../../src/adapters/proof-replay/memory.ts';

/** A proof may be 60 s old or early, and instances may differ by 5 s. */
const lifetime = 125_000;

const replayAt = (most?: number) => {
  let now = 1000;
  const isFirstUse = memoryProofReplay(() => now, most);
  return {
    isFirstUse,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
  };
};

test.each([0, 1, lifetime / 2, lifetime - 1])(
  'a proof used after %d ms is remembered for its lifetime',
  start => {
    const { isFirstUse, pass } = replayAt();
    isFirstUse('another');
    pass(start);
    expect(isFirstUse('a')).toBe(true);
    // Whenever others are used in between.
    for (let passed = 0; passed < lifetime - 5000; passed += 5000) {
      pass(5000);
      expect([isFirstUse('a'), isFirstUse(`b${passed}`)]).toEqual([false, true]);
    }
    pass(4999);
    expect(isFirstUse('a')).toBe(false);
  },
);

test('it is forgotten after two lifetimes, even if nothing was used in between', () => {
  const { isFirstUse, pass } = replayAt();
  expect(isFirstUse('a')).toBe(true);
  pass(2 * lifetime);
  expect(isFirstUse('a')).toBe(true);
});

test('a full memory accepts no further proof, and goes on refusing used ones', () => {
  const { isFirstUse, pass } = replayAt(2);
  expect([isFirstUse('a'), isFirstUse('b')]).toEqual([true, true]);
  const full = expect.objectContaining({ code: 'replay-unknown', reason: 'proof-replay-unknown' });
  expect(() => isFirstUse('c')).toThrow(full);
  expect([isFirstUse('a'), isFirstUse('b')]).toEqual([false, false]);
  pass(2 * lifetime);
  expect(isFirstUse('c')).toBe(true);
});
