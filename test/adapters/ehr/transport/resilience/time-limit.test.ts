// One signal for the end of a call: its client leaves, the system's time is over, or the request's.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { timeLimit } from '../../../../../src/adapters/ehr/transport/resilience/time-limit.ts';
import { newCall } from '../../calls.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const callFor = (milliseconds: number) => newCall({ deadline: performance.now() + milliseconds });
const tooSlow = { code: 'ehr-too-slow', reason: 'ehr-timeout', message: 'timed out' };

test.each([
  ['of the system', 100, 500],
  ['of the request', 500, 100],
])('the time %s, if it is less', (_, ofSystem, ofRequest) => {
  const { signal } = timeLimit(callFor(ofRequest), ofSystem);
  vi.advanceTimersByTime(99);
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(signal.aborted).toBe(true);
  expect(signal.reason).toMatchObject(tooSlow);
});

test('only the time of the request, where the system has no limit', () => {
  const { signal } = timeLimit(callFor(100));
  vi.advanceTimersByTime(100);
  expect(signal.reason).toMatchObject(tooSlow);
});

test.each([0, -1])('a request that has %i ms left is too slow at once', left => {
  expect(timeLimit(callFor(left), 100).signal.reason).toMatchObject(tooSlow);
});

test('a client that leaves, before or during the call', () => {
  const before = callFor(100);
  before.leave();
  expect(timeLimit(before, 100).signal.reason).toMatchObject({ code: 'client-gone' });
  const during = callFor(100);
  const { signal } = timeLimit(during, 100);
  during.leave();
  expect(signal.reason).toMatchObject({ code: 'client-gone' });
  vi.advanceTimersByTime(200);
  expect(signal.reason).toMatchObject({ code: 'client-gone' });
});

test('a client that has left and has no time left has left', () => {
  const call = callFor(-1);
  call.leave();
  expect(timeLimit(call, 100).signal.reason).toMatchObject({ code: 'client-gone' });
});

test('when the call is done, nothing aborts it any more, and no timer is left', () => {
  const call = callFor(100);
  const removed = vi.spyOn(call.signal, 'removeEventListener');
  const { signal, done } = timeLimit(call, 100);
  expect(vi.getTimerCount()).toBe(1);
  done();
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(200);
  call.leave();
  expect(signal.aborted).toBe(false);
  expect(removed).toHaveBeenCalledOnce();
});
