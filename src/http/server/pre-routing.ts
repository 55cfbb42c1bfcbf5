// The checks that run on every request before it reaches an operation, in the order of D2:
// HTTP rules that Node does not check → proxy → (overload) → preflight → path and method.
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import { Failure } from '../../domain/model/failure.ts';
import type { EnforceLimit } from '../gates/rate.ts';
import { headerOnce } from '../request/headers.ts';
import { pathKey } from '../request/path.ts';
import { framingFault } from './connection/connections.ts';

const host = /^[\w.~!$&'()*+;=%:[\]-]*$/;

/** HTTP/1.1 requires exactly one valid `Host`. It is checked here because Node would answer with a body of its own. */
const hasHost = (request: FastifyRequest): boolean => {
  const named = headerOnce(request, 'host');
  if (named === undefined) return request.raw.httpVersion === '1.0';
  return named !== 'repeated' && host.test(named);
};

/** Throws `request-unreadable` (400, 501 or 505). */
export const requireWellFormed: onRequestHookHandler = (request, reply, done) => {
  const reason = framingFault(request.raw);
  if (reason !== undefined) {
    reply.header('connection', 'close');
    throw new Failure('request-unreadable', { reason });
  }
  if (!hasHost(request)) throw new Failure('request-unreadable', { reason: 'http-host' });
  // Clients never send a fragment. One in the URL is an attempt to be read differently by two parties.
  if (request.url.includes('#')) throw new Failure('request-unreadable', { reason: 'http-url' });
  done();
};

export type PreRoutingDeps = {
  /** Whether an address is the trusted proxy's, which terminates TLS; undefined if none is configured. */
  readonly isTrustedProxy: ((address: string) => boolean) | undefined;
  readonly corsOrigins: readonly string[];
  /** Path (normalized by `pathKey`) → its methods, for all routes. */
  readonly methods: ReadonlyMap<string, readonly string[]>;
  /** Paths that are served without the proxy, normalized by `pathKey`. */
  readonly exemptPaths: ReadonlySet<string>;
  /** Counts a call without a key by its address, and refuses it beyond the limit (D13). */
  readonly limitWithoutKey: EnforceLimit;
};

const isHttps = (forwarded: string | string[] | undefined): boolean => {
  const protocols = String(forwarded ?? '').split(',');
  return protocols.every(protocol => protocol.trim().toLowerCase() === 'https');
};

/** Refuses requests that the trusted proxy has not received over HTTPS. Health is exempt. */
export const proxyHook =
  ({ isTrustedProxy, exemptPaths }: PreRoutingDeps): onRequestHookHandler =>
  (request, _reply, done) => {
    if (isTrustedProxy !== undefined && !exemptPaths.has(pathKey(request.url))) {
      const peer = request.socket.remoteAddress ?? '';
      if (!isTrustedProxy(peer) || !isHttps(request.headers['x-forwarded-proto'])) {
        throw new Failure('proxy-required');
      }
    }
    done();
  };

const isPreflight = (request: FastifyRequest, origins: readonly string[]): boolean =>
  request.method === 'OPTIONS' &&
  request.headers.origin !== undefined &&
  origins.includes(request.headers.origin) &&
  request.headers['access-control-request-method'] !== undefined;

/** Refuses unknown paths and methods before any gate, and answers preflights on known paths (D1, D13, D28). */
export const pathHook =
  ({ methods, corsOrigins, limitWithoutKey }: PreRoutingDeps): onRequestHookHandler =>
  (request, reply, done) => {
    if (!request.is404 && request.method !== 'OPTIONS') return void done();
    const allowed = methods.get(pathKey(request.url));
    if (allowed === undefined) throw new Failure('path-unknown');
    if (isPreflight(request, corsOrigins)) {
      // Some browsers wait for a body without the length.
      const answer = () => void reply.code(204).header('content-length', 0).send();
      return void limitWithoutKey(request).then(answer, done);
    }
    reply.header('allow', allowed.join(', '));
    throw new Failure('method-unknown');
  };

/** Collects every path with its methods as routes are added, for `pathHook`. */
export const methodsOf = (app: FastifyInstance) => {
  const methods = new Map<string, string[]>();
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return;
    const key = pathKey(url);
    const present = methods.get(key) ?? [];
    methods.set(key, [...new Set([...present, ...[method].flat()])].sort());
  });
  return methods;
};
