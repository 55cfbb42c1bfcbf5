// The requests in flight. Shutdown waits for them, even for a write whose client has disconnected (D21). Those that have
// passed the gates count as load.

/**
 * How far a request has come; undefined before it begins and after it ends. It is kept in the request and not in a set of
 * requests: each time such a set grows or is cleaned up, V8 leaves a copy of it behind that refers to the next one, so that
 * all requests would be moved to the old generation before they are freed.
 */
type Tracked = { flight?: 'begun' | 'admitted' | undefined };

export type InFlightRequests = {
  /** The request has arrived. */
  begin(request: Tracked): void;
  /** The request has passed the gates. */
  admit(request: Tracked): void;
  /** The request's answer is decided. May be called more than once, and for a request that has not begun. */
  end(request: Tracked): void;
  /** The number of requests that have passed the gates and not ended. */
  admitted(): number;
  /** Resolves when no request is in flight. */
  allEnded(): Promise<void>;
};

export const inFlightRequests = (): InFlightRequests => {
  let begun = 0;
  let admitted = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  let isAwaited = false;
  const resolveIfIdle = () => {
    if (isAwaited && begun === 0) resolve();
  };
  return {
    begin: request => {
      if (request.flight !== undefined) return;
      request.flight = 'begun';
      begun++;
    },
    admit: request => {
      if (request.flight !== 'begun') return;
      request.flight = 'admitted';
      admitted++;
    },
    end: request => {
      if (request.flight === undefined) return;
      if (request.flight === 'admitted') admitted--;
      request.flight = undefined;
      begun--;
      resolveIfIdle();
    },
    admitted: () => admitted,
    allEnded: () => {
      isAwaited = true;
      resolveIfIdle();
      return promise;
    },
  };
};

declare module 'fastify' {
  interface FastifyRequest {
    flight?: Tracked['flight'];
  }
}
