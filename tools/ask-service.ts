// Asks the service on this machine, at the address in the settings.
import { request as ask } from 'node:http';
import { request as askSecurely } from 'node:https';
import { text as textOf } from 'node:stream/consumers';
import type { Environment } from '../src/config/environment.ts';

/** The loopback address to use if the service listens on all addresses. */
const everywhere: Readonly<Record<string, string>> = { '': '127.0.0.1', '0.0.0.0': '127.0.0.1', '::': '::1' };

const timeoutMs = 3000;

export type ServiceAnswer = { readonly status: number; readonly text: string };

type Address = { readonly host: string; readonly port: number; readonly isTls: boolean };

/** Rejects if no answer comes. */
const get = ({ host, port, isTls }: Address, path: string): Promise<ServiceAnswer> =>
  new Promise((resolve, reject) => {
    const options = {
      host: everywhere[host] ?? host,
      port,
      path,
      // The certificate is for the name that clients use, not for this address. Nothing secret is sent or received.
      rejectUnauthorized: false,
      timeout: timeoutMs,
    };
    const request = (isTls ? askSecurely : ask)(options, answer => {
      textOf(answer).then(text => resolve({ status: answer.statusCode ?? 0, text }), reject);
    });
    request.on('timeout', () => request.destroy(new Error('timed out')));
    request.on('error', reject);
    request.end();
  });

/** The answer of the service to a path, by HOST, PORT and TLS_CERT_FILE; rejects if none comes. */
export const askService = (
  { HOST: host = '', PORT: port = '', TLS_CERT_FILE: certificate = '' }: Environment,
  path: string,
): Promise<ServiceAnswer> =>
  get({ host, port: port === '' ? 3000 : Number(port), isTls: certificate !== '' }, path);

/** The answer of the operators' server, by ADMIN_HOST and ADMIN_PORT; rejects if none comes. */
export const askAdmin = (
  { ADMIN_HOST: host = '', ADMIN_PORT: port = '' }: Environment,
  path: string,
): Promise<ServiceAnswer> =>
  port === ''
    ? Promise.reject(new Error('ADMIN_PORT is not set'))
    : get({ host, port: Number(port), isTls: false }, path);
