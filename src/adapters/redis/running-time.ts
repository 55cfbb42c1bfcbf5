// A time limit that counts only the time in which this process runs. When the process was paused (by a long computation, a
// suspended machine), a timer fires late, and before the answer that is waiting in the socket is read: that says nothing about
// the server.

/** Milliseconds between two readings of the clock. A longer gap is a pause of the process. */
const tickMs = 25;

/**
 * Waits for work. Rejects with a `TimeoutError` when the process has run for this long without a result; the work itself goes on.
 * @param limitMs milliseconds of running time.
 */
export const withinRunningTime = <T>(work: Promise<T>, limitMs: number): Promise<T> => {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  let runMs = 0;
  const ticker = setInterval(() => {
    // However late a tick is, it counts for the time between two of them.
    runMs += tickMs;
    if (runMs < limitMs) return;
    clearInterval(ticker);
    // The last tick may be the late one. Before an immediate runs, the event loop reads what has arrived.
    setImmediate(() => reject(new DOMException('no answer', 'TimeoutError')));
  }, tickMs);
  work.then(resolve, reject).finally(() => clearInterval(ticker));
  return promise;
};
