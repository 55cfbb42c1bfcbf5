// Finds values in an answer of the EHR. An XML element has the form of a JSON object: `@name` is an attribute, `#text` its text.
import {
  digitsOf,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  wordOf,
} from '../../../../domain/model/json.ts';
import { markRead, type Reads } from '../../values/unread.ts';
import { isAbsent } from '../../values/values.ts';
import { unreadable } from '../../values/written-values.ts';
import type { PathTest } from '../scope.ts';
import { isOutward, isSelection, type Selection, type Steps } from '../source-path.ts';

/** A value; undefined if it is absent; `unreadable` if the answer does not have the form that the path says. */
export type Sought = Json | undefined | typeof unreadable;

/** The object around an object, or around an item of a list; undefined if there is none. */
export type Outer = (inner: Json) => Json | undefined;

/** What finding a value needs beside the object to look in. */
type FindContext = {
  /** Where marks say what has been read (D29). */
  readonly reads?: Reads | undefined;
  /** Where paths go outward; paths that do not need none. */
  readonly outer?: Outer | undefined;
};

/** The context in which a value of an answer is understood. */
export type ValueContext = FindContext & { readonly format: 'json' | 'xml' };

/** The only item of a list; undefined if the list is empty, `unreadable` if it has several. */
const onlyItem = (list: readonly Json[]): Sought => {
  const present = list.filter(item => !isAbsent(item));
  return present.length > 1 ? unreadable : present[0];
};

/**
 * The item of a list that has a word; undefined if none has it. `unreadable` if several do, or if an item cannot be understood: it
 * may be the one.
 */
const selectedItem = (list: Json, { by, word, format }: Selection, reads: Reads | undefined): Sought => {
  const items = format === 'xml' && isJsonObject(list) ? [list] : list;
  if (!isJsonList(items)) return unreadable;
  let selected: Json | undefined;
  let isUnreadable = false;
  for (const item of items) {
    if (isAbsent(item)) continue;
    const found = isJsonObject(item) ? wordAt(item, [by], { format, reads }) : unreadable;
    if (found === unreadable || (found === word && selected !== undefined)) isUnreadable = true;
    else if (found === word) selected = item;
  }
  return isUnreadable ? unreadable : selected;
};

/** A member of an object, marked as read whether it is there or not. */
const memberOf = (object: JsonObject, name: string, reads: Reads | undefined): Sought => {
  if (reads !== undefined) markRead(reads, object, name);
  return Object.hasOwn(object, name) ? object[name] : undefined;
};

/**
 * The value at a path. Each step must find an object.
 * @param how.isSingle whether a list of one stands for its item.
 */
export const find = (
  from: Json,
  steps: Steps,
  { isSingle = false, reads, outer }: FindContext & { readonly isSingle?: boolean } = {},
): Sought => {
  let here: Sought = from;
  for (let at = 0; at < steps.length; at++) {
    const step = steps[at] ?? '';
    if (isOutward(step)) {
      here = (here === unreadable ? undefined : outer?.(here ?? null)) ?? unreadable;
      continue;
    }
    if (isSelection(step)) {
      if (here === unreadable || isAbsent(here)) return here === unreadable ? here : undefined;
      here = selectedItem(here, step, reads);
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
  const findSteps: FindAt = (from, { reads, outer }) => find(from, steps, { isSingle, reads, outer });
  if (typeof name !== 'string' || steps.length > 1 || isSingle) return findSteps;
  return (from, context) => {
    if (!isJsonObject(from)) return findSteps(from, context);
    const value = memberOf(from, name, isMarked ? undefined : context.reads);
    return value !== unreadable && isAbsent(value) ? undefined : value;
  };
};

/** The value of an XML element with attributes: its text, unless it has elements. Its attributes are values of their own. */
const elementText = (element: JsonObject, reads: Reads | undefined): Sought => {
  const names = Object.keys(element).filter(name => !name.startsWith('@'));
  if (reads !== undefined) for (const name of names) markRead(reads, element, name);
  if (names.some(name => name !== '#text')) return unreadable;
  const text = element['#text'];
  return isAbsent(text) ? undefined : text;
};

/** A text, number, true or false; `unreadable` for an object or a list. */
export const scalarOf = (value: Sought, { format, reads }: ValueContext): Sought => {
  if (value === unreadable || value === undefined) return value;
  if (isJsonList(value)) return unreadable;
  if (!isJsonObject(value)) return value;
  return format === 'xml' ? elementText(value, reads) : unreadable;
};

/** A word of the EHR: a text, a number, true or false. Undefined if it is absent, `unreadable` if it is none. */
export const wordIn = (sought: Sought, context: ValueContext): string | undefined | typeof unreadable => {
  const value = scalarOf(sought, context);
  if (value === undefined || value === null || value === unreadable) return value ?? undefined;
  return wordOf(value) ?? unreadable;
};

/** The word at a path. */
export const wordAt = (
  from: Json,
  steps: Steps,
  context: ValueContext,
): string | undefined | typeof unreadable => wordIn(find(from, steps, context), context);

/** Whether any value within a value passes a test, as a text. */
export const someText = (value: Json, test: (text: string) => boolean): boolean => {
  if (isJsonList(value)) return value.some(item => someText(item, test));
  if (isJsonObject(value)) return Object.values(value).some(member => someText(member ?? null, test));
  const text = typeof value === 'string' ? value : digitsOf(value);
  return text !== undefined && test(text);
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
  const value = find(from, steps, { outer: context.outer });
  // Whether there is an object does not read what is in it.
  if (typeof value !== 'object') find(from, steps, context);
  return value === unreadable ? undefined : (value !== undefined) === (words === 'present');
};

/** Whether an answer has the words of a test. */
export const hasWords = (from: Json, tests: readonly PathTest[], format: 'json' | 'xml'): boolean =>
  tests.every(test => holdsAt(from, test, { format }) === true);
