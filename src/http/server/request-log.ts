// One line of the service's log for each request, when it is answered, and the same for metrics and traces. Nothing of it
// names a person: no URL, no header.
import {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  type HookHandlerDoneFunction,
  LogController,
} from 'fastify';
import type { TelemetryEvents } from '../../ports/telemetry.ts';
import { traceIdIn } from '../../ports/tracing.ts';
import type { ReportRefused } from '../errors/errors.ts';
import { operationName } from '../operations/operation.ts';
import { endAttributes } from '../operations/span.ts';
import { traceOf } from './call.ts';

type Deps = { readonly logger: FastifyBaseLogger; readonly telemetry: TelemetryEvents };

const nameOf = ({ routeOptions }: FastifyRequest): string | undefined => {
  const { operation } = routeOptions.config;
  return operation === undefined ? undefined : operationName(operation);
};

/** What is known of an answer. A refusal has its reason, and whose it was as soon as the key is known (D30). */
const factsOf = (request: FastifyRequest, { statusCode, elapsedTime }: FastifyReply) => ({
  operation: nameOf(request),
  status: statusCode,
  reason: request.refusal,
  subscription: request.requestContext?.subscription?.name,
  durationMs: elapsedTime,
  // A request that no gate has seen has no span of its own.
  traceparent: request.requestContext?.span.traceparent ?? traceOf(request),
});

/** Logged for a client that has gone before its answer has begun; nobody is sent it. */
const clientGone = 499;

type Facts = ReturnType<typeof factsOf>;

/** `trace_id` is OpenTelemetry's name for it in lines of JSON. */
const lineOf = ({ method }: FastifyRequest, { traceparent, ...facts }: Facts) => ({
  ...facts,
  method,
  durationMs: Math.round(facts.durationMs * 10) / 10,
  trace_id: traceIdIn(traceparent),
});

const emit = ({ telemetry }: Deps, request: FastifyRequest, facts: Facts) => {
  telemetry.requestServed(facts);
  const status = facts.status === clientGone ? undefined : facts.status;
  request.requestContext?.span.end({
    attributes: endAttributes({ ...facts, status }),
    failed: status !== undefined && status >= 500,
  });
};

export class RequestLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'requestId' });
  }

  override incomingRequest(): void {
    // The line comes with the answer.
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) {
    const line = lineOf(request, factsOf(request, reply));
    if (error) reply.log.warn({ ...line, err: error }, 'an answer broke off');
    else reply.log.info(line, 'answered');
  }

  override routeNotFound(): void {
    // As any other request, by the line that comes with its answer.
  }
}

/** For `onResponse`: metrics and the trace of a request that has been answered. */
export const emitServed =
  (deps: Deps) =>
  (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    emit(deps, request, factsOf(request, reply));
    done();
  };

/** For `onRequest`: fastify tells no hook of a client that goes away before it has the whole answer. */
export const watchForAborts =
  (deps: Deps) =>
  (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const { raw } = reply;
    raw.once('close', () => {
      if (raw.writableFinished || raw.errored) return;
      const facts: Facts = { ...factsOf(request, reply), reason: 'client-gone' };
      const told = raw.headersSent ? facts : { ...facts, status: clientGone };
      request.log.info(lineOf(request, told), 'the client went away');
      emit(deps, request, told);
    });
    done();
  };

/** The same for a request that no hook has seen: without its method, its operation and its duration. */
export const reportRefused =
  ({ logger, telemetry }: Deps): ReportRefused =>
  refused => {
    const { status, reason } = refused;
    logger.info(refused, 'answered');
    telemetry.requestServed({
      operation: undefined,
      subscription: undefined,
      status,
      reason,
      durationMs: undefined,
    });
  };
