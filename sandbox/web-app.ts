// Serves the example web app for patients (examples/patient-web) with its configuration. Browsers keep its files, and ask each time
// whether they have changed.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { errorCode } from '../src/faults/error-code.ts';
import { type Listening, listen, orSayWhy } from './listen.ts';

export type WebAppConfiguration = {
  readonly service: string;
  readonly key: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly scope: string;
  /** A patient for whom no account may act, to show a refusal. */
  readonly stranger: string;
};

const folder = join(import.meta.dirname, '../examples/patient-web');
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

const etagOf = (content: Buffer): string => `"${createHash('sha256').update(content).digest('base64url')}"`;

const serve =
  (configuration: () => WebAppConfiguration | undefined) =>
  async ({ url = '/', headers }: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(url, 'http://app');
    const configured = configuration();
    response.setHeader('cache-control', 'no-store');
    if (configured === undefined) return void response.writeHead(503).end();
    // Browsers ask for it, and would log a 404.
    if (pathname === '/favicon.ico') return void response.writeHead(204).end();
    if (pathname === '/config.json') {
      response.setHeader('content-type', 'application/json');
      return void response.end(JSON.stringify(configured));
    }
    const name = pathname === '/' ? '/index.html' : pathname;
    const type = types[extname(name)];
    // URL has already removed dot segments, so nothing above the folder is served.
    if (type === undefined) return void response.writeHead(404).end();
    try {
      const content = await readFile(join(folder, name));
      const { service, issuer } = configured;
      const policy = [
        "default-src 'self'",
        `connect-src 'self' ${service} ${issuer}`,
        // These do not follow `default-src`.
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ];
      const etag = etagOf(content);
      const cached = { etag, 'cache-control': 'no-cache' };
      if (headers['if-none-match'] === etag) return void response.writeHead(304, cached).end();
      response.writeHead(200, {
        ...cached,
        'content-type': type,
        'content-security-policy': policy.join('; '),
        'referrer-policy': 'no-referrer',
      });
      response.end(content);
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
      response.writeHead(404).end();
    }
  };

/** Starts the app on its own port; it answers 503 until it is configured. */
export const startWebApp = async (
  port: number,
): Promise<Listening & { configure(configuration: WebAppConfiguration): void }> => {
  let configuration: WebAppConfiguration | undefined;
  const listening = await listen(
    orSayWhy(
      500,
      serve(() => configuration),
    ),
    port,
  );
  return {
    ...listening,
    configure: given => {
      configuration = given;
    },
  };
};
