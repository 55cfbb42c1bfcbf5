// Bringing a simulator back to its beginning, over HTTP: arrivals, payments, and which writes were lost.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { request } from 'undici';

/** The path at each EHR simulator. */
export const resetPath = '/sandbox/reset';

export const isReset = ({ method, url }: IncomingMessage): boolean => method === 'POST' && url === resetPath;

export const answerReset = (response: ServerResponse, reset: () => void): void => {
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
