// Telling whether a DPoP proof is used for the first time (D4, access tokens: a `jti` is seen once).

/** Seconds by which the time of a proof may differ from the service's, either way. */
export const proofToleranceS = 60;

/**
 * Milliseconds for which a used proof is remembered at least: as long as it could be accepted, and 5 s for clocks of instances
 * that differ.
 */
export const proofMemoryMs = (2 * proofToleranceS + 5) * 1000;

/**
 * Marks a proof as used. Returns whether it was unused until then. To be called when nothing else is wrong with the proof.
 * @param id identifies the proof and its key; it has the same length for every proof.
 * @throws Failure `replay-unknown` if the store of used proofs cannot answer.
 */
export type IsFirstUse = (id: string) => boolean | Promise<boolean>;
