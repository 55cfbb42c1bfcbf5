// Finds places in a JSON text: where it stops being valid, and members that an object has twice. `JSON.parse` gives the position
// only for some faults, and quotes the text; of members with the same name it keeps the last.

const white = /[\t\n\r ]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters that JSON allows in a string.
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** The maximum nesting depth. No configuration file comes near it, and the scan is recursive. */
const maxDepth = 1000;

/** Thrown with the index at which something else was expected. */
class Stop extends Error {
  readonly at: number;
  constructor(at: number) {
    super('not JSON');
    this.at = at;
  }
}

/** A step in a JSON pointer. */
export const stepTo = (name: string | number): string =>
  `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** The index after the first JSON value of a text, or that of the fault in it, and the paths of repeated members. */
const scan = (text: string): { readonly end: number; readonly repeated: readonly string[] } => {
  const repeated = new Set<string>();
  let depth = 0;

  /** The index after a match of the pattern at this place; undefined if it does not match. */
  const past = (pattern: RegExp, at: number): number | undefined => {
    pattern.lastIndex = at;
    return pattern.test(text) ? pattern.lastIndex : undefined;
  };
  const pastWhite = (at: number): number => past(white, at) ?? at;
  const pastSign = (at: number, sign: string): number => {
    const here = pastWhite(at);
    if (text[here] !== sign) throw new Stop(here);
    return here + 1;
  };

  /** @param pastItem the index after an item that begins at this place. */
  const pastList = (at: number, end: ']' | '}', pastItem: (at: number) => number): number => {
    const first = pastWhite(at);
    if (text[first] === end) return first + 1;
    if (++depth > maxDepth) throw new Stop(at - 1);
    let here = pastWhite(pastItem(first));
    while (text[here] === ',') here = pastWhite(pastItem(here + 1));
    depth--;
    return pastSign(here, end);
  };
  const pastArray = (at: number, path: string): number => {
    let index = 0;
    return pastList(at, ']', item => pastValue(item, path + stepTo(index++)));
  };
  const pastObject = (at: number, path: string): number => {
    const names = new Set<string>();
    return pastList(at, '}', member => {
      const begin = pastWhite(member);
      const after = past(string, begin);
      if (after === undefined) throw new Stop(begin);
      const name = JSON.parse(text.slice(begin, after)) as string;
      const here = path + stepTo(name);
      if (names.has(name)) repeated.add(here);
      names.add(name);
      return pastValue(pastSign(after, ':'), here);
    });
  };
  const pastValue = (at: number, path: string): number => {
    const here = pastWhite(at);
    if (text[here] === '{') return pastObject(here + 1, path);
    if (text[here] === '[') return pastArray(here + 1, path);
    const after = past(string, here) ?? past(scalar, here);
    if (after === undefined) throw new Stop(here);
    return after;
  };

  try {
    return { end: pastWhite(pastValue(0, '')), repeated: [...repeated] };
  } catch (error) {
    if (error instanceof Stop) return { end: error.at, repeated: [...repeated] };
    throw error;
  }
};

/** The line and column, counted from 1, at which a text stops being valid JSON. */
export const jsonFaultPlace = (text: string): { readonly line: number; readonly column: number } => {
  const lines = text.slice(0, scan(text).end).split(/\r\n|\n|\r/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
};

/** The paths (JSON pointers) of members that their object has more than once. */
export const repeatedMembers = (text: string): readonly string[] => scan(text).repeated;
