// Reads the values of rows that hold no rows: texts, ids, times, given names. The record's own schema reads each of them.
import { isJsonList, type Json } from '../../../../domain/model/json.ts';
import { lostInUtf8 } from '../../translation/markup/text-pieces.ts';
import { markedNames, nameAtPosition, partsOfNames } from '../../translation/names-in-use.ts';
import { maxParts, wordsOf } from '../../translation/parts-of-text.ts';
import { unreadable } from '../../translation/written-values.ts';
import type { Member } from '../../xml/plan.ts';
import { readLeaf } from '../leaf.ts';
import type { CompiledRow, Duration, NameInUse, Source } from '../scope.ts';
import { find, type Sought } from './find.ts';
import { readTime, readWritten } from './read-text.ts';
import { lose, type RecordReading, type RowResult } from './record-reading.ts';

/** The words of texts; undefined if there are too many of them (D32). */
const namesIn = (texts: readonly RowResult<string>[]): readonly string[] | undefined => {
  const names: string[] = [];
  for (const text of texts) {
    const words = typeof text === 'string' ? wordsOf(text) : [];
    if (words === undefined || names.length + words.length > maxParts) return undefined;
    names.push(...words);
  }
  return names;
};

/**
 * Whether each name is in use; undefined if the EHR does not say which, and `unreadable` if it says it of none, or in another way.
 * @param said what it says: a name, or a position.
 * @param more.areItems whether each name is an item of a list, which a position counts as one.
 */
const areInUse = (
  names: readonly string[],
  said: string | undefined,
  { by, areItems }: { readonly by: NameInUse['by']; readonly areItems: boolean },
): RowResult<readonly boolean[]> => {
  const text = said?.trim() ?? '';
  if (text === '') return undefined;
  if (by === 'name') return names.includes(text) ? names.map(name => name === text) : unreadable;
  const parts = partsOfNames(names);
  if (parts === undefined) return unreadable;
  if (by === 'mark') return markedNames(parts, text) ?? unreadable;
  return nameAtPosition(areItems ? names.map(() => 1) : parts, text, by) ?? unreadable;
};

/** Reads given names. */
export const readNames = (
  node: Json,
  { steps, inUse }: Extract<Source, { kind: 'names' }>,
  member: Member,
  reading: RecordReading,
): RowResult<readonly unknown[]> => {
  const written = find(node, steps, reading);
  const items = written !== unreadable && isJsonList(written) ? written : undefined;
  const list = items ?? [written];
  const reads = { type: 'text' } as const;
  const texts = list.map(item => readWritten(item as Sought, reads, reading));
  const said =
    inUse === undefined
      ? undefined
      : readWritten(
          find(node, inUse.steps, reading),
          inUse.by === 'name' ? reads : { type: 'number' },
          reading,
        );
  if (texts.includes(unreadable) || said === unreadable) return unreadable;
  const names = namesIn(texts);
  if (names === undefined) return unreadable;
  const areItems = items?.every(item => typeof item === 'string' && wordsOf(item)?.length === 1) === true;
  const marked = areInUse(names, said, { by: inUse?.by ?? 'name', areItems });
  if (marked === unreadable) lose(reading, member);
  if (names.length === 0) return undefined;
  const isText = member.plan.type === 'text';
  return names.map((value, at) => {
    if (isText) return value;
    return marked !== unreadable && marked?.[at] === true ? { qualifier: 'CL', value } : { value };
  });
};

const leafOf = (text: RowResult<string>, { plan }: Member): RowResult<unknown> =>
  typeof text === 'string' ? readLeaf(plan, text) : text;

/** The plain text of HTML. Each part of it that is hidden or no text is a loss. */
const textOfHtml = (html: RowResult<string>, member: Member, reading: RecordReading): RowResult<string> => {
  if (typeof html !== 'string') return html;
  const read = reading.html(html);
  if (read === undefined || read === unreadable) return read;
  for (let lost = read.lostParts + lostInUtf8(html); lost > 0; lost--) lose(reading, member);
  return read.text;
};

/** A time, as many minutes later as a path says. */
const later = (
  text: RowResult<string>,
  { steps, times }: Duration,
  node: Json,
  reading: RecordReading,
): RowResult<string> => {
  const minutes = readWritten(find(node, steps, reading), { type: 'number' }, reading);
  if (typeof text !== 'string' || minutes === undefined) return text === unreadable ? text : undefined;
  const moment = times.timeOfDay(text);
  const isPlain = minutes !== unreadable && /^\s*\d{1,5}\s*$/.test(minutes);
  if (typeof moment !== 'object' || !isPlain) return unreadable;
  return new Date(moment.epoch + Number(minutes) * 60_000).toISOString();
};

/** A source of one value. */
export type ValueSource = Extract<Source, { kind: 'text' | 'id' | 'join' | 'value' }>;

/** Reads the one value of a row. */
export const readValue = (
  source: ValueSource,
  row: CompiledRow,
  node: Json,
  reading: RecordReading,
): RowResult<unknown> => {
  const { isSingle, target } = row;
  const how = { isSingle, reads: reading.reads, outer: reading.outer };
  switch (source.kind) {
    case 'text': {
      const text = readWritten(find(node, source.steps, how), source.reading, reading);
      const { plus } = source;
      if (source.reading.isHtml === true)
        return leafOf(textOfHtml(text, target.member, reading), target.member);
      return leafOf(plus === undefined ? text : later(text, plus, node, reading), target.member);
    }
    case 'id': {
      const text = readWritten(find(node, source.steps, how), source.reading, reading);
      if (typeof text !== 'string') return text;
      return { [source.keys.root]: source.root, [source.keys.extension]: text.trim() };
    }
    case 'value':
      return leafOf(source.text, target.member);
    case 'join': {
      const texts = source.paths.map(steps =>
        readWritten(find(node, steps, reading), source.reading, reading),
      );
      if (texts.includes(unreadable)) return unreadable;
      const present = texts.filter(text => typeof text === 'string');
      if (present.length === 0) return undefined;
      const joined = present.join(source.separator);
      if (source.time === undefined) return leafOf(joined, target.member);
      // A date without its time is not midnight.
      if (present.length < texts.length) return unreadable;
      return leafOf(readTime(joined, source.time), target.member);
    }
  }
};
