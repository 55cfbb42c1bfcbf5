// Node's HTTP server with the service's timeouts, connection limits, and answers to malformed requests.
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { ReportRefused } from '../../errors/errors.ts';
import type { ServerLimits } from '../../request/limits.ts';
import { type ConnectionObserver, trackConnections } from './connections.ts';
import { malformedRequests } from './malformed-requests.ts';

/** A certificate chain and its private key, in PEM. */
export type TlsCertificate = { readonly cert: string; readonly key: string };

export type HttpServerOptions = {
  /** Undefined for a server without TLS. */
  readonly https: TlsCertificate | undefined;
  /** Whether clients are asked for a certificate. They need not have one, and any issuer will do: the token names it (RFC 8705). */
  readonly requestsCertificate?: boolean;
  readonly limits: ServerLimits;
  /** Milliseconds without traffic after which a connection is closed. */
  readonly inactivityMs: number;
  readonly observer?: ConnectionObserver;
  /** Called for requests that are refused here, before the handler. */
  readonly onRefused?: ReportRefused;
  /** Called if a connection cannot be accepted, for example because too many files are open. */
  readonly onAcceptFailed: (error: Error) => void;
};

/**
 * Node's own timeouts in milliseconds, for a request's headers, for the whole request, and for idle connections.
 * pre-routing.ts answers a missing `Host`.
 */
const options = {
  requireHostHeader: false,
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 5000,
  keepAliveTimeout: 72_000,
  // A request without a body, such as every read, needs no events of a stream that is empty.
  optimizeEmptyRequests: true,
};

/** The supported versions of TLS. */
const tlsVersions = { minVersion: 'TLSv1.2' } as const;

/** Creates a server with tracked connections. It does not listen yet. */
export const createHttpServer = (given: HttpServerOptions) => {
  const { https, requestsCertificate = false, limits, inactivityMs, observer } = given;
  const { onRefused = () => {}, onAcceptFailed } = given;
  const tls = {
    ...https,
    ...tlsVersions,
    handshakeTimeout: limits.handshakeTimeoutMs,
    requestCert: requestsCertificate,
    rejectUnauthorized: false,
  };
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
    /** Uses another certificate from the next handshake on. Does nothing without TLS. */
    changeCertificate: ({ cert, key }: TlsCertificate): void =>
      tlsServer?.setSecureContext({ cert, key, ...tlsVersions }),
    /** Fastify's option of this name. Passes on the requests that may be handled. */
    serverFactory: (handler: RequestListener): Server =>
      server.on('request', (request, response) => {
        if (connections.begin(request, response)) handler(request, response);
      }),
    /** Fastify's option of this name, which replaces fastify's own error body. */
    clientErrorHandler: unreadable.malformed,
  };
};

export type HttpServer = ReturnType<typeof createHttpServer>;
