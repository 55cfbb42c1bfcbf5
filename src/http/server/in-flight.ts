// The requests in flight. Shutdown waits for them, even for a write whose client has disconnected (D21). Those that have
// passed the gates count as load.

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
};

export const inFlightRequests = (): InFlightRequests => {
  const begun = new Set<object>();
  const admitted = new Set<object>();
  const { promise, resolve } = Promise.withResolvers<void>();
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
  };
};
