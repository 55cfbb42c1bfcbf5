// The API page (`/docs`) and the description that it shows (`/openapi.json`), without credentials (DOCS).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppDeps } from '../server/app-deps.ts';
import { apiPage } from './api-page.ts';
import { memoizedLast } from './memoized.ts';
import { openApi } from './openapi.ts';

const originOf = (url: string | undefined): string[] => (url === undefined ? [] : [new URL(url).origin]);

export const serveDocs = (app: FastifyInstance, { docs, basePath, issuerEndpoints }: AppDeps): void => {
  if (docs === undefined) return;
  const text = memoizedLast(JSON.stringify, endpoints =>
    JSON.stringify(openApi({ ...docs, basePath, endpoints })),
  );
  const page = apiPage(`${basePath}/openapi.json`);

  app.get(`${basePath}/openapi.json`, async (_request, reply) => {
    reply.type('application/json; charset=utf-8');
    return text(await issuerEndpoints());
  });

  app.get(`${basePath}/docs/`, async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    // The page names its script relative to itself.
    if (!path.endsWith('/')) return reply.redirect(`${path}/`, 308);
    const { html, policy } = await page.html();
    // Signing in asks the issuer for a token, from the page.
    const issuer = originOf((await issuerEndpoints())?.token);
    return reply
      .header('content-security-policy', policy(issuer))
      .type('text/html; charset=utf-8')
      .send(html);
  });

  app.get(`${basePath}/docs/js/scalar.js`, async (_request, reply) =>
    reply
      .headers({ 'content-encoding': 'gzip' })
      .type('text/javascript; charset=utf-8')
      .send(await page.script()),
  );
};
