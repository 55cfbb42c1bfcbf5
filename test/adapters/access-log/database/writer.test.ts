// The batches of the access log in a database, without a database.
import { setImmediate as nextIteration } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { ConnectionPool } from '../../../../src/adapters/access-log/database/connection-pool.ts';
import type { IdentifiedEntry } from '../../../../src/adapters/access-log/database/writing/insert.ts';
import { batchWriter } from '../../../../src/adapters/access-log/database/writing/writer.ts';
import { logHealth } from '../../../../src/adapters/access-log/health.ts';
import { waitingEntries } from '../../../../src/adapters/access-log/waiting-entries.ts';
import { Failure } from '../../../../src/domain/model/failure.ts';
import { recordedLog } from '../../recorded-log.ts';
import { within } from '../contract.ts';
import { entryOf } from '../entry.ts';

/** The SQLSTATE of a value that does not fit. */
const badValue = () => Object.assign(new Error('the value is quoted here'), { code: '22P02' });

/** A writer to a database that refuses statements with the given request id. `onEmpty` is called when nothing waits any more. */
const writerTo = ({ refused = '', onEmpty = () => {} }: { refused?: string; onEmpty?: () => void }) => {
  const { log, logged } = recordedLog();
  const entries = waitingEntries<IdentifiedEntry>(() => new Error('timed out'));
  const queue: typeof entries = {
    ...entries,
    take: max => {
      const taken = entries.take(max);
      if (taken.length === 0) onEmpty();
      return taken;
    },
  };
  const inserted: unknown[] = [];
  const client = {
    query: async ({ values }: { values: readonly (readonly unknown[])[] }) => {
      await nextIteration();
      if (values.flat().includes(refused)) throw badValue();
      inserted.push(...(values[2] ?? []));
    },
  };
  const connections = { use: work => work(client as never) } as ConnectionPool;
  const written: number[] = [];
  const writer = batchWriter({
    queue,
    connections,
    health: logHealth(log, { fieldsOf: () => ({}), probe: async () => {} }),
    log,
    written: ({ entries }) => void written.push(entries),
    unavailable: cause => new Failure('log-unavailable', { reason: 'access-log-unwritable', cause }),
  });
  const append = (id: string) => queue.add({ id, entry: entryOf(id) }, within(5000));
  return { writer, append, written, inserted, logged };
};

test('an entry that the database refuses fails alone, and the metric counts the others', async () => {
  const { writer, append, written, logged } = writerTo({ refused: 'b' });
  const appended = ['a', 'b', 'c'].map(append);
  writer.start();
  const ended = await Promise.allSettled(appended);
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(written.reduce((sum, entries) => sum + entries, 0)).toBe(2);
  expect(logged).toEqual([
    {
      level: 'error',
      fields: { code: '22P02', meaning: 'a value does not fit' },
      message: 'an entry of the access log was refused by the database',
    },
  ]);
});

test('a stop also waits for an entry that comes just as the writing ends', async () => {
  let hasEnded = false;
  const stop = Promise.withResolvers<void>();
  const { writer, append, inserted } = writerTo({
    onEmpty: () => {
      if (hasEnded) return;
      hasEnded = true;
      queueMicrotask(() => {
        void append('late');
        writer.start();
      });
      stop.resolve(Promise.resolve().then(() => writer.idle()));
    },
  });
  void append('a');
  writer.start();
  await stop.promise;
  expect(inserted).toEqual(['a', 'late']);
});
