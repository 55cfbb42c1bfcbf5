// Where errors end: in an operation, before routing, and in HTTP that cannot be read. All of them are rendered by faults.ts.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../domain/model/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import { validationFault } from '../operations/input.ts';
import { headerOnce } from '../server/headers.ts';
import { failureOf, faultOf } from './faults.ts';

const json = 'application/json; charset=utf-8';

/** What every answer has: no cache keeps it (D12), and no browser does anything with it but hand it to the app. */
const usual = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/** The headers of every answer. */
export const stamp = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
  reply.headers({ 'x-request-id': request.id, ...usual });
};

const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0] ?? '';

/** Faults of the service itself are told to the operators; what clients do wrong is in the status of the request's line. */
const tellOperators = (request: FastifyRequest, failure: Failure) => {
  if (failure.code === 'unexpected') request.log.error({ err: failure.cause ?? failure }, 'unexpected error');
};

const toFailure = (error: FastifyError | Error): Failure => {
  // A body that its client has broken off is no fault of the service. Errors of the EHR's connections never come here as
  // they are: they are failures already.
  if ('code' in error && error.code === 'ECONNRESET') return new Failure('client-gone', { cause: error });
  const [first] = 'validation' in error ? (error.validation ?? []) : [];
  if (first === undefined) return failureOf(error);
  return validationFault(first, (error as FastifyError).validationContext);
};

const answer = (
  request: FastifyRequest,
  reply: FastifyReply,
  { failure, now }: { failure: Failure; now: number },
) => {
  const fault = faultOf(failure, {
    operation: request.routeOptions.config.operation,
    path: pathOf(request),
    now,
  });
  reply.code(fault.status).headers(fault.headers).type(json);
  return JSON.stringify(fault.body);
};

/** Renders a failure onto a reply; answers the body. */
export const render = answer;

export const errorHandler =
  (clock: Clock) =>
  (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void => {
    const failure = toFailure(error);
    tellOperators(request, failure);
    reply.removeHeader('content-length').removeHeader('x-left-out');
    void reply.send(answer(request, reply, { failure, now: clock() }));
  };

/** What fastify refuses before routing, past all hooks (a bad URL). */
export const answerFrameworkError =
  (clock: Clock) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    void stamp(request, reply);
    void reply.send(answer(request, reply, { failure: failureOf(error), now: clock() }));
  };

const statusLines: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** The answer to what no fastify object is ever made of. */
const unreadable = (statusCode: number) => {
  const body = JSON.stringify({ statusCode, message: 'The request cannot be read.' });
  const headers = {
    'content-type': json,
    'content-length': Buffer.byteLength(body),
    'x-request-id': randomUUID(),
    ...usual,
    connection: 'close',
  };
  return { body, headers };
};

/** The answers of each connection that are not finished. */
const answers = new WeakMap<Duplex, Set<ServerResponse>>();

/** Remembers an answer until it is finished, so that nothing is written between its bytes. */
export const noteAnswer = ({ socket }: IncomingMessage, response: ServerResponse): void => {
  const known = answers.get(socket) ?? new Set();
  answers.set(socket, known.add(response));
  response.once('close', () => known.delete(response));
};

const isAnswering = (socket: Socket): boolean =>
  [...(answers.get(socket) ?? [])].some(
    ({ headersSent, writableFinished }) => headersSent && !writableFinished,
  );

/** Malformed HTTP: answered on the socket itself, unless an answer is on its way there: it would be read as part of it. */
export const answerMalformed = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) socket.destroy();
  else answerUnreadable(socket, statusLines[error.code ?? '']);
};

const answerUnreadable = (socket: Duplex, line = '400 Bad Request'): void => {
  const { body, headers } = unreadable(Number.parseInt(line, 10));
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${line}\r\n${head.join('')}\r\n${body}`);
};

/** An expectation other than `100-continue`, which nobody can meet. */
export const answerExpectation = (_request: IncomingMessage, response: ServerResponse): void => {
  const { body, headers } = unreadable(417);
  response.writeHead(417, headers).end(body);
};

/** Nobody is led on to another host. Node would close the connection without a word. */
export const answerConnect = (_request: IncomingMessage, socket: Duplex): void => answerUnreadable(socket);

const host = /^[\w.~!$&'()*+;=%:[\]-]*$/;

/** HTTP/1.1 asks for one `Host`, of a host's form. Node would refuse without it by itself, in words of its own. */
export const requireHost = async (request: FastifyRequest): Promise<void> => {
  const named = headerOnce(request, 'host');
  if (named === undefined && request.raw.httpVersion === '1.0') return;
  if (named === undefined || named === 'repeated' || !host.test(named))
    throw new Failure('request-unreadable', { reason: 'http-host' });
};

/** A fragment is never sent; who sends one hopes that two readers make two things of it. */
export const requireTarget = async ({ url }: FastifyRequest): Promise<void> => {
  if (url.includes('#')) throw new Failure('request-unreadable', { reason: 'http-url' });
};
