// Finds where a text stops being valid JSON. `JSON.parse` gives the position only for some faults, and quotes the text.

const white = /[\t\n\r ]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters that JSON allows in a string.
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** Thrown with the index at which something else was expected. */
class Stop extends Error {
  readonly at: number;
  constructor(at: number) {
    super('not JSON');
    this.at = at;
  }
}

/** The index after a match of the pattern at this place; undefined if it does not match. */
const past = (pattern: RegExp, text: string, at: number): number | undefined => {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
};

const pastWhite = (text: string, at: number): number => past(white, text, at) ?? at;

const pastSign = (text: string, at: number, sign: string): number => {
  const here = pastWhite(text, at);
  if (text[here] !== sign) throw new Stop(here);
  return here + 1;
};

const pastItem = (text: string, at: number, isMember: boolean): number => {
  if (!isMember) return pastValue(text, at);
  const name = pastWhite(text, at);
  const after = past(string, text, name);
  if (after === undefined) throw new Stop(name);
  return pastValue(text, pastSign(text, after, ':'));
};

const pastList = (text: string, at: number, end: ']' | '}'): number => {
  const first = pastWhite(text, at);
  if (text[first] === end) return first + 1;
  let here = pastWhite(text, pastItem(text, first, end === '}'));
  while (text[here] === ',') here = pastWhite(text, pastItem(text, here + 1, end === '}'));
  return pastSign(text, here, end);
};

function pastValue(text: string, at: number): number {
  const here = pastWhite(text, at);
  if (text[here] === '{') return pastList(text, here + 1, '}');
  if (text[here] === '[') return pastList(text, here + 1, ']');
  const after = past(string, text, here) ?? past(scalar, text, here);
  if (after === undefined) throw new Stop(here);
  return after;
}

const firstFault = (text: string): number => {
  try {
    return pastWhite(text, pastValue(text, 0));
  } catch (error) {
    if (error instanceof Stop) return error.at;
    throw error;
  }
};

/** The line and column, counted from 1, at which a text stops being valid JSON. */
export const jsonFaultPlace = (text: string): { readonly line: number; readonly column: number } => {
  const lines = text.slice(0, firstFault(text)).split(/\r\n|\n|\r/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
};
