// Decodes a document: determines its encoding, checks that its bytes are valid (extracts.md, "XML"), and normalizes line ends.
import { unusableAnswer } from '../../../../domain/model/failure.ts';

type Bytes = Uint8Array;

const unusable = (detail: string, cause?: unknown) => unusableAnswer('ehr-encoding', detail, cause);

/** Known encodings by their names in lower case. ISO-8859-1 is read as windows-1252. */
const encodings: ReadonlyMap<string, Encoding> = new Map([
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['utf-16', 'utf-16'],
  ['utf-16le', 'utf-16le'],
  ['utf-16be', 'utf-16be'],
  ['us-ascii', 'us-ascii'],
  ['ascii', 'us-ascii'],
  ['iso-8859-1', 'windows-1252'],
  ['iso_8859-1', 'windows-1252'],
  ['latin1', 'windows-1252'],
  ['windows-1252', 'windows-1252'],
  ['cp1252', 'windows-1252'],
]);

type Encoding = 'utf-8' | 'utf-16' | 'utf-16le' | 'utf-16be' | 'us-ascii' | 'windows-1252';

const named = (name: string): Encoding => {
  const encoding = encodings.get(name.trim().toLowerCase());
  if (encoding === undefined) throw unusable('an unknown encoding');
  return encoding;
};

const startsWith = (bytes: Bytes, ...start: number[]) => start.every((byte, at) => bytes[at] === byte);

const byteOrderMark = (bytes: Bytes): { encoding: Encoding; length: number } | undefined => {
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return { encoding: 'utf-8', length: 3 };
  if (startsWith(bytes, 0xfe, 0xff)) return { encoding: 'utf-16be', length: 2 };
  if (startsWith(bytes, 0xff, 0xfe)) return { encoding: 'utf-16le', length: 2 };
  return undefined;
};

/** The byte order of UTF-16 text without a byte-order mark, from its first `<`. */
const byteOrder = (bytes: Bytes) => (startsWith(bytes, 0x3c, 0x00) ? 'utf-16le' : 'utf-16be');

const looksLikeUtf16 = (bytes: Bytes) => startsWith(bytes, 0x3c, 0x00) || startsWith(bytes, 0x00, 0x3c);

const declared =
  /^<\?xml[ \t\r\n](?:[^>]*?[ \t\r\n])?encoding[ \t\r\n]*=[ \t\r\n]*["']([A-Za-z][A-Za-z0-9._-]*)["']/;

/** The encoding in the XML declaration; without one, what the first bytes look like. */
const fromDeclaration = (bytes: Bytes): Encoding => {
  const assumed = looksLikeUtf16(bytes) ? byteOrder(bytes) : 'utf-8';
  const start = Buffer.from(bytes.subarray(0, maxDeclarationBytes));
  if (assumed === 'utf-16be') start.subarray(0, start.length & ~1).swap16();
  const name = declared.exec(start.toString(assumed === 'utf-8' ? 'latin1' : 'utf16le'))?.[1];
  return name === undefined ? assumed : named(name);
};

/** The most bytes that are buffered while waiting for a declaration. */
const maxDeclarationBytes = 1024;

/** Whether the bytes so far are enough to find a declaration. */
const hasDeclaration = (bytes: Bytes) => {
  if (bytes.length >= maxDeclarationBytes) return true;
  if (bytes.length < 4) return false;
  const mayBeDeclared = startsWith(bytes, 0x3c, 0x3f) || looksLikeUtf16(bytes);
  return !mayBeDeclared || bytes.includes(0x3e);
};

type ExactEncoding = Exclude<Encoding, 'utf-16'>;

/** What no text of an encoding has: the five bytes that windows-1252 does not assign show that a document is in another encoding. */
const forbidden: { readonly [E in ExactEncoding]?: RegExp } = {
  'windows-1252': /[\u0081\u008d\u008f\u0090\u009d]/,
  'us-ascii': /[^\0-\x7f]/,
};

/** Decodes the bytes of one document. `more`: others follow. */
const decoderOf = (encoding: ExactEncoding): ((bytes: Bytes, more: boolean) => string) => {
  const label = encoding === 'us-ascii' ? 'utf-8' : encoding;
  const decoder = new TextDecoder(label, { fatal: true, ignoreBOM: true });
  const invalid = (cause?: unknown) => unusable('bytes that are not valid in the encoding', cause);
  return (bytes, more) => {
    let text: string;
    try {
      text = decoder.decode(bytes, { stream: more });
    } catch (error) {
      throw invalid(error);
    }
    if (forbidden[encoding]?.test(text)) throw invalid();
    return text;
  };
};

/** The number of bytes of a text in an encoding. */
const byteLength = (text: string, encoding: Encoding): number => {
  if (encoding === 'utf-8') return Buffer.byteLength(text);
  return encoding.startsWith('utf-16') ? 2 * text.length : text.length;
};

/**
 * Decodes a document chunk by chunk. The encoding is that of the byte-order mark, else of the `Content-Type` charset, else
 * of the XML declaration, else UTF-8. Throws `ehr-unusable` for an unknown encoding or invalid bytes.
 */
export const textDecoder = (charset: string | undefined) => {
  let held: Bytes = new Uint8Array(0);
  let decode: ReturnType<typeof decoderOf> | undefined;
  let encoding: ExactEncoding = 'utf-8';
  let markLength = 0;
  const begin = (more: boolean) => {
    const mark = byteOrderMark(held);
    const stated = mark?.encoding ?? (charset === undefined ? fromDeclaration(held) : named(charset));
    encoding = stated === 'utf-16' ? byteOrder(held) : stated;
    markLength = mark?.length ?? 0;
    decode = decoderOf(encoding);
    return decode(held.subarray(markLength), more);
  };
  return {
    write: (bytes: Bytes): string => {
      if (decode !== undefined) return decode(bytes, true);
      held = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
      return hasDeclaration(held) ? begin(true) : '';
    },
    end: (): string => (decode === undefined ? begin(false) : decode(new Uint8Array(0), false)),
    /** Final once a text has been returned. */
    isUtf8: (): boolean => encoding === 'utf-8',
    /** The number of bytes of a decoded text in the document, and of the byte-order mark. */
    bytesOf: (text: string): number => byteLength(text, encoding),
    markLength: (): number => markLength,
  };
};

/**
 * Normalizes line ends, also across chunks: a carriage return at the end of a chunk waits for the next one. At the very end of the
 * document it may be dropped. Returns the text that can be read now: as it is in the document, and with `\n` for each line end.
 */
export const newlines = () => {
  let held = '';
  return (text: string) => {
    const whole = held + text;
    held = whole.endsWith('\r') ? '\r' : '';
    const original = held === '' ? whole : whole.slice(0, -1);
    const normalized = original.includes('\r') ? original.replace(/\r\n?/g, '\n') : original;
    return { original, normalized };
  };
};
