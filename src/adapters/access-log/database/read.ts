// Reads entries in the order of their time. A cursor keeps the memory constant, however many entries there are.
import type pg from 'pg';
import type { AccessEntry } from '../../../ports/access-log.ts';
import { columnNames, entryOf, type Row } from './columns.ts';
import { indexedCaller } from './schema.ts';

/** Selects the entries that match all given members. `from` is inclusive, `before` exclusive. */
export type EntryFilter = {
  readonly subject?: string | undefined;
  /** The token's `sub`. */
  readonly caller?: string | undefined;
  readonly from?: Date | undefined;
  readonly before?: Date | undefined;
};

/** Rows that are fetched at a time. */
const pageSize = 1000;

/** Member of a filter → its condition. That of the caller repeats the expression of the index, so that the index is used. */
const conditions: Readonly<Record<keyof EntryFilter, (parameter: string) => string>> = {
  subject: parameter => `subject = ${parameter}`,
  caller: parameter =>
    `left(caller, ${indexedCaller}) = left(${parameter}, ${indexedCaller}) and caller = ${parameter}`,
  from: parameter => `time >= ${parameter}`,
  before: parameter => `time < ${parameter}`,
};

/** The statement that selects the entries, and its parameters. */
export const selection = (filter: EntryFilter): { text: string; values: (string | Date)[] } => {
  const values: (string | Date)[] = [];
  const terms = (Object.keys(conditions) as (keyof EntryFilter)[]).flatMap(member => {
    const value = filter[member];
    return value === undefined ? [] : [conditions[member](`$${values.push(value)}`)];
  });
  const where = terms.length === 0 ? '' : ` where ${terms.join(' and ')}`;
  return {
    text: `select ${columnNames} from access_log.entries${where} order by time, phase, id`,
    values,
  };
};

/** The entries that match the filter, as of the moment when reading began. Throws what `pg` throws. */
export const readEntries = async function* (
  client: pg.ClientBase,
  filter: EntryFilter,
): AsyncGenerator<AccessEntry> {
  const { text, values } = selection(filter);
  await client.query('begin transaction read only');
  try {
    // Plans for the first rows: the indexes then give the order, and the server neither sorts nor stores all entries.
    await client.query('set local cursor_tuple_fraction = 0.01');
    await client.query(`declare entries no scroll cursor for ${text}`, values);
    for (;;) {
      const { rows } = await client.query<Row>(`fetch ${pageSize} from entries`);
      for (const row of rows) yield entryOf(row);
      if (rows.length < pageSize) return;
    }
  } finally {
    // Nothing was changed. On a broken connection the server has rolled back by itself.
    await client.query('rollback').catch(() => {});
  }
};
