// Closing a server: no new connection, the requests in flight are finished, and connections that ask for nothing are
// closed.
import type { FastifyInstance } from 'fastify';
import type { InFlightRequests } from '../in-flight.ts';
import type { Connections } from './connections.ts';

/** Milliseconds between two looks for connections that have nothing more to say. */
const lookEvery = 50;

/**
 * Makes the function that closes the app, within the milliseconds that requests in flight have to finish; what has not
 * finished by then is cut off.
 * @param requests those that are to be finished although their client has gone away, where there may be such.
 */
export const drain = ({
  app,
  connections,
  requests,
}: {
  app: FastifyInstance;
  connections: Connections;
  requests?: InFlightRequests;
}): ((most: number) => Promise<void>) => {
  /** Those on which nothing has ever been asked: Node counts them as busy, and not at all before TLS is established. */
  const closeUnused = () => {
    for (const { accepted, http } of connections.all()) {
      if (http === undefined) accepted.destroy();
      else if (http.bytesRead === 0) http.destroy();
    }
  };
  const closeAll = () => {
    app.server.closeAllConnections();
    for (const { accepted } of connections.all()) accepted.destroy();
  };
  return async most => {
    const look = setInterval(() => {
      app.server.closeIdleConnections();
      closeUnused();
    }, lookEvery);
    const { promise: timeIsOver, resolve } = Promise.withResolvers<void>();
    const cutOff = setTimeout(() => {
      closeAll();
      resolve();
    }, most);
    await app.close();
    await Promise.race([requests?.allEnded(), timeIsOver]);
    clearInterval(look);
    clearTimeout(cutOff);
  };
};
