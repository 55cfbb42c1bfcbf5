// Inserts entries: any number with one statement, and each of them once, even if the statement is repeated.
import type pg from 'pg';
import type { AccessEntry } from '../../../../ports/access-log.ts';
import { columnNames, columns } from '../columns.ts';

/** An entry with its id. An insert of unknown outcome is repeated with the same id, which the table accepts only once. */
export type IdentifiedEntry = { readonly id: string; readonly entry: AccessEntry };

const arrays = ['uuid', ...columns.map(({ type }) => type)].map((type, at) => `$${at + 1}::${type}[]`);

/**
 * One array parameter per column, so that one prepared statement serves any number of rows. `on conflict` names no index,
 * because that needs the right to read, which the writer lacks.
 */
const statement = {
  name: 'append-entries',
  text: `insert into access_log.entries (id, ${columnNames})
select * from unnest(${arrays.join(', ')}) on conflict do nothing`,
};

/** PostgreSQL cannot store U+0000. A caller's id that contains one must not make the entry fail. */
const storable = (value: string | number | null) =>
  typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value;

/** Inserts the entries that the table lacks. They are committed when it resolves, unless the caller began a transaction. */
export const insertEntries = async (
  client: pg.ClientBase,
  entries: readonly IdentifiedEntry[],
): Promise<void> => {
  const values = [
    entries.map(({ id }) => id),
    ...columns.map(({ valueIn }) => entries.map(({ entry }) => storable(valueIn(entry)))),
  ];
  await client.query({ ...statement, values });
};
