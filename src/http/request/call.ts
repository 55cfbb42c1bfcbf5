// The context of the calls made for a request: its id, its deadline, and a signal for a connection that ends.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../domain/model/failure.ts';
import type { Call } from '../../ports/call.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** W3C trace context. Version ff and ids that are all zeros are invalid. */
const traceContext = /^(?!ff)[0-9a-f]{2}-(?!0+-)[0-9a-f]{32}-(?!0+-)[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * The caller's request id if it is a UUID, otherwise a new one (D12). It stays the same for a request that fastify handles and
 * Node's parser refuses in the middle of its body.
 */
export const requestId = (message: IncomingMessage): string => {
  const given = message.headers['x-request-id'];
  if (typeof given === 'string' && uuid.test(given)) return given;
  message.newRequestId ??= randomUUID();
  return message.newRequestId;
};

/** The trace context that the request carries, if it is valid. */
export const traceOf = ({ headers }: FastifyRequest): string | undefined => {
  const given = headers.traceparent;
  return typeof given === 'string' && traceContext.test(given) ? given : undefined;
};

/** The context of a request's calls, without the consumer, which is not known yet. */
export const baseCallOf = (
  request: FastifyRequest,
  reply: FastifyReply,
  { timeoutMs, traceparent }: { timeoutMs: number; traceparent: string | undefined },
): Omit<Call, 'consumer'> => {
  const controller = new AbortController();
  reply.raw.on('close', () => {
    if (reply.raw.writableFinished) return;
    const code = request.raw.endedBy === undefined ? 'client-gone' : 'stopping';
    controller.abort(new Failure(code));
  });
  return {
    request,
    requestId: request.id,
    traceparent,
    signal: controller.signal,
    deadline: performance.now() + timeoutMs,
  };
};

declare module 'node:http' {
  interface IncomingMessage {
    newRequestId?: string;
  }
}
