// Reads the values of rows that hold no rows: texts, ids, times, given names. The record's own schema reads each of them.
import { digitsOf, isJsonList, type Json } from '../../../../domain/model/json.ts';
import { lostInUtf8 } from '../../translation/markup/text-pieces.ts';
import { markedNames, nameAtPosition, partsOfNames } from '../../translation/names-in-use.ts';
import { maxParts, wordsOf } from '../../translation/parts-of-text.ts';
import { type Parsed, unreadable } from '../../values/written-values.ts';
import type { Member } from '../../xml/plan.ts';
import { leafReader, type ReadLeaf } from '../leaf.ts';
import { birthDateIn, twelveDigits } from '../number-forms.ts';
import type { CompiledRow, Duration, NameInUse, Source } from '../scope.ts';
import type { Steps } from '../source-path.ts';
import type { RowCounts } from './counts.ts';
import { finder, type Sought } from './find.ts';
import { type Fields, lose, type RecordReading } from './record-reading.ts';
import { type ReadText, readTime, textReader, type Writing } from './text-reader.ts';

/** Reads something of an object of the answer. */
export type ReadAt<T> = (node: Json, reading: RecordReading) => Parsed<T>;

/** What compiling a row needs beside it. */
export type Compiling = {
  readonly writing: Writing;
  readonly counts: RowCounts | undefined;
  /** Whether the members that the row reads of its object have been marked as read before. */
  readonly isMarked: boolean;
};

const readerAt = (steps: Steps, textOf: ReadText, how?: Parameters<typeof finder>[1]): ReadAt<string> => {
  const findText = finder(steps, how);
  return (node, reading) => textOf(findText(node, reading), reading);
};

/** The words of texts; undefined if there are too many of them (D32). */
const namesIn = (texts: readonly Parsed<string>[]): readonly string[] | undefined => {
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
): Parsed<readonly boolean[]> => {
  const text = said?.trim() ?? '';
  if (text === '') return undefined;
  if (by === 'name') return names.includes(text) ? names.map(name => name === text) : unreadable;
  const parts = partsOfNames(names);
  if (parts === undefined) return unreadable;
  if (by === 'mark') return markedNames(parts, text) ?? unreadable;
  return nameAtPosition(areItems ? names.map(() => 1) : parts, text, by) ?? unreadable;
};

/** Reads given names. */
export const namesReader = (
  { steps, inUse }: Extract<Source, { kind: 'names' }>,
  member: Member,
  { writing, isMarked }: Compiling,
): ReadAt<readonly unknown[]> => {
  const findNames = finder(steps, { isMarked });
  const textOf = textReader({ type: 'text' }, writing);
  const readInUse =
    inUse && readerAt(inUse.steps, textReader({ type: inUse.by === 'name' ? 'text' : 'number' }, writing));
  const isText = member.plan.type === 'text';
  return (node, reading) => {
    const written = findNames(node, reading);
    const items = written !== unreadable && isJsonList(written) ? written : undefined;
    const list = items ?? [written];
    const texts = list.map(item => textOf(item as Sought, reading));
    const said = readInUse?.(node, reading);
    if (texts.includes(unreadable) || said === unreadable) return unreadable;
    const names = namesIn(texts);
    if (names === undefined) return unreadable;
    const areItems = items?.every(item => typeof item === 'string' && wordsOf(item)?.length === 1) === true;
    const marked = areInUse(names, said, { by: inUse?.by ?? 'name', areItems });
    if (marked === unreadable) lose(reading, member);
    if (names.length === 0) return undefined;
    return names.map((value, at) => {
      if (isText) return value;
      return marked !== unreadable && marked?.[at] === true ? { qualifier: 'CL', value } : { value };
    });
  };
};

/** Reads the plain text of HTML. Each part of it that is hidden or no text is a loss. */
const htmlReader =
  (read: ReadAt<string>, member: Member): ReadAt<string> =>
  (node, reading) => {
    const html = read(node, reading);
    if (typeof html !== 'string') return html;
    const plain = reading.html(html);
    if (plain === undefined || plain === unreadable) return plain;
    const { path, hides } = member;
    reading.losses.add({ path, reason: 'unreadable', hides, times: plain.lostParts + lostInUtf8(html) });
    return plain.text;
  };

/** Reads a time as many minutes later as a path says. */
const laterReader = (
  { steps, times }: Duration,
  readStart: ReadAt<string>,
  writing: Writing,
): ReadAt<string> => {
  const readMinutes = readerAt(steps, textReader({ type: 'number' }, writing));
  return (node, reading) => {
    const text = readStart(node, reading);
    const minutes = readMinutes(node, reading);
    if (typeof text !== 'string' || minutes === undefined) return text === unreadable ? text : undefined;
    const moment = times.timeOfDay(text);
    const isPlain = minutes !== unreadable && /^\s*\d{1,5}\s*$/.test(minutes);
    if (typeof moment !== 'object' || !isPlain) return unreadable;
    return new Date(moment.epoch + Number(minutes) * 60_000).toISOString();
  };
};

/** A text, the digits of a number, or those of a list with the separator between. */
const joinable = (
  value: Sought,
  textOf: ReadText,
  separator: string,
  reading: RecordReading,
): Parsed<string> => {
  if (value === unreadable || value === undefined) return value;
  if (!isJsonList(value)) return digitsOf(value) ?? textOf(value, reading);
  const texts = value.map(item =>
    isJsonList(item) ? unreadable : joinable(item, textOf, separator, reading),
  );
  if (texts.includes(unreadable)) return unreadable;
  const present = texts.filter(text => typeof text === 'string' && text !== '');
  return present.length === 0 ? undefined : present.join(separator);
};

/** Reads texts as one. A date without its time is not midnight, and a dose without its unit none. */
const joinReader = (
  { parts, separator, time }: Extract<Source, { kind: 'join' }>,
  textOf: ReadText,
  isMarked: boolean,
): ReadAt<string> => {
  const readers = parts.map(part =>
    typeof part === 'string' ? part : { find: finder(part.steps, { isMarked }), isRequired: part.isRequired },
  );
  return (node, reading) => {
    const texts = readers.map(part => {
      if (typeof part === 'string') return part;
      const value = part.find(node, reading);
      const text = time === undefined ? joinable(value, textOf, separator, reading) : textOf(value, reading);
      return text === undefined && part.isRequired ? null : text;
    });
    const values = texts.filter((_, at) => typeof readers[at] !== 'string');
    if (values.every(text => text === undefined || text === null)) return undefined;
    if (texts.includes(unreadable) || texts.includes(null)) return unreadable;
    const joined = texts.reduce<string>((before, text, at) => {
      if (typeof text !== 'string') return before;
      const isBeside = typeof readers[at] === 'string' || typeof readers[at - 1] === 'string';
      return before === '' || isBeside ? `${before}${text}` : `${before}${separator}${text}`;
    }, '');
    return time === undefined ? joined : readTime(joined, time);
  };
};

/** Reads whether a time has not come yet: `true` or `false`. Without one, nothing has ended. */
const untilReader =
  ({ times }: Extract<Source, { kind: 'until' }>, read: ReadAt<string>): ReadAt<string> =>
  (node, reading) => {
    const text = read(node, reading);
    const end = typeof text === 'string' ? times.end(text) : text;
    if (end === unreadable || reading.now === undefined) return unreadable;
    return String(end === undefined || end >= reading.now);
  };

const idMaker =
  ({ keys, root }: Extract<Source, { kind: 'id' }>): ReadLeaf =>
  text => {
    const id: Fields = {};
    id[keys.root] = root;
    id[keys.extension] = text.trim();
    return id;
  };

type ValueSource = Extract<Source, { kind: 'text' | 'id' | 'join' | 'value' | 'born' | 'until' }>;

/** Creates the reader of the text of which a row's value is made. */
const sourceTextReader = (
  source: ValueSource,
  row: CompiledRow,
  { writing, counts, isMarked }: Compiling,
): ReadAt<string> => {
  const { target, isSingle } = row;
  if (source.kind === 'value') return () => source.text;
  if (source.kind === 'born')
    return (_, { patient = '' }) => (twelveDigits.test(patient) ? birthDateIn(patient) : undefined);
  const textOf = textReader(source.reading, writing, counts?.get(row)?.words);
  const read =
    source.kind === 'join'
      ? joinReader(source, textOf, isMarked)
      : readerAt(source.steps, textOf, { isSingle, isMarked });
  if (source.kind === 'until') return untilReader(source, read);
  if ('plus' in source && source.plus !== undefined) return laterReader(source.plus, read, writing);
  return source.reading.isHtml === true ? htmlReader(read, target.member) : read;
};

/** Creates the reader of a row's one value. */
export const valueReader = (source: ValueSource, row: CompiledRow, compiling: Compiling): ReadAt<unknown> => {
  const make = source.kind === 'id' ? idMaker(source) : leafReader(row.target.member.plan);
  const read = sourceTextReader(source, row, compiling);
  return (node, reading) => {
    const text = read(node, reading);
    return typeof text === 'string' ? make(text) : text;
  };
};
