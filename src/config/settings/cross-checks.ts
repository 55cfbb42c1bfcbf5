// Checks across settings: those that require or exclude each other.
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import type { FaultList } from '../files.ts';
import { isLoopback } from './addresses.ts';
import type { Settings } from './specs.ts';

/** The access log goes either to a file of its own or to a database. */
const checkAccessLog = (settings: Partial<Settings>, list: FaultList): void => {
  const { ACCESS_LOG_FILE: file, ACCESS_LOG_URL: url, ACCESS_LOG_PASSWORD: password } = settings;
  if (file !== undefined && url !== undefined)
    list.add('ACCESS_LOG_URL', 'this or ACCESS_LOG_FILE, not both');
  if (password !== undefined && url?.password !== undefined)
    list.add('ACCESS_LOG_PASSWORD', 'no password in ACCESS_LOG_URL as well');
  for (const name of ['REGION_FILE', 'SUBSCRIPTIONS_FILE'] as const) {
    const other = settings[name];
    if (file !== undefined && other !== undefined && resolve(file) === resolve(other))
      list.add('ACCESS_LOG_FILE', `another file than ${name}`);
  }
};

/** Whether a port that is taken on one host is also taken on the other. */
const covers = (host: string, other: string): boolean => {
  const [first, second] = [host.toLowerCase(), other.toLowerCase()];
  if (first === second || first === '::') return true;
  if (first === '0.0.0.0') return isIP(second) !== 6;
  return first === 'localhost' && ['127.0.0.1', '::1'].includes(second);
};

/** Metrics have a port of their own. Port 0 is any that is free. */
const checkPorts = ({ HOST, PORT, ADMIN_HOST, ADMIN_PORT }: Partial<Settings>, list: FaultList): void => {
  if (ADMIN_PORT === undefined || ADMIN_PORT === 0 || ADMIN_PORT !== PORT) return;
  if (HOST === undefined || ADMIN_HOST === undefined) return;
  if (covers(HOST, ADMIN_HOST) || covers(ADMIN_HOST, HOST))
    list.add('ADMIN_PORT', 'another port than PORT on the same host');
};

/**
 * Anybody can write a header, so one with a certificate is believed from the trusted proxy alone. Behind a proxy, the certificate of
 * the connection is the proxy's own.
 */
const checkClientCertificate = (settings: Partial<Settings>, list: FaultList): void => {
  const { AUTH_CLIENT_CERTIFICATE: source, TLS_CERT_FILE: cert, TRUST_PROXY: proxy } = settings;
  const where = 'AUTH_CLIENT_CERTIFICATE';
  if (source === undefined) return;
  if (source !== 'connection') {
    if (proxy === undefined) list.add(where, 'TRUST_PROXY, the proxy that sets this header');
  } else if (proxy !== undefined) {
    list.add(where, 'a header of the proxy in TRUST_PROXY, to which the connections belong');
  } else if (cert === undefined) list.add(where, 'TLS_CERT_FILE and TLS_KEY_FILE with connection');
};

/** Adds the faults of settings in combination. */
export const crossCheck = (settings: Partial<Settings>, list: FaultList): void => {
  const { HOST, TLS_CERT_FILE: cert, TLS_KEY_FILE: key, TRUST_PROXY: proxy } = settings;
  if (cert !== undefined && key === undefined)
    list.add('TLS_KEY_FILE', 'the private key that goes with TLS_CERT_FILE');
  if (key !== undefined && cert === undefined)
    list.add('TLS_CERT_FILE', 'the certificate that goes with TLS_KEY_FILE');
  checkAccessLog(settings, list);
  checkPorts(settings, list);
  checkClientCertificate(settings, list);
  const isPublic = HOST !== undefined && !isLoopback(HOST);
  if (isPublic && (cert === undefined || key === undefined) && proxy === undefined)
    list.add(
      'HOST',
      'a loopback address, or TLS_CERT_FILE and TLS_KEY_FILE, or TRUST_PROXY: patient data does not travel in the clear',
    );
};
