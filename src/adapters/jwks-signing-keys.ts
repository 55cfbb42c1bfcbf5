// The issuer's keys: found through its OpenID configuration, renewed, and kept while the issuer is away (D4).
import { createLocalJWKSet, errors, type JSONWebKeySet } from 'jose';
import { Agent, request } from 'undici';
import { Failure } from '../domain/model/failure.ts';
import type { SigningKey, SigningKeys } from '../ports/signing-keys.ts';
import type { Log } from './log-notices.ts';

/** Milliseconds: between two attempts, between two renewals, and for one answer of the issuer. */
const pause = 10_000;
const renewEvery = 600_000;
const patience = 3000;
const largestAnswer = 1024 * 1024;

export type Issuer = {
  readonly issuer: string;
  /** Where the keys are, instead of discovery. */
  readonly jwksUri: string | undefined;
  /** Whether keys may be fetched from a URL that discovery has found. */
  readonly mayFetch: (url: string) => boolean;
};

const unusable = (detail: string) => new Failure('keys-unavailable', { detail });

type JsonObject = Readonly<Record<string, unknown>>;

const isKeySet = (value: JsonObject): value is JsonObject & JSONWebKeySet => Array.isArray(value.keys);

/** Fetches the issuer's documents. */
const issuerClient = ({ issuer, jwksUri, mayFetch }: Issuer) => {
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

  const discover = async (): Promise<string> => {
    const found = await fetchJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
    if (found.issuer !== issuer) throw unusable('the OpenID configuration is of another issuer');
    const uri = found.jwks_uri;
    if (typeof uri !== 'string' || !mayFetch(uri))
      throw unusable('the OpenID configuration has no safe jwks_uri');
    return uri;
  };

  return {
    keys: async (): Promise<JSONWebKeySet> => {
      const set = await fetchJson(jwksUri ?? (await discover()));
      if (!isKeySet(set)) throw unusable('the issuer answered no key set');
      return set;
    },
    close: () => agent.destroy(),
  };
};

/**
 * Keys of one issuer. An unknown `kid` makes it ask the issuer again, at most once per 10 seconds whatever comes in.
 * @param now milliseconds on a clock that is never set back.
 */
export const jwksSigningKeys = (
  issuer: Issuer,
  { log, now = () => performance.now() }: { log: Log; now?: () => number },
): SigningKeys & { close(): Promise<void> } => {
  const client = issuerClient(issuer);
  let keys: ReturnType<typeof createLocalJWKSet> | undefined;
  let written = '';
  let generation = 0;
  let attemptedAt = Number.NEGATIVE_INFINITY;
  let failed = false;
  let underWay: Promise<void> | undefined;

  const renew = async () => {
    attemptedAt = now();
    try {
      const set = await client.keys();
      const text = JSON.stringify(set);
      if (text !== written) {
        keys = createLocalJWKSet(set);
        written = text;
        generation++;
      }
      failed = false;
    } catch (error) {
      failed = true;
      log.warn({ err: error }, 'the keys of the issuer could not be had');
    }
  };

  /** One attempt at a time, and none within the pause after one. */
  const attempt = async (): Promise<void> => {
    if (underWay === undefined && now() - attemptedAt < pause) return;
    underWay ??= renew().finally(() => {
      underWay = undefined;
    });
    await underWay;
  };

  const lookUp = async (named: { kid: string; alg: string }): Promise<SigningKey | undefined> => {
    if (keys === undefined) return undefined;
    try {
      return await keys(named);
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  };

  const timer = setInterval(() => void attempt(), renewEvery);
  timer.unref();

  return {
    find: async named => {
      const known = await lookUp(named);
      if (known !== undefined) return known;
      await attempt();
      const renewed = await lookUp(named);
      if (renewed === undefined && failed) throw new Failure('keys-unavailable');
      return renewed;
    },
    generation: () => generation,
    isReady: async () => {
      if (keys === undefined) await attempt();
      return keys !== undefined;
    },
    close: () => {
      clearInterval(timer);
      return client.close();
    },
  };
};
