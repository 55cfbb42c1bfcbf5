// Stopping a server: it asks clients to close their connections, accepts no new ones, finishes the requests in flight, and closes
// idle connections.
import { setTimeout as wait } from 'node:timers/promises';
import type { DoneFuncWithErrOrRes, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { InFlightRequests } from '../../load/in-flight.ts';
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

/** Milliseconds between checks for idle connections. */
const checkInterval = 50;

/** Milliseconds in which refused requests are answered: a little more than the access log has for their entries. */
export const refusalMs = 3000;

/** Whether a promise resolves within a time. */
const isWithin = async (promise: Promise<unknown>, ms: number): Promise<boolean> => {
  const timer = new AbortController();
  const isDone = await Promise.race([promise.then(() => true), wait(ms, false, timer)]);
  timer.abort();
  return isDone;
};

/**
 * Creates the function that closes the app. It takes the milliseconds that requests in flight have to finish. After that, they
 * are answered 503, and connections whose answer is still not sent are cut. Resolves with the number of refused requests.
 * @param requests the requests to wait for even if their clients have disconnected.
 */
export const drain = (
  { app, connections }: { app: FastifyInstance; connections: Connections },
  requests?: InFlightRequests,
): ((maxMs: number) => Promise<number>) => {
  /** Closes connections without any request: Node takes them for busy, or does not know them before the TLS handshake. */
  const closeUnused = () => {
    for (const { accepted, http } of connections.all()) {
      if (http === undefined) accepted.destroy();
      else if (http.bytesRead === 0) http.destroy();
    }
  };
  const closeAll = () => {
    for (const { unanswered } of connections.all())
      for (const { req } of unanswered) req.endedBy = 'service-stopping';
    app.server.closeAllConnections();
    for (const { accepted } of connections.all()) accepted.destroy();
  };
  return async maxMs => {
    const closing = setInterval(() => {
      app.server.closeIdleConnections();
      closeUnused();
    }, checkInterval);
    const closed = app.close();
    const done = Promise.all([closed, requests?.allEnded()]);
    let refused = 0;
    if (!(await isWithin(done, maxMs))) {
      refused = requests?.refuse() ?? 0;
      if (refused === 0 || !(await isWithin(done, refusalMs))) closeAll();
    }
    await closed;
    clearInterval(closing);
    return refused;
  };
};

declare module 'node:http' {
  interface IncomingMessage {
    /** Set if the service itself has closed the connection before the answer. By default, the client has. */
    endedBy?: 'service-stopping';
  }
}
