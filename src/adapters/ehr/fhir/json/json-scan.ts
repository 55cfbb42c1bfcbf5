// Scans a JSON text before it is parsed: its depth, its number of members, and the numbers whose digits JavaScript would change.

export type JsonScan = {
  /** Members of all objects, those with the same name included. */
  readonly members: number;
  /** The numbers whose digits parsing changes, such as `1.50`, in their order, up to one more than `mostInexact`. */
  readonly inexact: readonly InexactNumber[];
};

/** A number as it is written, and how many numbers stand before it in the text. */
export type InexactNumber = { readonly before: number; readonly written: string };

/** The most numbers that are listed: a document of nothing else would fill the memory with them. */
export const mostInexact = 10_000;

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const minus = 0x2d;

/** The index after the string whose content begins at an index. Jumps from quote to quote, because a document is mostly strings. */
const endOfString = (text: string, begin: number): number => {
  let end = text.indexOf('"', begin);
  while (end !== -1) {
    let before = end - 1;
    while (text.charCodeAt(before) === backslash) before--;
    if ((end - before) % 2 === 1) return end + 1;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
};

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** The index after a number, which has digits, signs, a point and the letter of an exponent. */
const endOfNumber = (text: string, begin: number): number => {
  let end = begin + 1;
  for (;;) {
    const code = text.charCodeAt(end);
    if (!isDigit(code) && code !== 0x2e && code !== 0x2b && code !== minus && (code | 0x20) !== 0x65)
      return end;
    end++;
  }
};

const isInexact = (written: string): boolean => String(Number(written)) !== written;

/**
 * Scans a text. Undefined if it has more levels than allowed. What is not JSON may be counted wrongly: parsing rejects it.
 * @param exact whether to list inexact numbers.
 */
export const scanJson = (
  text: string,
  { maxLevels, exact }: { readonly maxLevels: number; readonly exact: boolean },
): JsonScan | undefined => {
  let levels = 0;
  let members = 0;
  let numbers = 0;
  const inexact: InexactNumber[] = [];
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at++);
    if (code === quote) at = endOfString(text, at);
    else if (code === colon) members++;
    // { and [ differ in one bit, and so do } and ].
    else if ((code | 0x20) === 0x7b) {
      if (++levels > maxLevels) return undefined;
    } else if ((code | 0x20) === 0x7d) levels--;
    else if (isDigit(code) || code === minus) {
      const end = endOfNumber(text, at - 1);
      if (exact && inexact.length <= mostInexact) {
        const written = text.slice(at - 1, end);
        if (isInexact(written)) inexact.push({ before: numbers, written });
        numbers++;
      }
      at = end;
    }
  }
  return { members, inexact };
};
