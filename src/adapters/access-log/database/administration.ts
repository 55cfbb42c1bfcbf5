// The administration entries as a table beside the entries of the log (D23). The database itself sets their user and time.
import type pg from 'pg';
import type { AdministrationAct, AdministrationEntry, ChainedAct } from '../administration.ts';
import { hashOf } from '../chain.ts';
import { readRows } from './read-rows.ts';

/** The key of the advisory lock under which an entry is added: two commands never write one chain. */
const chainLock = 2_301_202_635;

/** The members of an entry, in the order in which they are hashed. */
const selectRows = `select time, action, user_name as "user", login, question, reason, months, entries, last, prev
from access_log.administration`;

type Row = Omit<AdministrationEntry, 'time' | 'entries'> & {
  readonly time: Date;
  readonly entries: string | null;
};

const chained = (row: Row): ChainedAct => {
  const entries = row.entries === null ? null : Number(row.entries);
  const entry = { ...row, time: row.time.toISOString(), entries };
  return { entry, hash: hashOf(JSON.stringify(entry)) };
};

const jsonOrNull = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value));

/** PostgreSQL stores no U+0000. */
const stored = (text: string | undefined): string | null => text?.replaceAll('\0', '\ufffd') ?? null;

/**
 * Adds an entry in the transaction of the caller. Until that ends, other commands wait.
 * Throws what `pg` throws.
 */
export const insertAct = async (client: pg.ClientBase, act: AdministrationAct): Promise<void> => {
  await client.query('select pg_advisory_xact_lock($1)', [chainLock]);
  const { rows } = await client.query<Row>(`${selectRows} order by number desc limit 1`);
  const [last] = rows;
  await client.query(
    `insert into access_log.administration (action, login, question, reason, months, entries, last, prev)
values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      act.action,
      stored(act.login),
      JSON.stringify(act.question).replaceAll('\\u0000', '\ufffd'),
      stored(act.reason),
      jsonOrNull(act.months),
      act.entries ?? null,
      jsonOrNull(act.last),
      last === undefined ? null : chained(last).hash,
    ],
  );
};

/** All entries, in order. Throws what `pg` throws. */
export const readActs = async function* (client: pg.ClientBase): AsyncGenerator<ChainedAct> {
  for await (const row of readRows<Row>(client, `${selectRows} order by number`, [])) yield chained(row);
};
