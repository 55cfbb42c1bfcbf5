// Serves the example of a patient's web app (examples/patient-web) beside the rest, with its configuration.
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { type Listening, listen } from './listen.ts';

export type WebAppConfiguration = {
  readonly service: string;
  readonly key: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly scope: string;
  /** A patient whom nobody who signs in may act for: to see a refusal. */
  readonly stranger: string;
};

const folder = join(import.meta.dirname, '../examples/patient-web');
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

const isNotFound = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

const serve =
  (configuration: () => WebAppConfiguration | undefined) =>
  async ({ url = '/' }: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(url, 'http://app');
    const configured = configuration();
    response.setHeader('cache-control', 'no-store');
    if (configured === undefined) return void response.writeHead(503).end();
    if (pathname === '/config.json') {
      response.setHeader('content-type', 'application/json');
      return void response.end(JSON.stringify(configured));
    }
    const name = pathname === '/' ? '/index.html' : pathname;
    const type = types[extname(name)];
    // The URL has no dot segments any longer: nothing above the folder is served.
    if (type === undefined) return void response.writeHead(404).end();
    try {
      const content = await readFile(join(folder, name));
      const { service, issuer } = configured;
      response.writeHead(200, {
        'content-type': type,
        'content-security-policy': `default-src 'self'; connect-src 'self' ${service} ${issuer}; frame-ancestors 'none'`,
        'referrer-policy': 'no-referrer',
      });
      response.end(content);
    } catch (error) {
      if (!isNotFound(error)) throw error;
      response.writeHead(404).end();
    }
  };

/** Starts the app on a port of its own; it answers 503 until it is configured. */
export const startWebApp = async (
  port: number,
): Promise<Listening & { configure(configuration: WebAppConfiguration): void }> => {
  let configuration: WebAppConfiguration | undefined;
  const handle = serve(() => configuration);
  const listening = await listen((request, response) => {
    handle(request, response).catch(() => response.destroy());
  }, port);
  return {
    ...listening,
    configure: given => {
      configuration = given;
    },
  };
};
