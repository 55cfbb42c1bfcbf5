// One line in the service log for each answered request, and the same for metrics and traces. Nothing in it is personal but the
// address of a client that was refused (D30): no URL, no header.
import {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  type HookHandlerDoneFunction,
  LogController,
} from 'fastify';
import { omitUndefined } from '../../../domain/model/omit-undefined.ts';
import type { TelemetryEvents } from '../../../ports/telemetry.ts';
import { type SpanAttributes, type Tracing, traceIdIn } from '../../../ports/tracing.ts';
import { leftOutHeader } from '../../answers/answer.ts';
import type { ReportRefused } from '../../errors/errors.ts';
import { traceOf } from '../../request/call.ts';
import { clientAddress } from '../../request/client-address.ts';
import { operationName } from '../../request/operation.ts';

type Deps = {
  readonly logger: FastifyBaseLogger;
  readonly telemetry: TelemetryEvents;
  readonly tracing: Tracing;
};

const nameOf = (request: FastifyRequest): string | undefined => {
  // Fastify makes `routeOptions` anew each time: only requests that no gate has seen need it.
  const operation = request.requestContext?.operation ?? request.routeOptions.config.operation;
  return operation === undefined ? undefined : operationName(operation);
};

/** The facts about an answer: for a refusal also the reason, and the subscription if the key was known (D30). */
const factsOf = (request: FastifyRequest, { statusCode, elapsedTime }: FastifyReply) => ({
  operation: nameOf(request),
  status: statusCode,
  reason: request.refusal,
  subscription: request.requestContext?.subscription?.name,
  durationMs: elapsedTime,
  // A request that no gate has seen has no span of its own.
  traceparent: request.requestContext?.span.traceparent ?? traceOf(request),
});

/** The status that is logged if the client disconnects before the answer starts. It is never sent. */
const clientGone = 499;

type Facts = ReturnType<typeof factsOf>;

/** The statuses of those who are refused for what they are or do: whoever follows them up needs their address. */
const refusals: ReadonlySet<number> = new Set([401, 403, 429]);

/** The members of a line. It has no others, and none of them is a header of the request or holds one. */
const lineOf = ({ method, ip, requestContext }: FastifyRequest, facts: Facts) => ({
  operation: facts.operation,
  status: facts.status,
  reason: facts.reason,
  subscription: facts.subscription,
  /** The client's address, where it was refused. */
  address: refusals.has(facts.status) ? clientAddress(ip) : undefined,
  durationMs: Math.round(facts.durationMs * 10) / 10,
  /** What the answer lacks, as in `x-left-out`; undefined if nothing. */
  leftOut: requestContext?.leftOut && leftOutHeader(requestContext.leftOut),
  method,
  /** OpenTelemetry's name for it in lines of JSON. */
  trace_id: traceIdIn(facts.traceparent),
});

/**
 * Logs the line of an answered request. Its logger does not redact, because redaction copies every member of every line and
 * would cost more than all other logging. That is safe for these members alone: everything else is logged by `request.log`.
 */
const answeredLog = (logger: FastifyBaseLogger) => {
  const unredacted = logger.child({}, { redact: [] });
  return (requestId: string, line: ReturnType<typeof lineOf>) => {
    // A child keeps the level that its parent had when it was made.
    if (unredacted.level !== logger.level) unredacted.level = logger.level;
    unredacted.info({ requestId, ...line }, 'answered');
  };
};

const emit = ({ telemetry, tracing }: Deps, request: FastifyRequest, facts: Facts) => {
  telemetry.requestServed(facts);
  if (!tracing.isOn) return;
  const { reason, subscription } = facts;
  const status = facts.status === clientGone ? undefined : facts.status;
  const failed = status !== undefined && status >= 500;
  // The status, why the request was refused, and whose it was (D30), by OpenTelemetry's conventions.
  const attributes = omitUndefined<SpanAttributes>({
    'http.response.status_code': status,
    'error.type': failed ? (reason ?? `${status}`) : undefined,
    'pdas.reason': reason,
    'pdas.subscription': subscription,
  });
  request.requestContext?.span.end({ attributes, failed });
};

export class RequestLog extends LogController {
  readonly #answered: ReturnType<typeof answeredLog>;

  constructor(logger: FastifyBaseLogger) {
    super({ requestIdLogLabel: 'requestId' });
    this.#answered = answeredLog(logger);
  }

  override incomingRequest(): void {
    // The one line is logged with the answer.
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) {
    const line = lineOf(request, factsOf(request, reply));
    if (error) reply.log.warn({ ...line, err: error }, 'an answer broke off');
    else this.#answered(request.id, line);
  }

  override routeNotFound(): void {
    // Logged like any other request.
  }
}

/** An `onResponse` hook: metrics and trace of an answered request. */
export const emitServed =
  (deps: Deps) =>
  (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    emit(deps, request, factsOf(request, reply));
    done();
  };

const endedInWords = {
  'client-gone': 'the client went away',
  'service-stopping': 'the service stopped before the answer',
} as const;

/**
 * An `onRequest` hook: fastify has no hook for a client that disconnects before it has the whole answer, or that was answered
 * in the middle of its body (malformed-requests.ts).
 */
export const watchForAborts =
  (deps: Deps) =>
  (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const { raw } = reply;
    raw.once('close', () => {
      if (raw.writableFinished || raw.errored) return;
      const { refused, endedBy = 'client-gone' } = request.raw;
      const facts = factsOf(request, reply);
      const status = refused?.status ?? (raw.headersSent ? facts.status : clientGone);
      const outcome: Facts = { ...facts, status, reason: refused?.reason ?? endedBy };
      const message = refused === undefined ? endedInWords[endedBy] : 'answered';
      request.log.info(lineOf(request, outcome), message);
      emit(deps, request, outcome);
    });
    done();
  };

/** Reports a request that no hook has seen: its method, operation and duration are unknown. */
export const reportRefused =
  ({ logger, telemetry }: Omit<Deps, 'tracing'>): ReportRefused =>
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
