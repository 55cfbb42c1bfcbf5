// Fetches the issuer's OpenID configuration and its keys (D4).
import type { JWK } from 'jose';
import { request } from 'undici';
import { Failure, isFailure } from '../../domain/model/failure.ts';
import { outgoingAgent, type ProxyFor, proxyRefusal } from '../http-client/outgoing-agent.ts';
import { describeError } from '../telemetry/describe-error.ts';
import type { CertificateSeen } from '../tls/seen-certificates.ts';

/** Milliseconds for an answer of the issuer, and the most bytes that it may have. */
const timeoutMs = 3000;
const maxAnswerBytes = 1024 * 1024;

export type Issuer = {
  readonly issuer: string;
  /** The URL of the keys; undefined if the OpenID configuration says where they are. */
  readonly jwksUri: string | undefined;
  /** Whether a URL from the OpenID configuration may be fetched or published. */
  readonly mayFetch: (url: string) => boolean;
  /** Absent if the issuer is called directly. */
  readonly proxyFor?: ProxyFor | undefined;
  /** Takes the end of the certificate of the proxy. */
  readonly proxyCertificateSeen?: CertificateSeen | undefined;
};

type JsonObject = Readonly<Record<string, unknown>>;

export type IssuerClient = {
  /**
   * The issuer's keys, and the number of values among them that are not keys.
   * Throws `Failure` `keys-unavailable` if they cannot be fetched. Its message says from where, and why.
   */
  keys(): Promise<{ readonly keys: readonly JWK[]; readonly skipped: number }>;
  /** The OpenID configuration. Throws `keys-unavailable` if it cannot be fetched, or is another issuer's. */
  configuration(): Promise<JsonObject>;
  /** A URL of the configuration; undefined if it is missing or may not be used. */
  urlIn(configuration: JsonObject, member: string): string | undefined;
  close(): Promise<void>;
};

const unusable = (detail: string, cause?: unknown) => new Failure('keys-unavailable', { detail, cause });

/** The most characters of a text from a document that are logged. */
const maxShownLength = 200;

/** A value from the issuer's document for a log line: enough of it to compare it with the expected one. */
const shown = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, maxShownLength) : value === undefined ? 'none' : 'not a text';

/** Whether a value is a key: an object that says its type (RFC 7517, section 4.1). */
const isKey = (value: unknown): value is JWK =>
  typeof value === 'object' && value !== null && 'kty' in value && typeof value.kty === 'string';

/** Fetches the issuer's metadata and signing keys. Throws if an answer cannot be used. */
export const issuerClient = ({
  issuer,
  jwksUri,
  mayFetch,
  proxyFor,
  proxyCertificateSeen,
}: Issuer): IssuerClient => {
  const agent = outgoingAgent({
    connectTimeout: timeoutMs,
    maxResponseSize: maxAnswerBytes,
    proxyFor,
    proxyCertificateSeen,
  });

  const fetchJson = async (url: string): Promise<JsonObject> => {
    const signal = AbortSignal.timeout(timeoutMs);
    const headers = { accept: 'application/json' };
    try {
      const { statusCode, body } = await request(url, { dispatcher: agent, signal, headers });
      if (statusCode !== 200) {
        await body.dump();
        throw unusable(`${url}: status ${statusCode}, expected 200`);
      }
      const value: unknown = await body.json();
      if (typeof value !== 'object' || value === null) throw new SyntaxError();
      return value as JsonObject;
    } catch (error) {
      if (isFailure(error)) throw error;
      if (error instanceof SyntaxError) throw unusable(`${url}: expected a JSON object`);
      throw unusable(`${url}: ${proxyRefusal(error) ?? describeError(error)}`, error);
    }
  };

  const configurationUrl = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;

  const discoveredUri = async (): Promise<string> => {
    const configuration = await client.configuration();
    const uri = client.urlIn(configuration, 'jwks_uri');
    if (uri !== undefined) return uri;
    const received = shown(configuration.jwks_uri);
    throw unusable(`${configurationUrl}: jwks_uri ${received}, expected an https URL; or set AUTH_JWKS_URI`);
  };

  const client: IssuerClient = {
    configuration: async () => {
      const url = configurationUrl;
      const configuration = await fetchJson(url);
      if (configuration.issuer !== issuer) {
        throw unusable(
          `${url}: issuer ${shown(configuration.issuer)} in the document, ${issuer} in AUTH_ISSUER`,
        );
      }
      return configuration;
    },
    urlIn: (configuration, member) => {
      const url = configuration[member];
      return typeof url === 'string' && mayFetch(url) ? url : undefined;
    },
    keys: async () => {
      const uri = jwksUri ?? (await discoveredUri());
      const { keys: published } = await fetchJson(uri);
      const values: readonly unknown[] | undefined = Array.isArray(published) ? published : undefined;
      const keys = values?.filter(isKey) ?? [];
      // An empty set is one: every token is then refused. A set of anything but keys may be another document.
      if (values === undefined || (values.length > 0 && keys.length === 0))
        throw unusable(`${uri}: expected a key set (JSON with "keys")`);
      return { keys, skipped: values.length - keys.length };
    },
    close: () => agent.destroy(),
  };
  return client;
};
