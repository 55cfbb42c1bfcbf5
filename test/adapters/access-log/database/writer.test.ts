// The batches of the access log in a database, without one.
import { expect, test } from 'vitest';
import type { ConnectionPool } from '../../../../src/adapters/access-log/database/connection-pool.ts';
import { databaseHealth } from '../../../../src/adapters/access-log/database/writing/health.ts';
import { entryQueue } from '../../../../src/adapters/access-log/database/writing/queue.ts';
import { batchWriter } from '../../../../src/adapters/access-log/database/writing/writer.ts';
import { Failure } from '../../../../src/domain/model/failure.ts';
import { recordedLog } from '../../recorded-log.ts';
import { entryOf, within } from '../contract.ts';

/** The SQLSTATE of a value that does not fit. */
const badValue = () => Object.assign(new Error('the value is quoted here'), { code: '22P02' });

/** A writer to a database that refuses statements with the given request id. */
const writerTo = (refused: string) => {
  const { log, told } = recordedLog();
  const queue = entryQueue(() => new Error('timed out'));
  const client = {
    query: async ({ values }: { values: readonly (readonly unknown[])[] }) => {
      if (values.flat().includes(refused)) throw badValue();
    },
  };
  const connections = { use: work => work(client as never) } as ConnectionPool;
  const written: number[] = [];
  const writer = batchWriter({
    queue,
    connections,
    health: databaseHealth(log),
    log,
    written: ({ entries }) => void written.push(entries),
    unavailable: cause => new Failure('log-unavailable', { reason: 'access-log-unwritable', cause }),
  });
  const append = (id: string) => queue.add(entryOf(id), within(5000));
  return { writer, append, written, told };
};

test('an entry that the database refuses fails alone, and the metric counts the others', async () => {
  const { writer, append, written, told } = writerTo('b');
  const appended = ['a', 'b', 'c'].map(append);
  writer.start();
  const ended = await Promise.allSettled(appended);
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(written.reduce((sum, entries) => sum + entries, 0)).toBe(2);
  expect(told).toEqual([
    {
      level: 'error',
      fields: { code: '22P02', meaning: 'a value does not fit' },
      message: 'an entry of the access log was refused by the database',
    },
  ]);
});
