// Inserts entries: any number with one statement, and each of them once, even if the statement is repeated.
import type pg from 'pg';
import type { AccessEntry } from '../../../../ports/access-log.ts';
import { type Head, hashOf } from '../../chain.ts';
import { columnNames, columns, hashedText, type Value, valuesOf } from '../columns.ts';

/** An entry with its id. An insert of unknown outcome is repeated with the same id, which the table accepts only once. */
export type IdentifiedEntry = { readonly id: string; readonly entry: AccessEntry };

/** An entry as it is inserted: the values of its columns, the hash of the entry before it included. */
export type LinkedRow = { readonly id: string; readonly values: readonly Value[] };

/** Links entries to the one before them, and to each other. */
export const chainedRows = (
  entries: readonly IdentifiedEntry[],
  before: Head,
): { rows: readonly LinkedRow[]; head: Head } => {
  let head = before;
  const rows = entries.map(({ id, entry }) => {
    const values = valuesOf({ ...entry, prev: head });
    head = hashOf(hashedText(values));
    return { id, values };
  });
  return { rows, head };
};

const arrays = ['uuid', ...columns.map(({ type }) => type)].map((type, at) => `$${at + 1}::${type}[]`);

/**
 * One array parameter per column, so one prepared statement serves any number of rows. `on conflict` names no index,
 * because that needs the right to read, which the writer lacks.
 */
const statement = {
  name: 'append-entries',
  text: `insert into access_log.entries (id, ${columnNames})
select * from unnest(${arrays.join(', ')}) on conflict do nothing`,
};

/** Inserts the rows that the table lacks. They are committed when it resolves, unless the caller began a transaction. */
export const insertRows = async (client: pg.ClientBase, rows: readonly LinkedRow[]): Promise<void> => {
  const values = [rows.map(({ id }) => id), ...columns.map((_, at) => rows.map(row => row.values[at]))];
  await client.query({ ...statement, values });
};
