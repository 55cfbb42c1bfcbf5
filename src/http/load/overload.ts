// Overload: while the instance cannot keep up, new requests are refused at once, so earlier ones are served.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { Failure } from '../../domain/model/failure.ts';
import type { ServerLimits } from '../request/limits.ts';
import { pathKey } from '../request/path.ts';
import type { InFlightRequests } from './in-flight.ts';

/**
 * Milliseconds between samples of the event loop, and the period over which they are averaged. Each sample wakes the process
 * up: every 10 ms, they cost an idle instance 1 % of a core.
 */
const resolution = 50;
const period = 1000;

/**
 * Measures the lag of the event loop, in milliseconds, with Node's own histogram. (@fastify/under-pressure also reads the
 * memory in use, which opens a file: at the limit of open files, that would crash the process.)
 */
const eventLoopLag = () => {
  const histogram = monitorEventLoopDelay({ resolution });
  histogram.enable();
  let lag = 0;
  const timer = setInterval(() => {
    // No sample in the whole period: the event loop has not run at all.
    lag = histogram.count === 0 ? Number.POSITIVE_INFINITY : histogram.mean / 1e6 - resolution;
    histogram.reset();
  }, period).unref();
  const stop = () => {
    clearInterval(timer);
    histogram.disable();
  };
  return { current: () => lag, stop };
};

/** Throws `overloaded` if the maximum number of requests is in flight. */
export const refuseBeyondLimit = (requests: InFlightRequests, { requests: most }: ServerLimits): void => {
  if (requests.admitted() < most) return;
  throw new Failure('overloaded', { reason: 'overload-requests', detail: 'too many requests in flight' });
};

export type OverloadDeps = {
  /** Paths that are answered even then (health). */
  readonly exemptPaths: ReadonlySet<string>;
  readonly limits: ServerLimits;
  readonly requests: InFlightRequests;
};

/** Refuses requests while too many are in flight, or while the event loop lags. */
export const refuseOverload = (
  app: FastifyInstance,
  { exemptPaths, limits, requests }: OverloadDeps,
): void => {
  let lag: ReturnType<typeof eventLoopLag> | undefined;
  // Measured from here on: the start itself blocks the event loop, and the first callers would be refused for it.
  app.addHook('onListen', async () => {
    if (limits.eventLoopDelay > 0) lag = eventLoopLag();
  });
  app.addHook('onClose', async () => lag?.stop());
  const isLagging = () => lag !== undefined && lag.current() > limits.eventLoopDelay;
  app.addHook('onRequest', ({ url }, _reply, done) => {
    const isOverloaded = isLagging() || requests.admitted() >= limits.requests;
    if (isOverloaded && !exemptPaths.has(pathKey(url))) {
      refuseBeyondLimit(requests, limits);
      throw new Failure('overloaded', {
        reason: 'overload-event-loop',
        detail: 'the event loop lags behind',
      });
    }
    done();
  });
};
