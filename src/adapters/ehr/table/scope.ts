// Tables that have been compiled: rows with the plans of their targets, and what of an answer they read.
import type { TimeReader } from '../values/written-times.ts';
import type { Member } from '../xml/plan.ts';
import type { ValueType } from './format/values.ts';
import type { LeafType } from './leaf.ts';
import { isOutward, isSelection, type Step, type Steps, stepText } from './source-path.ts';
import type { TimeForm } from './time-forms.ts';

/** Words of the EHR, whether there is a value at all, or of which type it is. */
export type WordTest = ReadonlySet<string> | 'present' | 'absent' | ValueType;

/** A type, or `absent`, among known words: no word begins with a blank. */
export const knownType = (type: ValueType | 'absent'): string => ` ${type}`;

/** What a test knows of a value. */
export const knownBy = (test: WordTest): Iterable<string> => {
  if (typeof test !== 'string') return test;
  return [knownType(test === 'present' ? 'absent' : test)];
};

/** Adds words to those of a key. @returns all words of the key, also those that are added later. */
export const addWords = <K>(
  words: Map<K, Set<string>>,
  key: K,
  added: Iterable<string>,
): ReadonlySet<string> => {
  const ofKey = words.get(key) ?? new Set();
  words.set(key, ofKey);
  for (const word of added) ofKey.add(word);
  return ofKey;
};

/** A test of a word of the EHR. */
export type PathTest = { readonly steps: Steps; readonly words: WordTest };

/** A condition on a word of the EHR. */
export type Condition = PathTest & {
  /** The words, or types, of all conditions on this path in the same scope. Another one is not understood. */
  readonly known: ReadonlySet<string>;
};

/** Where a value goes: the keys of the objects around it, from the scope's own object, and its member. */
export type Target = { readonly keys: readonly string[]; readonly member: Member };

/** How a text is made of what the EHR sends. */
export type TextReading = {
  readonly type: LeafType;
  /** Word of the EHR → text of the record; undefined for a word that is known and says nothing. */
  readonly words?: ReadonlyMap<string, string | undefined> | undefined;
  /** What a word means that is not listed; undefined if it is a loss. */
  readonly otherwise?: 'as-sent' | { readonly value: string } | undefined;
  readonly isNegated?: boolean | undefined;
  readonly time?: TimeForm | undefined;
  /** Reads the day of a time, as 8 digits, where only that counts. */
  readonly dayOf?: TimeReader['date'] | undefined;
  readonly isDigits?: boolean | undefined;
  readonly isHtml?: boolean | undefined;
  /** How many places the decimals of a number are moved: -2 from öre to kronor. */
  readonly shift?: number | undefined;
  /** Whether it is an end: a day alone is that of its last second (D8, the interval). */
  readonly isEnd?: boolean | undefined;
  /** Whether it is an amount, which is not below 0. */
  readonly isAmount?: boolean | undefined;
};

/** Minutes after a time. */
export type Duration = { readonly steps: Steps; readonly times: TimeReader };

/** What is made of an object, an item or what a key refers to: an object, or the values of one row. */
export type RowContent = { readonly scope: Scope } | { readonly row: CompiledRow };

export type Source =
  | {
      readonly kind: 'text';
      readonly steps: Steps;
      readonly reading: TextReading;
      readonly plus: Duration | undefined;
    }
  | {
      readonly kind: 'id';
      readonly steps: Steps;
      readonly root: string;
      readonly keys: { readonly root: string; readonly extension: string };
      readonly reading: TextReading;
    }
  | {
      readonly kind: 'each';
      readonly steps: Steps;
      readonly content: RowContent;
      /** Conditions on an item: without them, it is left out. */
      readonly where: readonly Condition[];
      /** The name under which items have their key, where they are the members of an object. */
      readonly keyed: string | undefined;
      /** Whether items of which the conditions do not speak are not counted. */
      readonly hasOthers: boolean;
    }
  | { readonly kind: 'block'; readonly steps: Steps; readonly content: RowContent }
  | {
      readonly kind: 'refer';
      /** Where the key is. */
      readonly steps: Steps;
      readonly list: string;
      readonly content: RowContent;
    }
  | {
      readonly kind: 'join';
      readonly parts: readonly JoinedPart[];
      readonly separator: string;
      readonly reading: TextReading;
      /** Set if the texts are one time. */
      readonly time: TextReading | undefined;
      readonly plus: Duration | undefined;
    }
  | { readonly kind: 'value'; readonly text: string }
  /** The date of birth in the patient's number. */
  | { readonly kind: 'born' }
  /** Whether a time has not come yet. */
  | {
      readonly kind: 'until';
      readonly steps: Steps;
      readonly reading: TextReading;
      readonly times: TimeReader;
    }
  | { readonly kind: 'names'; readonly steps: Steps; readonly inUse: NameInUse | undefined };

/** What is joined: a constant in place of the separator, or a value, without which there may be no text. */
export type JoinedPart = string | { readonly steps: Steps; readonly isRequired: boolean };

/**
 * Where the EHR says which given name is in use: by the name itself, by the mark of the population register, or by a position that counts
 * from 0 or 1.
 */
export type NameInUse = { readonly steps: Steps; readonly by: 'name' | 'mark' | 0 | 1 };

export type CompiledRow = {
  readonly target: Target;
  readonly source: Source;
  readonly when: readonly Condition[];
  readonly isRequired: boolean;
  readonly isSingle: boolean;
};

/** The rows of an object. */
export type Scope = {
  readonly rows: readonly CompiledRow[];
  /** Members of which one is the begin and the other the end of something. */
  readonly spans: readonly { readonly begin: Target; readonly end: Target }[];
  /** A state that is not true after an end. */
  readonly untilEnd: { readonly state: Target; readonly end: Target } | undefined;
  /** Whether rows go from its object to the one around it. */
  readonly isLeft: boolean;
};

/** The paths of a source, from the object of its row. */
export const pathsOf = (source: Source): readonly Steps[] => {
  if (source.kind === 'value' || source.kind === 'born') return [];
  return source.kind === 'join'
    ? source.parts.flatMap(part => (typeof part === 'string' ? [] : [part.steps]))
    : [source.steps];
};

/** The rows within a row. */
export const rowsWithin = (content: RowContent): readonly CompiledRow[] =>
  'scope' in content ? content.scope.rows : [content.row];

/** Rows, and all within them. */
export const allRows = (rows: readonly CompiledRow[]): readonly CompiledRow[] =>
  rows.flatMap(row => ('content' in row.source ? [row, ...allRows(rowsWithin(row.source.content))] : [row]));

/** The rows that read values themselves, within all others. */
export const readingRows = (rows: readonly CompiledRow[]): readonly CompiledRow[] =>
  allRows(rows).filter(({ source }) => !('content' in source) && pathsOf(source).length > 0);

/** What of an answer is read whatever it holds, as a tree of its names. */
export type SourceTree = {
  readonly children: Map<string, SourceTree>;
  isRead: boolean;
  /** Where the tables first say so, for people. */
  readAt?: string;
  /** The place of the object around; undefined if paths cannot leave this one. */
  readonly outer: SourceTree | undefined;
  /** Whether a path leaves it for the object around. */
  isLeft: boolean;
};

/** A tree without places. */
export const newSourceTree = (outer?: SourceTree): SourceTree => ({
  children: new Map(),
  isRead: false,
  outer,
  isLeft: false,
});

/** Whether a place is below another one. */
export const isWithinTree = (tree: SourceTree, around: SourceTree): boolean => {
  let here = tree.outer;
  while (here !== undefined && here !== around) here = here.outer;
  return here === around;
};

/** The place of the object around, which is then known to be needed. Undefined if nothing is around. */
const outerTree = (tree: SourceTree): SourceTree | undefined => {
  tree.isLeft = true;
  return tree.outer;
};

const innerTree = (tree: SourceTree, step: Step): SourceTree => {
  const name = stepText(step);
  const present = tree.children.get(name);
  if (present !== undefined) return present;
  // Around an item is what has its list.
  const made = newSourceTree(isSelection(step) ? tree.outer : tree);
  tree.children.set(name, made);
  return made;
};

/** The place of a path in a tree, which grows as needed. Undefined for one that goes further outward than to what is around. */
export const placeInTree = (tree: SourceTree, steps: Steps): SourceTree | undefined => {
  let here: SourceTree | undefined = tree;
  for (const step of steps) {
    if (here === undefined) return undefined;
    here = isOutward(step) ? outerTree(here) : innerTree(here, step);
  }
  return here;
};
