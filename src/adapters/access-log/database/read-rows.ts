// Reads rows with a cursor, which keeps the memory constant, however many there are.
import type pg from 'pg';

/** Rows that are fetched at a time. */
const pageSize = 1000;

/** The rows of a selection, as of the moment when reading began. Throws what `pg` throws. */
export const readRows = async function* <R extends pg.QueryResultRow>(
  client: pg.ClientBase,
  text: string,
  values: readonly unknown[],
): AsyncGenerator<R> {
  await client.query('begin transaction read only');
  try {
    // Plans for the first rows: the indexes then give the order, and the server neither sorts nor stores all entries.
    await client.query('set local cursor_tuple_fraction = 0.01');
    await client.query(`declare entries no scroll cursor for ${text}`, [...values]);
    for (;;) {
      const { rows } = await client.query<R>(`fetch ${pageSize} from entries`);
      yield* rows;
      if (rows.length < pageSize) return;
    }
  } finally {
    // Nothing was changed. On a broken connection the server has rolled back by itself.
    await client.query('rollback').catch(() => {});
  }
};
