// The columns of the entries' table: the type of each, the member of an entry that it holds, and the text that is hashed (D23).
import type { AccessEntry } from '../../../ports/access-log.ts';

type LeftOut = NonNullable<AccessEntry['leftOut']>;

/** A column, and the member of an entry, or of what it says is left out, that the column holds. Lists are JSON texts. */
type Column<M> = {
  readonly name: string;
  readonly type: 'timestamptz' | 'text' | 'integer' | 'jsonb';
  readonly member: M;
};
type EntryColumn = Column<Exclude<keyof AccessEntry, 'leftOut'>>;

/** A value as it is inserted. */
export type Value = string | number | null;

/** `time` and the entry's id are the primary key. */
const firstColumns: readonly EntryColumn[] = [
  { name: 'time', type: 'timestamptz', member: 'time' },
  { name: 'request_id', type: 'text', member: 'requestId' },
  { name: 'operation', type: 'text', member: 'operation' },
  { name: 'phase', type: 'text', member: 'phase' },
  { name: 'subscription', type: 'text', member: 'subscription' },
  { name: 'client', type: 'text', member: 'client' },
  { name: 'caller', type: 'text', member: 'caller' },
  { name: 'caller_patient', type: 'text', member: 'callerPatient' },
  { name: 'subject', type: 'text', member: 'subject' },
  { name: 'ground', type: 'text', member: 'ground' },
  { name: 'scope', type: 'text', member: 'scope' },
  { name: 'status', type: 'integer', member: 'status' },
  { name: 'result', type: 'text', member: 'result' },
  { name: 'records', type: 'integer', member: 'records' },
];

const leftOutColumns: readonly Column<keyof LeftOut>[] = [
  { name: 'left_out_records', type: 'integer', member: 'records' },
  { name: 'left_out_values', type: 'integer', member: 'values' },
  { name: 'left_out_sources', type: 'integer', member: 'sources' },
  { name: 'left_out_unmapped', type: 'integer', member: 'unmapped' },
];

/** Columns of members that entries of earlier versions lack. */
const laterColumns: readonly EntryColumn[] = [
  { name: 'region', type: 'text', member: 'region' },
  { name: 'instance', type: 'text', member: 'instance' },
  { name: 'address', type: 'text', member: 'address' },
  { name: 'unit', type: 'text', member: 'unit' },
  { name: 'user_id', type: 'text', member: 'user' },
  { name: 'systems', type: 'jsonb', member: 'systems' },
  { name: 'units', type: 'jsonb', member: 'units' },
  { name: 'prev', type: 'text', member: 'prev' },
];

/** In the order of the table. */
export const columns = [...firstColumns, ...leftOutColumns, ...laterColumns];

export const columnNames = columns.map(({ name }) => name).join(', ');

/** A row as `pg` returns it, by column name; `time` is a `Date`, and `jsonb` is parsed. */
export type EntryRow = Readonly<Record<string, string | number | Date | readonly string[] | null>>;

/**
 * PostgreSQL stores neither U+0000 nor half a surrogate pair. A caller's id that contains one must not make the entry fail, and
 * what is hashed must be what is stored.
 */
const storable = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed();

const valueIn = (entry: AccessEntry, { member }: EntryColumn): Value => {
  const value = entry[member] ?? null;
  if (typeof value === 'string') return storable(value);
  return typeof value === 'object' ? value && JSON.stringify(value.map(storable)) : value;
};

/** The values of an entry, as the table stores them, in the order of the columns. */
export const valuesOf = (entry: AccessEntry): Value[] => [
  ...firstColumns.map(column => valueIn(entry, column)),
  ...leftOutColumns.map(({ member }) => entry.leftOut?.[member] ?? null),
  ...laterColumns.map(column => valueIn(entry, column)),
];

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

/**
 * For verify, which hashes every row of years: the columns as PostgreSQL writes them, without a value of JavaScript for each. Times in
 * the form of `toISOString`.
 */
export const writtenColumns = columns
  .map(({ name, type }) =>
    type === 'timestamptz'
      ? `to_char(${name} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
      : `${name}::text`,
  )
  .join(', ');

/** A column's name in the hashed text, and how its value is written there. */
const hashedColumns = columns.map(({ name, type }) => ({
  name: `"${name}":`,
  write: (value: string): string => {
    if (type === 'integer') return value;
    return JSON.stringify(type === 'jsonb' ? JSON.stringify(JSON.parse(value)) : value);
  },
}));

/** `hashedText` of a row of a number and `writtenColumns`. */
export const hashedTextOfWritten = (row: readonly (string | null)[]): string => {
  let text = '';
  let at = 0;
  for (const { name, write } of hashedColumns) {
    const value = row[++at];
    if (value != null) text += `${text === '' ? '' : ','}${name}${write(value)}`;
  }
  return `{${text}}`;
};

const membersOf = (of: readonly Column<string>[], row: EntryRow) =>
  Object.fromEntries(of.map(({ name, member }) => [member, row[name]]));

/** Entries of earlier versions do not count what is unmapped: the member is missing then. */
const leftOutOf = (row: EntryRow) =>
  row.left_out_records === null
    ? null
    : membersOf(
        leftOutColumns.filter(({ name }) => row[name] !== null),
        row,
      );

/** The entry of a row. Its values are not checked again: the database checked them when the row was inserted. */
export const entryOf = (row: EntryRow): AccessEntry =>
  ({
    ...membersOf(firstColumns, row),
    time: (row.time as Date).toISOString(),
    leftOut: leftOutOf(row),
    ...(row.instance === null ? {} : membersOf(laterColumns, row)),
  }) as AccessEntry;
