// A timeout for receiving answers: a client that reads too slowly would hold the memory of its answer, and with it a part of
// the budget (D31d).
import type { DoneFuncWithErrOrRes, FastifyReply, FastifyRequest } from 'fastify';

const timers = new WeakMap<FastifyReply, NodeJS.Timeout>();

/**
 * An `onSend` hook that closes the connection if the client has not received the whole answer in time. If it runs twice for
 * an answer, the time starts with the last run.
 */
export const limitSendTime =
  (sendTimeoutMs: number) =>
  (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: DoneFuncWithErrOrRes): void => {
    const known = timers.get(reply);
    if (known !== undefined) known.refresh();
    else {
      const timer = setTimeout(() => request.raw.socket.destroy(), sendTimeoutMs).unref();
      timers.set(reply, timer);
      reply.raw.once('close', () => clearTimeout(timer));
    }
    done(null, payload);
  };
