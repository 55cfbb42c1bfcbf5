// A public key of the issuer in the form in which the verifier takes it.
import { KeyObject } from 'node:crypto';
import type { CryptoKey } from 'jose';
import type { SigningKey } from '../../ports/signing-keys.ts';

/** Bits of the smallest RSA modulus that signatures are accepted of (RFC 7518, 3.3 and 3.5). */
const smallestModulus = 2048;

/** By key, because encoding one costs more than finding it. */
const encoded = new WeakMap<CryptoKey, SigningKey | undefined>();

const encode = (key: CryptoKey): SigningKey | undefined => {
  const object = KeyObject.from(key);
  const { modulusLength = smallestModulus } = object.asymmetricKeyDetails ?? {};
  if (modulusLength < smallestModulus) return undefined;
  return object.export({ type: 'spki', format: 'pem' }).toString();
};

/** Undefined for an RSA key that is too short, which fast-jwt would accept. */
export const pemOf = (key: CryptoKey): SigningKey | undefined => {
  if (!encoded.has(key)) encoded.set(key, encode(key));
  return encoded.get(key);
};
