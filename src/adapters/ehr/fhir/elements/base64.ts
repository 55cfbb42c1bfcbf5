// Base64, whole or not at all.

/** The bytes; undefined where the text is not valid base64. White space makes no difference. */
export const base64Bytes = (text: string): Uint8Array | undefined => {
  const compact = text.replace(/[ \t\r\n\f]+/g, '');
  const isValid = compact.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(compact);
  return isValid ? Buffer.from(compact, 'base64') : undefined;
};

/** Bytes as text; undefined where they are not valid in the charset, or nobody knows it. */
export const textIn = (bytes: Uint8Array, charset = 'utf-8'): string | undefined => {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};
