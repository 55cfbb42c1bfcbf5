// Whether the service of this machine is alive: for health checks of containers, which have no other program to ask with.
import { request as ask } from 'node:http';
import { request as askSecurely } from 'node:https';
import { readEnvironment } from './command.ts';

const { HOST: host = '', PORT: port = '', TLS_CERT_FILE: certificate = '' } = readEnvironment();
/** Where one listens on all addresses, it is there on the own machine's. */
const everywhere: Readonly<Record<string, string>> = { '': '127.0.0.1', '0.0.0.0': '127.0.0.1', '::': '::1' };
const options = {
  host: everywhere[host] ?? host,
  port: port === '' ? 3000 : Number(port),
  path: '/health/live',
  // The certificate is for the name that clients use. Nothing is sent, and the answer is a status.
  rejectUnauthorized: false,
  timeout: 3000,
};

const request = (certificate === '' ? ask : askSecurely)(options, ({ statusCode }) => {
  process.exit(statusCode === 200 ? 0 : 1);
});
request.on('timeout', () => process.exit(1));
request.on('error', () => process.exit(1));
request.end();
