// The accepted signature algorithms, of access tokens and of proofs (D4): asymmetric ones. `none` and HMAC are never accepted.

export const algorithms = [
  ...(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'] as const),
  ...(['ES256', 'ES384', 'ES512', 'EdDSA'] as const),
];
