// Requests that fail in Node's own HTTP server, before fastify sees them: answered on the socket itself, in the first
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

/** What Node calls the fault → how it is answered. */
const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: { line: '431 Request Header Fields Too Large', reason: 'http-headers-too-large' },
  ERR_HTTP_REQUEST_TIMEOUT: { line: '408 Request Timeout', reason: 'http-request-timeout' },
};

/**
 * Handlers for the events of a server whose connections are tracked.
 * @param report hears of every request that is refused here.
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
   * Answers what cannot be read, and ends the connection: after the requests before it have their answers, so that
   * nobody takes this answer for that of a write which has been done.
   */
  const refuse = (socket: Duplex, connection: Connection, refusal: Refusal) => {
    if (connection.isRefused) return;
    connection.isRefused = true;
    const { latest, unanswered } = connection;
    /** The request in whose body the fault is, if it is in one: this is its answer, unless it has one already. */
    const incomplete = latest?.req.complete === false ? latest : undefined;
    const proceed = (): void => {
      const earlier = [...unanswered].find(response => response !== incomplete || response.headersSent);
      if (earlier !== undefined) earlier.once('close', proceed);
      else if (incomplete?.headersSent) socket.end();
      else if (socket.writable) answerOn(socket, refusal);
    };
    proceed();
  };

  return {
    /** Malformed HTTP, a request that takes too long to come in, a TLS handshake that fails. */
    malformed: (error: NodeJS.ErrnoException, socket: Duplex): void => {
      const connection = connections.of(socket);
      // Before a TLS handshake is finished nothing can be answered: the socket would stay open (D31e).
      if (connection === undefined || error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
      else refuse(socket, connection, refusals[error.code ?? ''] ?? malformed);
    },
    /** An expectation other than `100-continue`, which nobody can meet. */
    expectation: (_request: IncomingMessage, response: ServerResponse): void => {
      const { body, headers } = refusalOf(417, 'http-expectation');
      response.writeHead(417, headers).end(body);
    },
    /**
     * CONNECT: nobody is led on to another host. Node lets go of such a socket: it no longer handles its errors, reads
     * it to its end, or tells the requests before this one that it is closed.
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
          for (const response of connection.unanswered) response.emit('close');
        }),
      );
      refuse(socket, connection, { ...malformed, reason: 'http-connect' });
    },
  };
};
