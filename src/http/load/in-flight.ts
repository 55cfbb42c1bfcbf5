// The requests in flight. Shutdown waits for them, even for a write whose client has disconnected (D21), and refuses those that
// take too long. Those that have passed the gates count as load.
import { setMaxListeners } from 'node:events';
import { Failure } from '../../domain/model/failure.ts';

export type InFlightRequests = {
  /** The request has arrived. */
  begin(request: object): void;
  /** The request has passed the gates. */
  admit(request: object): void;
  /** The request's answer is decided. May be called more than once, and for a request that has not begun. */
  end(request: object): void;
  /** The number of requests that have passed the gates and not ended. */
  admitted(): number;
  /** Resolves when no request is in flight. */
  allEnded(): Promise<void>;
  /** Refuses all of them: the service stops, and they have had their time. Returns their number. */
  refuse(): number;
  /** Aborted by `refuse`, with the `Failure` `stopping` as its reason. */
  readonly refused: AbortSignal;
};

/** The requests in flight: a stop waits for those that were admitted, and refuses the others. */
export const inFlightRequests = (): InFlightRequests => {
  const begun = new Set<object>();
  const admitted = new Set<object>();
  const { promise, resolve } = Promise.withResolvers<void>();
  const refusal = new AbortController();
  // Every request in flight listens.
  setMaxListeners(0, refusal.signal);
  let isAwaited = false;
  const resolveIfIdle = () => {
    if (isAwaited && begun.size === 0) resolve();
  };
  return {
    begin: request => void begun.add(request),
    admit: request => {
      if (begun.has(request)) admitted.add(request);
    },
    end: request => {
      admitted.delete(request);
      begun.delete(request);
      resolveIfIdle();
    },
    admitted: () => admitted.size,
    allEnded: () => {
      isAwaited = true;
      resolveIfIdle();
      return promise;
    },
    refuse: () => {
      refusal.abort(new Failure('stopping'));
      return begun.size;
    },
    refused: refusal.signal,
  };
};
