// The legal hold on the access log: while there is one, no month is dropped.
import type pg from 'pg';

export type Hold = { readonly since: Date; readonly because: string };

/** Undefined if there is none. */
export const readHold = async (client: pg.ClientBase): Promise<Hold | undefined> => {
  const { rows } = await client.query<{ since: Date | null; because: string }>(
    'select held_since as since, held_because as because from access_log.version',
  );
  const [row] = rows;
  return row?.since == null ? undefined : { since: row.since, because: row.because };
};

/** Sets a hold, or with null releases it. A hold that there is keeps its date. */
export const writeHold = async (client: pg.ClientBase, because: string | null): Promise<void> => {
  await client.query(
    `update access_log.version set held_because = $1,
held_since = case when $1::text is null then null else coalesce(held_since, now()) end`,
    [because],
  );
};
