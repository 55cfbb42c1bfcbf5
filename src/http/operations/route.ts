// The route of an operation: gates, input, use case, answer.

import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, preValidationHookHandler } from 'fastify';
import { Type } from 'typebox';
import { Failure, isFailure } from '../../domain/model/failure.ts';
import { ResultRecord } from '../../domain/records/transition.ts';
import type { UseCases } from '../../domain/use-cases/index.ts';
import type { LeftOut } from '../../domain/use-cases/left-out.ts';
import { recordWriter, serializer } from '../../json/record-json.ts';
import type { MemoryMeter } from '../../ports/call.ts';
import type { Tracing } from '../../ports/tracing.ts';
import { leftOutHeader, serializeAnswer } from '../answers/answer.ts';
import type { Budget, Reservation } from '../answers/budget.ts';
import { acceptsGzip, gzipped, smallestCompressed, varyByEncoding } from '../answers/compression.ts';
import { limitSendTime } from '../answers/send-timeout.ts';
import type { Collected } from '../answers/utf8-blocks.ts';
import { removeAnswerHeaders, renderFailure } from '../errors/errors.ts';
import { json } from '../errors/headers.ts';
import type { InFlightRequests } from '../load/in-flight.ts';
import { refuseBeyondLimit } from '../load/overload.ts';
import type { UnfinishedBodies } from '../load/unfinished-bodies.ts';
import { baseCallOf } from '../request/call.ts';
import { type Gate, type RequestContext, required } from '../request/context.ts';
import type { ServerLimits } from '../request/limits.ts';
import type { Operation, ReadRow, WriteRow } from '../request/operation.ts';
import { queryText } from '../request/path.ts';
import { type AccessLogDeps, isAccessLogged, recordBegun, recordDone } from './access-log.ts';
import { bodyStream, maxBodyBytes } from './body.ts';
import { intervalOf, queryOf } from './input.ts';
import { spanOf } from './span.ts';

/** Refuses a query that is not percent-encoded UTF-8: it would be decoded to something that nobody sent. */
const checkQuery: preValidationHookHandler = ({ url }, _reply, done) => {
  try {
    decodeURIComponent(queryText(url));
  } catch (cause) {
    const hint = 'The query must be percent-encoded UTF-8.';
    throw new Failure('input-invalid', { reason: 'query-invalid', hint, cause });
  }
  done();
};

/** The dependencies of a route. All routes share the same gates. */
export type RouteDeps = AccessLogDeps & {
  /** Those of the profile in use: they must not be kept for a later request. */
  readonly useCases: () => UseCases;
  readonly budget: Budget;
  readonly inFlightRequests: InFlightRequests;
  readonly limits: ServerLimits;
  readonly tracing: Tracing;
  /** The prefix of all paths except health; empty for none. */
  readonly basePath: string;
  /** Milliseconds for a request, with all calls to the EHR. */
  readonly requestTimeoutMs: number;
  readonly gates: readonly Gate[];
  readonly unfinishedBodies: UnfinishedBodies;
};

const runGates = (operation: Operation, deps: RouteDeps) => {
  const beginSpan = spanOf(operation, deps);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const span = beginSpan(request);
    const baseCall = baseCallOf(request, reply, {
      timeoutMs: deps.requestTimeoutMs,
      traceparent: span.traceparent,
    });
    const context: RequestContext = {
      operation,
      baseCall,
      span,
      address: request.ip,
      systems: new Set(),
    };
    request.requestContext = context;
    deps.inFlightRequests.begin(request);
    const pass = async () => {
      for (const gate of deps.gates) await gate(context, request);
    };
    await deps.inFlightRequests.untilRefused(pass());
    if (operation.method === 'GET') admit(request, deps);
  };
};

/**
 * Counts a request as load. Those that the gates refuse never count, nor does a write before its body is there (D31g). The limit is
 * checked again, since many requests may have passed the gates at once.
 */
const admit = (request: FastifyRequest, { inFlightRequests, limits }: RouteDeps): void => {
  refuseBeyondLimit(inFlightRequests, limits);
  inFlightRequests.admit(request);
};

/** Admits a write: its body is there. */
const admitWrite =
  (deps: RouteDeps): preValidationHookHandler =>
  (request, _reply, done) => {
    admit(request, deps);
    done();
  };

/** Writes the access-log entry as the last step before answering. If that fails, nothing is answered but a 503 (D23). */
const writeAccessLog =
  (deps: RouteDeps) =>
  async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    const { requestContext: context } = request;
    try {
      // If the stream breaks off before its head has been sent, fastify calls this again with the error.
      if (isAccessLogged(context) && !context.isRecorded) {
        await recordDone(context, reply.statusCode, deps);
        context.isRecorded = true;
      }
      return payload;
    } catch (error) {
      if (payload instanceof Readable) payload.destroy();
      removeAnswerHeaders(reply);
      const failure = isFailure(error) ? error : new Failure('unexpected', { cause: error });
      return renderFailure(request, reply, { failure, now: deps.clock() });
    } finally {
      deps.inFlightRequests.end(request);
    }
  };

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<Buffer | string | Readable>;

/** What a use case needs to know about the subject, as the gates left it; `memory` counts what is read. */
const subjectOf = (context: RequestContext, memory: MemoryMeter) => ({
  patient: required(context.subject ?? undefined),
  ground: required(context.ground),
  call: { ...required(context.call), memory },
});

/** Says in a header what the answer lacks, if anything (D29). */
const nameLeftOut = (reply: FastifyReply, leftOut: LeftOut): void => {
  const header = leftOutHeader(leftOut);
  if (header !== undefined) reply.header('x-left-out', header);
};

/** The answer in the coding that the client prefers. `Vary` says so to caches, though none may store it. */
const encoded = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { plain, share }: { plain: Collected; share: Reservation },
): Promise<Collected> => {
  varyByEncoding(reply);
  const isCompressed = plain.bytes >= smallestCompressed && acceptsGzip(request.headers['accept-encoding']);
  if (!isCompressed) return plain;
  const { signal } = required(request.requestContext).baseCall;
  const body = await gzipped(plain, { memory: share, signal });
  if (body === undefined) return plain;
  reply.header('content-encoding', 'gzip');
  return body;
};

const read =
  (row: ReadRow, { useCases, budget }: RouteDeps): Handler =>
  async (request, reply) => {
    const context = required(request.requestContext);
    const interval = row.interval ? intervalOf(request.query as Record<string, unknown>) : {};
    const share = budget.open(required(context.call).consumer.user);
    reply.raw.on('close', share.release);
    const answer = row.run(useCases(), { ...subjectOf(context, share), interval });
    const plain = await serializeAnswer(answer, { writer: recordWriter(row.kind), share });
    const { text, blocks, bytes } = await encoded(request, reply, { plain, share });
    context.records = plain.count;
    context.leftOut = answer.leftOut();
    context.units = answer.units?.();
    nameLeftOut(reply, context.leftOut);
    reply.header('content-type', json).header('content-length', bytes);
    if (text !== undefined) return text;
    const [only] = blocks;
    return only !== undefined && blocks.length === 1 ? only : Readable.from(blocks, { objectMode: false });
  };

const write = (row: WriteRow, deps: RouteDeps): Handler => {
  const serialize = serializer(row.answersArray ? Type.Array(ResultRecord) : ResultRecord);
  return async (request, reply) => {
    const context = required(request.requestContext);
    const share = deps.budget.open(required(context.call).consumer.user);
    try {
      const { result, leftOut } = await row.run(deps.useCases(), {
        ...subjectOf(context, share),
        begin: async () => {
          deps.inFlightRequests.throwIfRefused();
          await recordBegun(context, deps);
        },
        query: request.query as Record<string, unknown>,
        body: request.body,
      });
      context.result = result.ResultCode;
      context.leftOut = leftOut;
      nameLeftOut(reply, leftOut);
      reply.header('content-type', json);
      return serialize(row.answersArray ? [result] : result);
    } finally {
      // When the write has ended, not when its client disconnects: the write goes on (D21).
      share.release();
    }
  };
};

/** Adds the route of an operation. It answers the path with and without its final slash (D1). */
export const serveOperation = (app: FastifyInstance, operation: Operation, deps: RouteDeps): void => {
  const isRead = operation.method === 'GET';
  const answer = isRead ? read(operation, deps) : write(operation, deps);
  app.route({
    method: operation.method,
    url: `${deps.basePath}${operation.path}`,
    ...(operation.version === 'required' ? { constraints: { apiVersion: 'v2' } } : {}),
    schema: { querystring: queryOf(operation), ...(isRead ? {} : { body: operation.body }) },
    bodyLimit: maxBodyBytes,
    config: { operation },
    onRequest: runGates(operation, deps),
    ...(isRead ? {} : { preParsing: bodyStream(deps) }),
    preValidation: isRead ? checkQuery : [admitWrite(deps), checkQuery],
    onSend: [writeAccessLog(deps), limitSendTime(deps.limits.sendTimeoutMs)],
    // It ends early when the service stops and cannot wait any longer.
    handler: (request, reply) => deps.inFlightRequests.untilRefused(answer(request, reply)),
  });
};
