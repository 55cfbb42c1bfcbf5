// Entries that wait to be written: many deadlines and one timer; each is kept, in whatever order they come.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { waitingEntries } from '../../../src/adapters/access-log/waiting-entries.ts';
import { Failure } from '../../../src/domain/model/failure.ts';

beforeEach(() => void vi.useFakeTimers());

afterEach(() => void vi.useRealTimers());

const failure = (reason: 'access-log-timeout' | 'access-log-unwritable') =>
  new Failure('log-unavailable', { reason, detail: 'the access log' });

const open = () => {
  const entries = waitingEntries<{ readonly name: string }>(() => failure('access-log-timeout'));
  /** What has become of each entry, in order. */
  const ended: string[] = [];
  /** Adds an entry whose deadline is in some milliseconds. */
  const add = (name: string, ms: number) =>
    void entries.add({ name }, performance.now() + ms).then(
      () => ended.push(`${name} written`),
      ({ reason }: Failure) => ended.push(`${name} ${reason}`),
    );
  /** The names of those that are taken, and how all of them end. */
  const take = () => {
    const taken = entries.take();
    return {
      names: taken.map(({ name }) => name),
      resolve: () => taken.forEach(entry => void entry.resolve()),
      reject: () => taken.forEach(entry => void entry.reject(failure('access-log-unwritable'))),
    };
  };
  return { entries, ended, add, take };
};

test('each is late at its deadline, in whatever order they were added', async () => {
  const { ended, add, entries, take } = open();
  for (const [name, ms] of Object.entries({ c: 300, a: 100, d: 400, b: 200 })) add(name, ms);
  const late: number[] = [];
  for (const ms of [50, 100, 100, 100, 100]) {
    await vi.advanceTimersByTimeAsync(ms);
    late.push(ended.length);
  }
  expect(late).toEqual([0, 1, 2, 3, 4]);
  expect(ended).toEqual(['a', 'b', 'c', 'd'].map(name => `${name} access-log-timeout`));
  expect([entries.count(), take().names]).toEqual([0, []]);
});

test('one that is late while it waits is not written; one that is late while it is written fails once', async () => {
  const { ended, add, entries, take } = open();
  add('a', 100);
  add('b', 300);
  const first = take();
  expect(first.names).toEqual(['a', 'b']);
  add('c', 100);
  add('d', 300);
  await vi.advanceTimersByTimeAsync(200);
  expect([ended, entries.count()]).toEqual([['a access-log-timeout', 'c access-log-timeout'], 2]);
  first.resolve();
  const second = take();
  expect(second.names).toEqual(['d']);
  second.reject();
  await vi.advanceTimersByTimeAsync(1000);
  expect(ended.slice(2)).toEqual(['b written', 'd access-log-unwritable']);
  expect(entries.count()).toBe(0);
});

test('a deadline that has passed is noticed in the next turn of the event loop', async () => {
  const { ended, add } = open();
  add('a', -100);
  expect(ended).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toEqual(['a access-log-timeout']);
});

test('there is one timer, and none once nothing waits any more', async () => {
  const { add, take, ended } = open();
  for (let count = 0; count < 100; count++) add('a', 1000 + count);
  const { names, resolve } = take();
  expect([names.length, vi.getTimerCount()]).toEqual([100, 1]);
  resolve();
  await vi.advanceTimersByTimeAsync(1000);
  expect([vi.getTimerCount(), new Set(ended)]).toEqual([0, new Set(['a written'])]);
});

test('those that are put back come before all others, without the ones that are late by then', async () => {
  const { add, entries, take } = open();
  add('a', 100);
  add('b', 300);
  const taken = entries.take(2);
  add('c', 300);
  entries.putBack(taken);
  await vi.advanceTimersByTimeAsync(200);
  expect(entries.isEmpty()).toBe(false);
  expect(take().names).toEqual(['b', 'c']);
  expect(entries.isEmpty()).toBe(true);
});
