// Checks whether the service on this machine is alive. For container health checks: the image has no other HTTP client.
import { request as ask } from 'node:http';
import { request as askSecurely } from 'node:https';
import { readEnvironment } from './command.ts';

const { HOST: host = '', PORT: port = '', TLS_CERT_FILE: certificate = '' } = readEnvironment();
/** The loopback address to use if the service listens on all addresses. */
const everywhere: Readonly<Record<string, string>> = { '': '127.0.0.1', '0.0.0.0': '127.0.0.1', '::': '::1' };
const options = {
  host: everywhere[host] ?? host,
  port: port === '' ? 3000 : Number(port),
  path: '/health/live',
  // The certificate is for the name that clients use, not for this address. Nothing secret is sent, and only a status is read.
  rejectUnauthorized: false,
  timeout: 3000,
};

const request = (certificate === '' ? ask : askSecurely)(options, ({ statusCode }) => {
  process.exit(statusCode === 200 ? 0 : 1);
});
request.on('timeout', () => process.exit(1));
request.on('error', () => process.exit(1));
request.end();
