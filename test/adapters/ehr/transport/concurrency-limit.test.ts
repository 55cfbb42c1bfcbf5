// Several calls for one request: at most so many at the same time, all or nothing.
import { expect, test } from 'vitest';
import { concurrencyLimit } from '../../../../src/adapters/ehr/transport/concurrency-limit.ts';
import type { Call } from '../../../../src/ports/call.ts';
import { newCall } from '../calls.ts';

const turn = () => new Promise(resolve => setImmediate(resolve));

test('no tasks have no results', async () => {
  expect(await concurrencyLimit(4, [], newCall())).toEqual([]);
});

test('a single task has the call itself', async () => {
  const call = newCall();
  expect(await concurrencyLimit(4, [async given => given], call)).toEqual([call]);
  const failure = new RangeError('x');
  await expect(concurrencyLimit(4, [() => Promise.reject(failure)], call)).rejects.toBe(failure);
});

test('the results are in the order of the tasks, whichever ends first', async () => {
  const ends: (() => void)[] = [];
  const task = (name: string) => async () => {
    await new Promise<void>(resolve => ends.push(resolve));
    return name;
  };
  const all = concurrencyLimit(2, ['a', 'b', 'c'].map(task), newCall());
  await turn();
  // The third waits for one of the others.
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await turn();
  expect(ends).toHaveLength(3);
  ends[2]?.();
  ends[0]?.();
  expect(await all).toEqual(['a', 'b', 'c']);
});

test('each task has what belongs to the request, with a signal of its own', async () => {
  const call = newCall({ traceparent: '00-1-2-01' });
  const calls = await concurrencyLimit(2, [async one => one, async one => one], call);
  for (const one of calls) {
    expect(one).toMatchObject({ requestId: call.requestId, traceparent: '00-1-2-01' });
    expect(one.signal.aborted).toBe(false);
  }
  call.leave();
  expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  expect(calls[0]?.signal.reason).toMatchObject({ code: 'client-gone' });
});

test('after the first failure the others are aborted, and no further task begins', async () => {
  const failure = new RangeError('x');
  const seen: unknown[] = [];
  const waiting = (call: Call) =>
    new Promise<string>((_, reject) => {
      call.signal.addEventListener('abort', () => {
        seen.push(call.signal.reason);
        reject(new Error('aborted'));
      });
    });
  let begun = 0;
  const call = newCall();
  const further = async () => {
    begun++;
    return 'late';
  };
  const failing = async (): Promise<string> => {
    throw failure;
  };
  await expect(concurrencyLimit(2, [waiting, failing, further, further], call)).rejects.toBe(failure);
  await turn();
  expect({ seen, begun }).toEqual({ seen: [failure], begun: 0 });
  expect(call.signal.aborted).toBe(false);
});
