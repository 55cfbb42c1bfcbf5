// Fetches the issuer's OpenID configuration and its keys (D4).
import type { JWK } from 'jose';
import { request } from 'undici';
import { Failure, isFailure } from '../../domain/model/failure.ts';
import { type OutgoingOptions, outgoingAgent, proxyRefusal } from '../http-client/outgoing-agent.ts';
import { describeError } from '../telemetry/describe-error.ts';

/** Milliseconds for an answer of the issuer, and the most bytes that it may have. */
const timeoutMs = 3000;
const maxAnswerBytes = 1024 * 1024;

export type Issuer = {
  readonly issuer: string;
  /** The URL of the keys; undefined if the OpenID configuration says where they are. */
  readonly jwksUri: string | undefined;
  /** Whether a URL from the OpenID configuration may be fetched or published. */
  readonly mayFetch: (url: string) => boolean;
} & Partial<Pick<OutgoingOptions, 'proxyFor' | 'proxyCertificateSeen'>>;

type JsonObject = Readonly<Record<string, unknown>>;

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
export const issuerClient = (client: Issuer) => {
  const { issuer, jwksUri, mayFetch, proxyFor, proxyCertificateSeen } = client;
  const limits = { connectTimeout: timeoutMs, maxResponseSize: maxAnswerBytes };
  const agent = outgoingAgent({ ...limits, proxyFor, proxyCertificateSeen });

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

  /** The OpenID configuration. Throws `keys-unavailable` if it cannot be fetched, or is another issuer's. */
  const configuration = async (): Promise<JsonObject> => {
    const document = await fetchJson(configurationUrl);
    if (document.issuer === issuer) return document;
    const received = shown(document.issuer);
    throw unusable(`${configurationUrl}: issuer ${received} in the document, ${issuer} in AUTH_ISSUER`);
  };

  /** A URL of the configuration; undefined if it is missing or may not be used. */
  const urlIn = (document: JsonObject, member: string): string | undefined => {
    const url = document[member];
    return typeof url === 'string' && mayFetch(url) ? url : undefined;
  };

  const discoveredUri = async (): Promise<string> => {
    const document = await configuration();
    const uri = urlIn(document, 'jwks_uri');
    if (uri !== undefined) return uri;
    const received = shown(document.jwks_uri);
    throw unusable(`${configurationUrl}: jwks_uri ${received}, expected an https URL; or set AUTH_JWKS_URI`);
  };

  return {
    /**
     * The issuer's keys, and the number of values among them that are not keys.
     * Throws `Failure` `keys-unavailable` if they cannot be fetched. Its message says from where, and why.
     */
    keys: async (): Promise<{ readonly keys: readonly JWK[]; readonly skipped: number }> => {
      const uri = jwksUri ?? (await discoveredUri());
      const { keys: published } = await fetchJson(uri);
      const values: readonly unknown[] | undefined = Array.isArray(published) ? published : undefined;
      const keys = values?.filter(isKey) ?? [];
      // An empty set is one: every token is then refused. A set of anything but keys may be another document.
      if (values === undefined || (values.length > 0 && keys.length === 0))
        throw unusable(`${uri}: expected a key set (JSON with "keys")`);
      return { keys, skipped: values.length - keys.length };
    },
    configuration,
    urlIn,
    close: (): Promise<void> => agent.destroy(),
  };
};

export type IssuerClient = ReturnType<typeof issuerClient>;
