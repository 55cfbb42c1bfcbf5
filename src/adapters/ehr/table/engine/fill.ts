// Fills a record from an answer of the EHR, by the rows of its tables. What the record's own schema cannot read is a loss that hides what
// the schema says (D36). The rows are compiled to functions when a system is opened; these then run over each record.
import {
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  wordOf,
} from '../../../../domain/model/json.ts';
import { sizeOf } from '../../meter.ts';
import { markMembers, markRead, type Reads } from '../../values/unread.ts';
import { type Parsed, unreadable } from '../../values/written-values.ts';
import {
  type CompiledRow,
  pathsOf,
  type RowContent,
  type Scope,
  type Source,
  type Target,
} from '../scope.ts';
import { isOutward, type Steps } from '../source-path.ts';
import type { Counter, RowCounts } from './counts.ts';
import { conditionState, find, finder, scalarOf, wordAt } from './find.ts';
import { type Fields, lose, type RecordReading } from './record-reading.ts';
import { type Compiling, namesReader, type ReadAt, valueReader } from './row-values.ts';
import type { Writing } from './text-reader.ts';

/** Fills an object. Constants do not make an object by themselves. @returns whether it holds a value of the EHR's. */
export type Fill = (node: Json, record: Fields, reading: RecordReading) => boolean;

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

/**
 * Creates what notes what is around the object that a path has found, if rows look there: the object that has its last name. Undefined if
 * none does.
 */
const entering = (steps: Steps, content: RowContent) => {
  const last =
    'scope' in content && content.scope.isLeft ? steps.findLastIndex(step => typeof step === 'string') : -1;
  if (last === -1) return undefined;
  const findHolder = finder(steps.slice(0, last));
  return (inner: Json, node: Json, { outside, enter }: RecordReading): void => {
    const holder = findHolder(node, { outside });
    if (holder !== undefined && holder !== unreadable) enter(inner, holder);
  };
};

type Values = ReadAt<readonly unknown[]>;

/** Reads what is within a row: an object, or the values of another row. */
const contentReader = (content: RowContent, compiling: Compiling): Values => {
  if ('scope' in content) {
    const fill = compiled(content.scope, compiling);
    return (node, reading) => {
      const record: Fields = {};
      return fill(node, record, reading) ? [record] : undefined;
    };
  }
  const row = runnable(content.row, { ...compiling, isMarked: false });
  return (node, reading) => {
    const result = readRow(row, node, reading);
    if (result === undefined || result === unreadable) return result;
    return row.isList ? (result as readonly unknown[]) : [result];
  };
};

/** Reads the object of a row with rows of its own. */
const blockReader = (
  { steps, content }: Extract<Source, { kind: 'block' }>,
  { isSingle }: CompiledRow,
  compiling: Compiling,
): Values => {
  const findObject = finder(steps, { isSingle, isMarked: compiling.isMarked });
  const enter = entering(steps, content);
  const readObject = contentReader(content, compiling);
  return (node, reading) => {
    const object = findObject(node, reading);
    if (object === undefined || object === unreadable) return object;
    enter?.(object, node, reading);
    return readObject(object, reading);
  };
};

/** Reads what a key refers to. A key that refers to nothing is a loss. */
const referReader = (
  { steps, list, content }: Extract<Source, { kind: 'refer' }>,
  { isSingle }: CompiledRow,
  compiling: Compiling,
): Values => {
  const findKey = finder(steps, { isSingle, isMarked: compiling.isMarked });
  const readContent = contentReader(content, compiling);
  return (node, reading) => {
    const value = scalarOf(findKey(node, reading), reading);
    if (value === undefined || value === unreadable) return value;
    const key = wordOf(value);
    const referred = key === undefined ? unreadable : (reading.refer(list, key) ?? unreadable);
    if (referred === unreadable || ('scope' in content && !isJsonObject(referred))) return unreadable;
    return readContent(referred, reading);
  };
};

/** The members of an object as the items of a list, each with its key under a name, which whoever walks through it does not see. */
const keyedItems = (map: JsonObject, name: string, reads: Reads): readonly (Json | typeof unreadable)[] =>
  Object.entries(map).map(([key, value = null]) => {
    markRead(reads, map, key);
    // Of an absent one, the key is lost. A member of that name would be taken for the key.
    if (!isJsonObject(value) || (Object.hasOwn(value, name) && value[name] !== key)) return unreadable;
    return Object.defineProperty(value, name, { value: key });
  });

/** Reads the values of the items of a list. In XML, an element that occurs once is a list of one. */
const eachReader = (
  { steps, content, where, keyed, hasOthers }: Extract<Source, { kind: 'each' }>,
  row: CompiledRow,
  compiling: Compiling,
): Values => {
  const { isMarked, writing } = compiling;
  const findList = finder(steps, { isMarked });
  const isOutside = isOutward(steps[0]);
  const enter = entering(steps, content);
  const readItem = contentReader(content, compiling);
  return (node, reading) => {
    const sent = findList(node, reading);
    if (isOutside) reading.outside?.meter('outside', sizeOf(sent));
    if (sent === undefined || sent === null || sent === unreadable) return sent ?? undefined;
    const isMap = keyed !== undefined && isJsonObject(sent);
    if ((keyed !== undefined && !isMap) || (!isMap && !isJsonList(sent) && writing.format === 'json'))
      return unreadable;
    const values: unknown[] = [];
    const { reads } = reading;
    for (const item of isMap ? keyedItems(sent, keyed, reads) : isJsonList(sent) ? sent : [sent]) {
      if (item === unreadable) lose(reading, row.target.member);
      if (item === unreadable || item === null || item === '') continue;
      enter?.(item, node, reading);
      const isFirst = !reads.has(item as object);
      const met = conditionState(where, item, reading);
      // An item with another word is not meant. One without a word may be: its name may have changed.
      const isOther =
        met === 'unknown' &&
        hasOthers &&
        where.every(
          one =>
            conditionState([one], item, reading) !== 'unknown' ||
            typeof wordAt(item, one.steps, reading) === 'string',
        );
      const state = isOther ? 'fails' : met;
      const read = state === 'holds' ? readItem(item, reading) : undefined;
      // What is not meant is not counted, unless another row reads it.
      if (state === 'fails' && hasOthers && isFirst) reads.delete(item as object);
      if (state === 'unknown') {
        // The loss is that of the whole item: nothing in it is counted as unread as well.
        reads.delete(item as object);
        reading.note?.({ row, node, outcome: 'unknown', item, values: [] });
      }
      if (state === 'unknown' || read === unreadable) lose(reading, row.target.member);
      else if (read !== undefined) for (const value of read) values.push(value);
    }
    return values.length === 0 ? undefined : values;
  };
};

const sourceReader = (row: CompiledRow, compiling: Compiling): ReadAt<unknown> => {
  const { source, target } = row;
  switch (source.kind) {
    case 'each':
      return eachReader(source, row, compiling);
    case 'refer':
      return referReader(source, row, compiling);
    case 'block':
      return blockReader(source, row, compiling);
    case 'names':
      return namesReader(source, target.member, compiling);
    default:
      return valueReader(source, row, compiling);
  }
};

type RunnableRow = {
  readonly row: CompiledRow;
  readonly read: ReadAt<unknown>;
  /** Whether it reads several values. */
  readonly isList: boolean;
  /** Whether what it writes is a value of the EHR's. */
  readonly isSent: boolean;
  readonly counter: Counter | undefined;
};

const runnable = (row: CompiledRow, compiling: Compiling): RunnableRow => ({
  row,
  read: sourceReader(row, compiling),
  isList: 'content' in row.source || row.source.kind === 'names',
  isSent: row.source.kind !== 'value' && row.source.kind !== 'born' && row.source.kind !== 'until',
  counter: compiling.counts?.get(row),
});

/** Notes what a row has read. Of a row that holds rows, which note their own values, it notes only a failure. */
const noteRead = (
  { row, isList }: RunnableRow,
  result: Parsed<unknown>,
  { node, note }: { readonly node: Json; readonly note: NonNullable<RecordReading['note']> },
): void => {
  if (result === unreadable) note({ row, node, outcome: 'lost', values: [] });
  else if ('content' in row.source) return;
  else if (result === undefined) note({ row, node, outcome: 'absent', values: [] });
  else note({ row, node, outcome: 'read', values: isList ? (result as readonly unknown[]) : [result] });
};

/** Reads what a row makes, its value or its values, which is noted and counted. */
const readRow = (row: RunnableRow, node: Json, reading: RecordReading): Parsed<unknown> => {
  const result = row.read(node, reading);
  const { note, seen } = reading;
  if (note !== undefined) noteRead(row, result, { node, note });
  if (row.counter !== undefined && result !== undefined && result !== unreadable) seen.push(row.counter);
  return result;
};

/** Whether the conditions of a row hold. If they cannot be understood, what the row could have read is lost. */
const isMet = (row: CompiledRow, node: Json, reading: RecordReading): boolean => {
  const { source, target, when } = row;
  const state = conditionState(when, node, reading);
  if (state === 'holds') return true;
  if (state === 'unknown') {
    // What the row could have read counts as read, because it is counted as lost.
    const sent =
      pathsOf(source).length === 0
        ? when.map(({ steps }) => find(node, steps, { outside: reading.outside }))
        : pathsOf(source).map(steps => find(node, steps, reading));
    if (sent.some(value => value !== undefined)) lose(reading, target.member);
  }
  reading.note?.({ row, node, outcome: state === 'fails' ? 'unmet' : 'unknown', values: [] });
  return false;
};

/** Writes what a row reads. Returns whether it wrote a value of the EHR's. */
const apply = (runnableRow: RunnableRow, node: Json, record: Fields, reading: RecordReading): boolean => {
  const { row, isList, isSent } = runnableRow;
  const { target, when, isRequired } = row;
  if (when.length > 0 && !isMet(row, node, reading)) return false;
  const result = readRow(runnableRow, node, reading);
  if (result === undefined || result === unreadable) {
    if (result === unreadable || isRequired) lose(reading, target.member);
    return false;
  }
  if (isList) for (const value of result as readonly unknown[]) put(record, target, value, reading);
  else put(record, target, result, reading);
  return isSent;
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

/** Removes a state that is said to be true after its end: one of the two is wrong. */
const checkUntilEnd = ({ untilEnd }: Scope, record: Fields, reading: RecordReading): void => {
  if (untilEnd === undefined) return;
  const { state, end } = untilEnd;
  const last = digitsAt(record, end);
  const holder = holderOf(record, state);
  if (last === undefined || reading.now === undefined || last >= reading.now) return;
  if (holder?.[state.member.key] !== true) return;
  delete holder[state.member.key];
  lose(reading, state.member);
};

const compiled = (scope: Scope, compiling: Compiling): Fill => {
  const { rows, spans } = scope;
  const members = [...new Set(rows.flatMap(membersOf))];
  const runnableRows = rows.map(row => runnable(row, { ...compiling, isMarked: row.when.length === 0 }));
  return (node, record, reading) => {
    let hasValue = false;
    if (isJsonObject(node)) markMembers(reading.reads, node, members);
    for (const row of runnableRows) if (apply(row, node, record, reading)) hasValue = true;
    for (const span of spans) checkSpan(span, record, reading);
    checkUntilEnd(scope, record, reading);
    return hasValue;
  };
};

/** Compiles the rows of a scope. @param counts of its rows, which the reading of a record takes. */
export const filler = (scope: Scope, writing: Writing, counts?: RowCounts): Fill =>
  compiled(scope, { writing, counts, isMarked: false });
