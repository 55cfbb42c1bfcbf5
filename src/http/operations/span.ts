// The span of a request, by OpenTelemetry's conventions for HTTP servers. It has the path of the route, never the query
// or a header.
import type { FastifyRequest } from 'fastify';
import type { Span, SpanAttributes, Tracing } from '../../ports/tracing.ts';
import { traceOf } from '../request/call.ts';
import { type Operation, operationName } from '../request/operation.ts';

/** Makes the function that starts the span of a request for an operation, in the trace that the request names. */
export const spanOf = (
  operation: Operation,
  { tracing, basePath }: { tracing: Tracing; basePath: string },
): ((request: FastifyRequest) => Span) => {
  const route = `${basePath}${operation.path}`;
  const name = `${operation.method} ${route}`;
  const ofOperation: SpanAttributes = {
    'http.request.method': operation.method,
    'http.route': route,
    'url.path': route,
    'pdas.operation': operationName(operation),
  };
  const attributesOf = ({ protocol, id }: FastifyRequest): SpanAttributes => ({
    ...ofOperation,
    'url.scheme': protocol,
    'pdas.request_id': id,
  });
  return request =>
    tracing.begin({
      name,
      kind: 'server',
      parent: traceOf(request),
      attributes: tracing.isOn ? attributesOf(request) : {},
    });
};
