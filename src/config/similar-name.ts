// Names that were probably misspelled.
import { closest, distance } from 'fastest-levenshtein';

/** A name within this edit distance of another is probably a misspelling of it. */
const maxEdits = 2;

const plain = (name: string): string => name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();

/** Whether two names differ in no more than two letters. Case and punctuation do not count. */
export const isSimilar = (one: string, other: string): boolean =>
  distance(plain(one), plain(other)) <= maxEdits;

/** The known name that is most similar to a name; undefined if none is similar. */
export const similarName = (name: string, known: readonly string[]): string | undefined => {
  if (known.length === 0) return undefined;
  const probably = closest(plain(name), known.map(plain));
  return known.find(one => plain(one) === probably && isSimilar(name, one));
};
