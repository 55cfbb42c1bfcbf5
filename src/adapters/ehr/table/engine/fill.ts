// Fills a record from an answer of the EHR, by the rows of its tables. What the record's own schema cannot read is a loss that hides what
// the schema says (D36).
import { isJsonList, isJsonObject, type Json, wordOf } from '../../../../domain/model/json.ts';
import { markPart } from '../../translation/unread.ts';
import { unreadable } from '../../translation/written-values.ts';
import { type CompiledRow, pathsOf, type Scope, type Source, type Target } from '../scope.ts';
import { isOutward, type Steps } from '../source-path.ts';
import { conditionState } from './condition-state.ts';
import { find, scalarOf } from './find.ts';
import { type Fields, lose, type RecordReading, type RowRead, type RowResult } from './record-reading.ts';
import { readNames, readValue } from './row-values.ts';

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
  { format, reads, outer, reach }: RecordReading,
): readonly Json[] | undefined | typeof unreadable => {
  const sent = find(node, steps, { reads, outer });
  if (isOutward(steps[0])) reach?.(sent);
  if (sent === undefined || sent === null || sent === unreadable) return sent ?? undefined;
  if (isJsonList(sent)) return sent;
  return format === 'xml' ? [sent] : unreadable;
};

const outcomeOf = (read: unknown): RowRead['outcome'] => {
  if (read === unreadable) return 'lost';
  return read === undefined ? 'absent' : 'read';
};

/** Notes what a row has read. Of a row that holds rows, it notes only a failure: the inner rows note their own values. */
const noteRead = (
  { note, seen }: RecordReading,
  row: CompiledRow,
  node: Json,
  read: RowResult<readonly unknown[]>,
): void => {
  const { kind } = row.source;
  const hasRows = kind === 'each' || kind === 'block' || kind === 'items' || kind === 'refer';
  if (hasRows && read !== unreadable) return;
  if (seen !== undefined) {
    if (read !== undefined && read !== unreadable) seen.read.push(row);
    if (row.source.kind === 'text' && row.source.reading.words !== undefined) {
      seen.worded.push(row);
      seen.nodes.push(node);
    }
  }
  if (note === undefined) return;
  const outcome = outcomeOf(read);
  note({ row, node, outcome, values: outcome === 'read' ? (read as readonly unknown[]) : [] });
};

/** Notes what is around the object that a path has found, if rows look there: the object that has its last name. */
const enter = (
  inner: Json,
  scope: Scope,
  { node, steps, reading }: { node: Json; steps: Steps; reading: RecordReading },
): void => {
  const last = scope.isLeft ? steps.findLastIndex(step => typeof step === 'string') : -1;
  const holder = last === -1 ? undefined : find(node, steps.slice(0, last), { outer: reading.outer });
  if (holder !== undefined && holder !== unreadable) reading.enter(inner, holder);
};

/** Reads the object of a row with rows of its own. */
const readBlock = (
  { steps, scope }: Extract<Source, { kind: 'block' }>,
  { isSingle }: CompiledRow,
  node: Json,
  reading: RecordReading,
): RowResult<Fields> => {
  const object = find(node, steps, { isSingle, reads: reading.reads, outer: reading.outer });
  if (object === undefined || object === unreadable) return object;
  enter(object, scope, { node, steps, reading });
  const record: Fields = {};
  return fill(scope, object, record, reading) ? record : undefined;
};

/** Reads what a key refers to. A key that refers to nothing is a loss. */
const readReferred = (
  { steps, list, content }: Extract<Source, { kind: 'refer' }>,
  { isSingle }: CompiledRow,
  node: Json,
  reading: RecordReading,
): RowResult<readonly unknown[]> => {
  const value = scalarOf(
    find(node, steps, { isSingle, reads: reading.reads, outer: reading.outer }),
    reading,
  );
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
  source: Extract<Source, { kind: 'each' | 'items' | 'names' | 'refer' }>,
  row: CompiledRow,
  node: Json,
  reading: RecordReading,
): RowResult<readonly unknown[]> => {
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
    enter(item, scope, { node, steps: source.steps, reading });
    const state = scope.where.length === 0 ? 'holds' : conditionState(scope.where, item, reading);
    if (state === 'unknown') {
      lose(reading, member);
      // The loss is that of the whole item: nothing in it is counted as unread as well.
      reading.reads.delete(item as object);
      reading.note?.({ row, node, outcome: 'unknown', item, values: [] });
    } else if (state === 'holds') {
      const record: Fields = {};
      if (fill(scope, item, record, reading)) values.push(record);
    }
  }
  return values.length === 0 ? undefined : values;
};

/** Reads the values of a row: one, or several for a list. */
const readRow = (row: CompiledRow, node: Json, reading: RecordReading): RowResult<readonly unknown[]> => {
  const { source } = row;
  let read: RowResult<readonly unknown[]>;
  const isList =
    source.kind === 'each' || source.kind === 'items' || source.kind === 'names' || source.kind === 'refer';
  if (isList) read = readList(source, row, node, reading);
  else {
    const value =
      source.kind === 'block' ? readBlock(source, row, node, reading) : readValue(source, row, node, reading);
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
    // What the row could have read counts as read, because it is counted as lost.
    const sent =
      source.kind === 'value'
        ? when.map(({ steps }) => find(node, steps, { outer: reading.outer }))
        : pathsOf(source).map(steps => find(node, steps, reading));
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

/** Removes both begin and end if the end is earlier: nobody can tell which of them is wrong. */
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
