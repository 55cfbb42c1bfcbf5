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
  for await (const rows of readPages<R>(client, text, values)) yield* rows;
};

/** The same, many rows at a time. With `isWritten`, each row is a list of its values as PostgreSQL writes them. */
export const readPages = async function* <R>(
  client: pg.ClientBase,
  text: string,
  values: readonly unknown[],
  { isWritten = false }: { isWritten?: boolean } = {},
): AsyncGenerator<readonly R[]> {
  const form = isWritten
    ? { rowMode: 'array', types: { getTypeParser: () => (value: unknown) => value } }
    : {};
  await client.query('begin transaction read only');
  try {
    // Plans for the first rows: the indexes then give the order, and the server neither sorts nor stores all entries.
    await client.query('set local cursor_tuple_fraction = 0.01');
    await client.query(`declare entries no scroll cursor for ${text}`, [...values]);
    for (;;) {
      // The types of `pg` do not follow `rowMode`.
      const { rows }: { rows: unknown[] } = await client.query({
        text: `fetch ${pageSize} from entries`,
        ...form,
      });
      yield rows as R[];
      if (rows.length < pageSize) return;
    }
  } finally {
    // Nothing was changed. On a broken connection the server has rolled back by itself.
    await client.query('rollback').catch(() => {});
  }
};
