// The door: what is decided of every request before it reaches an operation, in the order of D2:
// proxy → (overload) → preflight → path and method.
import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { Failure } from '../../domain/model/failure.ts';

export type PreRoutingDeps = {
  /** Whether an address is the proxy's that ends TLS; undefined where none is configured. */
  readonly isTrustedProxy: ((address: string) => boolean) | undefined;
  readonly corsOrigins: readonly string[];
  /** Path → its methods, for all paths that there are, as `pathKey` writes them. */
  readonly methods: ReadonlyMap<string, readonly string[]>;
  /** Paths that need no proxy, as `pathKey` writes them. */
  readonly exemptPaths: ReadonlySet<string>;
};

/**
 * A request's target without the origin that its absolute form names (RFC 9112, 3.2.2): by what name the service is asked
 * for changes nothing, and is not repeated as the path in an answer.
 */
export const originForm = ({ url = '/' }: { readonly url?: string }): string => {
  const [origin] = /^https?:\/\/[^/?#]*/i.exec(url) ?? [''];
  const target = url.slice(origin.length);
  return target.startsWith('/') || origin === '' ? target : `/${target}`;
};

/** The path of a URL, decoded, without its query and its final slash, so that both spellings are one (D1). */
export const pathKey = (url: string): string => {
  const path = url.split('?', 1)[0] ?? '';
  const bare = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  try {
    return decodeURI(bare);
  } catch {
    return bare;
  }
};

const isHttps = (forwarded: string | string[] | undefined): boolean => {
  const protocols = String(forwarded ?? '').split(',');
  return protocols.every(protocol => protocol.trim().toLowerCase() === 'https');
};

/** Only what the trusted proxy has received by HTTPS comes in; health is asked for by others too. */
export const proxyHook =
  ({ isTrustedProxy, exemptPaths }: PreRoutingDeps) =>
  (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void => {
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

/** Unknown paths and methods, before any gate; a preflight on a known path goes on, to be answered (D1, D28). */
export const pathHook =
  ({ methods, corsOrigins }: PreRoutingDeps) =>
  (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    if (!request.is404 && request.method !== 'OPTIONS') return void done();
    const allowed = methods.get(pathKey(request.url));
    if (allowed === undefined) throw new Failure('path-unknown');
    if (isPreflight(request, corsOrigins)) return void done();
    reply.header('allow', allowed.join(', '));
    throw new Failure('method-unknown');
  };

/** Every path of the service with its methods, as `pathHook` looks them up. */
export const methodsOf = (app: FastifyInstance) => {
  const methods = new Map<string, string[]>();
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return;
    const key = pathKey(url);
    const known = methods.get(key) ?? [];
    methods.set(key, [...new Set([...known, ...[method].flat()])].sort());
  });
  return methods;
};
