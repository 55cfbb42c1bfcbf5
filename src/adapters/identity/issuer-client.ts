// Fetching the issuer's OpenID configuration and its keys (D4).
import type { JSONWebKeySet } from 'jose';
import { Failure, isFailure } from '../../domain/model/failure.ts';
import { Agent, get } from '../http-client/undici.ts';
import { errorInWords } from '../telemetry/error-words.ts';

/** Milliseconds for an answer of the issuer, and the most bytes that it may have. */
const patience = 3000;
const largestAnswer = 1024 * 1024;

export type Issuer = {
  readonly issuer: string;
  /** The URL of the keys; undefined: the OpenID configuration says where they are. */
  readonly jwksUri: string | undefined;
  /** Whether a URL of the OpenID configuration may be fetched from, or published. */
  readonly mayFetch: (url: string) => boolean;
};

type JsonObject = Readonly<Record<string, unknown>>;

export type IssuerClient = {
  /** Throws `Failure` `keys-unavailable` if they cannot be fetched: its message says from where, and why. */
  keys(): Promise<JSONWebKeySet>;
  /** The OpenID configuration. Throws the same if it cannot be fetched, or is another issuer's. */
  configuration(): Promise<JsonObject>;
  /** A URL of the configuration; undefined if it is missing or may not be used. */
  urlIn(configuration: JsonObject, member: string): string | undefined;
  close(): Promise<void>;
};

const unusable = (detail: string, cause?: unknown) => new Failure('keys-unavailable', { detail, cause });

/** Characters of a document's own text that are shown to the operators. */
const longestShown = 200;

/** A text from a document that is not ours, as far as it helps to compare it. */
const shown = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, longestShown) : value === undefined ? 'none' : 'not a text';

const isKeySet = (value: JsonObject): value is JsonObject & JSONWebKeySet => Array.isArray(value.keys);

export const issuerClient = ({ issuer, jwksUri, mayFetch }: Issuer): IssuerClient => {
  const agent = new Agent({ connect: { timeout: patience }, maxResponseSize: largestAnswer });

  const fetchJson = async (url: string): Promise<JsonObject> => {
    const signal = AbortSignal.timeout(patience);
    const headers = { accept: 'application/json' };
    try {
      const { statusCode, body } = await get(agent, url, { signal, headers });
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
      throw unusable(`${url}: ${errorInWords(error)}`, error);
    }
  };

  const configurationUrl = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;

  const discoveredUri = async (): Promise<string> => {
    const configuration = await client.configuration();
    const uri = client.urlIn(configuration, 'jwks_uri');
    if (uri !== undefined) return uri;
    const found = shown(configuration.jwks_uri);
    throw unusable(`${configurationUrl}: jwks_uri ${found}, expected an https URL; or set AUTH_JWKS_URI`);
  };

  const client: IssuerClient = {
    configuration: async () => {
      const url = configurationUrl;
      const found = await fetchJson(url);
      if (found.issuer !== issuer) {
        throw unusable(`${url}: issuer ${shown(found.issuer)} in the document, ${issuer} in AUTH_ISSUER`);
      }
      return found;
    },
    urlIn: (configuration, member) => {
      const url = configuration[member];
      return typeof url === 'string' && mayFetch(url) ? url : undefined;
    },
    keys: async () => {
      const uri = jwksUri ?? (await discoveredUri());
      const set = await fetchJson(uri);
      if (!isKeySet(set)) throw unusable(`${uri}: expected a key set (JSON with "keys")`);
      return set;
    },
    close: () => agent.destroy(),
  };
  return client;
};
