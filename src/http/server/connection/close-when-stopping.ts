// While the service is stopping, each answer asks its client to close the connection: the next request then opens a new
// one, which a load balancer leads to another instance. A connection that is kept open until the service closes it may
// lose the request that the client sends at that moment.
import type { DoneFuncWithErrOrRes, FastifyReply, FastifyRequest } from 'fastify';
import type { Connections } from './connections.ts';

/** An `onSend` hook. Answers to pipelined requests stay on their connection, up to the last one. */
export const closeWhenStopping =
  (isStopping: () => boolean, connections: Connections) =>
  (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: DoneFuncWithErrOrRes): void => {
    if (isStopping() && connections.of(request.raw.socket)?.unanswered.size === 1) {
      reply.header('connection', 'close');
    }
    done(null, payload);
  };
