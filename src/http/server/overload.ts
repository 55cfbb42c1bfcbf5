// Overload: whoever comes while the instance cannot keep up is told so at once, so that those who came before are served.
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../domain/model/failure.ts';
import { pathKey } from './pre-routing.ts';

/** Beyond which it is overload. */
export type OverloadLimits = {
  /** Mean delay of the event loop over a second, in milliseconds; 0 for none. */
  readonly eventLoopDelay: number;
  /** Requests under way. */
  readonly requests: number;
};

export const overloadLimits: OverloadLimits = { eventLoopDelay: 500, requests: 2000 };

/** Counts the requests under way. */
const countRequests = (app: FastifyInstance, isOpen: (request: FastifyRequest) => boolean, most: number) => {
  let inFlightRequests = 0;
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    if (isOpen(request)) return;
    inFlightRequests++;
    reply.raw.once('close', () => {
      inFlightRequests--;
    });
    if (inFlightRequests > most)
      throw new Failure('overloaded', {
        reason: 'overload-requests',
        detail: 'too many requests under way',
      });
  });
};

/**
 * Refuses requests while there are too many, or while the event loop lags behind.
 * @param openPaths paths that are answered all the same (health).
 */
export const refuseOverload = async (
  app: FastifyInstance,
  { openPaths, limits }: { openPaths: ReadonlySet<string>; limits: OverloadLimits },
): Promise<void> => {
  const isOpen = (request: FastifyRequest) => openPaths.has(pathKey(request.url));
  countRequests(app, isOpen, limits.requests);
  await app.register(underPressure, {
    maxEventLoopDelay: limits.eventLoopDelay,
    pressureHandler: async (request: FastifyRequest) => {
      if (!isOpen(request))
        throw new Failure('overloaded', {
          reason: 'overload-event-loop',
          detail: 'the event loop lags behind',
        });
    },
  });
};
