// Waiting for work that continues for others: until it is done, its time is over, or nobody needs it any more.

/**
 * Waits for work until a signal aborts. Rejects with the signal's reason then; the work itself goes on. For a time limit, pass
 * `AbortSignal.timeout`, alone or within `AbortSignal.any`.
 */
export const untilAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const giveUp = () => reject(signal.reason);
  if (signal.aborted) giveUp();
  else signal.addEventListener('abort', giveUp, { once: true });
  work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  return promise;
};
