// The issuer's signing keys: found through its OpenID configuration, renewed, and kept while the issuer is unreachable (D4).
import { createLocalJWKSet } from 'jose/jwks/local';
import { Failure } from '../../domain/model/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SigningKey, SigningKeys } from '../../ports/signing-keys.ts';
import { fieldsOf } from '../telemetry/error-words.ts';
import type { Log } from '../telemetry/service-log.ts';
import type { IssuerClient } from './issuer-client.ts';
import { pemOf } from './public-key.ts';

/** Milliseconds: between two attempts, and between two renewals. */
const pause = 10_000;
const renewEvery = 600_000;

export type JwksSigningKeys = SigningKeys & {
  /** When the keys were last fetched, in milliseconds since 1970; undefined where they never were. */
  fetchedAt(): number | undefined;
  close(): void;
};

/**
 * The keys of one issuer. An unknown `kid` makes it fetch them again, at most once every 10 seconds.
 * @param now milliseconds on a clock that is never adjusted.
 */
export const jwksSigningKeys = (
  client: IssuerClient,
  { log, now = () => performance.now(), clock = Date.now }: { log: Log; now?: () => number; clock?: Clock },
): JwksSigningKeys => {
  let keys: ReturnType<typeof createLocalJWKSet> | undefined;
  let written = '';
  let generation = 0;
  let attemptedAt = Number.NEGATIVE_INFINITY;
  let failed = false;
  let fetchedAt: number | undefined;
  let renewal: Promise<void> | undefined;

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
      fetchedAt = clock();
    } catch (error) {
      failed = true;
      log.warn(fieldsOf(error), 'the keys of the issuer could not be fetched');
    }
  };

  /** One attempt at a time, and none within the pause after one. */
  const attempt = async (): Promise<void> => {
    if (renewal === undefined && now() - attemptedAt < pause) return;
    renewal ??= renew().finally(() => {
      renewal = undefined;
    });
    await renewal;
  };

  /** Undefined also if the issuer publishes a malformed key under this id: WebCrypto refuses it, and no token is valid with it. */
  const lookUp = async (named: { kid: string; alg: string }): Promise<SigningKey | undefined> => {
    const key = await keys?.(named).catch(() => undefined);
    return key === undefined ? undefined : pemOf(key);
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
    fetchedAt: () => fetchedAt,
    close: () => clearInterval(timer),
  };
};
