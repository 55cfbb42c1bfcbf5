// The requests in flight. Shutdown waits for them, even for a write whose client has disconnected (D21), and refuses those that
// take too long. Those that have passed the gates count as load.
import { Failure } from '../../domain/model/failure.ts';

/** The requests in flight: a stop waits for those that were admitted, and refuses the others. */
export const inFlightRequests = () => {
  const begun = new Set<object>();
  const admitted = new Set<object>();
  const { promise, resolve } = Promise.withResolvers<void>();
  /** What to call when they are refused. A set, because listeners of a signal are found one after the other, and there are thousands. */
  const callbacks = new Set<(failure: Failure) => void>();
  let refusal: Failure | undefined;
  let isAwaited = false;
  const resolveIfIdle = () => {
    if (isAwaited && begun.size === 0) resolve();
  };
  const onRefused = (callback: (failure: Failure) => void): (() => void) => {
    if (refusal !== undefined) callback(refusal);
    else callbacks.add(callback);
    return () => void callbacks.delete(callback);
  };
  return {
    /** The request has arrived. */
    begin: (request: object): void => void begun.add(request),
    /** The request has passed the gates. */
    admit: (request: object): void => {
      if (begun.has(request)) admitted.add(request);
    },
    /** The request's answer is decided. May be called more than once, and for a request that has not begun. */
    end: (request: object): void => {
      admitted.delete(request);
      begun.delete(request);
      resolveIfIdle();
    },
    /** The number of requests that have passed the gates and not ended. */
    admitted: (): number => admitted.size,
    /** Resolves when no request is in flight. */
    allEnded: (): Promise<void> => {
      isAwaited = true;
      resolveIfIdle();
      return promise;
    },
    /** Refuses all of them: the service stops, and they have had their time. Returns their number. */
    refuse: (): number => {
      refusal = new Failure('stopping');
      for (const callback of callbacks) callback(refusal);
      callbacks.clear();
      return begun.size;
    },
    /** Calls back with the `Failure` `stopping` when they are refused. Returns a function that ends this. */
    onRefused,
    /** Waits for work until they are refused; rejects with the `Failure` `stopping` then, and the work itself goes on. */
    untilRefused: <T>(work: Promise<T>): Promise<T> => {
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      const forget = onRefused(reject);
      work.then(resolve, reject).finally(forget);
      return promise;
    },
    /** Throws the `Failure` `stopping` once they are refused. */
    throwIfRefused: (): void => {
      if (refusal !== undefined) throw refusal;
    },
  };
};

export type InFlightRequests = ReturnType<typeof inFlightRequests>;
