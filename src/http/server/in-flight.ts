// The requests in flight: those that a stop waits for (also without their client: a write is finished, D21), and those
// that have passed the gates, which count as load.

export type InFlightRequests = {
  /** It has come in. */
  begin(request: object): void;
  /** It has passed the gates, and is worked on. */
  admit(request: object): void;
  /** Its answer is decided. May be called more than once. */
  end(request: object): void;
  /** How many are worked on. */
  admitted(): number;
  /** Resolves when there is none. */
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
