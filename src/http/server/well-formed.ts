// HTTP rules that Node's parser does not check: whatever a proxy and this service could read differently is refused.
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { Failure } from '../../domain/model/failure.ts';
import { hasAmbiguousEnd } from './connection/connections.ts';
import { headerOnce } from './headers.ts';

const host = /^[\w.~!$&'()*+;=%:[\]-]*$/;

/** HTTP/1.1 requires exactly one valid `Host`. It is checked here because Node would answer with a body of its own. */
const hasHost = (request: FastifyRequest): boolean => {
  const named = headerOnce(request, 'host');
  if (named === undefined) return request.raw.httpVersion === '1.0';
  return named !== 'repeated' && host.test(named);
};

/** Throws `request-unreadable` (400). */
export const requireWellFormed = (
  request: FastifyRequest,
  reply: FastifyReply,
  done: HookHandlerDoneFunction,
): void => {
  if (hasAmbiguousEnd(request.raw)) {
    reply.header('connection', 'close');
    throw new Failure('request-unreadable', { reason: 'http-framing' });
  }
  if (!hasHost(request)) throw new Failure('request-unreadable', { reason: 'http-host' });
  // Clients never send a fragment. One in the URL is an attempt to be read differently by two parties.
  if (request.url.includes('#')) throw new Failure('request-unreadable', { reason: 'http-url' });
  done();
};
