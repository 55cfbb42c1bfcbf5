// Explains to the operator why a system could not be read, in more detail than the service's answers and logs. It never
// shows a record's content or a patient's number: of library errors, whose messages may quote them, it shows only the code.
import { codeMeanings } from '../../src/adapters/telemetry/describe-error.ts';
import { isFailure } from '../../src/domain/model/failure.ts';

const untrusted =
  'its certificate is from an authority that is not trusted: name its certificate in tls/caFile';

/** What the codes of calls to a system mean, where more can be said than of any connection. */
const systemMeanings: Readonly<Record<string, string>> = {
  UND_ERR_SOCKET:
    'the connection was closed; does it require a client certificate? Set tls/certFile and tls/keyFile. Or https?',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed: name it in tls/caFile',
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED:
    'it requires a client certificate: set tls/certFile and tls/keyFile',
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: 'it refused the handshake: does it require a client certificate?',
  EPROTO: 'the TLS handshake failed',
};

const redirects =
  'it redirects, which is not followed: baseUrl must be the final address. If it leads to a login page: headers or auth';
const page = 'a login page, or one of a proxy? look at baseUrl, headers and auth of the system';
const refusal =
  'it refuses what we ask: compare logicalAddress, originalConsumerHsaId, endpoints and the client certificate with what is registered there';

/** Meanings of the adapters' messages, by how they begin or end: statuses, token servers, Faults, media types. */
const meanings: readonly (readonly [message: RegExp, meaning: string])[] = [
  [
    /^status 400$/,
    'it refuses the request; does it require a client certificate? Set tls/certFile and tls/keyFile',
  ],
  [/^status 40[13]$/, 'it refuses our credentials: look at headers or auth of the system'],
  [/^status 404$/, 'there is nothing at that address: look at baseUrl'],
  [/^status 30[12378]$/, redirects],
  [
    /^no token: .*invalid_client$/,
    'look at clientId of auth; is the public key of keyFile registered there?',
  ],
  [/^no token: .*invalid_scope$/, 'look at scope of auth'],
  [/^no token: (status 404|the answer has none)$/, 'look at tokenUrl of auth'],
  [/^a Fault \((Client\b.*|.*VP00[47])\)$/, refusal],
  [
    /^the element "[^"]*" under \S+ is unknown$/,
    'is it a record under another name? If it holds no record, name it in ignore of the system',
  ],
  [/ sent as (text\/html|application\/xhtml\+xml)$/, page],
];

const withMeaning = (text: string, meaning: string | undefined): string =>
  meaning === undefined ? text : `${text} (${meaning})`;

const explainedMessage = (text: string): string =>
  withMeaning(text, meanings.find(([message]) => message.test(text))?.[1]);

const explainedCode = (code: string): string =>
  withMeaning(code, Object.hasOwn(systemMeanings, code) ? systemMeanings[code] : codeMeanings[code]);

/** The codes of an error and its causes, outermost first: the innermost one is the most specific. */
const codesOf = (error: unknown): string[] => {
  if (!(error instanceof Error)) return [];
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause;
  const code = !isFailure(error) && 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  return [...code, ...codesOf(inner)];
};

/** The message of a failure without the code at its end, which is explained separately. */
const wordsOf = ({ message }: Error, codes: readonly string[]): string => {
  const [, before = message, code = ''] = /^(.*) \((\w+)\)$/.exec(message) ?? [];
  return codes.includes(code) ? before : message;
};

const timedOut = (timeoutMs: number | undefined) =>
  `timed out${timeoutMs === undefined ? '' : ` after ${timeoutMs} ms: look at timeoutMs of the system`}`;

/**
 * Describes what went wrong, in one line.
 * @param timeoutMs the time limit that applied, in milliseconds.
 */
export const reasonOf = (error: unknown, timeoutMs?: number): string => {
  if (isFailure(error, 'ehr-too-slow') && error.reason === 'ehr-timeout') return timedOut(timeoutMs);
  const codes = [...new Set(codesOf(error))];
  // The answer had begun, so neither the address nor a certificate is to blame.
  if (isFailure(error) && error.reason === 'ehr-answer-broken-off')
    return withMeaning(
      wordsOf(error, codes),
      'look at the time limits of the system and of proxies in between',
    );
  const causes = codes.map(explainedCode);
  if (isFailure(error)) return [explainedMessage(wordsOf(error, codes)), ...causes].join(': ');
  return ['an unexpected error', error instanceof Error ? error.name : typeof error, ...causes].join(': ');
};
