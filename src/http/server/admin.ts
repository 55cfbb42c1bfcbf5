// The operators' own server, apart from the patient interface: metrics for Prometheus.
import Fastify, { type FastifyInstance } from 'fastify';

export type Scrape = () => Promise<{ readonly contentType: string; readonly body: string }>;

/** Serves `/metrics`. Without credentials, and with nothing personal. */
export const buildAdmin = (scrape: Scrape): FastifyInstance => {
  const app = Fastify({ logger: false });
  app.get('/metrics', async (_request, reply) => {
    const { contentType, body } = await scrape();
    return reply.type(contentType).send(body);
  });
  return app;
};
