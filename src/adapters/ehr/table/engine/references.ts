// References from records to lists in the same answer: units and staff that records name by a key.
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../../../domain/model/json.ts';
import { memoize } from '../../../../domain/model/memoize.ts';
import { type Meter, sizeOf } from '../../meter.ts';
import { unreadable } from '../../values/written-values.ts';
import type { Reference } from '../tables.ts';
import { find, type Sought, wordIndex } from './find.ts';

/** What an answer has under a key of a list that tables name; undefined if it has nothing there. */
export type ListReferences = (name: string, key: string) => Sought;

const indexOf = (answer: Json, { steps, key, format }: Reference): ReadonlyMap<string, Sought> => {
  const index = new Map<string, Sought>();
  const list = find(answer, steps);
  if (list === undefined || list === unreadable) return index;
  if (key === undefined) {
    if (isJsonObject(list))
      for (const [name, value = null] of Object.entries(list))
        index.set(name.trim(), index.has(name.trim()) ? unreadable : value);
    return index;
  }
  const items = format === 'xml' && isJsonObject(list) ? [list] : list;
  return isJsonList(items) ? wordIndex(items, key, format).items : index;
};

/** Creates the references of an answer. Each list is indexed when it is first needed. */
export const listReferencesIn = (answer: Json, lists: ReadonlyMap<string, Reference>): ListReferences => {
  const indexed = memoize((name: string) => {
    const list = lists.get(name);
    return list && indexOf(answer, list);
  });
  return (name, key) => indexed(name)?.get(key);
};

/** The objects that a record has referred to, by the name of their list. */
export type Followed = ReadonlyMap<JsonObject, string>;

/** The references of one record: what it has followed, by the list that it stands in. @param meter of the record. */
export const followedBy = (references: ListReferences, meter: Meter) => {
  const followed = new Map<JsonObject, string>();
  const follow: ListReferences = (name, key) => {
    const found = references(name, key);
    meter('outside', sizeOf(found));
    if (isJsonObject(found as Json)) followed.set(found as JsonObject, name);
    return found;
  };
  return { follow, followed: followed as Followed };
};
