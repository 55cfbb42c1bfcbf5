// Closing the app: no new connection, the requests under way finished, and nobody waited for who asks for nothing.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Milliseconds between two looks for connections that have nothing more to say. */
const lookEvery = 50;

/** Connections on which nothing has ever been sent; Node counts them as busy. */
const unused = (server: Server) => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return {
    close: () => {
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    },
  };
};

/**
 * What closes the app, within the milliseconds that requests under way have to finish; what has not finished by then is
 * cut off.
 */
export const drain = (app: FastifyInstance): ((most: number) => Promise<void>) => {
  const silent = unused(app.server);
  return async most => {
    const look = setInterval(() => {
      app.server.closeIdleConnections();
      silent.close();
    }, lookEvery);
    const cutOff = setTimeout(() => app.server.closeAllConnections(), most);
    await app.close();
    clearInterval(look);
    clearTimeout(cutOff);
  };
};
