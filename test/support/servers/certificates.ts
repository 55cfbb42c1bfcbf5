// Certificates for tests: a private CA and what it issues. Keys and certificates are PEM.
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

x509.cryptoProvider.set(webcrypto as unknown as Parameters<typeof x509.cryptoProvider.set>[0]);

export type Certified = { readonly cert: string; readonly key: string };

export type Authority = {
  readonly cert: string;
  /** Issues a server certificate for host names and IP addresses. */
  server(...names: readonly string[]): Promise<Certified>;
  /** Issues a server certificate for 127.0.0.1, valid from and until the given hours from now. */
  serverValid(from: number, until: number): Promise<Certified>;
  client(name: string): Promise<Certified>;
};

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

const newKeys = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);

const pemOf = async (key: webcrypto.CryptoKey): Promise<string> =>
  x509.PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY');

const hour = 3_600_000;
/** Validity period, in hours from now. */
const validity = (from = -1, until = 24) => ({
  notBefore: new Date(Date.now() + from * hour),
  notAfter: new Date(Date.now() + until * hour),
});

let count = 0;
const serialNumber = () => (++count).toString(16).padStart(4, '0');

const isAddress = (name: string) => /^[\d.]+$|:/.test(name);

/** A CA that nobody trusts unless configured to. */
export const newAuthority = async (name: string): Promise<Authority> => {
  const keys = await newKeys();
  const own = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: `CN=${name}`,
    ...validity(),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
    ],
  });

  const issue = async (
    subject: string,
    extensions: readonly x509.Extension[],
    valid = validity(),
  ): Promise<Certified> => {
    const { publicKey, privateKey } = await newKeys();
    const certificate = await x509.X509CertificateGenerator.create({
      serialNumber: serialNumber(),
      subject: `CN=${subject}`,
      issuer: own.subject,
      ...valid,
      signingAlgorithm: algorithm,
      publicKey,
      signingKey: keys.privateKey,
      extensions: [new x509.BasicConstraintsExtension(false, undefined, true), ...extensions],
    });
    return { cert: certificate.toString('pem'), key: await pemOf(privateKey) };
  };

  const serverExtensions = (names: readonly string[]) => [
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
    new x509.SubjectAlternativeNameExtension(
      names.map(value => ({ type: isAddress(value) ? 'ip' : 'dns', value })),
    ),
  ];

  return {
    cert: own.toString('pem'),
    server: (...names) => issue(names[0] ?? 'server', serverExtensions(names)),
    serverValid: (from, until) => issue('127.0.0.1', serverExtensions(['127.0.0.1']), validity(from, until)),
    client: subject =>
      issue(subject, [new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth])]),
  };
};
