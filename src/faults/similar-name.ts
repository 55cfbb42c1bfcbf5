// Names that were probably misspelled.
import { closest, distance } from 'fastest-levenshtein';

/** A name within this edit distance of another is probably a misspelling of it. */
const maxEdits = 2;

const plain = (name: string): string => name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();

/** Whether two names differ in no more than two letters, and in no more than half of them. Case and punctuation do not count. */
export const isSimilar = (first: string, second: string): boolean => {
  const [left, right] = [plain(first), plain(second)];
  const edits = distance(left, right);
  // Short names would be similar by chance, as "key" and "kid".
  return edits <= maxEdits && edits * 2 <= Math.max(left.length, right.length);
};

/** The known name that is most similar to a name; undefined if none is similar. */
export const similarName = (name: string, candidates: readonly string[]): string | undefined => {
  if (candidates.length === 0) return undefined;
  const probably = closest(plain(name), candidates.map(plain));
  return candidates.find(candidate => plain(candidate) === probably && isSimilar(name, candidate));
};
