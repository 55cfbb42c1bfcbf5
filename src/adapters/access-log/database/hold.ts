// The legal hold on the access log: while there is one, no month is dropped.
import type pg from 'pg';

export type Hold = { readonly since: Date; readonly because: string };

/** There is a legal hold: nothing may be dropped. */
export class LegalHold extends Error {
  readonly hold: Hold;
  constructor(hold: Hold) {
    super('there is a legal hold');
    this.hold = hold;
  }
}

/** Throws `LegalHold` if there is one. In a transaction, none can be set until it ends. */
export const requireNoHold = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query<{ since: Date | null; because: string }>(
    'select held_since as since, held_because as because from access_log.version for share',
  );
  const [row] = rows;
  if (row?.since != null) throw new LegalHold({ since: row.since, because: row.because });
};

/** Sets a hold, or with null releases it. A hold that there is keeps its date. */
export const writeHold = async (client: pg.ClientBase, because: string | null): Promise<void> => {
  await client.query(
    `update access_log.version set held_because = $1,
held_since = case when $1::text is null then null else coalesce(held_since, now()) end`,
    [because],
  );
};
