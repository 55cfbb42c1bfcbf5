// Names of elements and attributes. A document has few different ones, thousands of times: each is made once, with what
// its prefix is, and found again by its characters without a new string.
import type { Window } from './window.ts';

export type Name = {
  /** As written. */
  readonly full: string;
  readonly prefix: string | undefined;
  readonly local: string;
  readonly units: Uint16Array;
};

const nameOf = (full: string): Name => {
  const units = Uint16Array.from({ length: full.length }, (_, at) => full.charCodeAt(at));
  const colon = full.indexOf(':');
  return colon === -1
    ? { full, units, prefix: undefined, local: full }
    : { full, units, prefix: full.slice(0, colon), local: full.slice(colon + 1) };
};

/** Whether a name stands at an index. */
export const standsAt = ({ units }: Name, { units: written }: Window, from: number): boolean => {
  for (let at = 0; at < units.length; at++) if (written[from + at] !== units[at]) return false;
  return true;
};

/** Places for names, by a hash of their characters; a power of two. Of two that meet in one, the later has it. */
const places = 2048;
const known: (Name | undefined)[] = new Array(places).fill(undefined);

/** Names beyond this length are not kept: no interface has them. */
const longest = 64;

const placeOf = ({ units }: Window, from: number, end: number): number => {
  let hash = end - from;
  for (let at = from; at < end; at++) hash = (Math.imul(hash, 31) + (units[at] as number)) | 0;
  return (hash ^ (hash >>> 11)) & (places - 1);
};

/** The name that stands between two indices. */
export const nameAt = (window: Window, from: number, end: number): Name => {
  const length = end - from;
  if (length > longest) return nameOf(window.text.slice(from, end));
  const place = placeOf(window, from, end);
  const found = known[place];
  if (found !== undefined && found.units.length === length && standsAt(found, window, from)) return found;
  // A slice of a text holds the whole text in memory, a patient's record: what is kept is made anew.
  const made = nameOf(String.fromCharCode(...window.units.subarray(from, end)));
  known[place] = made;
  return made;
};
