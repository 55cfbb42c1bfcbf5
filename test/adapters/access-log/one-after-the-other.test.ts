// One piece of work at a time, and which of it hangs.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { oneAfterTheOther } from '../../../src/adapters/access-log/one-after-the-other.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const most = 1000;

const open = () => {
  const told: string[] = [];
  const turns = oneAfterTheOther(most, {
    onHanging: () => told.push('hangs'),
    onMovedOn: durationMs => told.push(`moved on after ${durationMs}`),
  });
  const workFor = (durationMs: number) => turns.run(() => new Promise(done => setTimeout(done, durationMs)));
  return { turns, told, workFor };
};

test('work that takes too long hangs at once, whenever it began', async () => {
  const { turns, told, workFor } = open();
  for (const idle of [0, 1, 999, 1000, 1500, 20_000]) {
    await vi.advanceTimersByTimeAsync(idle);
    const quick = workFor(300);
    const slow = workFor(most + 500);
    await vi.advanceTimersByTimeAsync(300 + most - 1);
    expect([turns.hangs(), told]).toEqual([false, []]);
    await vi.advanceTimersByTimeAsync(2);
    expect([turns.hangs(), told]).toEqual([true, ['hangs']]);
    await turns.hanging();
    await vi.advanceTimersByTimeAsync(500);
    await Promise.all([quick, slow]);
    expect([turns.hangs(), told.splice(0)]).toEqual([false, ['hangs', 'moved on after 1500']]);
  }
});

test('work that is done in time never hangs, however much of it there is', async () => {
  const { turns, told, workFor } = open();
  const all = Promise.all(Array.from({ length: 20 }, () => workFor(most - 1)));
  await vi.advanceTimersByTimeAsync(20 * most);
  await all;
  expect([turns.hangs(), told]).toEqual([false, []]);
});

test('work that fails lets the next begin', async () => {
  const { turns } = open();
  const failed = turns.run(() => Promise.reject(new Error('no')));
  const next = turns.run(async () => undefined);
  await expect(failed).rejects.toThrow('no');
  await next;
});
