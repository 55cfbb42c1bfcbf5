// Closing a server: no new connection, the requests under way finished, and nobody waited for who asks for nothing.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import type { InFlightRequests } from './in-flight.ts';

/** Milliseconds between two looks for connections that have nothing more to say. */
const lookEvery = 50;

/** The sockets that an event brings, while they are open. */
const socketsOf = (server: Server, event: 'connection' | 'secureConnection'): ReadonlySet<Socket> => {
  const sockets = new Set<Socket>();
  server.on(event, (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
};

const peerOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;

/**
 * Connections on which nothing has ever been asked; Node counts them as busy. Of those that are to be TLS, also the ones
 * that have not become it yet, which Node does not count at all.
 */
const unused = (server: Server) => {
  const all = socketsOf(server, 'connection');
  const secure = server instanceof TlsServer ? socketsOf(server, 'secureConnection') : undefined;

  const silent = (): Socket[] => {
    if (secure === undefined) return [...all].filter(({ bytesRead }) => bytesRead === 0);
    const peers = new Set([...secure].map(peerOf));
    return [
      ...[...all].filter(socket => !peers.has(peerOf(socket))),
      ...[...secure].filter(({ bytesRead }) => bytesRead === 0),
    ];
  };
  return {
    close: () => {
      for (const socket of silent()) socket.destroy();
    },
    closeAll: () => {
      for (const socket of all) socket.destroy();
    },
  };
};

/**
 * What closes the app, within the milliseconds that requests under way have to finish; what has not finished by then is
 * cut off.
 * @param requests those that are to be finished though their client has gone away, where there may be such.
 */
export const drain = (
  app: FastifyInstance,
  requests?: InFlightRequests,
): ((most: number) => Promise<void>) => {
  const connections = unused(app.server);
  return async most => {
    const look = setInterval(() => {
      app.server.closeIdleConnections();
      connections.close();
    }, lookEvery);
    const { promise: timeIsOver, resolve } = Promise.withResolvers<void>();
    const cutOff = setTimeout(() => {
      app.server.closeAllConnections();
      connections.closeAll();
      resolve();
    }, most);
    await app.close();
    await Promise.race([requests?.none(), timeIsOver]);
    clearInterval(look);
    clearTimeout(cutOff);
  };
};
