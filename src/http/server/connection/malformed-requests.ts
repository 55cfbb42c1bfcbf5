// Requests that Node's HTTP server rejects before fastify sees them. They are answered directly on the socket, in the first
// shape (D12), and reported like any other refusal (D30).
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { Failure } from '../../../domain/model/failure.ts';
import type { ReasonOf } from '../../../domain/model/failure-reasons.ts';
import type { Refused, ReportRefused } from '../../errors/errors.ts';
import { faultOf } from '../../errors/faults.ts';
import { commonHeaders, json } from '../../errors/headers.ts';
import { requestId } from '../../request/call.ts';
import type { Connections, HttpConnection } from './connections.ts';

type Reason = ReasonOf<'request-unreadable'>;

/** Node's error code → the reason. For all others it is `http-malformed`. */
const reasons: Readonly<Record<string, Reason>> = {
  HPE_HEADER_OVERFLOW: 'http-headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'http-request-timeout',
};

/** The answer to a request that was refused before routing. */
const faultFor = (reason: Reason) =>
  faultOf(new Failure('request-unreadable', { reason }), { operation: undefined, path: '', now: 0 });

/** Whether the client ended its half of the connection in the middle of a body that is awaited: it has given up. */
const endsInBody = ({ code }: NodeJS.ErrnoException, { latest }: HttpConnection): boolean =>
  code === 'HPE_INVALID_EOF_STATE' && latest?.req.complete === false;

/**
 * Event handlers for a server with tracked connections.
 * @param report called for every request that is refused here.
 */
export const malformedRequests = (connections: Connections, report: ReportRefused) => {
  /** @param message the request, if its head could be parsed. */
  const answerTo = (message: IncomingMessage | undefined, reason: Reason) => {
    const fault = faultFor(reason);
    const body = JSON.stringify(fault.body);
    const id = message === undefined ? randomUUID() : requestId(message);
    const headers = {
      'content-type': json,
      'content-length': Buffer.byteLength(body),
      'x-request-id': id,
      ...commonHeaders,
      ...fault.headers,
      connection: 'close',
    };
    return { refused: { requestId: id, status: fault.status, reason }, headers, body };
  };

  /** Answers on a socket. Returns what is to be reported. */
  const answerOn = (
    socket: Duplex,
    { message, reason }: { message: IncomingMessage | undefined; reason: Reason },
  ) => {
    const { refused, headers, body } = answerTo(message, reason);
    const line = `HTTP/1.1 ${refused.status} ${STATUS_CODES[refused.status]}`;
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`${line}\r\n${head.join('')}\r\n${body}`);
    return refused;
  };

  /**
   * Answers a request that cannot be parsed, and closes the connection. Earlier requests are answered first: otherwise a
   * client could take this answer for that of a write, which may have been done.
   * @param reason undefined if the client has given up: it gets no answer.
   */
  const refuse = (
    socket: Duplex,
    connection: HttpConnection,
    { reason, message }: { reason: Reason | undefined; message?: IncomingMessage },
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
      else if (reason === undefined) socket.destroy();
      else if (socket.writable) {
        const refused = answerOn(socket, { message: incomplete?.req ?? message, reason });
        // A request that is being handled is reported by its handler, with all that is known about it.
        if (incomplete === undefined) report(refused);
        else incomplete.req.refused = refused;
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
      else if (endsInBody(error, connection)) refuse(socket, connection, { reason: undefined });
      else refuse(socket, connection, { reason: reasons[error.code ?? ''] ?? 'http-malformed' });
    },
    /** Handles an `Expect` header other than `100-continue`. */
    expectation: (message: IncomingMessage, response: ServerResponse): void => {
      const { refused, headers, body } = answerTo(message, 'http-expectation');
      report(refused);
      response.writeHead(refused.status, headers).end(body);
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
      refuse(socket, connection, { reason: 'http-connect', message });
    },
  };
};

declare module 'node:http' {
  interface IncomingMessage {
    /** What was answered, if the request was refused in the middle of its body, while it was being handled. */
    refused?: Refused & { readonly reason: Reason };
  }
}
