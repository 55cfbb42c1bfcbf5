// While the service is stopping, each answer asks the client to close the connection, so that the load balancer sends its
// next request to another instance. A request that is sent while the service closes the connection could get lost.
import type { DoneFuncWithErrOrRes, FastifyReply, FastifyRequest } from 'fastify';
import type { Connections } from './connections.ts';

/** An `onSend` hook. Answers to pipelined requests stay on their connection, up to the last one. */
export const closeWhenStopping =
  (isStopping: () => boolean, connections: Connections) =>
  (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: DoneFuncWithErrOrRes): void => {
    if (isStopping() && connections.of(request.raw.socket)?.unanswered.length === 1) {
      reply.header('connection', 'close');
    }
    done(null, payload);
  };
