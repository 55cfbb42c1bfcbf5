// The API page: Scalar, served by the service itself. Its library is large, so it is loaded when someone first looks.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { operations } from '../operations/operations.ts';
import { memoized } from './memoized.ts';

/** Nothing is asked of anyone else: no fonts, no telemetry, no hosted client, no assistant. */
const configuration = (descriptionUrl: string) => ({
  url: descriptionUrl,
  pageTitle: 'Patient Data Access Service',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never' as const,
  agent: { disabled: true },
  mcp: { disabled: true },
  defaultOpenAllTags: true,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' } as const,
  // Tokens stay in the memory of the page.
  persistAuth: false,
  authentication: {
    preferredSecurityScheme: [['subscriptionKey', 'accessToken']],
    securitySchemes: {
      accessToken: {
        flows: {
          // A page has no secret: it names its client in the body, and proves itself by PKCE.
          authorizationCode: {
            'x-usePkce': 'SHA-256' as const,
            'x-scalar-credentials-location': 'body' as const,
            selectedScopes: [...new Set(operations.map(({ scope }) => scope))],
          },
        },
      },
    },
  },
});

type Page = { readonly html: string; readonly script: Uint8Array };

/** The page and its script (gzipped), made by a worker that then ends. */
const load = async (descriptionUrl: string): Promise<Page> => {
  const worker = new Worker(new URL('./api-page-worker.ts', import.meta.url), {
    workerData: configuration(descriptionUrl),
  });
  const [page] = await once(worker, 'message');
  return page as Page;
};

const inlineScript = /<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g;

const hashes = (html: string): string[] =>
  [...html.matchAll(inlineScript)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );

/** What the page may do: its own scripts, and calls to this service and to the issuer. */
const policyOf =
  (html: string) =>
  (others: readonly string[]): string =>
    [
      "default-src 'none'",
      `script-src 'self' ${hashes(html).join(' ')}`,
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "font-src 'self' data:",
      "worker-src 'self' blob:",
      `connect-src ${["'self'", ...others].join(' ')}`,
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; ');

/** @param descriptionUrl of the OpenAPI description that it shows. */
export const apiPage = (descriptionUrl: string) => {
  const loaded = memoized(() => load(descriptionUrl));
  return {
    /** The page, and its content security policy for these other origins. */
    html: async () => {
      const { html } = await loaded();
      return { html, policy: policyOf(html) };
    },
    /** Its script, gzipped. */
    script: async (): Promise<Buffer> => Buffer.from((await loaded()).script),
  };
};
