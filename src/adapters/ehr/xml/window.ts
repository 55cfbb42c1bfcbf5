// The stretch of a document that is being scanned: its text, and the same as numbers, which are far quicker to look at
// one by one than the characters of a string.

export type Window = {
  readonly text: string;
  /** UTF-16 code units; one more than the text has: a zero, which no document holds, ends every loop. */
  readonly units: Uint16Array;
  readonly length: number;
};

/** Units that are kept for all documents: a scan ends before the next one begins. */
const kept = new Uint16Array(128 * 1024);

/** UTF-16 as this machine's numbers have it. */
const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

export const windowOf = (text: string): Window => {
  const { length } = text;
  const units = length < kept.length ? kept : new Uint16Array(length + 1);
  const bytes = Buffer.from(units.buffer, 0, 2 * length);
  bytes.write(text, 'utf16le');
  if (!isLittleEndian) bytes.swap16();
  units[length] = 0;
  return { text, units, length };
};

export const emptyWindow: Window = { text: '', units: new Uint16Array(1), length: 0 };
