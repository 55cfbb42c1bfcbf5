// Checks whether the service on this machine is alive. For container health checks: the image has no other HTTP client.
import { request as ask } from 'node:http';
import { request as askSecurely } from 'node:https';
import type { Environment } from '../src/config/environment.ts';
import { Refusal, readEnvironment, runProcess } from './command.ts';

const usage = `node tools/health.ts

Ends with 0 if the service answers, with 1 otherwise. The address is that of HOST, PORT and TLS_CERT_FILE in the environment or .env.`;

/** The loopback address to use if the service listens on all addresses. */
const everywhere: Readonly<Record<string, string>> = { '': '127.0.0.1', '0.0.0.0': '127.0.0.1', '::': '::1' };

/** The status of the service's answer; rejects if none comes. */
const statusOf = (environment: Environment): Promise<number | undefined> => {
  const { HOST: host = '', PORT: port = '', TLS_CERT_FILE: certificate = '' } = environment;
  const options = {
    host: everywhere[host] ?? host,
    port: port === '' ? 3000 : Number(port),
    path: '/health/live',
    // The certificate is for the name that clients use, not for this address. Nothing secret is sent, and only a status is read.
    rejectUnauthorized: false,
    timeout: 3000,
  };
  return new Promise((resolve, reject) => {
    const request = (certificate === '' ? ask : askSecurely)(options, answer => {
      answer.resume();
      resolve(answer.statusCode);
    });
    request.on('timeout', () => request.destroy(new Error('timed out')));
    request.on('error', reject);
    request.end();
  });
};

await runProcess({
  usage,
  run: async () => {
    const status = await statusOf(readEnvironment()).catch((error: Error) => {
      throw new Refusal(`The service does not answer: ${error.message || 'no connection'}.`);
    });
    if (status !== 200) throw new Refusal(`The service answers with status ${status}.`);
    return 0;
  },
});
