// Limiting calls with a rate counter (D13).
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

/** Counts a call; throws `rate-exceeded` beyond the limit. Synchronous if the counter is in memory. */
export type EnforceLimit = (request: FastifyRequest) => Promise<void> | void;

export const limiter = (counter: RateCounter, { key, most, reason }: Limit): EnforceLimit => {
  const refuse = (calls: number, request: FastifyRequest): void => {
    if (calls > most(request)) throw new Failure('rate-exceeded', { reason });
  };
  return request => {
    const counted = counter(key(request));
    if (typeof counted === 'number') return refuse(counted, request);
    return counted.then(calls => refuse(calls, request));
  };
};
