// Where the certificate of a request is found (RFC 8705), and what operators read when it is not. Whole requests are in
// ../bound-tokens.test.ts.
import { X509Certificate } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { clientThumbprint } from '../../../src/http/authentication/client-certificate.ts';
import { newAuthority } from '../../support/servers/certificates.ts';

let pem: string;
let der: string;

beforeAll(async () => {
  pem = (await (await newAuthority('Anybody')).client('kiosk')).cert;
  der = new X509Certificate(pem).raw.toString('base64');
});

const header = 'client-cert';

const sent = (...values: readonly string[]) => {
  const [value] = values;
  const raw = {
    headers: value === undefined ? {} : { [header]: value },
    rawHeaders: values.flatMap(one => ['Client-Cert', one]),
  };
  return { raw, socket: {} } as unknown as FastifyRequest;
};

const thumbprint = (request: FastifyRequest, form: 'pem' | 'der') =>
  clientThumbprint(request, { header, form });

test('is one thumbprint, in whatever form it comes', () => {
  const expected = thumbprint(sent(encodeURIComponent(pem)), 'pem');
  expect(expected).toMatch(/^[\w-]{43}$/);
  expect(thumbprint(sent(der), 'der')).toBe(expected);
  expect(thumbprint(sent(`:${der}:`), 'der')).toBe(expected);
});

describe('operators read', () => {
  test.each<[reason: string, message: string, values: () => string[], form: 'pem' | 'der']>([
    ['certificate-missing', 'no header client-cert', () => [], 'pem'],
    ['certificate-missing', 'no header client-cert', () => [''], 'der'],
    [
      'certificate-unreadable',
      'the header client-cert was sent twice',
      () => [encodeURIComponent(pem), encodeURIComponent(pem)],
      'pem',
    ],
    ['certificate-unreadable', 'the header client-cert is not a certificate (pem)', () => ['x'], 'pem'],
    ['certificate-unreadable', 'the header client-cert is not a certificate (pem)', () => ['%'], 'pem'],
    ['certificate-unreadable', 'the header client-cert is not a certificate (der)', () => [':eA==:'], 'der'],
  ])('%s: %s (%#)', (reason, message, values, form) => {
    expect(() => thumbprint(sent(...values()), form)).toThrowError(
      expect.objectContaining({ code: 'token-invalid', reason, message }),
    );
  });

  test('that a connection without TLS has none, whatever its headers say', () => {
    expect(() => clientThumbprint(sent(encodeURIComponent(pem)), 'connection')).toThrowError(
      expect.objectContaining({
        code: 'token-invalid',
        reason: 'certificate-missing',
        message: 'the connection has no client certificate',
      }),
    );
  });
});
