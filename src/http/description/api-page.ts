// The API page: Scalar, served by the service itself. Its library is large, so it is loaded when someone first looks.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { operations } from '../operations/operations.ts';
import { memoized } from './memoized.ts';
import { type SharedBytes, sharedBytes } from './shared-bytes.ts';

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
const load = async (descriptionUrl: string): Promise<ApiPage> => {
  const worker = new Worker(new URL('./api-page-worker.ts', import.meta.url), {
    workerData: configuration(descriptionUrl),
  });
  const [{ html, script }] = (await once(worker, 'message')) as [Made];
  return { html: sharedBytes(Buffer.from(html)), policy: policyOf(html), script: sharedBytes(script) };
};

/** The page that shows the description at a URL; made when it is first asked for, and then kept. */
export const apiPage = (descriptionUrl: string): (() => Promise<ApiPage>) =>
  memoized(() => load(descriptionUrl));
