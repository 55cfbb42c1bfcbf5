// References from records to lists in the same answer: units and staff that records name by a key.
import { Failure } from '../../../../domain/model/failure.ts';
import { isJsonList, isJsonObject, type Json } from '../../../../domain/model/json.ts';
import { unreadable } from '../../translation/written-values.ts';
import type { Reference } from '../tables.ts';
import { find, type Sought, wordAt } from './find.ts';

/** References that one record follows at most (D32, what a document may hold). */
const maxReferences = 10_000;
/** How much the references of a record reach at most, and those of an answer: a record that refers to a large object again and again would be far larger than the answer. */
const [maxReachOfRecord, maxReachOfAnswer] = [200_000, 5_000_000];
/** Characters of a text that count as much as a value. */
const charactersOfValue = 64;

const reaches = new WeakMap<object, number>();

/** The members and items of a value, and its texts by their length. */
const sizeOf = (value: unknown): number => {
  if (typeof value === 'string') return 1 + Math.floor(value.length / charactersOfValue);
  let size = 1;
  if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) size += sizeOf(inner);
  return size;
};

/** How much a reference reaches. Of an object, it is looked at once. */
const reachOf = (found: Sought): number => {
  if (typeof found !== 'object' || found === null) return sizeOf(found);
  const reach = reaches.get(found) ?? sizeOf(found);
  reaches.set(found, reach);
  return reach;
};

const beyond = (detail: string) => new Failure('ehr-unusable', { reason: 'ehr-limit', detail });

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
  let reached = 0;
  return (name, key) => {
    const list = lists.get(name);
    if (list === undefined) return undefined;
    const index = indexes.get(name) ?? indexOf(answer, list);
    indexes.set(name, index);
    const found = index.get(key);
    reached += reachOf(found);
    if (reached > maxReachOfAnswer)
      throw beyond(`records that refer to more than ${maxReachOfAnswer} values`);
    return found;
  };
};

/** The references of one record: what it has followed, by the list that it stands in. */
export const followedBy = (references: ListReferences) => {
  const followed = new Map<object, string>();
  let [count, reached] = [0, 0];
  const follow: ListReferences = (name, key) => {
    if (++count > maxReferences) throw beyond(`a record with more than ${maxReferences} references`);
    const found = references(name, key);
    reached += reachOf(found);
    if (reached > maxReachOfRecord)
      throw beyond(`a record that refers to more than ${maxReachOfRecord} values`);
    if (isJsonObject(found as Json)) followed.set(found as object, name);
    return found;
  };
  return { follow, followed: followed as ReadonlyMap<object, string> };
};
