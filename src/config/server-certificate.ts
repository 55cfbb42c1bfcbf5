// The certificate with which the service itself serves HTTPS (TLS_CERT_FILE, TLS_KEY_FILE).
import { type CertifiedKey, checkCertifiedKey, checkValidity } from './certificates.ts';
import { type FaultList, readText } from './files.ts';
import type { Settings } from './settings/specs.ts';

/** PEM texts, and when the certificate expires. */
export type ServerCertificate = CertifiedKey & { readonly expires: Date };

const places = { cert: 'TLS_CERT_FILE', key: 'TLS_KEY_FILE' };

/** Reads the two files; undefined where the settings do not name both, and where they have faults. */
export const readServerCertificate = (
  { TLS_CERT_FILE, TLS_KEY_FILE }: Pick<Settings, 'TLS_CERT_FILE' | 'TLS_KEY_FILE'>,
  list: FaultList,
): ServerCertificate | undefined => {
  if (TLS_CERT_FILE === undefined || TLS_KEY_FILE === undefined) return undefined;
  const before = list.faults.length;
  const cert = readText(TLS_CERT_FILE, places.cert, list);
  const key = readText(TLS_KEY_FILE, places.key, list);
  if (cert === undefined || key === undefined) return undefined;
  const certificate = checkCertifiedKey({ cert, key }, places, list);
  if (certificate !== undefined) checkValidity(certificate, { where: places.cert, now: new Date(), list });
  if (certificate === undefined || list.faults.length > before) return undefined;
  return { cert, key, expires: certificate.validToDate };
};
