// The limit of the concurrent reads of one user: reads beyond it wait, so that the bulkhead does not refuse them (D31).
import { setImmediate as nextIteration } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Upstream, UpstreamRequest } from '../../../../src/adapters/ehr/transport/upstream.ts';
import { withUserLimit } from '../../../../src/adapters/ehr/transport/user-limit.ts';
import { Failure } from '../../../../src/domain/model/failure.ts';
import type { Call } from '../../../../src/ports/call.ts';
import { consumerOf, failureOf, newCall } from '../calls.ts';

/** The limit in front of a system that answers at once, and the paths that the system has been sent. */
const limited = ({ timeoutMs = 60_000 } = {}) => {
  const sent: string[] = [];
  const upstream: Upstream = {
    send: async ({ path }: UpstreamRequest) => {
      sent.push(path);
      if (path === '/fails') throw new Failure('ehr-unavailable', { reason: 'ehr-no-answer' });
      return { status: 200, contentType: undefined, body: [] as never, discard: () => {} };
    },
    isOpen: () => false,
    close: async () => {},
  };
  const { send } = withUserLimit(upstream, timeoutMs);
  const read = (path: string, call: Call = newCall()) => send({ method: 'GET', path, retryable: true, call });
  return { read, send, sent };
};

/** Sends the reads that one user may have in flight, and returns their answers. */
const fill = (read: ReturnType<typeof limited>['read']) =>
  Promise.all(Array.from({ length: 6 }, (_, at) => read(`/${at}`)));

test('six reads of a user are sent at a time; others wait, and are sent in order', async () => {
  const { read, sent } = limited();
  const [first, second] = await fill(read);
  const waiting = [read('/a'), read('/b')];
  await nextIteration();
  expect(sent).toHaveLength(6);
  first?.discard();
  await waiting[0];
  expect(sent.slice(6)).toEqual(['/a']);
  second?.discard();
  await waiting[1];
  expect(sent.slice(6)).toEqual(['/a', '/b']);
});

test('an answer that is discarded twice frees one slot', async () => {
  const { read, sent } = limited();
  const [first] = await fill(read);
  void read('/a');
  void read('/b');
  first?.discard();
  first?.discard();
  await nextIteration();
  expect(sent.slice(6)).toEqual(['/a']);
});

test('a read that fails frees its slot', async () => {
  const { read, sent } = limited();
  for (let count = 0; count < 20; count++) await expect(read('/fails')).rejects.toThrow(Failure);
  await fill(read);
  expect(sent).toHaveLength(26);
});

test('the reads of another user, and writes, do not wait', async () => {
  const { read, send, sent } = limited();
  await fill(read);
  await read('/other', newCall({ consumer: consumerOf({ user: 'user-2' }) }));
  await send({ method: 'PUT', path: '/write', retryable: false, call: newCall() });
  expect(sent.slice(6)).toEqual(['/other', '/write']);
});

test('a waiting read whose client leaves is never sent, and the one behind it is', async () => {
  const { read, sent } = limited();
  const [first] = await fill(read);
  const gone = newCall();
  const left = failureOf(read('/gone', gone));
  const next = read('/next');
  gone.leave();
  expect(await left).toBe('client-gone');
  first?.discard();
  await next;
  expect(sent.slice(6)).toEqual(['/next']);
});

test('a read that waits too long, or whose request has timed out, is too slow', async () => {
  const { read, sent } = limited({ timeoutMs: 20 });
  expect(await failureOf(read('/late', newCall({ deadline: performance.now() - 1 })))).toBe('ehr-too-slow');
  await fill(read);
  expect(await failureOf(read('/waits'))).toBe('ehr-too-slow');
  expect(sent).toHaveLength(6);
});

test('at most 64 reads of a user wait', async () => {
  const { read } = limited();
  await fill(read);
  const calls = Array.from({ length: 64 }, () => newCall());
  const waiting = calls.map(call => failureOf(read('/waits', call)));
  expect(await failureOf(read('/beyond'))).toBe('ehr-unreachable');
  for (const call of calls) call.leave();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['client-gone']));
});
