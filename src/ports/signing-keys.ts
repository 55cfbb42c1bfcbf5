// The keys that the issuer signs access tokens with (D4).
import type { webcrypto } from 'node:crypto';

export type SigningKey = webcrypto.CryptoKey;

export type SigningKeys = {
  /**
   * The key that a token names; undefined where the issuer has none of that id for that algorithm.
   * Throws `Failure` `keys-unavailable` where that cannot be known, since the issuer is away.
   */
  find(named: { readonly kid: string; readonly alg: string }): Promise<SigningKey | undefined>;
  /** Grows whenever the keys have changed: what was verified before is to be verified again. */
  generation(): number;
  /** Whether keys are loaded, or can be. */
  isReady(): Promise<boolean>;
};
