// Serves the API page (`/docs`), the description that it shows (`/openapi.json`) and the one of the v2 layouts, without credentials (DOCS).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FindIssuerEndpoints, IssuerEndpoints } from '../../ports/issuer-endpoints.ts';
import { json } from '../errors/headers.ts';
import { limitWithoutKey } from '../gates/rate.ts';
import type { Offered } from '../request/operation.ts';
import { apiPage, type TryIt } from './api-page.ts';
import { type CapabilitiesDeps, capabilitiesOf } from './capabilities.ts';
import { memoizedLast } from './memoized.ts';
import { type ApiContact, type DocumentName, openApi } from './openapi/openapi.ts';
import { sendDocument, sendShared, sharedDocument } from './shared-bytes.ts';

const originOf = (url: string | undefined): string[] => (url === undefined ? [] : [new URL(url).origin]);

export type DocsDeps = CapabilitiesDeps & {
  /** The API page and its description; undefined if they are turned off. */
  readonly docs:
    | { readonly issuer: string; readonly contact: ApiContact | undefined; readonly tryIt: TryIt }
    | undefined;
  readonly issuerEndpoints: FindIssuerEndpoints;
};

/** Adds the page and the description, unless they are turned off. To be called on an app with `registerRateLimit`. */
export const serveDocs = (app: FastifyInstance, deps: DocsDeps): void => {
  const { docs, version, basePath, publicUrl, issuerEndpoints } = deps;
  if (docs === undefined) return;
  const description = (document: DocumentName) =>
    memoizedLast((offered: Offered) => {
      const capabilities = capabilitiesOf(deps, offered);
      return memoizedLast((endpoints: IssuerEndpoints | undefined) => {
        const about = { ...docs, version, basePath, publicUrl, endpoints, offered, capabilities };
        return sharedDocument(JSON.stringify(openApi(about, document)));
      }, JSON.stringify);
    });
  const page = apiPage(`${basePath}/openapi.json`, docs.tryIt);
  // These requests carry no key: they are rate-limited together with calls without one (D31f).
  const limited = { onRequest: limitWithoutKey(app, deps) };

  const documents = { 'openapi.json': description('all'), 'openapi-v2.json': description('v2') };
  for (const [name, document] of Object.entries(documents)) {
    app.get(`${basePath}/${name}`, limited, async (request, reply) => {
      const endpoints = await issuerEndpoints();
      return sendDocument(request, reply.type(json), document(deps.offered())(endpoints));
    });
  }

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
