// Fetching the documents of the issuer: its OpenID configuration and its keys (D4).
import type { JSONWebKeySet } from 'jose';
import { Agent, request } from 'undici';
import { Failure } from '../../domain/model/failure.ts';

/** Milliseconds for one answer of the issuer; bytes of one. */
const patience = 3000;
const largestAnswer = 1024 * 1024;

export type Issuer = {
  readonly issuer: string;
  /** Where the keys are, instead of discovery. */
  readonly jwksUri: string | undefined;
  /** Whether something may be fetched from, or published as, a URL that discovery has found. */
  readonly mayFetch: (url: string) => boolean;
};

type JsonObject = Readonly<Record<string, unknown>>;

export type IssuerClient = {
  /** Throws where they cannot be had. */
  keys(): Promise<JSONWebKeySet>;
  /** The OpenID configuration. Throws where it cannot be had, or is another issuer's. */
  configuration(): Promise<JsonObject>;
  /** A URL of the configuration that may be used; undefined where there is none. */
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
