// Certificates and their keys: which of the two files is wrong, and why.
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { errorCode } from '../faults/error-code.ts';
import { type FaultList, readPem } from './files.ts';
import type { Settings } from './settings/specs.ts';

/** A certificate chain and its private key, in PEM. */
export type CertifiedKey = { readonly cert: string; readonly key: string };

/** The names of the two texts in faults, such as `TLS_CERT_FILE`. */
export type CertifiedKeyPlaces = { readonly cert: string; readonly key: string };

const certificateForm = /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----/;
const keyForm = /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY-----/;
const encryptedForm = /-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m;

const swapped = ': are the two files swapped?';

/** OpenSSL's error code. */
const codeOf = (error: unknown): string => errorCode(error).replace(/^ERR_(OSSL|SSL)_/, '');

/** The certificates in a text, each as PEM. */
export const certificatesIn = (text: string): string[] =>
  text.split(/(?=-----BEGIN )/).filter(block => certificateForm.test(block));

/**
 * The first certificate in a file; undefined, with a fault added, if there is none.
 * @param hint what a private key in its place suggests.
 */
const readCertificate = (
  text: string,
  { where, list, hint = '' }: { where: string; list: FaultList; hint?: string },
): X509Certificate | undefined => {
  if (!certificateForm.test(text)) {
    const content = keyForm.test(text) ? `a private key${hint}` : 'none';
    const expected = `a certificate in PEM form (-----BEGIN CERTIFICATE-----); the file has ${content}`;
    return list.add(where, expected);
  }
  try {
    return new X509Certificate(text);
  } catch (error) {
    return list.add(where, `a certificate that is whole; this one cannot be read (${codeOf(error)})`);
  }
};

const readKey = (text: string, where: string, list: FaultList): KeyObject | undefined => {
  if (encryptedForm.test(text)) {
    const remedy = 'openssl pkey -in KEY -out NEW removes the passphrase';
    return list.add(where, `a private key without a passphrase; this one is encrypted (${remedy})`);
  }
  if (!keyForm.test(text)) {
    const content = certificateForm.test(text) ? `a certificate${swapped}` : 'none';
    const expected = `a private key in PEM form (-----BEGIN PRIVATE KEY-----); the file has ${content}`;
    return list.add(where, expected);
  }
  try {
    return createPrivateKey(text);
  } catch (error) {
    return list.add(where, `a private key that is whole; this one cannot be read (${codeOf(error)})`);
  }
};

/** Checks that the first certificate belongs to the key. The chain up to the authority comes after it. */
const checkMatch = (
  certificate: X509Certificate,
  { key, text, places, list }: { key: KeyObject; text: string; places: CertifiedKeyPlaces; list: FaultList },
): boolean => {
  if (certificate.checkPrivateKey(key)) return true;
  const isFurtherDown = certificatesIn(text)
    .slice(1)
    .some(block => new X509Certificate(block).checkPrivateKey(key));
  if (isFurtherDown) list.add(places.cert, 'the certificate of the key first, and its chain after it');
  else list.add(places.key, `the key of the certificate in ${places.cert}; this is another one's`);
  return false;
};

/** Adds faults if the texts are not a certificate (with its chain) and its key. Does not check the validity period. */
export const checkCertifiedKey = (
  { cert, key }: CertifiedKey,
  places: CertifiedKeyPlaces,
  list: FaultList,
): X509Certificate | undefined => {
  const certificate = readCertificate(cert, { where: places.cert, list, hint: swapped });
  const privateKey = readKey(key, places.key, list);
  if (certificate === undefined || privateKey === undefined) return undefined;
  try {
    if (!checkMatch(certificate, { key: privateKey, text: cert, places, list })) return undefined;
    createSecureContext({ cert, key });
    return certificate;
  } catch (error) {
    return list.add(places.cert, `a certificate and a chain that TLS can use (${codeOf(error)})`);
  }
};

/** Adds a fault if the certificate is not valid at this time. */
const checkValidity = (
  { validFromDate, validToDate }: X509Certificate,
  { where, now, list }: { where: string; now: Date; list: FaultList },
): void => {
  if (validToDate < now)
    list.add(where, `a certificate that is valid now; this one expired at ${validToDate.toISOString()}`);
  if (validFromDate > now)
    list.add(where, `a certificate that is valid now; this one begins at ${validFromDate.toISOString()}`);
};

/** Adds a fault if a text holds no CA certificates. */
export const checkAuthorities = (text: string, where: string, list: FaultList): void => {
  if (readCertificate(text, { where, list }) === undefined) return;
  try {
    createSecureContext({ ca: text });
  } catch (error) {
    list.add(where, `certificates of authorities that TLS can use (${codeOf(error)})`);
  }
};

/** The certificate with which the service itself serves HTTPS. */
export type ServerCertificate = CertifiedKey & { readonly expires: Date };

const ownPlaces = { cert: 'TLS_CERT_FILE', key: 'TLS_KEY_FILE' };

/** Reads the two files; undefined if the settings do not name both, or if they have faults. */
export const readServerCertificate = (
  { TLS_CERT_FILE, TLS_KEY_FILE }: Pick<Settings, 'TLS_CERT_FILE' | 'TLS_KEY_FILE'>,
  list: FaultList,
): ServerCertificate | undefined => {
  if (TLS_CERT_FILE === undefined || TLS_KEY_FILE === undefined) return undefined;
  const before = list.faults.length;
  const cert = readPem(TLS_CERT_FILE, { where: ownPlaces.cert, list });
  const key = readPem(TLS_KEY_FILE, { where: ownPlaces.key, list });
  if (cert === undefined || key === undefined) return undefined;
  const certificate = checkCertifiedKey({ cert, key }, ownPlaces, list);
  if (certificate !== undefined) checkValidity(certificate, { where: ownPlaces.cert, now: new Date(), list });
  if (certificate === undefined || list.faults.length > before) return undefined;
  return { cert, key, expires: certificate.validToDate };
};
