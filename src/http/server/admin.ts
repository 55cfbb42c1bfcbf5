// The operators' server, separate from the patient interface: metrics for Prometheus.
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { limitSendTime, sendLimits } from '../answers/send-timeout.ts';
import { createHttpServer } from './connection/http-server.ts';
import { connectionLimits } from './connection/limits.ts';
import { throttledWarnings } from './connection/throttled-warnings.ts';

/** @param accept the `Accept` header. */
export type Scrape = (
  accept: string | undefined,
) => Promise<{ readonly contentType: string; readonly body: string }>;

export type AdminDeps = {
  readonly scrape: Scrape;
  /** Accepted host names, in addition to IP addresses, `localhost` and the machine's own name. */
  readonly names: readonly string[];
  readonly logger: Parameters<typeof throttledWarnings>[0];
};

/** Enough for a few scrapers and people. Its connections take from the same limit of open files as the patients'. */
const limits = { ...connectionLimits, connections: 32 };
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

/** Serves `/metrics`, without credentials. Metrics hold no personal data. */
export const buildAdmin = ({ scrape, names, logger }: AdminDeps) => {
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
  app.addHook('onSend', limitSendTime(sendLimits.sendTimeoutMs));
  app.get('/metrics', async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isOwnName(request.headers.host)) {
      return reply.code(421).send({ statusCode: 421, message: 'Not a name of this server (ADMIN_NAMES).' });
    }
    const { contentType, body } = await scrape(request.headers.accept);
    return reply.type(contentType).send(body);
  });
  return { app, connections };
};
