// The API page: Scalar, served by the service itself. Its library is large, so it is loaded on the first request.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { operations } from '../operations/operations.ts';
import { memoized } from './memoized.ts';
import { type SharedBytes, sharedBytes } from './shared-bytes.ts';

/** The initial credentials for trying an operation on the page (DOCS_CLIENT_ID, DOCS_KEY). */
export type TryIt = { readonly clientId: string | undefined; readonly key: string | undefined };

/** Fixes for what Scalar's own layout clips or covers at laptop and phone widths. */
const layout = `
  [aria-labelledby] > div > button:has(h2) { flex: none; overflow: visible; }
  [aria-labelledby] > div > button:has(h2) + div { flex: 1; width: 0; min-width: 0; overflow: hidden; justify-content: flex-end; }
  [aria-labelledby] > div > button:has(h2) + div .scalar-button { min-width: 0; max-width: 14rem; display: block; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; text-align: start; }
  [aria-labelledby] > div > button:has(h2) + div .scalar-button svg { display: none; }
  .scalar-card-header-tabs { flex-wrap: wrap; }
  @media (max-width: 767px) { .scalar-client .scalar-sidebar-toggle { display: none; } }
  .scalar-card-header-tabs .scalar-card-header-title { flex: 1 1 100%; }
  .scalar-card-header-tabs .tab-list { flex-wrap: wrap; }
  .scalar-card-header-tabs .code-copy { position: static; margin-left: 9px; }
  .markdown td:first-child { white-space: nowrap; }
  .markdown td code { white-space: nowrap; word-break: normal; }
  @media (max-width: 767px) { .markdown td:first-child { white-space: normal; } .markdown td code { white-space: normal; overflow-wrap: anywhere; } .markdown td:first-child code { white-space: nowrap; } }
`;

/** The page makes no requests to third parties: no fonts, no telemetry, no hosted client, no assistant. */
const configuration = (descriptionUrl: string, { clientId, key }: TryIt) => ({
  url: descriptionUrl,
  pageTitle: 'Patient Data Access Service',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  hideModels: true,
  customCss: layout,
  showDeveloperTools: 'never' as const,
  agent: { disabled: true },
  mcp: { disabled: true },
  defaultOpenAllTags: true,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' } as const,
  // Tokens are kept only in the page's memory.
  persistAuth: false,
  authentication: {
    preferredSecurityScheme: [['subscriptionKey', 'accessToken']],
    securitySchemes: {
      ...(key === undefined ? {} : { subscriptionKey: { value: key } }),
      accessToken: {
        flows: {
          // A page cannot keep a secret: it sends its client id in the body, and uses PKCE.
          authorizationCode: {
            'x-usePkce': 'SHA-256' as const,
            'x-scalar-credentials-location': 'body' as const,
            // Asks who signs in, also where the issuer still knows the last user of this browser.
            'x-scalar-security-query': { prompt: 'login' },
            ...(clientId === undefined ? {} : { 'x-scalar-client-id': clientId }),
            selectedScopes: [...new Set(operations.map(({ scope }) => scope))],
          },
        },
      },
    },
  },
});

const inlineScript = /<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g;

const hashes = (html: string): string[] =>
  [...html.matchAll(inlineScript)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );

/** The content security policy: the page's own scripts, and calls to this service and the issuer. */
const policyOf = (html: string): ApiPage['policy'] => {
  const scripts = hashes(html).join(' ');
  return others =>
    [
      "default-src 'none'",
      `script-src 'self' ${scripts}`,
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "font-src 'self' data:",
      "worker-src 'self' blob:",
      `connect-src ${["'self'", ...others].join(' ')}`,
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; ');
};

type Made = { readonly html: string; readonly script: Uint8Array };

export type ApiPage = {
  readonly html: SharedBytes;
  /** Its content security policy, which allows calls to these origins too. */
  readonly policy: (others: readonly string[]) => string;
  /** Its script, gzipped. */
  readonly script: SharedBytes;
};

/** Builds the page and its script in a worker, which then exits. */
const load = async (descriptionUrl: string, tryIt: TryIt): Promise<ApiPage> => {
  const worker = new Worker(new URL('./api-page-worker.ts', import.meta.url), {
    workerData: configuration(descriptionUrl, tryIt),
  });
  const [{ html, script }] = (await once(worker, 'message')) as [Made];
  return { html: sharedBytes(Buffer.from(html)), policy: policyOf(html), script: sharedBytes(script) };
};

/** The page for the description at a URL. It is built on the first call, and then kept. */
export const apiPage = (descriptionUrl: string, tryIt: TryIt): (() => Promise<ApiPage>) =>
  memoized(() => load(descriptionUrl, tryIt));
