// References from records to lists in the same answer: units and staff that records name by a key.
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../../../domain/model/json.ts';
import { unreadable } from '../../values/written-values.ts';
import { beyondLimit } from '../../xml/limits.ts';
import type { Reference } from '../tables.ts';
import { find, type Sought, wordAt } from './find.ts';
import type { Reach } from './reach.ts';

/** References that one record follows at most (D32, what a document may hold). */
const maxReferences = 10_000;

/** What an answer has under a key of a list that tables name; undefined if it has nothing there. */
export type ListReferences = (name: string, key: string) => Sought;

type Index = ReadonlyMap<string, Json | typeof unreadable>;

const indexOf = (answer: Json, { steps, key, format }: Reference): Index => {
  const index = new Map<string, Json | typeof unreadable>();
  const list = find(answer, steps);
  if (list === undefined || list === unreadable) return index;
  if (key === undefined) {
    if (isJsonObject(list))
      for (const [name, value] of Object.entries(list)) index.set(name.trim(), value ?? null);
    return index;
  }
  const items = format === 'xml' && isJsonObject(list) ? [list] : list;
  if (!isJsonList(items)) return index;
  for (const item of items) {
    const word = wordAt(item, key, { format });
    // One of two could be meant.
    if (typeof word === 'string') index.set(word, index.has(word) ? unreadable : item);
  }
  return index;
};

/** Creates the references of an answer. Each list is indexed when it is first needed. */
export const listReferencesIn = (answer: Json, lists: ReadonlyMap<string, Reference>): ListReferences => {
  const indexes = new Map<string, Index>();
  const indexed = (name: string): Index | undefined => {
    const list = lists.get(name);
    const index = list && indexOf(answer, list);
    if (index !== undefined) indexes.set(name, index);
    return index;
  };
  return (name, key) => (indexes.get(name) ?? indexed(name))?.get(key);
};

/** The objects that a record has referred to, by the name of their list. */
export type Followed = ReadonlyMap<JsonObject, string>;

/** The references of one record: what it has followed, by the list that it stands in. @param reach of the record. */
export const followedBy = (references: ListReferences, reach: Reach) => {
  const followed = new Map<JsonObject, string>();
  let count = 0;
  const follow: ListReferences = (name, key) => {
    if (++count > maxReferences) throw beyondLimit(`a record with more than ${maxReferences} references`);
    const found = references(name, key);
    reach(found);
    if (isJsonObject(found as Json)) followed.set(found as JsonObject, name);
    return found;
  };
  return { follow, followed: followed as Followed };
};
