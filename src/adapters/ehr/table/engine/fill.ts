// Fills a record from an answer of the EHR, by the rows of its tables. What the record's own schema cannot read is a loss that hides what
// the schema says (D36). The rows are compiled to functions once, which then run over each record.
import { isJsonList, isJsonObject, type Json, wordOf } from '../../../../domain/model/json.ts';
import { markMembers } from '../../translation/unread.ts';
import { unreadable } from '../../translation/written-values.ts';
import { type CompiledRow, pathsOf, type Scope, type Source, type Target } from '../scope.ts';
import { isOutward } from '../source-path.ts';
import { conditionState } from './condition-state.ts';
import type { Counter, RowCounts } from './counts.ts';
import { find, finder, scalarOf } from './find.ts';
import { type Fields, lose, type RecordReading, type RowResult } from './record-reading.ts';
import { namesReader, type ReadAt, valueReader } from './row-values.ts';
import type { Writing } from './text-reader.ts';

/** Fills an object. Constants do not make an object by themselves. @returns whether it holds a value of the EHR's. */
export type Fill = (node: Json, record: Fields, reading: RecordReading) => boolean;

/** What compiling needs beside the rows. */
type Compiling = {
  readonly writing: Writing;
  readonly counts: RowCounts | undefined;
  /** Whether the members that a row reads of its object have been marked as read before. */
  readonly isMarked: boolean;
};

/** Sets a member, in the objects around it. */
const put = (record: Fields, { keys, member }: Target, value: unknown, reading: RecordReading): void => {
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

/** Creates what fills an object within a record; undefined if it holds no value of the EHR's. */
const objectFiller = (scope: Scope, compiling: Compiling) => {
  const fill = compiled(scope, compiling);
  return (node: Json, reading: RecordReading): Fields | undefined => {
    const record: Fields = {};
    return fill(node, record, reading) ? record : undefined;
  };
};

type Steps = Extract<Source, { kind: 'block' }>['steps'];

/**
 * Creates what notes what is around the object that a path has found, if rows look there: the object that has its last name. Undefined if
 * none does.
 */
const entering = (steps: Steps, { isLeft }: Scope) => {
  const last = isLeft ? steps.findLastIndex(step => typeof step === 'string') : -1;
  if (last === -1) return undefined;
  const findHolder = finder(steps.slice(0, last));
  return (inner: Json, node: Json, { outer, enter }: RecordReading): void => {
    const holder = findHolder(node, { outer });
    if (holder !== undefined && holder !== unreadable) enter(inner, holder);
  };
};

/** Reads the object of a row with rows of its own. */
const blockReader = (
  { steps, scope }: Extract<Source, { kind: 'block' }>,
  { isSingle }: CompiledRow,
  compiling: Compiling,
): ReadAt<Fields> => {
  const findObject = finder(steps, { isSingle, isMarked: compiling.isMarked });
  const enter = entering(steps, scope);
  const filled = objectFiller(scope, compiling);
  return (node, reading) => {
    const object = findObject(node, reading);
    if (object === undefined || object === unreadable) return object;
    enter?.(object, node, reading);
    return filled(object, reading);
  };
};

/** Reads what a key refers to. A key that refers to nothing is a loss. */
const referReader = (
  { steps, list, content }: Extract<Source, { kind: 'refer' }>,
  { isSingle }: CompiledRow,
  compiling: Compiling,
): ReadAt<readonly unknown[]> => {
  const findKey = finder(steps, { isSingle, isMarked: compiling.isMarked });
  const referredIn = (node: Json, reading: RecordReading): RowResult<Json> => {
    const value = scalarOf(findKey(node, reading), reading);
    if (value === undefined || value === null || value === unreadable) return value ?? undefined;
    const key = wordOf(value);
    return key === undefined ? unreadable : (reading.refer(list, key) ?? unreadable);
  };
  if ('row' in content) {
    const readValues = valuesReader(content.row, compiling);
    return (node, reading) => {
      const referred = referredIn(node, reading);
      return referred === undefined || referred === unreadable ? referred : readValues(referred, reading);
    };
  }
  const filled = objectFiller(content.scope, compiling);
  return (node, reading) => {
    const referred = referredIn(node, reading);
    if (referred === undefined) return undefined;
    if (referred === unreadable || !isJsonObject(referred)) return unreadable;
    const object = filled(referred, reading);
    return object && [object];
  };
};

/** Finds the items of a list. In XML, an element that occurs once is a list of one. */
const itemsFinder = (steps: Steps, { writing: { format }, isMarked }: Compiling): ReadAt<readonly Json[]> => {
  const findList = finder(steps, { isMarked });
  const isOutside = isOutward(steps[0]);
  return (node, reading) => {
    const sent = findList(node, reading);
    if (isOutside) reading.reach?.(sent);
    if (sent === undefined || sent === null || sent === unreadable) return sent ?? undefined;
    if (isJsonList(sent)) return sent;
    return format === 'xml' ? [sent] : unreadable;
  };
};

type EachSource = Extract<Source, { kind: 'each' | 'items' }>;

/** Reads the values of an item of a list. */
const itemReader = (source: EachSource, row: CompiledRow, compiling: Compiling) => {
  const { member } = row.target;
  if (source.kind === 'items') {
    const readValues = valuesReader(source.row, compiling);
    return (item: Json, _: Json, reading: RecordReading): readonly unknown[] => {
      const read = readValues(item, reading);
      if (read === unreadable) lose(reading, member);
      return read === undefined || read === unreadable ? [] : read;
    };
  }
  const { scope, steps } = source;
  const enter = entering(steps, scope);
  const filled = objectFiller(scope, compiling);
  return (item: Json, node: Json, reading: RecordReading): readonly unknown[] => {
    enter?.(item, node, reading);
    const state = conditionState(scope.where, item, reading);
    if (state === 'unknown') {
      lose(reading, member);
      // The loss is that of the whole item: nothing in it is counted as unread as well.
      reading.reads.delete(item as object);
      reading.note?.({ row, node, outcome: 'unknown', item, values: [] });
    }
    const record = state === 'holds' ? filled(item, reading) : undefined;
    return record === undefined ? [] : [record];
  };
};

/** Reads the values of the items of a list. */
const eachReader = (
  source: EachSource,
  row: CompiledRow,
  compiling: Compiling,
): ReadAt<readonly unknown[]> => {
  const itemsIn = itemsFinder(source.steps, compiling);
  const readItem = itemReader(source, row, compiling);
  return (node, reading) => {
    const items = itemsIn(node, reading);
    if (items === undefined || items === unreadable) return items;
    const values: unknown[] = [];
    for (const item of items)
      if (item !== null && item !== '') for (const value of readItem(item, node, reading)) values.push(value);
    return values.length === 0 ? undefined : values;
  };
};

/** Reads what a row makes: its value, or its values. */
const sourceReader = (row: CompiledRow, compiling: Compiling): ReadAt<unknown> => {
  const { source, target } = row;
  const { writing, counts, isMarked } = compiling;
  switch (source.kind) {
    case 'each':
    case 'items':
      return eachReader(source, row, compiling);
    case 'refer':
      return referReader(source, row, compiling);
    case 'block':
      return blockReader(source, row, compiling);
    case 'names':
      return namesReader(source, target.member, compiling);
    default:
      return valueReader(source, row, { writing, isMarked, counters: counts?.get(row)?.words });
  }
};

/** Whether a row makes several values. */
const makesList = ({ kind }: Source): boolean =>
  kind === 'each' || kind === 'items' || kind === 'names' || kind === 'refer';

/** Notes what a row has read. Of a row that holds rows, it notes only a failure: the inner rows note their own values. */
const noteRead = (
  { note }: RecordReading,
  row: CompiledRow,
  { node, result }: { node: Json; result: RowResult<unknown> },
): void => {
  const { kind } = row.source;
  const hasRows = kind === 'each' || kind === 'block' || kind === 'items' || kind === 'refer';
  if (result === unreadable) note?.({ row, node, outcome: 'lost', values: [] });
  else if (hasRows) return;
  else if (result === undefined) note?.({ row, node, outcome: 'absent', values: [] });
  else
    note?.({
      row,
      node,
      outcome: 'read',
      values: makesList(row.source) ? (result as readonly unknown[]) : [result],
    });
};

/** A row that has been compiled to a function. */
type RunnableRow = {
  readonly row: CompiledRow;
  readonly read: ReadAt<unknown>;
  readonly isList: boolean;
  readonly counter: Counter | undefined;
};

const runnable = (row: CompiledRow, compiling: Compiling): RunnableRow => ({
  row,
  read: sourceReader(row, compiling),
  isList: makesList(row.source),
  counter: compiling.counts?.get(row)?.values,
});

/** Reads what a row makes, its value or its values, which is noted and counted. */
const readRow = (
  { row, read, counter }: RunnableRow,
  node: Json,
  reading: RecordReading,
): RowResult<unknown> => {
  const result = read(node, reading);
  if (reading.note !== undefined) noteRead(reading, row, { node, result });
  if (counter !== undefined && result !== undefined && result !== unreadable) reading.seen.push(counter);
  return result;
};

/** Reads the values of a row that is not of an object's own, also of one that makes one. */
const valuesReader = (row: CompiledRow, compiling: Compiling): ReadAt<readonly unknown[]> => {
  const compiled = runnable(row, { ...compiling, isMarked: false });
  return (node, reading) => {
    const result = readRow(compiled, node, reading);
    if (result === undefined || result === unreadable) return result;
    return compiled.isList ? (result as readonly unknown[]) : [result];
  };
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
const apply = (runnableRow: RunnableRow, node: Json, record: Fields, reading: RecordReading): boolean => {
  const { row, isList } = runnableRow;
  const { source, target, when, isRequired } = row;
  if (when.length > 0 && !isMet(row, node, reading)) return false;
  const result = readRow(runnableRow, node, reading);
  if (result === undefined || result === unreadable) {
    if (result === unreadable || isRequired) lose(reading, target.member);
    return false;
  }
  if (isList) for (const value of result as readonly unknown[]) put(record, target, value, reading);
  else put(record, target, result, reading);
  return source.kind !== 'value';
};

/** The object that holds a member; undefined if there is none. */
const holderOf = (record: Fields, { keys }: Target): Fields | undefined => {
  let here: Fields | undefined = record;
  for (const key of keys) here = here?.[key] as Fields | undefined;
  return here;
};

/** The digits of a time as its schema has read it. */
const digitsAt = (record: Fields, target: Target): string | undefined => {
  const value = holderOf(record, target)?.[target.member.key];
  const time = typeof value === 'object' && value !== null ? (value as Fields) : { value };
  const digits = time.local ?? time.value;
  return typeof digits === 'string' ? digits : undefined;
};

/** Removes both begin and end if the end is earlier: nobody can tell which of them is wrong. */
const checkSpan = ({ begin, end }: Scope['spans'][number], record: Fields, reading: RecordReading): void => {
  const first = digitsAt(record, begin);
  const last = digitsAt(record, end);
  if (first === undefined || last === undefined || last >= first) return;
  for (const target of [begin, end]) {
    delete holderOf(record, target)?.[target.member.key];
    lose(reading, target.member);
  }
};

/** The members that a row reads of its object, whatever that holds. */
const membersOf = ({ source, when }: CompiledRow): readonly string[] =>
  when.length > 0 ? [] : pathsOf(source).flatMap(([step]) => (typeof step === 'string' ? [step] : []));

const compiled = ({ rows, spans }: Scope, compiling: Compiling): Fill => {
  const members = [...new Set(rows.flatMap(membersOf))];
  const runnableRows = rows.map(row => runnable(row, { ...compiling, isMarked: row.when.length === 0 }));
  return (node, record, reading) => {
    let hasValue = false;
    if (isJsonObject(node)) markMembers(reading.reads, node, members);
    for (const row of runnableRows) if (apply(row, node, record, reading)) hasValue = true;
    for (const span of spans) checkSpan(span, record, reading);
    return hasValue;
  };
};

/** Compiles the rows of a scope. @param counts of its rows, which the reading of a record takes. */
export const filler = (scope: Scope, writing: Writing, counts?: RowCounts): Fill =>
  compiled(scope, { writing, counts, isMarked: false });
