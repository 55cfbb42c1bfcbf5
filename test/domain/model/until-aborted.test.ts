// Waiting for work until it is done or a signal aborts.
import { expect, test } from 'vitest';
import { untilAborted } from '../../../src/domain/model/until-aborted.ts';

const never = new AbortController().signal;
const pending = () => Promise.withResolvers<string>();

test('resolves and rejects with the work', async () => {
  await expect(untilAborted(Promise.resolve('done'), never)).resolves.toBe('done');
  await expect(untilAborted(Promise.reject(new Error('failed')), never)).rejects.toThrow('failed');
});

test('rejects with the reason when the signal aborts, and leaves the work alone', async () => {
  const work = pending();
  const controller = new AbortController();
  const waiting = untilAborted(work.promise, controller.signal);
  controller.abort(new Error('too late'));
  await expect(waiting).rejects.toThrow('too late');
  work.resolve('done');
  await expect(work.promise).resolves.toBe('done');
});

test('rejects at once if the signal has aborted already', async () => {
  await expect(untilAborted(pending().promise, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
});

test('work that fails after the signal has aborted is not an unhandled rejection', async () => {
  const work = pending();
  const waiting = untilAborted(work.promise, AbortSignal.abort(new Error('gone')));
  await expect(waiting).rejects.toThrow('gone');
  work.reject(new Error('failed later'));
  await new Promise(resolve => setImmediate(resolve));
});
