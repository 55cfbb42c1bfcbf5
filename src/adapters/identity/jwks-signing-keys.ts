// The issuer's signing keys: found through its OpenID configuration, renewed, and kept while the issuer is unreachable (D4).

import { KeyObject } from 'node:crypto';
import type { CryptoKey } from 'jose';
import { JWKSMultipleMatchingKeys } from 'jose/errors';
import { createLocalJWKSet } from 'jose/jwks/local';
import { Failure } from '../../domain/model/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SigningKey, SigningKeys } from '../../ports/signing-keys.ts';
import { errorFields } from '../telemetry/describe-error.ts';
import type { Log } from '../telemetry/service-log.ts';
import type { IssuerClient } from './issuer-client.ts';

/** The least bits of an RSA modulus (RFC 7518, 3.3 and 3.5). */
const minModulusBits = 2048;

/** Cached by key, because encoding a key costs more than finding it. */
const encoded = new WeakMap<CryptoKey, SigningKey | undefined>();

const encode = (key: CryptoKey): SigningKey | undefined => {
  const object = KeyObject.from(key);
  const { modulusLength = minModulusBits } = object.asymmetricKeyDetails ?? {};
  if (modulusLength < minModulusBits) return undefined;
  return object.export({ type: 'spki', format: 'pem' }).toString();
};

/** Undefined for an RSA key that is too short, which fast-jwt would accept. */
const pemOf = (key: CryptoKey): SigningKey | undefined => {
  if (!encoded.has(key)) encoded.set(key, encode(key));
  return encoded.get(key);
};

/**
 * What a set finds, read by the library; empty also if nothing but malformed keys have this id: WebCrypto refuses them, and
 * no token is valid with them.
 */
const matchesIn = async (
  set: ReturnType<typeof createLocalJWKSet>,
  named: { kid: string; alg: string },
): Promise<readonly CryptoKey[]> => {
  try {
    return [await set(named)];
  } catch (error) {
    return error instanceof JWKSMultipleMatchingKeys ? Array.fromAsync(error) : [];
  }
};

/** The least milliseconds between two attempts, and those between two renewals (D4). */
const retryPauseMs = 10_000;
const renewalIntervalMs = 600_000;

/**
 * The keys of one issuer. An unknown `kid`, or a signature that fails under a known one, makes it fetch them again, at most once
 * every 10 seconds.
 * @param now milliseconds on a monotonic clock.
 */
export const jwksSigningKeys = (
  client: IssuerClient,
  { log, now = () => performance.now(), clock = Date.now }: { log: Log; now?: () => number; clock?: Clock },
): SigningKeys & { fetchedAt(): number | undefined; close(): void } => {
  let keys: ReturnType<typeof createLocalJWKSet> | undefined;
  let currentSet = '';
  let generation = 0;
  let attemptedAt = Number.NEGATIVE_INFINITY;
  let hasFailed = false;
  let fetchedAt: number | undefined;
  let renewal: Promise<void> | undefined;

  const renew = async () => {
    attemptedAt = now();
    try {
      const { keys: published, skipped } = await client.keys();
      const set = { keys: [...published] };
      const text = JSON.stringify(set);
      if (text !== currentSet) {
        keys = createLocalJWKSet(set);
        currentSet = text;
        generation++;
        if (skipped > 0)
          log.warn({ skipped }, 'the issuer publishes values that are not keys: they are skipped');
      }
      if (hasFailed) log.info({}, 'the keys of the issuer have been fetched again');
      hasFailed = false;
      fetchedAt = clock();
    } catch (error) {
      hasFailed = true;
      log.warn(errorFields(error), 'the keys of the issuer could not be fetched');
    }
  };

  /** Fetches the keys, unless an attempt has been made within the pause. Concurrent calls share an attempt. */
  const attempt = async (): Promise<void> => {
    if (renewal === undefined && now() - attemptedAt < retryPauseMs) return;
    renewal ??= renew().finally(() => {
      renewal = undefined;
    });
    await renewal;
  };

  const lookUp = async (named: { kid: string; alg: string }): Promise<readonly SigningKey[]> => {
    const found = keys === undefined ? [] : await matchesIn(keys, named);
    return [...new Set(found.flatMap(key => pemOf(key) ?? []))];
  };

  const timer = setInterval(() => void attempt(), renewalIntervalMs).unref();

  return {
    find: async named => {
      const found = await lookUp(named);
      if (found.length > 0) return found;
      await attempt();
      const renewed = await lookUp(named);
      if (renewed.length === 0 && hasFailed) throw new Failure('keys-unavailable');
      return renewed;
    },
    refresh: attempt,
    generation: () => generation,
    isReady: async () => {
      if (keys === undefined) await attempt();
      return keys !== undefined;
    },
    /** When the keys were last fetched, in milliseconds since the epoch; undefined if never. */
    fetchedAt: () => fetchedAt,
    close: () => clearInterval(timer),
  };
};
