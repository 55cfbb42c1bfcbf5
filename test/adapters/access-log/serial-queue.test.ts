// One task at a time, and which of them hangs.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serialQueue } from '../../../src/adapters/access-log/serial-queue.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const maxTaskMs = 1000;

const open = () => {
  const logged: string[] = [];
  const queue = serialQueue(maxTaskMs, {
    onHanging: () => logged.push('hangs'),
    onResumed: durationMs => logged.push(`resumed after ${durationMs}`),
  });
  const taskFor = (durationMs: number) => queue.run(() => new Promise(done => setTimeout(done, durationMs)));
  return { queue, logged, taskFor };
};

test('work that takes too long hangs at once, whenever it began', async () => {
  const { queue, logged, taskFor } = open();
  for (const idle of [0, 1, 999, 1000, 1500, 20_000]) {
    await vi.advanceTimersByTimeAsync(idle);
    const quick = taskFor(300);
    const slow = taskFor(maxTaskMs + 500);
    await vi.advanceTimersByTimeAsync(300 + maxTaskMs - 1);
    expect([queue.isHanging(), logged]).toEqual([false, []]);
    await vi.advanceTimersByTimeAsync(2);
    expect([queue.isHanging(), logged]).toEqual([true, ['hangs']]);
    await queue.whenHanging();
    await vi.advanceTimersByTimeAsync(500);
    await Promise.all([quick, slow]);
    expect([queue.isHanging(), logged.splice(0)]).toEqual([false, ['hangs', 'resumed after 1500']]);
  }
});

test('work that is done in time never hangs, however much of it there is', async () => {
  const { queue, logged, taskFor } = open();
  const all = Promise.all(Array.from({ length: 20 }, () => taskFor(maxTaskMs - 1)));
  await vi.advanceTimersByTimeAsync(20 * maxTaskMs);
  await all;
  expect([queue.isHanging(), logged]).toEqual([false, []]);
});

test('work that fails lets the next begin', async () => {
  const { queue } = open();
  const failed = queue.run(() => Promise.reject(new Error('no')));
  const next = queue.run(async () => undefined);
  await expect(failed).rejects.toThrow('no');
  await next;
});
