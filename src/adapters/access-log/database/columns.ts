// The columns of the entries' table: the type of each, and the member of an entry that it holds (D23).
import type { AccessEntry } from '../../../ports/access-log.ts';

type Column = {
  readonly name: string;
  readonly type: 'timestamptz' | 'text' | 'integer';
  readonly valueIn: (entry: AccessEntry) => string | number | null;
};

/** In the order of the table. `time` and the entry's id are the primary key. */
export const columns: readonly Column[] = [
  { name: 'time', type: 'timestamptz', valueIn: entry => entry.time },
  { name: 'request_id', type: 'text', valueIn: entry => entry.requestId },
  { name: 'operation', type: 'text', valueIn: entry => entry.operation },
  { name: 'phase', type: 'text', valueIn: entry => entry.phase },
  { name: 'subscription', type: 'text', valueIn: entry => entry.subscription },
  { name: 'client', type: 'text', valueIn: entry => entry.client },
  { name: 'caller', type: 'text', valueIn: entry => entry.caller },
  { name: 'caller_patient', type: 'text', valueIn: entry => entry.callerPatient },
  { name: 'subject', type: 'text', valueIn: entry => entry.subject },
  { name: 'ground', type: 'text', valueIn: entry => entry.ground },
  { name: 'scope', type: 'text', valueIn: entry => entry.scope },
  { name: 'status', type: 'integer', valueIn: entry => entry.status },
  { name: 'result', type: 'text', valueIn: entry => entry.result },
  { name: 'records', type: 'integer', valueIn: entry => entry.records },
  { name: 'left_out_records', type: 'integer', valueIn: entry => entry.leftOut?.records ?? null },
  { name: 'left_out_values', type: 'integer', valueIn: entry => entry.leftOut?.values ?? null },
  { name: 'left_out_sources', type: 'integer', valueIn: entry => entry.leftOut?.sources ?? null },
  { name: 'left_out_unmapped', type: 'integer', valueIn: entry => entry.leftOut?.unmapped ?? null },
];

export const columnNames = columns.map(({ name }) => name).join(', ');

/** A row as `pg` returns it, by column name; `time` is a `Date`. */
export type Row = Readonly<Record<string, string | number | Date | null>>;

/** The entry of a row. Its values are not checked again: the database checked them when the row was inserted. */
export const entryOf = (row: Row): AccessEntry => {
  const { left_out_records: records, left_out_values: values, left_out_sources: sources } = row;
  const { left_out_unmapped: unmapped } = row;
  return {
    time: (row.time as Date).toISOString(),
    requestId: row.request_id,
    operation: row.operation,
    phase: row.phase,
    subscription: row.subscription,
    client: row.client,
    caller: row.caller,
    callerPatient: row.caller_patient,
    subject: row.subject,
    ground: row.ground,
    scope: row.scope,
    status: row.status,
    result: row.result,
    records: row.records,
    leftOut:
      records === null ? null : { records, values, sources, ...(unmapped === null ? {} : { unmapped }) },
  } as AccessEntry;
};
