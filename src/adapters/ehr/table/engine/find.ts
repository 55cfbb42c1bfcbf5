// Finds values in an answer of the EHR. An XML element has the form of a JSON object: `@name` is an attribute, `#text` its text.
import {
  digitsOf,
  type ExactNumber,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  wordOf,
} from '../../../../domain/model/json.ts';
import type { Meter } from '../../meter.ts';
import { markPart, markRead, type Reads } from '../../values/unread.ts';
import { isAbsent } from '../../values/values.ts';
import { type Parsed, unreadable } from '../../values/written-values.ts';
import type { ValueType } from '../format/values.ts';
import { type Condition, knownType, type PathTest } from '../scope.ts';
import { type Format, isOutward, isSelection, type Selection, type Steps } from '../source-path.ts';

/** A text, number, true or false, digit for digit. */
export type Scalar = string | number | boolean | ExactNumber;

/** A value; undefined if it is absent; `unreadable` if the answer does not have the form that the path says. */
export type Sought = Parsed<Json>;

/** What is outside of an object of a record. */
export type Outside = {
  /** The object around an object, or around an item of a list; undefined if there is none. */
  readonly outer: (inner: Json) => Json | undefined;
  /** Of the record: what is outside of it is read for each record anew. */
  readonly meter: Meter;
};

/** What finding a value needs beside the object to look in. */
type FindContext = {
  /** Where marks say what has been read (D29). */
  readonly reads?: Reads | undefined;
  /** Where paths go outward; paths that do not need none. */
  readonly outside?: Outside | undefined;
};

/** The context in which a value of an answer is understood. */
export type ValueContext = FindContext & { readonly format: Format };

/** The only item of a list; undefined if the list is empty, `unreadable` if it has several. */
const onlyItem = (list: readonly Json[]): Sought => {
  const present = list.filter(item => !isAbsent(item));
  return present.length > 1 ? unreadable : present[0];
};

/**
 * Finds the items of a list by the word at a path in each: `unreadable` where several have one.
 * @returns too whether an item, which may be any, has no word that can be understood.
 */
export const wordIndex = (list: readonly Json[], steps: Steps, format: Format) => {
  const items = new Map<string, Json | typeof unreadable>();
  let hasUnreadable = false;
  for (const item of list) {
    if (isAbsent(item)) continue;
    const word = wordAt(item, steps, { format });
    if (word === unreadable) hasUnreadable = true;
    else if (word !== undefined) items.set(word, items.has(word) ? unreadable : item);
  }
  return { items, hasUnreadable };
};
type WordIndex = ReturnType<typeof wordIndex>;

/** A list of no more items is looked through each time. */
const shortList = 16;
const indexes = new WeakMap<readonly Json[], Map<string, WordIndex>>();

/** The index of a list, which is made once: all items of another list may select from it. */
const indexOf = (list: readonly Json[], { by, format }: Selection): WordIndex => {
  if (list.length <= shortList) return wordIndex(list, by, format);
  const ofList = indexes.get(list) ?? new Map<string, WordIndex>();
  indexes.set(list, ofList);
  const key = by.join('\n');
  const index = ofList.get(key) ?? wordIndex(list, by, format);
  ofList.set(key, index);
  return index;
};

/** Marks the words of a list's items as read: of a long one once for each record, which a mark at the list itself says. */
const markWords = (
  list: readonly Json[],
  { by, format }: Selection,
  { reads, meter }: { readonly reads: Reads; readonly meter: Meter | undefined },
): void => {
  if (list.length > shortList) {
    const marked = markPart(reads, list);
    const key = by.join('\n');
    if (marked.has(key)) return;
    marked.add(key);
    meter?.('passed', list.length * by.length);
  }
  for (const item of list) if (isJsonObject(item)) wordAt(item, by, { format, reads });
};

/**
 * The item of a list that has a word; undefined if none has it. `unreadable` if several do, or if an item cannot be understood: it
 * may be the one.
 * @param marking what marks the words as read, and the meter where the list is outside of the record.
 */
const selectedItem = (
  list: Json,
  selection: Selection,
  { reads, meter }: { readonly reads: Reads | undefined; readonly meter: Meter | undefined },
): Sought => {
  const items = selection.format === 'xml' && isJsonObject(list) ? [list] : list;
  if (!isJsonList(items)) return unreadable;
  if (reads !== undefined) markWords(items, selection, { reads, meter });
  const index = indexOf(items, selection);
  return index.hasUnreadable ? unreadable : index.items.get(selection.word);
};

/** A member of an object, marked as read whether it is there or not. */
const memberOf = (object: JsonObject, name: string, reads: Reads | undefined): Sought => {
  if (reads !== undefined) markRead(reads, object, name);
  return Object.hasOwn(object, name) ? object[name] : undefined;
};

/** The value at a path. Each step must find an object. @param how.isSingle whether a list of one stands for its item. */
export const find = (
  from: Json,
  steps: Steps,
  { isSingle = false, reads, outside }: FindContext & { readonly isSingle?: boolean } = {},
): Sought => {
  let here: Sought = from;
  for (let at = 0; at < steps.length; at++) {
    const step = steps[at] ?? '';
    if (isOutward(step)) {
      here = (here === unreadable ? undefined : outside?.outer(here ?? null)) ?? unreadable;
      continue;
    }
    if (isSelection(step)) {
      if (here === unreadable || isAbsent(here)) return here === unreadable ? here : undefined;
      here = selectedItem(here, step, { reads, meter: isOutward(steps[0]) ? outside?.meter : undefined });
      continue;
    }
    if (isSingle && isJsonList(here as Json)) here = onlyItem(here as readonly Json[]);
    if (here === unreadable || isAbsent(here)) return here === unreadable ? here : undefined;
    if (!isJsonObject(here)) {
      // What the path would find in the items is lost, and not unread.
      if (reads !== undefined && isJsonList(here))
        for (const item of here) find(item, steps.slice(at), { reads });
      return unreadable;
    }
    here = memberOf(here, step, reads);
  }
  if (isSingle && isJsonList(here as Json)) here = onlyItem(here as readonly Json[]);
  return here !== unreadable && isAbsent(here) ? undefined : here;
};

/** Finds the value at a path. */
export type FindAt = (from: Json, context: FindContext) => Sought;

/**
 * Creates what finds the values at a path. Most paths are the name of a member.
 * @param how.isSingle as for `find`.
 * @param how.isMarked whether the first name has been marked as read already.
 */
export const finder = (
  steps: Steps,
  { isSingle = false, isMarked = false }: { readonly isSingle?: boolean; readonly isMarked?: boolean } = {},
): FindAt => {
  const [name] = steps;
  const findSteps: FindAt = (from, { reads, outside }) => find(from, steps, { isSingle, reads, outside });
  if (typeof name !== 'string' || steps.length > 1 || isSingle) return findSteps;
  return (from, context) => {
    if (!isJsonObject(from)) return findSteps(from, context);
    const value = memberOf(from, name, isMarked ? undefined : context.reads);
    return value !== unreadable && isAbsent(value) ? undefined : value;
  };
};

/** The value of an XML element with attributes: its text, unless it has elements. Its attributes are values of their own. */
const elementText = (element: JsonObject, reads: Reads | undefined): Parsed<string> => {
  const names = Object.keys(element).filter(name => !name.startsWith('@'));
  if (reads !== undefined) for (const name of names) markRead(reads, element, name);
  if (names.some(name => name !== '#text')) return unreadable;
  const text = element['#text'] as string | undefined;
  return isAbsent(text) ? undefined : text;
};

/** A text, number, true or false; undefined if it is absent, `unreadable` for an object or a list. */
export const scalarOf = (value: Sought, { format, reads }: ValueContext): Parsed<Scalar> => {
  if (value === unreadable || value === undefined || value === null) return value ?? undefined;
  if (isJsonList(value)) return unreadable;
  if (!isJsonObject(value)) return value;
  return format === 'xml' ? elementText(value, reads) : unreadable;
};

/** A word of the EHR: a text, a number, true or false. Undefined if it is absent, `unreadable` if it is none. */
export const wordIn = (sought: Sought, context: ValueContext): Parsed<string> => {
  const value = scalarOf(sought, context);
  return value === undefined || value === unreadable ? value : (wordOf(value) ?? unreadable);
};

/** The word at a path. */
export const wordAt = (from: Json, steps: Steps, context: ValueContext): Parsed<string> =>
  wordIn(find(from, steps, context), context);

/** Whether any value within a value, or a name in it, passes a test, as a text. */
export const someText = (value: Json, test: (text: string) => boolean): boolean => {
  if (isJsonList(value)) return value.some(item => someText(item, test));
  if (isJsonObject(value))
    return Object.entries(value).some(([name, member]) => test(name) || someText(member ?? null, test));
  const text = typeof value === 'string' ? value : digitsOf(value);
  return text !== undefined && test(text);
};

/** What a value is. In XML, a text or an object. */
const typeOf = (value: Json, { format }: Pick<ValueContext, 'format'>): ValueType => {
  if (isJsonList(value)) return 'a list';
  if (isJsonObject(value) && scalarOf(value, { format }) === unreadable) return 'an object';
  if (typeof value === 'boolean') return 'true or false';
  return digitsOf(value) === undefined ? 'a text' : 'a number';
};

/** What stands at a path; undefined if it cannot be read. Whether there is an object does not read what is in it. */
const typeAt = (from: Json, steps: Steps, context: ValueContext): ValueType | 'absent' | undefined => {
  const value = find(from, steps, { outside: context.outside });
  if (value === unreadable || !(isJsonObject(value) || isJsonList(value))) find(from, steps, context);
  if (value === unreadable) return undefined;
  return value === undefined ? 'absent' : typeOf(value, context);
};

/** Whether a test holds; undefined if the value cannot be read, or if words are looked for and there is none. */
export const holdsAt = (
  from: Json,
  { steps, words }: PathTest,
  context: ValueContext,
): boolean | undefined => {
  if (typeof words !== 'string') {
    const word = wordAt(from, steps, context);
    return typeof word === 'string' ? words.has(word) : undefined;
  }
  const type = typeAt(from, steps, context);
  if (type === undefined) return undefined;
  return words === 'present' ? type !== 'absent' : type === words;
};

/** Whether what stands at the path of a test cannot be understood, such as an object where a word is expected. */
export const isUnclearAt = (from: Json, test: PathTest, format: Format): boolean =>
  find(from, test.steps) !== undefined && holdsAt(from, test, { format }) === undefined;

/** Whether an answer has the words of a test. */
export const hasWords = (from: Json, tests: readonly PathTest[], format: Format): boolean =>
  tests.every(test => holdsAt(from, test, { format }) === true);

/** Whether a condition holds; undefined if its word, or its type, is one that no condition of the table knows. */
export const isConditionMet = (
  condition: Condition,
  node: Json,
  context: ValueContext,
): boolean | undefined => {
  const { steps, words, known } = condition;
  if (words === 'present' || words === 'absent') return holdsAt(node, condition, context);
  if (typeof words === 'string') {
    const type = typeAt(node, steps, context);
    return type !== undefined && known.has(knownType(type)) ? type === words : undefined;
  }
  const word = wordAt(node, steps, context);
  return typeof word === 'string' && known.has(word) ? words.has(word) : undefined;
};

/** Whether all conditions hold. `unknown`: one of them has a word that no condition of the table knows, and none fails. */
export const conditionState = (
  when: readonly Condition[],
  node: Json,
  context: ValueContext,
): 'holds' | 'fails' | 'unknown' => {
  // All conditions, also after one has failed: each marks its word as read.
  const met = when.map(condition => isConditionMet(condition, node, context));
  if (met.includes(false)) return 'fails';
  return met.includes(undefined) ? 'unknown' : 'holds';
};
