// Fetching the issuer's OpenID configuration and its keys (D4).
import type { JSONWebKeySet } from 'jose';
import { Agent, request } from 'undici';
import { Failure } from '../../domain/model/failure.ts';

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
  /** Throws if they cannot be fetched. */
  keys(): Promise<JSONWebKeySet>;
  /** The OpenID configuration. Throws if it cannot be fetched, or is another issuer's. */
  configuration(): Promise<JsonObject>;
  /** A URL of the configuration; undefined if it is missing or may not be used. */
  urlIn(configuration: JsonObject, member: string): string | undefined;
  close(): Promise<void>;
};

const unusable = (detail: string) => new Failure('keys-unavailable', { detail });

const isKeySet = (value: JsonObject): value is JsonObject & JSONWebKeySet => Array.isArray(value.keys);

export const issuerClient = ({ issuer, jwksUri, mayFetch }: Issuer): IssuerClient => {
  const agent = new Agent({ connect: { timeout: patience }, maxResponseSize: largestAnswer });

  const fetchJson = async (url: string): Promise<JsonObject> => {
    const signal = AbortSignal.timeout(patience);
    const headers = { accept: 'application/json' };
    const { statusCode, body } = await request(url, { dispatcher: agent, signal, headers });
    if (statusCode !== 200) {
      await body.dump();
      throw unusable(`the issuer answered ${statusCode}`);
    }
    const value: unknown = await body.json();
    if (typeof value !== 'object' || value === null) throw unusable('the issuer answered no JSON object');
    return value as JsonObject;
  };

  const client: IssuerClient = {
    configuration: async () => {
      const found = await fetchJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
      if (found.issuer !== issuer) throw unusable('the OpenID configuration is of another issuer');
      return found;
    },
    urlIn: (configuration, member) => {
      const url = configuration[member];
      return typeof url === 'string' && mayFetch(url) ? url : undefined;
    },
    keys: async () => {
      const uri = jwksUri ?? client.urlIn(await client.configuration(), 'jwks_uri');
      if (uri === undefined) throw unusable('the OpenID configuration has no safe jwks_uri');
      const set = await fetchJson(uri);
      if (!isKeySet(set)) throw unusable('the issuer answered no key set');
      return set;
    },
    close: () => agent.destroy(),
  };
  return client;
};
