// Bringing a simulator back to its beginning, over HTTP: arrivals, payments, and which writes were lost.
import type { IncomingMessage, RequestListener } from 'node:http';
import { request } from 'undici';
import { isLoopback } from './listen.ts';

/** The path at each EHR simulator. */
export const resetPath = '/sandbox/reset';

/** Whether a page of another host sends the request: browsers name the page's host with every POST. */
const isForeign = ({ headers: { origin } }: IncomingMessage): boolean =>
  origin !== undefined && !isLoopback(origin.replace(/^https?:\/\//, ''));

/** A simulator that goes back to its beginning when it is asked to. */
export const resettable =
  (reset: () => void, handler: RequestListener): RequestListener =>
  (request, response) => {
    if (request.method !== 'POST' || request.url !== resetPath) return handler(request, response);
    if (isForeign(request)) return void response.writeHead(403).end();
    reset();
    response.writeHead(204).end();
  };

/** Resets the simulator of a running sandbox, and says so; sets the exit status if there is none at this port. */
export const resetRunning = async (ehrPort: number): Promise<void> => {
  try {
    const { statusCode, body } = await request(`http://127.0.0.1:${ehrPort}${resetPath}`, { method: 'POST' });
    await body.dump();
    if (statusCode === 204) return void process.stdout.write('The sandbox is back at its beginning.\n');
    process.stderr.write(`Port ${ehrPort} answers ${statusCode}: it is no EHR simulator of the sandbox.\n`);
  } catch {
    process.stderr.write(`No EHR simulator answers on port ${ehrPort}: give the --port of the sandbox.\n`);
  }
  process.exitCode = 1;
};

/** The command that resets a sandbox. */
export const resetCommand = ({ service, ehr }: { service: string; ehr: { url: string } }): string => {
  const [servicePort, ehrPort] = [service, ehr.url].map(url => Number(new URL(url).port));
  return ehrPort === Number(servicePort) + 1
    ? `npm run sandbox -- --reset --port ${servicePort}`
    : `curl -X POST ${new URL(resetPath, ehr.url)}`;
};
