// Inserting entries: any number in one statement, and each at most once.
import type pg from 'pg';
import type { AccessEntry } from '../../../../ports/access-log.ts';
import { columnNames, columns } from '../columns.ts';

/** An entry with the id by which its insert may be repeated when nobody knows whether the first one was committed. */
export type IdentifiedEntry = { readonly id: string; readonly entry: AccessEntry };

const arrays = ['uuid', ...columns.map(({ type }) => type)].map((type, at) => `$${at + 1}::${type}[]`);

/**
 * One parameter a column, whatever the number of rows, so that the statement is prepared once. `on conflict` names no
 * index: naming one takes the right to read, which the writer does not have.
 */
const statement = {
  name: 'append-entries',
  text: `insert into access_log.entries (id, ${columnNames})
select * from unnest(${arrays.join(', ')}) on conflict do nothing`,
};

/** PostgreSQL's text has no U+0000; a caller's id that holds one must not cost anybody an entry. */
const storable = (value: string | number | null) =>
  typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value;

/** Inserts the entries that are not there yet. They are committed when it resolves, unless a transaction was begun. */
export const insertEntries = async (
  client: pg.ClientBase,
  entries: readonly IdentifiedEntry[],
): Promise<void> => {
  const values = [
    entries.map(({ id }) => id),
    ...columns.map(({ of }) => entries.map(({ entry }) => storable(of(entry)))),
  ];
  await client.query({ ...statement, values });
};
