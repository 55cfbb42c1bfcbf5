// The client's certificate of a request (RFC 8705): of its own TLS connection, or in a header of the trusted proxy (D4).
import { hash, X509Certificate } from 'node:crypto';
import { TLSSocket } from 'node:tls';
import type { FastifyRequest } from 'fastify';
import { headerOnce } from '../request/headers.ts';
import { refuse } from './token-refusal.ts';

/**
 * Where the certificate is found: `connection`, or the header in which a trusted proxy hands it on. A header holds it as PEM,
 * percent-encoded (nginx, AWS), or as its DER bytes in base64, with or without the colons of RFC 9440 (HAProxy, Traefik).
 */
export type ClientCertificateSource =
  | 'connection'
  | { readonly header: string; readonly form: 'pem' | 'der' };

const decoders: Readonly<Record<'pem' | 'der', (value: string) => string | Buffer>> = {
  pem: decodeURIComponent,
  der: value => Buffer.from(value.replace(/^:(.*):$/, '$1'), 'base64'),
};

/** The certificate in a header. Throws `Failure` `token-invalid` if there is none, or none that can be read. */
const handedOn = (request: FastifyRequest, { header, form }: { header: string; form: 'pem' | 'der' }) => {
  const value = headerOnce(request, header);
  if (value === undefined || value === '') throw refuse('certificate-missing', `no header ${header}`);
  if (value === 'repeated') throw refuse('certificate-unreadable', `the header ${header} was sent twice`);
  try {
    return new X509Certificate(decoders[form](value));
  } catch (cause) {
    throw refuse('certificate-unreadable', `the header ${header} is not a certificate (${form})`, cause);
  }
};

const ofConnection = ({ socket }: FastifyRequest): X509Certificate => {
  const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
  if (certificate === undefined)
    throw refuse('certificate-missing', 'the connection has no client certificate');
  return certificate;
};

/**
 * The thumbprint (`x5t#S256`) of the certificate with which the request was sent. That the client holds its key was shown in the
 * TLS handshake; who issued it does not matter, since the token names it.
 */
export const clientThumbprint = (request: FastifyRequest, source: ClientCertificateSource): string => {
  const { raw } = source === 'connection' ? ofConnection(request) : handedOn(request, source);
  return hash('sha256', raw, 'base64url');
};
