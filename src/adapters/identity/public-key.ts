// A public key of the issuer as PEM, as the token verifier needs it.
import { KeyObject } from 'node:crypto';
import type { CryptoKey } from 'jose';
import type { SigningKey } from '../../ports/signing-keys.ts';

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
export const pemOf = (key: CryptoKey): SigningKey | undefined => {
  if (!encoded.has(key)) encoded.set(key, encode(key));
  return encoded.get(key);
};
