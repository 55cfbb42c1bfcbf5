// The service's log of requests: one line each, when it is answered. Nothing of it names a person: no URL, no header.

import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { operationName } from '../operations/operation.ts';

const nameOf = ({ routeOptions }: FastifyRequest): string | undefined => {
  const { operation } = routeOptions.config;
  return operation === undefined ? undefined : operationName(operation);
};

const line = (request: FastifyRequest, reply: FastifyReply) => ({
  operation: nameOf(request),
  method: request.method,
  status: reply.statusCode,
  durationMs: Math.round(reply.elapsedTime * 10) / 10,
});

export class RequestLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'requestId' });
  }

  override incomingRequest(): void {
    // The line comes with the answer.
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) {
    if (error) reply.log.warn({ ...line(request, reply), err: error }, 'an answer broke off');
    else reply.log.info(line(request, reply), 'answered');
  }

  override routeNotFound(): void {
    // As any other request, by the line that comes with its answer.
  }
}
