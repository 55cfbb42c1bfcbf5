// Fills a record from an answer of the EHR, by the rows of its tables. The record's own schema reads each value; what it cannot read is
// a loss that hides what the schema says (D36).

import { Failure } from '../../../../domain/model/failure.ts';
import { isJsonList, isJsonObject, type Json, wordOf } from '../../../../domain/model/json.ts';
import type { Loss, LossReason } from '../../../../domain/model/loss.ts';
import { maxParts, wordsOf } from '../../translation/parts-of-text.ts';
import { markPart, type Reads } from '../../translation/unread.ts';
import { unreadable } from '../../translation/written-values.ts';
import type { Member } from '../../xml/plan.ts';
import { readLeaf } from '../leaf.ts';
import type { CompiledRow, Condition, Duration, Scope, Source, Target } from '../scope.ts';
import type { Steps } from '../source-path.ts';
import { find, holdsAt, type Sought, scalarOf, wordAt } from './find.ts';
import type { HtmlReader } from './html-texts.ts';
import { readTime, readWritten } from './read-text.ts';
import type { ListReferences } from './references.ts';

export type Fields = Record<string, unknown>;

/** What is noted while one record is read. */
export type RecordReading = {
  readonly format: 'json' | 'xml';
  readonly decimals: 'point' | 'comma';
  readonly losses: Loss[];
  /** What has been read of the record. */
  readonly reads: Reads;
  readonly html: HtmlReader;
  /** What the record refers to in its answer. */
  readonly refer: ListReferences;
  /** Called with what became of each row that reads values itself, for those who write tables. */
  readonly note?: (read: RowRead) => void;
};

/** What a row has made of an object of the answer. */
export type RowRead = {
  readonly row: CompiledRow;
  /** The object at which its paths start; for items without an object, the item. */
  readonly node: Json;
  /** `unmet` and `unknown`: what its conditions say. */
  readonly outcome: 'read' | 'lost' | 'absent' | 'unmet' | 'unknown';
  readonly values: readonly unknown[];
};

type State = 'holds' | 'fails' | 'unknown';

/** Whether all conditions hold. `unknown`: one of them has a word that no condition of the table knows, and none fails. */
export const conditionState = (when: readonly Condition[], node: Json, reading: RecordReading): State => {
  let state: State = 'holds';
  // All of them: each has read its word.
  for (const condition of when) {
    const { steps, words, known } = condition;
    const word = typeof words === 'string' ? undefined : wordAt(node, steps, reading);
    const isKnown = typeof words === 'string' || (typeof word === 'string' && known.has(word));
    const holds = isKnown ? holdsAt(node, condition, reading) : undefined;
    if (holds === false) state = 'fails';
    else if (holds === undefined && state === 'holds') state = 'unknown';
  }
  return state;
};

/** Losses of one record. Those of a hostile answer would fill the memory, several for each of its items. */
const mostLosses = 10_000;

/** Counts a loss. Throws `Failure` `ehr-unusable` beyond the limit (D32, what a document may hold). */
export const addLoss = ({ losses }: RecordReading, loss: Loss): void => {
  if (losses.length === mostLosses)
    throw new Failure('ehr-unusable', {
      reason: 'ehr-limit',
      detail: `a record with more than ${mostLosses} losses`,
    });
  losses.push(loss);
};

const lose = (reading: RecordReading, { path, hides }: Member, reason: LossReason = 'unreadable'): void =>
  addLoss(reading, { path, reason, hides });

/** Sets a member, in the objects around it. */
const put = (
  record: Fields,
  { target: { keys, member } }: CompiledRow,
  value: unknown,
  reading: RecordReading,
): void => {
  let here = record;
  for (const key of keys) {
    here[key] ??= {};
    here = here[key] as Fields;
  }
  const present = here[member.key];
  if (member.many) {
    if (present === undefined) here[member.key] = [value];
    else (present as unknown[]).push(value);
  } else if (present === undefined) here[member.key] = value;
  else lose(reading, member, 'repeated');
};

/** The items of a list. In XML, an element that occurs once is a list of one. */
const itemsAt = (
  node: Json,
  steps: Steps,
  { format, reads }: RecordReading,
): readonly Json[] | undefined | typeof unreadable => {
  const sent = find(node, steps, { reads });
  if (sent === undefined || sent === null || sent === unreadable) return sent ?? undefined;
  if (isJsonList(sent)) return sent;
  return format === 'xml' ? [sent] : unreadable;
};

/** What the EHR sent that a row could read. It counts as read, as a whole. */
const sentFor = (
  node: Json,
  source: Exclude<Source, { kind: 'value' }>,
  reading: RecordReading,
): Sought[] => {
  const paths = source.kind === 'join' ? source.paths : [source.steps];
  return paths.map(steps => find(node, steps, reading));
};

/** What a row reads: undefined if it is absent, `unreadable` if it cannot be read. */
type Read<T> = T | undefined | typeof unreadable;

const outcomeOf = (read: unknown): RowRead['outcome'] => {
  if (read === unreadable) return 'lost';
  return read === undefined ? 'absent' : 'read';
};

/** Notes what a row has read. Of a row with rows within it, only that it could not be read: those note the rest. */
const noteRead = (
  { note }: RecordReading,
  row: CompiledRow,
  node: Json,
  read: Read<readonly unknown[]>,
): void => {
  const { kind } = row.source;
  const hasRows = kind === 'each' || kind === 'block' || kind === 'items' || kind === 'refer';
  if (note === undefined || (hasRows && read !== unreadable)) return;
  const outcome = outcomeOf(read);
  note({ row, node, outcome, values: outcome === 'read' ? (read as readonly unknown[]) : [] });
};

/** The words of texts; undefined if there are too many of them (D32). */
const namesIn = (texts: readonly Read<string>[]): readonly string[] | undefined => {
  const names: string[] = [];
  for (const text of texts) {
    const words = typeof text === 'string' ? wordsOf(text) : [];
    if (words === undefined || names.length + words.length > maxParts) return undefined;
    names.push(...words);
  }
  return names;
};

const readNames = (
  node: Json,
  { steps, called }: Extract<Source, { kind: 'names' }>,
  member: Member,
  reading: RecordReading,
): Read<readonly unknown[]> => {
  const written = find(node, steps, reading);
  const list = written !== unreadable && isJsonList(written) ? written : [written];
  const reads = { type: 'text' } as const;
  const texts = list.map(item => readWritten(item as Sought, reads, reading));
  const inUse = called === undefined ? undefined : readWritten(find(node, called, reading), reads, reading);
  if (texts.includes(unreadable) || inUse === unreadable) return unreadable;
  const names = namesIn(texts);
  if (names === undefined) return unreadable;
  const nameInUse = inUse?.trim();
  const isMarked = (name: string) => name === nameInUse;
  if (inUse !== undefined && !names.some(isMarked)) lose(reading, member);
  if (names.length === 0) return undefined;
  const isText = member.plan.type === 'text';
  return names.map(name => {
    if (isText) return name;
    return isMarked(name) ? { qualifier: 'CL', value: name } : { value: name };
  });
};

const leafOf = (text: Read<string>, { plan }: Member): Read<unknown> =>
  typeof text === 'string' ? readLeaf(plan, text) : text;

/** The plain text of HTML. Each part of it that is hidden or no text is a loss. */
const textOfHtml = (html: Read<string>, member: Member, reading: RecordReading): Read<string> => {
  if (typeof html !== 'string') return html;
  const read = reading.html(html);
  if (read === undefined || read === unreadable) return read;
  for (let lost = read.lostParts; lost > 0; lost--) lose(reading, member);
  return read.text;
};

/** A time, as many minutes later as a path says. */
const later = (
  text: Read<string>,
  { steps, times }: Duration,
  node: Json,
  reading: RecordReading,
): Read<string> => {
  const minutes = readWritten(find(node, steps, reading), { type: 'number' }, reading);
  if (typeof text !== 'string' || minutes === undefined) return text === unreadable ? text : undefined;
  const moment = times.timeOfDay(text);
  const isPlain = minutes !== unreadable && /^\s*\d{1,5}\s*$/.test(minutes);
  if (typeof moment !== 'object' || !isPlain) return unreadable;
  return new Date(moment.epoch + Number(minutes) * 60_000).toISOString();
};

type ListSource = Extract<Source, { kind: 'each' | 'items' | 'names' | 'refer' }>;
type ValueSource = Exclude<Source, ListSource>;

/** Reads the one value of a row. */
const readValue = (
  source: ValueSource,
  row: CompiledRow,
  node: Json,
  reading: RecordReading,
): Read<unknown> => {
  const { isSingle, target } = row;
  const how = { isSingle, reads: reading.reads };
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
    case 'block': {
      const object = find(node, source.steps, how);
      if (object === undefined || object === unreadable) return object;
      const record: Fields = {};
      return fill(source.scope, object, record, reading) ? record : undefined;
    }
  }
};

/** Reads what a key refers to. A key that refers to nothing is a loss. */
const readReferred = (
  { steps, list, content }: Extract<Source, { kind: 'refer' }>,
  { isSingle }: CompiledRow,
  node: Json,
  reading: RecordReading,
): Read<readonly unknown[]> => {
  const value = scalarOf(find(node, steps, { isSingle, reads: reading.reads }), reading);
  if (value === undefined || value === null || value === unreadable) return value ?? undefined;
  const key = wordOf(value);
  if (key === undefined) return unreadable;
  const referred = reading.refer(list, key);
  if (referred === undefined || referred === null || referred === unreadable) return unreadable;
  if ('row' in content) return readRow(content.row, referred, reading);
  if (!isJsonObject(referred)) return unreadable;
  const record: Fields = {};
  return fill(content.scope, referred, record, reading) ? [record] : undefined;
};

/** Reads the values of a row that makes several. */
const readList = (
  source: ListSource,
  row: CompiledRow,
  node: Json,
  reading: RecordReading,
): Read<readonly unknown[]> => {
  const { member } = row.target;
  if (source.kind === 'names') return readNames(node, source, member, reading);
  if (source.kind === 'refer') return readReferred(source, row, node, reading);
  const items = itemsAt(node, source.steps, reading);
  if (items === undefined || items === unreadable) return items;
  const values: unknown[] = [];
  for (const item of items) {
    if (item === null || item === '') continue;
    if (source.kind === 'items') {
      const read = readRow(source.row, item, reading);
      if (read === unreadable) lose(reading, member);
      else for (const value of read ?? []) values.push(value);
      continue;
    }
    const { scope } = source;
    const state = scope.where.length === 0 ? 'holds' : conditionState(scope.where, item, reading);
    if (state === 'unknown') {
      lose(reading, member);
      // As a whole.
      reading.reads.delete(item as object);
    } else if (state === 'holds') {
      const record: Fields = {};
      if (fill(scope, item, record, reading)) values.push(record);
    }
  }
  return values.length === 0 ? undefined : values;
};

/** Reads the values of a row: one, or several for a list. */
const readRow = (row: CompiledRow, node: Json, reading: RecordReading): Read<readonly unknown[]> => {
  const { source } = row;
  let read: Read<readonly unknown[]>;
  const isList =
    source.kind === 'each' || source.kind === 'items' || source.kind === 'names' || source.kind === 'refer';
  if (isList) read = readList(source, row, node, reading);
  else {
    const value = readValue(source, row, node, reading);
    read = value === undefined || value === unreadable ? value : [value];
  }
  noteRead(reading, row, node, read);
  return read;
};

/** Whether the conditions of a row hold. If they cannot be understood, what the row could have read is lost. */
const isMet = (row: CompiledRow, node: Json, reading: RecordReading): boolean => {
  const { source, target, when } = row;
  const state = conditionState(when, node, reading);
  if (state === 'holds') return true;
  if (state === 'unknown') {
    const sent =
      source.kind === 'value' ? when.map(({ steps }) => find(node, steps)) : sentFor(node, source, reading);
    if (sent.some(value => value !== undefined)) lose(reading, target.member);
  }
  reading.note?.({ row, node, outcome: state === 'fails' ? 'unmet' : 'unknown', values: [] });
  return false;
};

/** Writes what a row reads. Returns whether it wrote a value of the EHR's. */
const apply = (row: CompiledRow, node: Json, record: Fields, reading: RecordReading): boolean => {
  if (row.when.length > 0 && !isMet(row, node, reading)) return false;
  const read = readRow(row, node, reading);
  if (read === undefined || read === unreadable) {
    if (read === unreadable || row.isRequired) lose(reading, row.target.member);
    return false;
  }
  for (const value of read) put(record, row, value, reading);
  return row.source.kind !== 'value';
};

/** The object that holds a member; undefined if there is none. */
const holderOf = (record: Fields, { keys }: Target): Fields | undefined =>
  keys.reduce<Fields | undefined>((here, key) => here?.[key] as Fields | undefined, record);

/** The digits of a time as its schema has read it. */
const digitsOfTime = (value: unknown): string | undefined => {
  const time = typeof value === 'object' && value !== null ? (value as Fields) : { value };
  const digits = time.local ?? time.value;
  return typeof digits === 'string' ? digits : undefined;
};

/** Takes away an end before its begin, and the begin: nobody can tell which of them is wrong. */
const checkSpans = ({ spans }: Scope, record: Fields, reading: RecordReading): void => {
  for (const { begin, end } of spans) {
    const [first, last] = [begin, end].map(target =>
      digitsOfTime(holderOf(record, target)?.[target.member.key]),
    );
    if (first === undefined || last === undefined || last >= first) continue;
    for (const target of [begin, end]) {
      delete holderOf(record, target)?.[target.member.key];
      lose(reading, target.member);
    }
  }
};

/**
 * Fills an object by the rows of a scope. Constants do not make an object by themselves.
 * @returns whether it holds a value of the EHR's.
 */
export const fill = (scope: Scope, node: Json, record: Fields, reading: RecordReading): boolean => {
  let hasValue = false;
  if (isJsonObject(node)) markPart(reading.reads, node);
  for (const row of scope.rows) if (apply(row, node, record, reading)) hasValue = true;
  if (scope.spans.length > 0) checkSpans(scope, record, reading);
  return hasValue;
};
