// The requests in flight: what counts as load, and what a shutdown waits for.
import { describe, expect, test } from 'vitest';
import { inFlightRequests } from '../../../src/http/load/in-flight.ts';

/** Whether a promise has been resolved. */
const isResolved = (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([promise.then(() => true), Promise.resolve().then(() => false)]);

describe('requests in flight', () => {
  test('count as load once admitted, until they end', () => {
    const requests = inFlightRequests();
    const [one, other] = [{}, {}];
    requests.begin(one);
    requests.begin(other);
    expect(requests.admitted()).toBe(0);
    requests.admit(one);
    requests.admit(other);
    expect(requests.admitted()).toBe(2);
    requests.end(one);
    expect(requests.admitted()).toBe(1);
  });

  test('may end twice, or without having begun', async () => {
    const requests = inFlightRequests();
    const [one, other] = [{}, {}];
    requests.begin(one);
    requests.begin(other);
    requests.admit(one);
    requests.end(one);
    requests.end(one);
    requests.end({});
    expect(requests.admitted()).toBe(0);
    const allEnded = requests.allEnded();
    expect(await isResolved(allEnded)).toBe(false);
    requests.end(other);
    expect(await isResolved(allEnded)).toBe(true);
  });

  test('are not admitted after they have ended', () => {
    const requests = inFlightRequests();
    const one = {};
    requests.begin(one);
    requests.end(one);
    requests.admit(one);
    expect(requests.admitted()).toBe(0);
  });

  test('are refused while they work, and those that come later at once; what has ended is not', async () => {
    const requests = inFlightRequests();
    const stopping = expect.objectContaining({ code: 'stopping' });
    const ended = await requests.untilRefused(Promise.resolve('done'));
    const working = requests.untilRefused(new Promise(() => {}));
    const called: unknown[] = [];
    requests.onRefused(failure => called.push(failure));
    requests.onRefused(failure => called.push(failure))();
    requests.throwIfRefused();
    requests.begin({});
    expect(requests.refuse()).toBe(1);
    await expect(working).rejects.toEqual(stopping);
    await expect(requests.untilRefused(new Promise(() => {}))).rejects.toEqual(stopping);
    expect(requests.throwIfRefused).toThrow(stopping);
    expect([ended, called]).toEqual(['done', [stopping]]);
  });

  test('pass on what their work fails with', async () => {
    const requests = inFlightRequests();
    await expect(requests.untilRefused(Promise.reject(new TypeError('of work')))).rejects.toThrow('of work');
  });

  test('are awaited even if none is in flight', async () => {
    expect(await isResolved(inFlightRequests().allEnded())).toBe(true);
  });
});
