// Requests that Node's HTTP server rejects before fastify sees them. They are answered directly on the socket, in the first
// shape (D12), and reported like any other refusal (D30).
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ReasonOf } from '../../../domain/model/failure-reasons.ts';
import type { ReportRefused } from '../../errors/errors.ts';
import { commonHeaders, json } from '../../errors/headers.ts';
import type { Connection, Connections } from './connections.ts';

type Reason = ReasonOf<'request-unreadable'>;

type Refusal = { readonly line: string; readonly reason: Reason };

const malformed: Refusal = { line: '400 Bad Request', reason: 'http-malformed' };

/** Node's error code → the answer. */
const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: { line: '431 Request Header Fields Too Large', reason: 'http-headers-too-large' },
  ERR_HTTP_REQUEST_TIMEOUT: { line: '408 Request Timeout', reason: 'http-request-timeout' },
};

/**
 * Event handlers for a server with tracked connections.
 * @param report called for every request that is refused here.
 */
export const malformedRequests = (connections: Connections, report: ReportRefused) => {
  const refusalOf = (status: number, reason: Reason) => {
    const requestId = randomUUID();
    report({ requestId, status, reason });
    const body = JSON.stringify({ statusCode: status, message: 'The request cannot be read.' });
    const headers = {
      'content-type': json,
      'content-length': Buffer.byteLength(body),
      'x-request-id': requestId,
      ...commonHeaders,
      connection: 'close',
    };
    return { body, headers };
  };

  const answerOn = (socket: Duplex, { line, reason }: Refusal): void => {
    const { body, headers } = refusalOf(Number.parseInt(line, 10), reason);
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${line}\r\n${head.join('')}\r\n${body}`);
  };

  /**
   * Answers a request that cannot be parsed, and closes the connection. Earlier requests are answered first: otherwise a
   * client could take this answer for that of a write, which may have been done.
   */
  const refuse = (socket: Duplex, connection: Connection, refusal: Refusal) => {
    if (connection.isRefused) return;
    connection.isRefused = true;
    const { latest, unanswered } = connection;
    /** The request whose body cannot be parsed, if any. This is its answer, unless it has one already. */
    const incomplete = latest?.req.complete === false ? latest : undefined;
    const proceed = (): void => {
      const earlier = unanswered.find(response => response !== incomplete || response.headersSent);
      if (earlier !== undefined) earlier.once('close', proceed);
      else if (incomplete?.headersSent) socket.end();
      else if (socket.writable) answerOn(socket, refusal);
    };
    proceed();
  };

  return {
    /** Handles malformed HTTP, requests that take too long to arrive, and failed TLS handshakes. */
    malformed: (error: NodeJS.ErrnoException, socket: Duplex): void => {
      const connection = connections.of(socket);
      // Without a finished TLS handshake nothing can be answered, and the socket would stay open (D31e).
      if (connection === undefined || error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
      else refuse(socket, connection, refusals[error.code ?? ''] ?? malformed);
    },
    /** Handles an `Expect` header other than `100-continue`. */
    expectation: (_request: IncomingMessage, response: ServerResponse): void => {
      const { body, headers } = refusalOf(417, 'http-expectation');
      response.writeHead(417, headers).end(body);
    },
    /**
     * Refuses CONNECT: the service is not a proxy. Node hands such a socket over: it no longer handles its errors, reads
     * it to its end, or closes the responses to earlier requests.
     */
    connect: (_request: IncomingMessage, socket: Duplex): void => {
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
      refuse(socket, connection, { ...malformed, reason: 'http-connect' });
    },
  };
};
