// Node's HTTP server as the service uses it: its time limits, its connections, and what is not a request.
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Duplex } from 'node:stream';
import type { ReportRefused } from '../../errors/errors.ts';
import { type ConnectionObserver, type Connections, trackConnections } from './connections.ts';
import type { ConnectionLimits } from './limits.ts';
import { unreadableRequests } from './unreadable.ts';

export type HttpServerOptions = {
  /** PEM texts; undefined: without TLS. */
  readonly https: { readonly cert: string; readonly key: string } | undefined;
  readonly limits: ConnectionLimits;
  /** Milliseconds in which nothing moves on a connection before it is closed. */
  readonly stillMs: number;
  readonly observer?: ConnectionObserver;
  /** Hears of requests that are refused here, before the handler sees them. */
  readonly onRefused?: ReportRefused;
  /** Called when a connection could not be accepted, for example because the process can open no more files. */
  readonly onAcceptFailed: (error: Error) => void;
};

/**
 * Options of Node's own server, in milliseconds: how long the head of a request and the whole of it may take to come in,
 * and how long a connection is kept on which nothing is asked. A missing `Host` is answered by us (well-formed.ts).
 */
const options = {
  requireHostHeader: false,
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 5000,
  keepAliveTimeout: 72_000,
};

export type HttpServer = {
  readonly connections: Connections;
  /** For fastify's option of this name: the server, whose requests go to the handler as far as they may be handled. */
  readonly serverFactory: (handler: RequestListener) => Server;
  /** For fastify's option of this name, which would answer in words of its own. */
  readonly clientErrorHandler: (error: NodeJS.ErrnoException, socket: Duplex) => void;
};

/** Makes a server whose connections are tracked. It does not listen yet. */
export const createHttpServer = ({
  https,
  limits,
  stillMs,
  observer,
  onRefused = () => {},
  onAcceptFailed,
}: HttpServerOptions): HttpServer => {
  const tls = { ...https, minVersion: 'TLSv1.2', handshakeTimeout: limits.handshakeMs } as const;
  const server = https === undefined ? createServer(options) : createTlsServer({ ...options, ...tls });
  server.setTimeout(stillMs);
  server.maxConnections = limits.connections;
  const connections = trackConnections(server, limits.unanswered, observer);
  const unreadable = unreadableRequests(connections, onRefused);
  server.on('checkExpectation', (request, response) => {
    if (connections.begin(request, response)) unreadable.expectation(request, response);
  });
  server.on('connect', unreadable.connect);
  server.on('error', error => {
    if (server.listening) onAcceptFailed(error);
  });
  return {
    connections,
    serverFactory: handler =>
      server.on('request', (request, response) => {
        if (connections.begin(request, response)) handler(request, response);
      }),
    clientErrorHandler: unreadable.malformed,
  };
};
