// Why something outside the process failed, in words: the code that an operator searches for, and what it mostly means.
// Messages of libraries are not used: they may quote what they choked on.

import { isFailure } from '../../domain/model/failure.ts';

const untrusted = 'its certificate is not of a trusted authority: name that in NODE_EXTRA_CA_CERTS';

const meanings: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was broken',
  EPIPE: 'the connection was broken',
  UND_ERR_SOCKET: 'the connection was closed',
  EHOSTUNREACH: 'there is no route to the host',
  ENETUNREACH: 'there is no route to the network',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the name server does not answer',
  ETIMEDOUT: 'the address does not answer; is there a firewall?',
  UND_ERR_CONNECT_TIMEOUT: 'the address does not answer; is there a firewall?',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'the answer is too large',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed: name it in NODE_EXTRA_CA_CERTS',
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet: are the clocks right?',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS there: is it the right port?',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it does not speak TLS there: is it the right port?',
  // Files
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the file system is read-only',
  EACCES: 'the user of the service may not do that',
  EIO: 'the disk has a fault',
  // Redis
  WRONGPASS: 'the user or the password is wrong',
  NOAUTH: 'it requires a password',
  NOPERM: 'the user may not run these commands, or not on these keys',
  READONLY: 'it is a replica, which cannot be written to',
  LOADING: 'it is starting, and not ready yet',
  OOM: 'its memory is full (maxmemory)',
  MOVED: 'it is a node of a cluster, which is not supported',
});

/** A Redis reply such as `WRONGPASS invalid username-password pair`: its first word is the code. */
const replyCode = ({ name, message }: Error): string | undefined =>
  name === 'ReplyError' ? /^[A-Z]+(?= |$)/.exec(message)?.[0] : undefined;

const ownCode = (error: Error): string | undefined =>
  'code' in error && typeof error.code === 'string' ? error.code : replyCode(error);

/** The code of the deepest cause that has one: it says most. */
export const codeIn = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  return codeIn(inner) ?? ownCode(error);
};

/** An error of a connection or a file in words: `ECONNREFUSED: nothing listens there`. */
export const errorInWords = (error: unknown): string => {
  if (error instanceof Error && error.name === 'TimeoutError') return 'no answer in time';
  if (error instanceof Error && 'code' in error && typeof error.code === 'number') {
    return `status ${error.code}`;
  }
  const code = codeIn(error);
  if (code === undefined) return error instanceof Error ? error.name : 'an unknown error';
  const meaning = meanings[code];
  return meaning === undefined ? code : `${code}: ${meaning}`;
};

/**
 * The fields to log for an error: a readable cause if it came from outside the service, or the error with its stack if it
 * may be a bug.
 */
export const fieldsOf = (error: unknown): { readonly cause: string } | { readonly err: unknown } => {
  if (isFailure(error) && error.code !== 'unexpected') return { cause: error.message };
  return codeIn(error) === undefined ? { err: error } : { cause: errorInWords(error) };
};
