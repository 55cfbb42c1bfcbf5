// Paths and words of tables that look at an answer of the EHR, and conditions on them. What they read is noted in a tree of the answer.
import type { Json } from '../../../../domain/model/json.ts';
import type { Conditions } from '../format/values.ts';
import {
  addWords,
  type Condition,
  knownBy,
  newSourceTree,
  placeInTree,
  type SourceTree,
  type WordTest,
} from '../scope.ts';
import { type Format, isOutward, isSelection, type Steps, stepText } from '../source-path.ts';
import type { AnswerTest, ListSource } from '../tables.ts';
import {
  type CheckedPath,
  checkedPathIn,
  checkedSteps,
  fault,
  hint,
  inside,
  type Place,
  whereOf,
} from './place.ts';

/** A word of the EHR as a text: an EHR may send it as a text, a number, or true or false. */
export const trimmedWord = (word: Json): string => String(word).trim();

/** A list of words of the EHR. */
export const wordSet = (words: readonly Json[], place: Place): ReadonlySet<string> => {
  hintOfNull(words.map(trimmedWord), place);
  return new Set(words.map(trimmedWord));
};

/** Words of the EHR, whether there is a value, or what it is. */
export const wordTest = (words: Conditions[string], place: Place, format: Format): WordTest => {
  if (typeof words !== 'string') return wordSet(words, place);
  if (format === 'xml' && (words === 'a number' || words === 'a list' || words === 'true or false'))
    fault(place, '"a text" or "an object": XML has no other values');
  return words;
};

/** `null` reads like a word for what is missing, which has none. */
export const hintOfNull = (words: readonly string[], place: Place): void => {
  if (words.includes('null'))
    hint(place, '"null" is the text of four letters: a value that is null is absent, and has no word');
};

/** Notes that a path is read in a tree: no condition keeps it from being read. */
export const readAlways = (tree: SourceTree, steps: Steps): void => {
  const place = placeInTree(tree, steps);
  if (place !== undefined) place.isRead = true;
};

/** Notes that a place of an answer is read because of a place in the tables. */
export const markReadAt = (tree: SourceTree, place: Place): void => {
  tree.isRead = true;
  tree.readAt ??= whereOf(place);
};

/** The words that the conditions and marks of a kind know, by the place that they look at: a condition there understands them. */
export type KnownWords = Map<SourceTree, Set<string>>;

/** Where paths start. */
export type PathContext = {
  /** What of the object there is read. */
  readonly tree: SourceTree;
  readonly format: Format;
  readonly knownWords: KnownWords;
  /** Whether a condition can keep the object from being read. */
  readonly isConditional?: boolean;
};

/** Reads a path in a tree; undefined, with a fault reported, if it cannot be read. */
export const readIn = (
  { tree, format, isConditional = false }: Omit<PathContext, 'knownWords'>,
  path: string,
  place: Place,
): CheckedPath | undefined => {
  const found = checkedPathIn(path, place, { tree, format });
  // What is around the record is read whatever conditions say: tables know the name.
  if (found !== undefined && (!isConditional || isOutward(found.steps[0]))) markReadAt(found.tree, place);
  return found;
};

/** Reads the path at a place of a file, and returns its steps. */
export type PathReader = (path: string, place: Place) => Steps;

/** Reads paths in a tree: by default, in one that nothing else looks at. */
export const readerIn =
  (format: Format, tree: SourceTree = newSourceTree()): PathReader =>
  (path, place) =>
    readIn({ tree, format }, path, place)?.steps ?? [];

/** The steps of a path up to a list from which an item is selected: all of that list is known. */
export const stepsToList = (steps: Steps): Steps => {
  const selection = steps.findIndex(isSelection);
  return selection === -1 ? steps : steps.slice(0, selection);
};

/**
 * Allows what is at a path beside the records.
 * @returns why not: a path around them would let anything be there, also the records under another name (D14, unusable answers).
 */
export const allowBeside = (
  envelope: SourceTree,
  steps: Steps,
  { steps: records, lists }: ListSource['records'],
): string | undefined => {
  const shared = steps.findIndex((step, at) => stepText(step) !== stepText(records[at] ?? ''));
  const common = shared === -1 ? steps.length : shared;
  if (lists.size > 1 && common > Math.min(...lists))
    return 'a path beside the records: this one is in a list around them, where their rows read it by ^';
  if (shared === -1 && steps.length < records.length)
    return 'a path beside the records, which are within this one';
  readAlways(envelope, stepsToList(steps));
  return undefined;
};

/** Reads paths beside the records of an answer. */
export const readerBeside =
  (envelope: SourceTree, records: ListSource['records'], format: Format): PathReader =>
  (path, place) => {
    const steps = checkedSteps(path, place, format);
    if (steps === undefined) return [];
    const wrong = allowBeside(envelope, steps, records);
    if (wrong !== undefined) fault(place, wrong);
    return steps;
  };

/** The conditions on the body of an answer. Faults are added at their place. */
export const wordTests = (
  written: Conditions,
  place: Place,
  { read, format }: { readonly read: PathReader; readonly format: Format },
): AnswerTest['body'] =>
  Object.entries(written).map(([path, words]) => ({
    steps: read(path, inside(place, path)),
    words: wordTest(words, inside(place, path), format),
  }));

/** The condition on status and body of an answer whose paths nothing else looks at. Faults are added at their place. */
export const answerTest = (
  { status, body = {} }: { readonly status: number; readonly body?: Conditions | undefined },
  place: Place,
  format: Format,
): AnswerTest => ({
  status,
  body: wordTests(body, inside(place, 'body'), { read: readerIn(format), format }),
});

/** Compiles conditions, each of which is read. */
export const conditionsIn = (
  written: Conditions | undefined,
  place: Place,
  context: PathContext,
): Condition[] =>
  Object.entries(written ?? {}).flatMap(([path, words]) => {
    const at = inside(place, path);
    const found = readIn(context, path, at);
    if (found === undefined) return [];
    const test = wordTest(words, at, context.format);
    const known = addWords(context.knownWords, found.tree, knownBy(test));
    return [{ steps: found.steps, words: test, known }];
  });
