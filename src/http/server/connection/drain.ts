// Stopping a server: it asks clients to close their connections, accepts no new ones, finishes the requests in flight, and closes
// idle connections.
import type { DoneFuncWithErrOrRes, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { InFlightRequests } from '../in-flight.ts';
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

/**
 * Creates the function that closes the app. It takes the milliseconds that requests in flight have to finish; after that
 * their connections are cut.
 * @param requests the requests to wait for even if their clients have disconnected.
 */
export const drain = ({
  app,
  connections,
  requests,
}: {
  app: FastifyInstance;
  connections: Connections;
  requests?: InFlightRequests;
}): ((maxMs: number) => Promise<void>) => {
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
    const { promise: timedOut, resolve } = Promise.withResolvers<void>();
    const cutOff = setTimeout(() => {
      closeAll();
      resolve();
    }, maxMs);
    await app.close();
    await Promise.race([requests?.allEnded(), timedOut]);
    clearInterval(closing);
    clearTimeout(cutOff);
  };
};

declare module 'node:http' {
  interface IncomingMessage {
    /** Set if the service itself has closed the connection before the answer. By default, the client has. */
    endedBy?: 'service-stopping';
  }
}
