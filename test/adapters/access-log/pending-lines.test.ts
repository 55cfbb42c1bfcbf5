// Lines that wait for the disk: many deadlines and one timer; each is kept, in whatever order they come.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pendingLines } from '../../../src/adapters/access-log/pending-lines.ts';
import { Failure } from '../../../src/domain/model/failure.ts';

beforeEach(() => void vi.useFakeTimers());

afterEach(() => void vi.useRealTimers());

const failure = (reason: 'access-log-timeout' | 'access-log-unwritable') =>
  new Failure('log-unavailable', { reason, detail: 'the access log' });

const open = () => {
  const lines = pendingLines(() => failure('access-log-timeout'));
  /** What has become of each line, in order. */
  const ended: string[] = [];
  /** Adds a line whose deadline is in some milliseconds. */
  const add = (line: string, ms: number) =>
    void lines.add(line, performance.now() + ms).then(
      () => ended.push(`${line} written`),
      ({ reason }: Failure) => ended.push(`${line} ${reason}`),
    );
  const take = () => lines.take().map(({ line }) => line);
  return { lines, ended, add, take };
};

test('each is late at its deadline, in whatever order they were added', async () => {
  const { ended, add, lines, take } = open();
  for (const [line, ms] of Object.entries({ c: 300, a: 100, d: 400, b: 200 })) add(line, ms);
  const late: number[] = [];
  for (const ms of [50, 100, 100, 100, 100]) {
    await vi.advanceTimersByTimeAsync(ms);
    late.push(ended.length);
  }
  expect(late).toEqual([0, 1, 2, 3, 4]);
  expect(ended).toEqual(['a', 'b', 'c', 'd'].map(line => `${line} access-log-timeout`));
  expect([lines.count(), take()]).toEqual([0, []]);
});

test('one that is late while it waits is not written; one that is late while it is written fails once', async () => {
  const { ended, add, lines, take } = open();
  add('a', 100);
  add('b', 300);
  expect(take()).toEqual(['a', 'b']);
  add('c', 100);
  add('d', 300);
  await vi.advanceTimersByTimeAsync(200);
  expect([ended, lines.count()]).toEqual([['a access-log-timeout', 'c access-log-timeout'], 2]);
  lines.settle();
  expect(take()).toEqual(['d']);
  lines.settle(failure('access-log-unwritable'));
  await vi.advanceTimersByTimeAsync(1000);
  expect(ended.slice(2)).toEqual(['b written', 'd access-log-unwritable']);
  expect(lines.count()).toBe(0);
});

test('a deadline that has passed is noticed in the next turn of the event loop', async () => {
  const { ended, add } = open();
  add('a', -100);
  expect(ended).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toEqual(['a access-log-timeout']);
});

test('there is one timer, and none once nothing waits any more', async () => {
  const { add, lines, take, ended } = open();
  for (let count = 0; count < 100; count++) add('a', 1000 + count);
  expect([take().length, vi.getTimerCount()]).toEqual([100, 1]);
  lines.settle();
  await vi.advanceTimersByTimeAsync(1000);
  expect([vi.getTimerCount(), new Set(ended)]).toEqual([0, new Set(['a written'])]);
});
