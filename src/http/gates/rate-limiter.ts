// Limits calls on top of the port rate-counter (D13).
import type { FastifyRequest } from 'fastify';
import { Failure } from '../../domain/model/failure.ts';
import type { ReasonOf } from '../../domain/model/failure-reasons.ts';
import type { RateCounter } from '../../ports/rate-counter.ts';

export type Limit = {
  /** Whose calls are counted together. */
  readonly key: (request: FastifyRequest) => string;
  /** The number of calls allowed in a window. */
  readonly most: (request: FastifyRequest) => number;
  /** The reason that operators see for a refused call (D30). */
  readonly reason: ReasonOf<'rate-exceeded'>;
};

/** Counts a call. Throws, or rejects with, `rate-exceeded` beyond the limit. Synchronous where the counter is. */
export type EnforceLimit = (request: FastifyRequest) => Promise<void> | void;

/** Makes a limit once, when the app is built; its gate applies it to each request. */
export const limiter = (counter: RateCounter, { key, most, reason }: Limit): EnforceLimit => {
  const refuseBeyond = (calls: number, max: number): void => {
    if (calls > max) throw new Failure('rate-exceeded', { reason });
  };
  return request => {
    const max = most(request);
    const counted = counter(key(request));
    return typeof counted === 'number'
      ? refuseBeyond(counted, max)
      : counted.then(calls => refuseBeyond(calls, max));
  };
};
