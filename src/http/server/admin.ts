// The operators' server, separate from the patient interface: metrics for Prometheus, and the last warnings.
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { limitSendTime } from '../answers/send-timeout.ts';
import { serverLimits } from '../request/limits.ts';
import { createHttpServer } from './connection/http-server.ts';
import { throttledWarnings } from './connection/throttled-warnings.ts';

export type AdminDeps = {
  /** The metrics, in the form that an `Accept` header asks for. */
  readonly scrape: (accept: string | undefined) => Promise<{ contentType: string; body: string }>;
  /** The last warnings and errors of the service log: lines of JSON, which hold nothing personal. */
  readonly warnings: () => readonly string[];
  /** Accepted host names, in addition to IP addresses, `localhost` and the machine's own name. */
  readonly names: readonly string[];
  readonly logger: Parameters<typeof throttledWarnings>[0];
};

/** Enough for a few scrapers and people. Its connections take from the same limit of open files as the patients'. */
const limits = { ...serverLimits, connections: 32 };
const inactivityMs = 20_000;

/** Strips the port of a host. */
const nameIn = (host: string): string => host.replace(/:\d*$/, '').toLowerCase();

/**
 * Whether a `Host` header is one of the server's own names. Any other name may belong to an attacker who points it at this
 * server, so a web page in an operator's browser could read the metrics (DNS rebinding). IP addresses are safe.
 */
const isOwn = (names: ReadonlySet<string>) => (host: string | undefined) => {
  if (host === undefined) return false;
  const name = nameIn(host);
  return names.has(name) || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
};

/** Serves `/metrics` and `/warnings`, without credentials: neither holds personal data. */
export const buildAdmin = ({ scrape, warnings, names, logger }: AdminDeps) => {
  const warn = throttledWarnings(logger);
  const server = createHttpServer({
    https: undefined,
    limits,
    inactivityMs,
    onAcceptFailed: err => warn({ err }, 'a connection for metrics could not be accepted'),
  });
  const { connections, serverFactory, clientErrorHandler } = server;
  const app = Fastify({ logger: false, serverFactory, clientErrorHandler } as Parameters<
    typeof Fastify
  >[0]) as unknown as FastifyInstance;
  const isOwnName = isOwn(new Set(['localhost', hostname(), ...names].map(name => name.toLowerCase())));

  // Nothing here takes a body.
  app.removeAllContentTypeParsers();
  app.decorateReply('sendTimer', undefined);
  app.addHook('onSend', limitSendTime(limits.sendTimeoutMs));
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    if (isOwnName(request.headers.host)) return;
    return reply.code(421).send({ statusCode: 421, message: 'Not a name of this server (ADMIN_NAMES).' });
  });
  app.get('/warnings', async (_request: FastifyRequest, reply: FastifyReply) =>
    reply.type('application/x-ndjson; charset=utf-8').send(warnings().join('')),
  );
  app.get('/metrics', async (request: FastifyRequest, reply: FastifyReply) => {
    const { contentType, body } = await scrape(request.headers.accept);
    return reply.type(contentType).send(body);
  });
  return { app, connections };
};
