// The error handlers. faults.ts renders the answer; the reason is kept for log and metrics (D30).
import type { FastifyError, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { Failure, isFailure } from '../../domain/model/failure.ts';
import type { FailureReason, RefusalReason } from '../../domain/model/failure-reasons.ts';
import type { Clock } from '../../ports/clock.ts';
import { traceIdIn } from '../../ports/tracing.ts';
import type { TokenScheme } from '../authentication/sender.ts';
import { failureOf, faultOf } from './faults.ts';
import { commonHeaders, json } from './headers.ts';
import { validationFault } from './input-faults.ts';

/** Sets the headers that every answer has. */
const stampHeaders = (request: FastifyRequest, reply: FastifyReply): void => {
  reply.headers(commonHeaders).header('x-request-id', request.id);
};

/** An `onRequest` hook: sets the common headers before anything can fail. */
export const setCommonHeaders: onRequestHookHandler = (request, reply, done) => {
  stampHeaders(request, reply);
  done();
};

const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0] ?? '';

/** Logs errors of the service itself. For all others, the request's own log line is enough. */
const logUnexpected = (request: FastifyRequest, failure: Failure) => {
  if (failure.code !== 'unexpected') return;
  const trace_id = traceIdIn(request.requestContext?.span.traceparent);
  request.log.error({ err: failure.cause ?? failure, trace_id }, 'unexpected error');
};

/** Codes of errors of a body that its client did not send, and of an answer that it did not take. */
const brokenConnection: ReadonlySet<string> = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']);

/** The connection has ended before the answer: the client has left, or has been answered that its body cannot be read. */
const connectionFailure = ({ raw: { refused, endedBy } }: FastifyRequest, cause: Error): Failure => {
  if (refused !== undefined) return new Failure('request-unreadable', { reason: refused.reason, cause });
  if (isFailure(cause)) return cause;
  return endedBy === undefined ? new Failure('client-gone', { cause }) : new Failure('stopping', { cause });
};

const toFailure = (error: FastifyError | Error, request: FastifyRequest): Failure => {
  // Not errors of the service. Errors on connections to the EHR never arrive here as such: adapters turn them into failures.
  const isBroken = 'code' in error && brokenConnection.has(String(error.code));
  if (isBroken || isFailure(error, 'client-gone')) return connectionFailure(request, error);
  const [first] = 'validation' in error ? (error.validation ?? []) : [];
  if (first === undefined) return failureOf(error);
  return validationFault(first, (error as FastifyError).validationContext);
};

const schemeOf = ({ headers: { authorization = '' } }: FastifyRequest): TokenScheme =>
  /^dpop /i.test(authorization) ? 'DPoP' : 'Bearer';

/** Sets status and headers of a reply for a failure, and returns the body. */
export const renderFailure = (
  request: FastifyRequest,
  reply: FastifyReply,
  { failure, now }: { failure: Failure; now: number },
) => {
  const fault = faultOf(failure, {
    operation: request.routeOptions.config.operation,
    path: pathOf(request),
    scheme: schemeOf(request),
    now,
  });
  request.refusal = failure.reason;
  reply.code(fault.status).headers(fault.headers).type(json);
  return JSON.stringify(fault.body);
};

/** Removes the headers of the answer that an error takes the place of. */
export const removeAnswerHeaders = (reply: FastifyReply): void => {
  for (const name of ['content-length', 'content-encoding', 'x-left-out']) reply.removeHeader(name);
};

export const errorHandler =
  (clock: Clock) =>
  (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void => {
    const failure = toFailure(error, request);
    logUnexpected(request, failure);
    removeAnswerHeaders(reply);
    void reply.send(renderFailure(request, reply, { failure, now: clock() }));
  };

type FrameworkErrorDeps = {
  readonly clock: Clock;
  /** The headers for a page of another origin (D28). */
  readonly crossOriginHeaders: (request: FastifyRequest) => Readonly<Record<string, string>>;
  readonly report: ReportRefused;
};

/** Answers requests that fastify refuses before routing, without any hook: those with a bad URL. */
export const answerFrameworkError =
  ({ clock, crossOriginHeaders, report }: FrameworkErrorDeps) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const failure = failureOf(error);
    stampHeaders(request, reply);
    reply.headers(crossOriginHeaders(request));
    const body = renderFailure(request, reply, { failure, now: clock() });
    report({ requestId: request.id, status: reply.statusCode, reason: failure.reason });
    void reply.send(body);
  };

/** A request that was refused before any hook: its id, its status, and why (D30). */
export type Refused = {
  readonly requestId: string;
  readonly status: number;
  readonly reason: FailureReason;
};

/** Called for every such request. */
export type ReportRefused = (refused: Refused) => void;

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the request was refused or failed (D30); undefined if it was not. */
    refusal: RefusalReason | undefined;
  }
}
