// Strict decoding of base64 and of text.

/** The bytes; undefined where the text is not valid base64. White space is ignored. */
export const base64Bytes = (text: string): Uint8Array | undefined => {
  const compact = text.replace(/[ \t\r\n\f]+/g, '');
  const isValid = compact.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(compact);
  return isValid ? Buffer.from(compact, 'base64') : undefined;
};

/** Decodes text; undefined if the bytes are not valid in the charset, or the charset is unknown. */
export const textIn = (bytes: Uint8Array, charset = 'utf-8'): string | undefined => {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};
