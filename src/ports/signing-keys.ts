// The keys that the issuer signs access tokens with (D4).

/** A public key as PEM (SubjectPublicKeyInfo). */
export type SigningKey = string;

export type SigningKeys = {
  /**
   * The key that a token names, fit for that algorithm; undefined where the issuer has none.
   * Throws `Failure` `keys-unavailable` where that cannot be known, because the issuer is away.
   */
  find(named: { readonly kid: string; readonly alg: string }): Promise<SigningKey | undefined>;
  /** Grows whenever the keys have changed: what was verified before is to be verified again. */
  generation(): number;
  /** Whether keys are loaded, or can be. */
  isReady(): Promise<boolean>;
};
