// The keys with which the issuer signs access tokens (D4).

/** A public key as PEM (SubjectPublicKeyInfo). */
export type SigningKey = string;

export type SigningKeys = {
  /**
   * The keys with this id that fit the algorithm, each once; an issuer may have several. Empty if it has none.
   * Throws `Failure` `keys-unavailable` if the keys cannot be fetched from the issuer.
   */
  find(named: { readonly kid: string; readonly alg: string }): Promise<readonly SigningKey[]>;
  /** Fetches the keys again, within the limit of D4: one may have changed under its id. Never rejects. */
  refresh(): Promise<void>;
  /** Increases whenever the keys change: tokens that were verified before must then be verified again. */
  generation(): number;
  /** Whether keys are loaded, or can be. */
  isReady(): Promise<boolean>;
};
