// Answers that are not taken: a client that reads slowly would hold the bytes of its answer, and with them the budget of
// all (D31d).
import type { DoneFuncWithErrOrRes, FastifyReply, FastifyRequest } from 'fastify';

const timers = new WeakMap<FastifyReply, NodeJS.Timeout>();

/**
 * An `onSend` hook: from here on the client has so many milliseconds to take the whole answer; then its connection is
 * closed. Where it runs twice for an answer, the time begins with the last one.
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
