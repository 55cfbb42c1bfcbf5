// An answer of an EHR as a tree, XML or JSON alike: its places, and what it becomes when something happens to one of them.

/** What can happen to a place of an answer. */
export type Change =
  /** The element, attribute, member or item is missing. */
  | 'removed'
  /** It is there without content: an empty text, an element without children; in JSON also null, or an empty object or list. */
  | 'empty'
  | 'null'
  /** Another text: a word that no list of words has. */
  | 'word'
  /** Another type: an element in place of a text or a text in place of elements; in JSON any other of its types. */
  | 'element'
  | 'text'
  | 'number'
  | 'flag'
  | 'object'
  | 'list'
  /** A second one with other content, after it or before it; in JSON also a member that is written twice. */
  | 'repeated'
  | 'repeated-before'
  | 'duplicate'
  /** A second one with the same content, after it. */
  | 'copied'
  /** A text that the caller gives; in JSON a boolean or number, if it is one of these. */
  | 'set'
  /** Its name: another one, and in other letters; an element or object around it; an unknown one beside it. */
  | 'renamed'
  | 'other-letters'
  | 'wrapped'
  | 'stranger';

export type Place = {
  /** Names from the root, joined by `/`; an attribute as `@name`, the items of a JSON list as `[]`. */
  readonly path: string;
  /** Where it is in the tree. */
  readonly steps: readonly (string | number)[];
  /** Whether it has a value and not elements or members. */
  readonly isValue: boolean;
  /** Its text; undefined if it is not one. */
  readonly text: string | undefined;
  /** The changes that make sense here, without those of its name. */
  readonly changes: readonly Change[];
};

export type Edit = {
  readonly place: Place;
  readonly change: Change;
  /** What `set` writes. */
  readonly value?: string;
  /** What a `stranger` is called; by default, `unknownName`. */
  readonly name?: string;
};

export type ParsedDocument = {
  readonly places: readonly Place[];
  /** The document with these edits. One whose place is gone by then does nothing. */
  edited(edits: readonly Edit[]): Buffer;
};

/** The text that changes write: it occurs in no valid answer, and is not a word, number, time or id of any protocol. */
export const marker = 'okant-7q';

/** The number that changes write in JSON. */
export const markerNumber = 7_046_019;

/** The name of an element or member that no protocol has. */
export const unknownName = 'okant';

/** The same letters, upper and lower exchanged. */
export const otherLetters = (name: string): string =>
  name.replace(/./g, letter =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );

/** Whether a place is within another one, or is the same. */
export const isWithin = ({ steps }: Place, outer: Place): boolean =>
  outer.steps.every((step, at) => step === steps[at]);

/** Of the places that match, those that hold no other one: the records, where the list matches too. */
export const innermost = (places: readonly Place[], pattern: RegExp | undefined): readonly Place[] => {
  const matching = places.filter(({ path }) => pattern?.test(path) === true);
  return matching.filter(outer => !matching.some(place => place !== outer && isWithin(place, outer)));
};

/** Edits from the last place to the first, so one does not move the place of another. */
export const lastFirst = (edits: readonly Edit[]): Edit[] =>
  edits.toSorted(({ place: left }, { place: right }) => {
    for (let at = 0; at < Math.max(left.steps.length, right.steps.length); at++) {
      const [first, second] = [left.steps[at], right.steps[at]];
      if (first === second) continue;
      if (first === undefined) return 1;
      if (second === undefined) return -1;
      if (typeof first === 'number' && typeof second === 'number') return second - first;
      return String(first) < String(second) ? 1 : -1;
    }
    return 0;
  });
