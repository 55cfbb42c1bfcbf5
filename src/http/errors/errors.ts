// Where errors end, in an operation and before routing: rendered by faults.ts, and their reason kept for the operators.
import type { FastifyError, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { Failure } from '../../domain/model/failure.ts';
import type { FailureReason, RefusalReason } from '../../domain/model/failure-reasons.ts';
import type { Clock } from '../../ports/clock.ts';
import { traceIdIn } from '../../ports/tracing.ts';
import { validationFault } from '../operations/input.ts';
import { failureOf, faultOf } from './faults.ts';
import { commonHeaders, json } from './headers.ts';

/** The headers of every answer. */
const stampHeaders = (request: FastifyRequest, reply: FastifyReply): void => {
  reply.headers(commonHeaders).header('x-request-id', request.id);
};

/** For `onRequest`: every answer has its headers, whatever becomes of it. */
export const setCommonHeaders = (
  request: FastifyRequest,
  reply: FastifyReply,
  done: HookHandlerDoneFunction,
): void => {
  stampHeaders(request, reply);
  done();
};

const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0] ?? '';

/** Faults of the service itself are told to the operators; what clients do wrong is in the status of the request's line. */
const tellOperators = (request: FastifyRequest, failure: Failure) => {
  if (failure.code !== 'unexpected') return;
  const trace_id = traceIdIn(request.requestContext?.span.traceparent);
  request.log.error({ err: failure.cause ?? failure, trace_id }, 'unexpected error');
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
  request.refusal = failure.reason;
  reply.code(fault.status).headers(fault.headers).type(json);
  return JSON.stringify(fault.body);
};

/** Renders a failure onto a reply; answers the body. */
export const renderFailure = answer;

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
  (clock: Clock, report: ReportRefused) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const failure = failureOf(error);
    stampHeaders(request, reply);
    const body = answer(request, reply, { failure, now: clock() });
    report({ requestId: request.id, status: reply.statusCode, reason: failure.reason });
    void reply.send(body);
  };

/** A request that no hook sees: its id, its status, and why (D30). */
export type Refused = {
  readonly requestId: string;
  readonly status: number;
  readonly reason: FailureReason;
};

/** Hears of every such request. */
export type ReportRefused = (refused: Refused) => void;

declare module 'fastify' {
  interface FastifyRequest {
    /** Why it was refused or failed (D30); undefined while it was not. */
    refusal: RefusalReason | undefined;
  }
}
