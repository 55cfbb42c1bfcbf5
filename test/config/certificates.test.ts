// Which of the TLS files is wrong, and why: of the service's own, and of those that it shows to a system.
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkAuthorities, checkCertifiedKey, readServerCertificate } from '../../src/config/certificates.ts';
import { faultList } from '../../src/config/files.ts';
import { type Authority, type Certified, newAuthority } from '../support/servers/certificates.ts';
import { folderWith } from './support.ts';

let authority: Authority;
let own: Certified;
let other: Certified;
let expired: Certified;
let early: Certified;

beforeAll(async () => {
  authority = await newAuthority('Region');
  [own, other, expired, early] = await Promise.all([
    authority.server('127.0.0.1'),
    authority.server('127.0.0.1'),
    authority.serverValid(-48, -24),
    authority.serverValid(24, 48),
  ]);
});

/** The service's own files with these texts, and their faults. */
const ownOf = (cert: string | Buffer, key: string) => {
  const folder = folderWith({ 'tls.crt': cert, 'tls.key': key });
  const list = faultList();
  const settings = { TLS_CERT_FILE: `${folder}/tls.crt`, TLS_KEY_FILE: `${folder}/tls.key` };
  const read = readServerCertificate(settings, list);
  expect(read === undefined).toBe(list.faults.length > 0);
  return { read, faults: list.faults.map(({ where, expected }) => `${where}: ${expected}`) };
};

const encrypted = (pem: string, type: 'pkcs8' | 'sec1') =>
  createPrivateKey(pem)
    .export({ format: 'pem', type, cipher: 'aes-256-cbc', passphrase: 'hemlig' })
    .toString();

const cases: readonly (readonly [string, () => readonly [string, string], readonly RegExp[]])[] = [
  ['a certificate and its key', () => [own.cert, own.key], []],
  ['a certificate with its chain', () => [`${own.cert}\n${authority.cert}`, own.key], []],
  ['text before the certificate', () => [`subject=CN=x\n${own.cert}`, own.key], []],
  [
    'no certificate and no key',
    () => ['a text', 'another'],
    [
      /^TLS_CERT_FILE: a certificate in PEM form .*has none$/,
      /^TLS_KEY_FILE: a private key in PEM form .*has none$/,
    ],
  ],
  [
    'the two swapped',
    () => [own.key, own.cert],
    [/^TLS_CERT_FILE: .* a private key: are the two files swapped\?$/, /^TLS_KEY_FILE: .*swapped\?$/],
  ],
  [
    "another certificate's key",
    () => [own.cert, other.key],
    [/^TLS_KEY_FILE: the key of the certificate in TLS_CERT_FILE; /],
  ],
  [
    'the chain before the certificate',
    () => [`${authority.cert}\n${own.cert}`, own.key],
    [/^TLS_CERT_FILE: the certificate of the key first, and its chain after it$/],
  ],
  [
    'an encrypted key',
    () => [own.cert, encrypted(own.key, 'pkcs8')],
    [/^TLS_KEY_FILE: .* without a passphrase; .*encrypted/],
  ],
  [
    'an encrypted key of the older form',
    () => [own.cert, encrypted(own.key, 'sec1')],
    [/^TLS_KEY_FILE: .*encrypted/],
  ],
  [
    'a certificate that is cut off',
    () => [`${own.cert.slice(0, 200)}\n-----END CERTIFICATE-----\n`, own.key],
    [/^TLS_CERT_FILE: a certificate that is whole; this one cannot be read \([A-Z0-9_]+\)$/],
  ],
  [
    'a key that is cut off',
    () => [own.cert, `${own.key.slice(0, 90)}\n-----END PRIVATE KEY-----\n`],
    [/^TLS_KEY_FILE: a private key that is whole; this one cannot be read \([A-Z0-9_]+\)$/],
  ],
  [
    'an expired certificate',
    () => [expired.cert, expired.key],
    [/^TLS_CERT_FILE: .* valid now; this one expired at 20\d\d-.*Z$/],
  ],
  [
    'a certificate that is not valid yet',
    () => [early.cert, early.key],
    [/^TLS_CERT_FILE: .* valid now; this one begins at 20/],
  ],
];

describe("the service's own", () => {
  test.each(cases)('%s', (_, texts, expected) => {
    const { faults } = ownOf(...texts());
    expect(faults).toHaveLength(expected.length);
    expected.forEach((pattern, at) => void expect(faults[at]).toMatch(pattern));
    expect(faults.join()).not.toContain('BEGIN ENCRYPTED');
  });

  test('comments beside it may have any encoding', () => {
    const commented = Buffer.from(`subject=O=Landsting Åland\n${own.cert}`, 'latin1');
    expect(ownOf(commented, own.key).read?.cert).toContain(own.cert);
  });

  test('the time of its end', () => {
    const inHours = ((ownOf(own.cert, own.key).read?.expires.getTime() ?? 0) - Date.now()) / 3_600_000;
    expect(inHours).toBeGreaterThan(23);
    expect(inHours).toBeLessThan(25);
  });

  test('a key that is too weak for TLS', () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const weak = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
    expect(ownOf(own.cert, weak).faults).toEqual([
      expect.stringMatching(/^TLS_KEY_FILE: the key of the certificate/),
    ]);
  });
});

describe("a system's", () => {
  const places = { cert: 'certFile', key: 'keyFile' };

  test('an expired one is not a fault: other systems are served', () => {
    const list = faultList();
    expect(checkCertifiedKey(expired, places, list)).toBeDefined();
    expect(list.faults).toEqual([]);
  });

  test.each([
    ['an authority', () => authority.cert, 0],
    ['several', () => `${authority.cert}\n${own.cert}`, 0],
    ['a key', () => own.key, 1],
    ['nothing', () => '', 1],
  ])('caFile with %s: %#', (_, text, count) => {
    const list = faultList();
    checkAuthorities(text(), 'caFile', list);
    expect(list.faults).toHaveLength(count);
    // It belongs to no other file that it could be swapped with.
    expect(JSON.stringify(list.faults)).not.toContain('swapped');
  });
});
