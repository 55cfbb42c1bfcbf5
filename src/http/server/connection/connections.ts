// The open connections of a server: their sockets, and the requests of each that are not answered yet.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Server as TlsServer } from 'node:tls';

export type Connection = {
  /** As it was accepted: below TLS, where the server speaks TLS. */
  readonly accepted: Socket;
  /** What HTTP is spoken on; undefined until a TLS handshake is finished. */
  http: Socket | undefined;
  /** The requests that are not answered in full, in their order. */
  readonly unanswered: Set<ServerResponse>;
  /** The response to the latest request. */
  latest: ServerResponse | undefined;
  /** Whether something came that cannot be read: no request after it is handled. */
  isRefused: boolean;
};

/** Learns what becomes of connections. A connection is idle while all of its requests are answered. */
export type ConnectionObserver = {
  opened(connection: Connection): void;
  becameBusy(connection: Connection): void;
  becameIdle(connection: Connection): void;
  closed(connection: Connection): void;
};

export type Connections = {
  all(): Iterable<Connection>;
  count(): number;
  /** The connection that HTTP is spoken on; undefined while its TLS handshake is not finished. */
  of(socket: Duplex): Connection | undefined;
  /**
   * Notes a request until it is answered. Ends the connection where that is one request too many.
   * @returns whether the request may be handled.
   */
  begin(request: IncomingMessage, response: ServerResponse): boolean;
};

/**
 * Whether two readers may see its end at different places: HTTP/1.0 has no chunks, and a proxy that speaks it may read
 * them as another request (RFC 9112, 6.1). Nothing after such a request is handled.
 */
export const hasAmbiguousEnd = ({ httpVersion, headers }: IncomingMessage): boolean =>
  httpVersion === '1.0' && headers['transfer-encoding'] !== undefined;

/** The two ends of a connection, by which the socket above TLS is matched with the one below. */
const endsOf = ({ remoteAddress, remotePort, localAddress, localPort }: Socket) =>
  `${remoteAddress} ${remotePort} ${localAddress} ${localPort}`;

/**
 * Keeps track of a server's connections, from before it listens.
 * @param mostUnanswered requests of one connection that may be unanswered (D31a).
 */
export const trackConnections = (
  server: Server,
  mostUnanswered: number,
  observer?: ConnectionObserver,
): Connections => {
  const byEnds = new Map<string, Connection>();
  const byHttp = new WeakMap<Duplex, Connection>();

  const speakHttp = (connection: Connection, socket: Socket) => {
    connection.http = socket;
    byHttp.set(socket, connection);
  };

  server.on('connection', (accepted: Socket) => {
    const ends = endsOf(accepted);
    const connection: Connection = {
      accepted,
      http: undefined,
      unanswered: new Set(),
      latest: undefined,
      isRefused: false,
    };
    byEnds.set(ends, connection);
    if (!(server instanceof TlsServer)) speakHttp(connection, accepted);
    accepted.once('close', () => {
      byEnds.delete(ends);
      observer?.closed(connection);
    });
    observer?.opened(connection);
  });
  if (server instanceof TlsServer) {
    server.on('secureConnection', (socket: Socket) => {
      const connection = byEnds.get(endsOf(socket));
      if (connection === undefined) socket.destroy();
      else speakHttp(connection, socket);
    });
  }

  return {
    all: () => byEnds.values(),
    count: () => byEnds.size,
    of: socket => byHttp.get(socket),
    begin: (request, response) => {
      const { socket } = request;
      const connection = byHttp.get(socket);
      // What was read together with the last request comes here too.
      if (connection === undefined || socket.destroyed || connection.isRefused) return false;
      const { unanswered } = connection;
      if (unanswered.size >= mostUnanswered) {
        socket.destroy();
        return false;
      }
      if (unanswered.size === 0) observer?.becameBusy(connection);
      unanswered.add(response);
      connection.latest = response;
      connection.isRefused = hasAmbiguousEnd(request);
      response.once('close', () => {
        unanswered.delete(response);
        if (unanswered.size === 0) observer?.becameIdle(connection);
      });
      return true;
    },
  };
};
