// The head of the chain is logged every hour, so that its copy is elsewhere than the access log (D23).
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Head } from '../../../src/adapters/access-log/chain.ts';
import { logHeads } from '../../../src/adapters/access-log/open-log.ts';
import { recordedLog } from '../recorded-log.ts';

test('every hour, from the first entry until the end', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { log, logged } = recordedLog();
  let head: Head = null;
  const end = logHeads(() => head, log);
  vi.advanceTimersByTime(3_600_000);
  expect(logged).toEqual([]);
  head = 'a'.repeat(64);
  vi.advanceTimersByTime(3_599_999);
  expect(logged).toEqual([]);
  vi.advanceTimersByTime(1);
  head = 'b'.repeat(64);
  vi.advanceTimersByTime(3_600_000);
  const line = (digit: string) => ({
    level: 'info',
    fields: { head: digit.repeat(64) },
    message: 'the head of the access log',
  });
  expect(logged).toEqual([line('a'), line('b')]);
  end();
  vi.advanceTimersByTime(7_200_000);
  expect(logged).toHaveLength(2);
});
