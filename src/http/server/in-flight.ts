// The requests that are not over: one whose client has gone away may still have a write to finish (D21).

export type InFlightRequests = {
  begin(request: object): void;
  /** More than once is as good as once. */
  end(request: object): void;
  /** Resolves when there is none. */
  none(): Promise<void>;
};

export const inFlightRequests = (): InFlightRequests => {
  const requests = new Set<object>();
  const { promise, resolve } = Promise.withResolvers<void>();
  let isAwaited = false;
  const tell = () => {
    if (isAwaited && requests.size === 0) resolve();
  };
  return {
    begin: request => void requests.add(request),
    end: request => {
      requests.delete(request);
      tell();
    },
    none: () => {
      isAwaited = true;
      tell();
      return promise;
    },
  };
};
