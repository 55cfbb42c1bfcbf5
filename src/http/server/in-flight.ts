// The requests in flight. Shutdown waits for them, even for a write whose client has disconnected (D21). Those that have
// passed the gates count as load.

export type InFlightRequests = {
  /** The request has arrived. */
  begin(request: object): void;
  /** The request has passed the gates. */
  admit(request: object): void;
  /** The request's answer is decided. May be called more than once. */
  end(request: object): void;
  /** The number of requests that have passed the gates and not ended. */
  admitted(): number;
  /** Resolves when no request is in flight. */
  allEnded(): Promise<void>;
};

export const inFlightRequests = (): InFlightRequests => {
  const requests = new Set<object>();
  const admitted = new Set<object>();
  const { promise, resolve } = Promise.withResolvers<void>();
  let isAwaited = false;
  const tell = () => {
    if (isAwaited && requests.size === 0) resolve();
  };
  return {
    begin: request => void requests.add(request),
    admit: request => void admitted.add(request),
    end: request => {
      requests.delete(request);
      admitted.delete(request);
      tell();
    },
    admitted: () => admitted.size,
    allEnded: () => {
      isAwaited = true;
      tell();
      return promise;
    },
  };
};
