// Many deadlines and one timer: each is kept, in whatever order they come.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deadlines } from '../../../src/adapters/access-log/deadlines.ts';

beforeEach(() => void vi.useFakeTimers());

afterEach(() => void vi.useRealTimers());

const open = () => {
  const expired: string[] = [];
  const all = deadlines<{ deadline: number; name: string }>(({ name }) => void expired.push(name));
  /** Adds one whose deadline is in some milliseconds. */
  const add = (name: string, ms: number) => {
    const one = { name, deadline: performance.now() + ms };
    all.add(one);
    return one;
  };
  return { ...all, add, expired };
};

test('each expires at its deadline, the latest first or last', () => {
  const { add, expired, count } = open();
  for (const [name, ms] of Object.entries({ c: 300, a: 100, d: 400, b: 200 })) add(name, ms);
  const seen = [50, 100, 100, 100, 100].map(ms => {
    vi.advanceTimersByTime(ms);
    return expired.join('');
  });
  expect(seen).toEqual(['', 'a', 'ab', 'abc', 'abcd']);
  expect(count()).toBe(0);
});

test('one that was deleted does not expire, and is deleted once', () => {
  const all = open();
  const one = all.add('a', 100);
  all.add('b', 200);
  expect([all.delete(one), all.delete(one), all.count()]).toEqual([true, false, 1]);
  vi.advanceTimersByTime(1000);
  expect(all.expired).toEqual(['b']);
});

test('one that has expired does not wait any more', () => {
  const all = open();
  const one = all.add('a', 0);
  vi.advanceTimersByTime(1);
  expect([all.expired, all.delete(one), all.count()]).toEqual([['a'], false, 0]);
});

test('a deadline that has passed expires in the next turn, not within the call', () => {
  const { add, expired } = open();
  add('a', -100);
  expect(expired).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(expired).toEqual(['a']);
});

test('there is one timer, and none once nothing waits any more', () => {
  const all = open();
  for (let count = 0; count < 100; count++) all.delete(all.add('x', 1000 + count));
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(1000);
  expect([vi.getTimerCount(), all.expired]).toEqual([0, []]);
});
