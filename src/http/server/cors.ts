// Browsers may call from the listed origins (D28). The headers of preflights are left to @fastify/cors.
import type { FastifyInstance } from 'fastify';

const exposed = 'x-request-id, retry-after, x-left-out';

/**
 * Adds the headers without which a browser hides an answer from its page. @fastify/cors would add them too late for what is
 * refused before a preflight is answered (D2): overload, unknown paths and methods.
 */
export const letOriginsRead = (app: FastifyInstance, origins: readonly string[]): void => {
  if (origins.length === 0) return;
  app.addHook('onRequest', ({ headers: { origin } }, reply, done) => {
    reply.header('vary', 'Origin');
    if (origin !== undefined && origins.includes(origin)) {
      reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', exposed);
    }
    done();
  });
};

/** Answers the preflights that have passed the checks before them. */
export const answerPreflights = async (app: FastifyInstance, origins: readonly string[]): Promise<void> => {
  if (origins.length === 0) return;
  const { default: cors } = await import('@fastify/cors');
  await app.register(cors, {
    origin: [...origins],
    methods: ['GET', 'POST', 'PUT'],
    strictPreflight: false,
  });
};
