// The columns of the entries' table: the type of each, the member of an entry that it holds, and the text that is hashed (D23).
import type { AccessEntry } from '../../../ports/access-log.ts';

type Column = {
  readonly name: string;
  readonly type: 'timestamptz' | 'text' | 'integer' | 'jsonb';
  /** Lists are JSON texts. */
  readonly valueIn: (entry: AccessEntry) => Value;
};

/** A value as it is inserted. */
export type Value = string | number | null;

const jsonOf = (list: readonly string[] | null | undefined): string | null =>
  list == null ? null : JSON.stringify(list);

/** In the order of the table. `time` and the entry's id are the primary key. */
export const columns: readonly Column[] = [
  { name: 'time', type: 'timestamptz', valueIn: entry => entry.time },
  { name: 'request_id', type: 'text', valueIn: entry => entry.requestId },
  { name: 'operation', type: 'text', valueIn: entry => entry.operation },
  { name: 'phase', type: 'text', valueIn: entry => entry.phase },
  { name: 'subscription', type: 'text', valueIn: entry => entry.subscription },
  { name: 'client', type: 'text', valueIn: entry => entry.client },
  { name: 'caller', type: 'text', valueIn: entry => entry.caller },
  { name: 'caller_patient', type: 'text', valueIn: entry => entry.callerPatient },
  { name: 'subject', type: 'text', valueIn: entry => entry.subject },
  { name: 'ground', type: 'text', valueIn: entry => entry.ground },
  { name: 'scope', type: 'text', valueIn: entry => entry.scope },
  { name: 'status', type: 'integer', valueIn: entry => entry.status },
  { name: 'result', type: 'text', valueIn: entry => entry.result },
  { name: 'records', type: 'integer', valueIn: entry => entry.records },
  { name: 'left_out_records', type: 'integer', valueIn: entry => entry.leftOut?.records ?? null },
  { name: 'left_out_values', type: 'integer', valueIn: entry => entry.leftOut?.values ?? null },
  { name: 'left_out_sources', type: 'integer', valueIn: entry => entry.leftOut?.sources ?? null },
  { name: 'left_out_unmapped', type: 'integer', valueIn: entry => entry.leftOut?.unmapped ?? null },
  { name: 'region', type: 'text', valueIn: entry => entry.region ?? null },
  { name: 'instance', type: 'text', valueIn: entry => entry.instance ?? null },
  { name: 'address', type: 'text', valueIn: entry => entry.address ?? null },
  { name: 'unit', type: 'text', valueIn: entry => entry.unit ?? null },
  { name: 'user_id', type: 'text', valueIn: entry => entry.user ?? null },
  { name: 'systems', type: 'jsonb', valueIn: entry => jsonOf(entry.systems) },
  { name: 'units', type: 'jsonb', valueIn: entry => jsonOf(entry.units) },
  { name: 'prev', type: 'text', valueIn: entry => entry.prev ?? null },
];

export const columnNames = columns.map(({ name }) => name).join(', ');

/** A row as `pg` returns it, by column name; `time` is a `Date`, and `jsonb` is parsed. */
export type EntryRow = Readonly<Record<string, string | number | Date | readonly string[] | null>>;

/**
 * PostgreSQL stores neither U+0000 nor half a surrogate pair. A caller's id that contains one must not make the entry fail, and
 * what is hashed must be what is stored.
 */
const storable = (value: Value): Value =>
  typeof value === 'string' ? value.replaceAll('\0', '\ufffd').toWellFormed() : value;

const storableList = (list: readonly string[] | null | undefined) =>
  list?.map(text => storable(text) as string) ?? null;

/** The values of an entry, as the table stores them, in the order of the columns. */
export const valuesOf = (entry: AccessEntry): Value[] => {
  const { systems, units } = entry;
  const stored = { ...entry, systems: storableList(systems), units: storableList(units) };
  return columns.map(({ valueIn }) => storable(valueIn(stored)));
};

/**
 * The text of an entry whose hash the next one carries: JSON of its columns in the order of the table, without those that hold
 * nothing. Columns that a later version adds therefore do not change it.
 */
export const hashedText = (values: readonly Value[]): string =>
  JSON.stringify(
    Object.fromEntries(
      columns.map(({ name }, at) => [name, values[at]]).filter(([, value]) => value !== null),
    ),
  );

const storedValue = (value: EntryRow[string]): Value => {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? null);
};

/** The values of a row, as they were inserted. */
export const storedValues = (row: EntryRow): Value[] =>
  columns.map(({ name }) => storedValue(row[name] ?? null));

/** Members that entries of earlier versions lack. */
const laterMembers = (row: EntryRow) =>
  row.instance === null
    ? {}
    : {
        region: row.region,
        instance: row.instance,
        address: row.address,
        unit: row.unit,
        user: row.user_id,
        systems: row.systems,
        units: row.units,
        prev: row.prev,
      };

/** The entry of a row. Its values are not checked again: the database checked them when the row was inserted. */
export const entryOf = (row: EntryRow): AccessEntry => {
  const { left_out_records: records, left_out_values: values, left_out_sources: sources } = row;
  const { left_out_unmapped: unmapped } = row;
  return {
    time: (row.time as Date).toISOString(),
    requestId: row.request_id,
    operation: row.operation,
    phase: row.phase,
    subscription: row.subscription,
    client: row.client,
    caller: row.caller,
    callerPatient: row.caller_patient,
    subject: row.subject,
    ground: row.ground,
    scope: row.scope,
    status: row.status,
    result: row.result,
    records: row.records,
    leftOut:
      records === null ? null : { records, values, sources, ...(unmapped === null ? {} : { unmapped }) },
    ...laterMembers(row),
  } as AccessEntry;
};
