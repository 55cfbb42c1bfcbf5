// What HTTP asks of a request beyond what Node's parser checks: whatever two readers could read differently is refused.
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { Failure } from '../../domain/model/failure.ts';
import { hasAmbiguousEnd } from './connection/connections.ts';
import { headerOnce } from './headers.ts';

const host = /^[\w.~!$&'()*+;=%:[\]-]*$/;

/** HTTP/1.1 asks for one `Host`, of a host's form. Node would refuse its absence by itself, in words of its own. */
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
  // A fragment is never sent: a client that sends one hopes that two readers make two things of it.
  if (request.url.includes('#')) throw new Failure('request-unreadable', { reason: 'http-url' });
  done();
};
