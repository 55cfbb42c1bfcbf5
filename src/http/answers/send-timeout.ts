// A timeout for receiving answers: a client that reads too slowly would hold the memory of its answer, and with it a part of
// the budget (D31d).
import type { DoneFuncWithErrOrRes, FastifyReply, FastifyRequest } from 'fastify';

/**
 * An `onSend` hook that closes the connection if the client has not received the whole answer in time. If it runs twice for
 * an answer, the time starts with the last run.
 */
export const limitSendTime =
  (sendTimeoutMs: number) =>
  (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: DoneFuncWithErrOrRes): void => {
    if (reply.sendTimer !== undefined) reply.sendTimer.refresh();
    else {
      const timer = setTimeout(() => request.raw.socket.destroy(), sendTimeoutMs).unref();
      reply.sendTimer = timer;
      reply.raw.on('close', () => clearTimeout(timer));
    }
    done(null, payload);
  };

declare module 'fastify' {
  interface FastifyReply {
    sendTimer?: NodeJS.Timeout | undefined;
  }
}
