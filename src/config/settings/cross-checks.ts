// Checks across settings: those that require or exclude each other.
import { resolve } from 'node:path';
import type { Fault } from '../fault.ts';
import { isLoopback } from './addresses.ts';
import type { Settings } from './specs.ts';

/** The access log goes either to a file of its own or to a database. */
const accessLogFaults = (settings: Partial<Settings>): Fault[] => {
  const { ACCESS_LOG_FILE: file, ACCESS_LOG_URL: url, ACCESS_LOG_PASSWORD: password } = settings;
  const faults: Fault[] = [];
  if (file !== undefined && url !== undefined) {
    faults.push({ where: 'ACCESS_LOG_URL', expected: 'this or ACCESS_LOG_FILE, not both' });
  }
  if (password !== undefined && url?.password !== undefined) {
    faults.push({ where: 'ACCESS_LOG_PASSWORD', expected: 'no password in ACCESS_LOG_URL as well' });
  }
  for (const name of ['REGION_FILE', 'SUBSCRIPTIONS_FILE'] as const) {
    const other = settings[name];
    if (file !== undefined && other !== undefined && resolve(file) === resolve(other))
      faults.push({ where: 'ACCESS_LOG_FILE', expected: `another file than ${name}` });
  }
  return faults;
};

/** The faults of settings in combination. */
export const crossCheck = (settings: Partial<Settings>): Fault[] => {
  const { HOST, TLS_CERT_FILE: cert, TLS_KEY_FILE: key, TRUST_PROXY: proxy } = settings;
  const faults: Fault[] = [];
  if (cert !== undefined && key === undefined) {
    faults.push({ where: 'TLS_KEY_FILE', expected: 'the private key that goes with TLS_CERT_FILE' });
  }
  if (key !== undefined && cert === undefined) {
    faults.push({ where: 'TLS_CERT_FILE', expected: 'the certificate that goes with TLS_KEY_FILE' });
  }
  faults.push(...accessLogFaults(settings));
  const { PORT: port, ADMIN_PORT: adminPort, ADMIN_HOST: adminHost } = settings;
  if (adminPort !== undefined && adminPort !== 0 && adminPort === port && adminHost === HOST) {
    faults.push({ where: 'ADMIN_PORT', expected: 'another port than PORT on the same host' });
  }
  const isPublic = HOST !== undefined && !isLoopback(HOST);
  if (isPublic && (cert === undefined || key === undefined) && proxy === undefined) {
    faults.push({
      where: 'HOST',
      expected:
        'a loopback address, or TLS_CERT_FILE and TLS_KEY_FILE, or TRUST_PROXY: patient data does not travel in the clear',
    });
  }
  return faults;
};
