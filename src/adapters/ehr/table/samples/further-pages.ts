// Whether a sample says that its list goes on. Without `next`, only its first page would ever be read.
import { isJsonList, isJsonObject, type Json, wordOf } from '../../../../domain/model/json.ts';
import { shownName } from '../../../../domain/model/loss-paths.ts';
import type { ListedRecord } from '../engine/located-records.ts';

const totals = /total|(?<!ac|dis)count|antal/i;
const others = /more|next|n[aä]sta/i;

const saysMore = (name: string, value: Json, records: number): boolean => {
  const word = wordOf(value)?.trim() ?? '';
  if (totals.test(name)) return /^\d+$/.test(word) && Number(word) > records;
  return others.test(name) && word !== '' && !/^(?:false|no|n|nej|0)$/i.test(word);
};

/** The name beside the records of a sample by which it says that there are others; undefined if there is none. */
export const furtherPageIn = (answer: Json, records: readonly ListedRecord[]): string | undefined => {
  const own = new Set(records.map(({ record }) => record));
  const search = (value: Json): string | undefined => {
    if (own.has(value)) return undefined;
    if (isJsonList(value)) return value.map(search).find(name => name !== undefined);
    if (!isJsonObject(value)) return undefined;
    for (const [name, member = null] of Object.entries(value)) {
      const found = saysMore(name, member, records.length) ? shownName(name) : search(member);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return search(answer);
};
