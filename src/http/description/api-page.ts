// The API page: Scalar, served by the service itself. Its library is large, so it is loaded when someone first looks.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { operations } from '../operations/operations.ts';
import { memoized } from './memoized.ts';
import { type SharedBytes, sharedBytes } from './shared-bytes.ts';

/** What the page starts with when one tries an operation (DOCS_CLIENT_ID, DOCS_KEY). */
export type TryIt = { readonly clientId: string | undefined; readonly key: string | undefined };

/** What the page's own layout clips or covers at the widths of a laptop and a phone. */
const layout = `
  [aria-labelledby] > div > button[disabled] { flex: none; overflow: visible; }
  [aria-labelledby] > div > button[disabled] + div { min-width: 0; flex: 1; justify-content: flex-end; }
  [aria-labelledby] > div > button[disabled] + div .scalar-button { max-width: 14rem; overflow: hidden; white-space: nowrap; justify-content: flex-start; }
  .scalar-card-header-tabs { flex-wrap: wrap; }
  .scalar-card-header-tabs .scalar-card-header-title { flex: 1 1 100%; }
  .scalar-card-header-tabs .tab-list { flex-wrap: wrap; }
  .scalar-card-header-tabs .code-copy { position: static; }
  .markdown td code { white-space: nowrap; word-break: normal; }
`;

/** Nothing is asked of anyone else: no fonts, no telemetry, no hosted client, no assistant. */
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
  // Tokens stay in the memory of the page.
  persistAuth: false,
  authentication: {
    preferredSecurityScheme: [['subscriptionKey', 'accessToken']],
    securitySchemes: {
      ...(key === undefined ? {} : { subscriptionKey: { value: key } }),
      accessToken: {
        flows: {
          // A page has no secret: it names its client in the body, and proves itself by PKCE.
          authorizationCode: {
            'x-usePkce': 'SHA-256' as const,
            'x-scalar-credentials-location': 'body' as const,
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

/** What the page may do: its own scripts, and calls to this service and to the issuer. */
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
  /** Its content security policy, where it may also call these origins. */
  readonly policy: (others: readonly string[]) => string;
  /** Its script, gzipped. */
  readonly script: SharedBytes;
};

/** The page and its script, made by a worker that then ends. */
const load = async (descriptionUrl: string, tryIt: TryIt): Promise<ApiPage> => {
  const worker = new Worker(new URL('./api-page-worker.ts', import.meta.url), {
    workerData: configuration(descriptionUrl, tryIt),
  });
  const [{ html, script }] = (await once(worker, 'message')) as [Made];
  return { html: sharedBytes(Buffer.from(html)), policy: policyOf(html), script: sharedBytes(script) };
};

/** The page that shows the description at a URL; made when it is first asked for, and then kept. */
export const apiPage = (descriptionUrl: string, tryIt: TryIt): (() => Promise<ApiPage>) =>
  memoized(() => load(descriptionUrl, tryIt));
