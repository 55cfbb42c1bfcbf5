// The key pair with which the service requests tokens from the simulator (SMART Backend Services); new at each start.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CryptoKey, exportJWK, generateKeyPair } from 'jose';

const alg = 'ES384';

/** Generates the pair and writes the private key to a file that only its owner can read. */
export const newBackendKey = async (
  folder: string,
): Promise<{ readonly keyFile: string; readonly publicKey: CryptoKey }> => {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const keyFile = join(folder, 'backend-key.json');
  const jwk = { ...(await exportJWK(privateKey)), kid: randomUUID(), alg };
  writeFileSync(keyFile, JSON.stringify(jwk), { mode: 0o600 });
  return { keyFile, publicKey };
};
