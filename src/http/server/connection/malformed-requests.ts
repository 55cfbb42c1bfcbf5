// Requests that Node's HTTP server rejects before fastify sees them. They are answered directly on the socket, in the first
// shape (D12), and reported like any other refusal (D30).
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ReasonOf } from '../../../domain/model/failure-reasons.ts';
import type { ReportRefused } from '../../errors/errors.ts';
import { commonHeaders, json } from '../../errors/headers.ts';
import { requestId } from '../call.ts';
import type { Connection, Connections } from './connections.ts';

type Reason = ReasonOf<'request-unreadable'>;

/** What is answered to a request in the middle of its body, while it is handled. */
export type Unreadable = { readonly status: number; readonly reason: Reason };

type Refusal = Unreadable & { readonly line: string };

const malformed: Refusal = { status: 400, line: '400 Bad Request', reason: 'http-malformed' };

/** Node's error code → the answer. */
const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    line: '431 Request Header Fields Too Large',
    reason: 'http-headers-too-large',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    line: '408 Request Timeout',
    reason: 'http-request-timeout',
  },
};

/** Whether the client ended its half of the connection in the middle of a body that is awaited: it has given up. */
const endsInBody = ({ code }: NodeJS.ErrnoException, { latest }: Connection): boolean =>
  code === 'HPE_INVALID_EOF_STATE' && latest?.req.complete === false;

/**
 * Event handlers for a server with tracked connections.
 * @param report called for every request that is refused here.
 */
export const malformedRequests = (connections: Connections, report: ReportRefused) => {
  /** @param message the request, if its head could be parsed. */
  const answerTo = (message: IncomingMessage | undefined, status: number) => {
    const body = JSON.stringify({ statusCode: status, message: 'The request cannot be read.' });
    const headers = {
      'content-type': json,
      'content-length': Buffer.byteLength(body),
      'x-request-id': message === undefined ? randomUUID() : requestId(message),
      ...commonHeaders,
      connection: 'close',
    };
    return { body, headers };
  };

  /** Answers on a socket. Returns the id of the request. */
  const answerOn = (
    socket: Duplex,
    { line, status, message }: Pick<Refusal, 'line' | 'status'> & { message: IncomingMessage | undefined },
  ): string => {
    const { body, headers } = answerTo(message, status);
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${line}\r\n${head.join('')}\r\n${body}`);
    return headers['x-request-id'];
  };

  /**
   * Answers a request that cannot be parsed, and closes the connection. Earlier requests are answered first: otherwise a
   * client could take this answer for that of a write, which may have been done.
   * @param refusal undefined if the client has given up: it gets no answer.
   */
  const refuse = (
    socket: Duplex,
    connection: Connection,
    { refusal, message }: { refusal: Refusal | undefined; message?: IncomingMessage },
  ) => {
    if (connection.isRefused) return;
    connection.isRefused = true;
    const { latest, unanswered } = connection;
    /** The request whose body cannot be parsed, if any. This is its answer, unless it has one already. */
    const incomplete = latest?.req.complete === false ? latest : undefined;
    const proceed = (): void => {
      const earlier = unanswered.find(response => response !== incomplete || response.headersSent);
      if (earlier !== undefined) earlier.once('close', proceed);
      else if (incomplete?.headersSent) socket.end();
      else if (refusal === undefined) socket.destroy();
      else if (socket.writable) {
        const { status, reason } = refusal;
        const id = answerOn(socket, { ...refusal, message: incomplete?.req ?? message });
        // A request that is being handled is reported by its handler, with all that is known about it.
        if (incomplete === undefined) report({ requestId: id, status, reason });
        else incomplete.req.unreadable = { status, reason };
      }
    };
    proceed();
  };

  return {
    /** Handles malformed HTTP, requests that take too long to arrive, and failed TLS handshakes. */
    malformed: (error: NodeJS.ErrnoException, socket: Duplex): void => {
      const connection = connections.of(socket);
      // Without a finished TLS handshake nothing can be answered, and the socket would stay open (D31e).
      if (connection === undefined || error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
      else if (endsInBody(error, connection)) refuse(socket, connection, { refusal: undefined });
      else refuse(socket, connection, { refusal: refusals[error.code ?? ''] ?? malformed });
    },
    /** Handles an `Expect` header other than `100-continue`. */
    expectation: (message: IncomingMessage, response: ServerResponse): void => {
      const { body, headers } = answerTo(message, 417);
      report({ requestId: headers['x-request-id'], status: 417, reason: 'http-expectation' });
      response.writeHead(417, headers).end(body);
    },
    /**
     * Refuses CONNECT: the service is not a proxy. Node hands such a socket over: it no longer handles its errors, reads
     * it to its end, or closes the responses to earlier requests.
     */
    connect: (message: IncomingMessage, socket: Duplex): void => {
      const connection = connections.of(socket);
      if (connection === undefined) return void socket.destroy();
      socket.on('error', () => socket.destroy());
      socket.on('data', () => {
        if (!socket.writable) socket.destroy();
      });
      socket.once('close', () =>
        setImmediate(() => {
          for (const response of [...connection.unanswered]) response.emit('close');
        }),
      );
      refuse(socket, connection, { refusal: { ...malformed, reason: 'http-connect' }, message });
    },
  };
};

declare module 'node:http' {
  interface IncomingMessage {
    unreadable?: Unreadable;
  }
}
