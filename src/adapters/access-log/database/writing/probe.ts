// Finds out whether entries can be written, without leaving one.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { chainedRows, insertRows } from './insert.ts';

class NotWritable extends Error {
  readonly code: string;
  constructor(code: string) {
    super('not writable');
    this.code = code;
  }
}

/** Throws if the database is read-only, or the role may not insert. */
export const probeReach = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query<{ readonly: string; may: boolean }>(
    `select current_setting('transaction_read_only') as readonly,
has_table_privilege('access_log.entries', 'insert') as may`,
  );
  const [row] = rows;
  if (row?.readonly !== 'off') throw new NotWritable('25006');
  if (!row.may) throw new NotWritable('42501');
};

/** Throws if an entry cannot be inserted. The entry that it inserts is rolled back. */
export const probeInsert = async (client: pg.ClientBase): Promise<void> => {
  await client.query('begin');
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
    scope: 'probe',
    status: null,
    result: null,
    records: null,
    leftOut: null,
  } as const;
  await insertRows(client, chainedRows([{ id: randomUUID(), entry }], null).rows);
  await client.query('rollback');
};
