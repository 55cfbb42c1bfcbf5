// Describes why something outside the process failed: the code that an operator searches for, and what it usually means.
// Messages of libraries are not used, because they may quote the data that they could not process.
import { isFailure } from '../../domain/model/failure.ts';

const untrusted = 'its certificate is not from a trusted authority: add the authority to NODE_EXTRA_CA_CERTS';

/** Code of an error of a connection or a file → what it usually means. */
export const codeMeanings: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
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
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed: add it to NODE_EXTRA_CA_CERTS',
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet: are the clocks right?',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the server does not speak TLS on this port: is it the right one?',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'the server does not speak TLS on this port: is it the right one?',
  // Files
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the file system is read-only',
  EACCES: 'the service has no permission',
  EIO: 'the disk reports an error',
  // Redis
  WRONGPASS: 'the user name or password is wrong',
  NOAUTH: 'it requires a password',
  NOPERM: 'the user has no permission for these commands or keys',
  READONLY: 'it is a read-only replica',
  LOADING: 'it is starting, and is not ready yet',
  OOM: 'its memory is full (maxmemory)',
  MOVED: 'it is a node of a cluster, which is not supported',
});

/** A Redis reply such as `WRONGPASS invalid username-password pair`: its first word is the code. */
const replyCode = ({ name, message }: Error): string | undefined =>
  name === 'ReplyError' ? /^[A-Z]+(?= |$)/.exec(message)?.[0] : undefined;

const ownCode = (error: Error): string | undefined =>
  'code' in error && typeof error.code === 'string' ? error.code : replyCode(error);

/** The code of the innermost cause that has one, because that is the most specific. */
export const errorCodeIn = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  return errorCodeIn(inner) ?? ownCode(error);
};

/** The HTTP status that an exporter reports as a code. The code of a DOMException is a number, too, but not a status. */
const statusIn = (error: unknown): number | undefined => {
  if (!(error instanceof Error) || error instanceof DOMException || !('code' in error)) return undefined;
  return typeof error.code === 'number' ? error.code : undefined;
};

/** Describes an error of a connection or a file: `ECONNREFUSED: nothing listens there`. */
export const describeError = (error: unknown): string => {
  if (error instanceof Error && error.name === 'TimeoutError') return 'no answer in time';
  const status = statusIn(error);
  if (status !== undefined) return `status ${status}`;
  const code = errorCodeIn(error);
  if (code === undefined) return error instanceof Error ? error.name : 'an unknown error';
  const meaning = codeMeanings[code];
  return meaning === undefined ? code : `${code}: ${meaning}`;
};

/**
 * The fields to log for an error: a readable cause if it came from outside the service, or the error with its stack if it
 * may be a bug.
 */
export const errorFields = (error: unknown): { readonly cause: string } | { readonly err: unknown } => {
  if (isFailure(error) && error.code !== 'unexpected') return { cause: error.message };
  return errorCodeIn(error) === undefined ? { err: error } : { cause: describeError(error) };
};
