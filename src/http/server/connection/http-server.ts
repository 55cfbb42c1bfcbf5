// Node's HTTP server as the service uses it: its time limits, its connections, and what is not a request.
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Duplex } from 'node:stream';
import type { ReportRefused } from '../../errors/errors.ts';
import { type ConnectionObserver, type Connections, trackConnections } from './connections.ts';
import type { ConnectionLimits } from './limits.ts';
import { malformedRequests } from './malformed-requests.ts';

/** PEM texts. */
export type CertifiedKey = { readonly cert: string; readonly key: string };

export type HttpServerOptions = {
  /** Undefined: without TLS. */
  readonly https: CertifiedKey | undefined;
  readonly limits: ConnectionLimits;
  /** Milliseconds in which nothing moves on a connection before it is closed. */
  readonly inactivityMs: number;
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

/** The versions of TLS that are spoken. */
const tlsVersions = { minVersion: 'TLSv1.2' } as const;

export type HttpServer = {
  readonly connections: Connections;
  /** Serves another certificate from the next handshake on. Without TLS there is none to change. */
  readonly changeCertificate: (certificate: CertifiedKey) => void;
  /** For fastify's option of this name: the server, whose requests go to the handler as far as they may be handled. */
  readonly serverFactory: (handler: RequestListener) => Server;
  /** For fastify's option of this name, which would answer in words of its own. */
  readonly clientErrorHandler: (error: NodeJS.ErrnoException, socket: Duplex) => void;
};

/** Makes a server whose connections are tracked. It does not listen yet. */
export const createHttpServer = ({
  https,
  limits,
  inactivityMs,
  observer,
  onRefused = () => {},
  onAcceptFailed,
}: HttpServerOptions): HttpServer => {
  const tls = { ...https, ...tlsVersions, handshakeTimeout: limits.handshakeTimeoutMs };
  const tlsServer = https === undefined ? undefined : createTlsServer({ ...options, ...tls });
  const server = tlsServer ?? createServer(options);
  server.setTimeout(inactivityMs);
  server.maxConnections = limits.connections;
  const connections = trackConnections(server, limits.unanswered, observer);
  const unreadable = malformedRequests(connections, onRefused);
  server.on('checkExpectation', (request, response) => {
    if (connections.begin(request, response)) unreadable.expectation(request, response);
  });
  server.on('connect', unreadable.connect);
  server.on('error', error => {
    if (server.listening) onAcceptFailed(error);
  });
  return {
    connections,
    changeCertificate: ({ cert, key }) => tlsServer?.setSecureContext({ cert, key, ...tlsVersions }),
    serverFactory: handler =>
      server.on('request', (request, response) => {
        if (connections.begin(request, response)) handler(request, response);
      }),
    clientErrorHandler: unreadable.malformed,
  };
};
