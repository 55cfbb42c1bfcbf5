// The open connections of a server: their sockets and their unanswered requests.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Server as TlsServer } from 'node:tls';
import type { ReasonOf } from '../../../domain/model/failure-reasons.ts';

export type HttpConnection = {
  /** The accepted socket: below TLS, if the server uses TLS. */
  readonly accepted: Socket;
  /** The socket that carries HTTP; undefined until the TLS handshake is finished. */
  http: Socket | undefined;
  /** The responses that are not complete, in the order of their requests. */
  readonly unanswered: ServerResponse[];
  /** The response to the latest request. */
  latest: ServerResponse | undefined;
  /** Whether a request could not be parsed. Requests after it are not handled. */
  isRefused: boolean;
};

/** Observes the state of connections. A connection is idle while all of its requests are answered. */
export type ConnectionObserver = {
  opened(connection: HttpConnection): void;
  becameBusy(connection: HttpConnection): void;
  becameIdle(connection: HttpConnection): void;
  closed(connection: HttpConnection): void;
};

/** Node's parser reads some other versions as if they were these (RFC 9110, 15.6.6). */
const versions: ReadonlySet<string> = new Set(['1.0', '1.1']);

/**
 * Why the end of a request is uncertain: an unknown version of HTTP; HTTP/1.0 with chunks, which a proxy could read as another
 * request; a transfer coding other than `chunked`, which Node does not decode (RFC 9112, 6.1). Later requests on the connection are
 * not handled.
 */
export const framingFault = ({
  httpVersion,
  headers: { 'transfer-encoding': codings },
}: IncomingMessage): ReasonOf<'request-unreadable'> | undefined => {
  if (!versions.has(httpVersion)) return 'http-version';
  if (codings === undefined) return undefined;
  if (httpVersion === '1.0') return 'http-framing';
  return codings.trim().toLowerCase() === 'chunked' ? undefined : 'http-transfer-encoding';
};

/** The addresses and ports of a connection, which match the socket above TLS with the one below. */
const endsOf = ({ remoteAddress, remotePort, localAddress, localPort }: Socket) =>
  `${remoteAddress} ${remotePort} ${localAddress} ${localPort}`;

/**
 * Tracks a server's connections. Call it before the server listens.
 * @param maxUnanswered unanswered requests that one connection may have (D31a).
 */
export const trackConnections = (server: Server, maxUnanswered: number, observer?: ConnectionObserver) => {
  const byEnds = new Map<string, HttpConnection>();
  const byHttp = new WeakMap<Duplex, HttpConnection>();

  const speakHttp = (connection: HttpConnection, socket: Socket) => {
    connection.http = socket;
    byHttp.set(socket, connection);
  };

  server.on('connection', (accepted: Socket) => {
    const ends = endsOf(accepted);
    const connection: HttpConnection = {
      accepted,
      http: undefined,
      unanswered: [],
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
    all: (): Iterable<HttpConnection> => byEnds.values(),
    count: (): number => byEnds.size,
    /** The connection of an HTTP socket; undefined until its TLS handshake is finished. */
    of: (socket: Duplex): HttpConnection | undefined => byHttp.get(socket),
    /**
     * Tracks a request until it is answered. Closes the connection if it has too many unanswered requests.
     * @returns whether to handle the request.
     */
    begin: (request: IncomingMessage, response: ServerResponse): boolean => {
      const { socket } = request;
      const connection = byHttp.get(socket);
      // Requests that were already parsed when the connection was closed or refused arrive here too.
      if (connection === undefined || socket.destroyed || connection.isRefused) return false;
      const { unanswered } = connection;
      if (unanswered.length >= maxUnanswered) {
        socket.destroy();
        return false;
      }
      if (unanswered.length === 0) observer?.becameBusy(connection);
      unanswered.push(response);
      connection.latest = response;
      connection.isRefused = framingFault(request) !== undefined;
      response.on('close', () => {
        const at = unanswered.indexOf(response);
        if (at !== -1) unanswered.splice(at, 1);
        if (unanswered.length === 0) observer?.becameIdle(connection);
      });
      return true;
    },
  };
};

export type Connections = ReturnType<typeof trackConnections>;
