// Finds out whether entries can be written, without leaving one.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { chainedRows, insertRows } from './insert.ts';

const notWritable = (code: string) => Object.assign(new Error('not writable'), { code });

/** Throws if the database is read-only, or the role may not insert. */
export const probeReach = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query<{ readonly: string; may: boolean }>(
    `select current_setting('transaction_read_only') as readonly,
has_table_privilege('access_log.entries', 'insert') as may`,
  );
  const [row] = rows;
  if (row?.readonly !== 'off') throw notWritable('25006');
  if (!row.may) throw notWritable('42501');
};

/** Bytes of a row: less than what PostgreSQL compresses or stores elsewhere. */
const rowBytes = 1024;

/** Throws if this many bytes cannot be inserted, most of them in new pages of the table. What it inserts is rolled back. */
export const probeInsert = async (client: pg.ClientBase, bytes: number): Promise<void> => {
  const entry = {
    time: new Date().toISOString(),
    requestId: randomUUID(),
    operation: 'probe',
    phase: 'done',
    subscription: 'probe',
    client: null,
    caller: null,
    callerPatient: null,
    subject: null,
    ground: null,
    scope: 'probe'.padEnd(rowBytes),
    status: null,
    result: null,
    records: null,
    leftOut: null,
  } as const;
  const entries = Array.from({ length: Math.ceil(bytes / rowBytes) }, () => ({ id: randomUUID(), entry }));
  await client.query('begin');
  await insertRows(client, chainedRows(entries, null).rows);
  await client.query('rollback');
};
