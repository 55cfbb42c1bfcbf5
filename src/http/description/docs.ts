// Serves the API page (`/docs`) and the description that it shows (`/openapi.json`), without credentials (DOCS).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IssuerEndpoints } from '../../ports/issuer-endpoints.ts';
import { limitWithoutKey } from '../gates/rate.ts';
import type { AppDeps } from '../server/app-deps.ts';
import { apiPage } from './api-page.ts';
import { capabilitiesOf } from './capabilities.ts';
import { memoizedLast } from './memoized.ts';
import { openApi } from './openapi/openapi.ts';
import { sendDocument, sendShared, sharedDocument } from './shared-bytes.ts';

const originOf = (url: string | undefined): string[] => (url === undefined ? [] : [new URL(url).origin]);

/** These requests carry no key: they are rate-limited together with calls without one (D31f). */
const countByAddress = (app: FastifyInstance, deps: AppDeps) => ({ onRequest: limitWithoutKey(app, deps) });

/** Adds the page and the description, unless they are turned off. To be called on an app with `registerRateLimit`. */
export const serveDocs = (app: FastifyInstance, deps: AppDeps): void => {
  const { docs, version, basePath, offered, issuerEndpoints } = deps;
  if (docs === undefined) return;
  const capabilities = capabilitiesOf(deps);
  const description = memoizedLast(JSON.stringify, (endpoints: IssuerEndpoints | undefined) =>
    sharedDocument(JSON.stringify(openApi({ ...docs, version, basePath, endpoints, offered, capabilities }))),
  );
  const page = apiPage(`${basePath}/openapi.json`, docs.tryIt);
  const limited = countByAddress(app, deps);

  app.get(`${basePath}/openapi.json`, limited, async (request, reply) => {
    const endpoints = await issuerEndpoints();
    return sendDocument(request, reply.type('application/json; charset=utf-8'), description(endpoints));
  });

  app.get(`${basePath}/docs/`, limited, async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    // The page refers to its script by a relative URL.
    if (!path.endsWith('/')) return reply.redirect(`${path}/`, 308);
    const { html, policy } = await page();
    // To sign in, the page itself requests a token from the issuer.
    const issuer = originOf((await issuerEndpoints())?.token);
    reply.header('content-security-policy', policy(issuer)).type('text/html; charset=utf-8');
    return sendShared(reply, html);
  });

  app.get(`${basePath}/docs/js/scalar.js`, limited, async (_request, reply) => {
    const { script } = await page();
    return sendShared(
      reply.header('content-encoding', 'gzip').type('text/javascript; charset=utf-8'),
      script,
    );
  });
};
