// The contract suite of ports/access-log: what every access log guarantees (D23, D34).
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { OpenAccessLog } from '../../../src/adapters/access-log/open-log.ts';
import type { AccessEntry } from '../../../src/ports/access-log.ts';
import { until } from '../../support/until.ts';
import type { LoggedLine } from '../recorded-log.ts';
import { entryOf, fullEntry } from './entry.ts';

/** The entry without the hash that the log adds. */
const unlinked = ({ prev: _, ...entry }: AccessEntry): AccessEntry => entry;

/** A deadline that only an entry misses that cannot be written. */
export const within = (ms: number) => performance.now() + ms;

/** An empty log of one kind, for one test. */
export type LogUnderTest = {
  /** @returns the log, and the lines that it has logged. */
  open(): Promise<{ log: OpenAccessLog; logged: readonly LoggedLine[] }>;
  /** All entries of the log. */
  entries(): Promise<AccessEntry[]>;
  /** Make appending fail, and succeed again. */
  break(log: OpenAccessLog): Promise<void>;
  repair(log: OpenAccessLog): Promise<void>;
  close(): Promise<void>;
};

const byId = (a: AccessEntry, b: AccessEntry) => a.requestId.localeCompare(b.requestId);

export const accessLogContract = (make: () => Promise<LogUnderTest>): void => {
  describe('what every access log promises', () => {
    let under: LogUnderTest;
    let opened: OpenAccessLog[];
    let entries: LogUnderTest['entries'];

    beforeEach(async () => {
      opened = [];
      under = await make();
      entries = async () => (await under.entries()).map(unlinked);
    });
    afterEach(async () => {
      for (const log of opened) await log.close();
      await under.close();
    });

    const open = async () => {
      const made = await under.open();
      opened.push(made.log);
      return made;
    };

    const closeNow = async (log: OpenAccessLog) => {
      opened = opened.filter(other => other !== log);
      await log.close();
    };

    test.each<[string, AccessEntry]>([
      ['a read', entryOf('1')],
      ['all members', fullEntry],
      [
        'nothing in the members of this version',
        { ...fullEntry, address: null, unit: null, user: null, systems: null, units: null },
      ],
      ['empty lists', { ...fullEntry, systems: [], units: [] }],
      ['what was left out', entryOf('1', { leftOut: { records: 1, values: 2, sources: 3, unmapped: 4 } })],
      [
        'what was left out, of an earlier version',
        entryOf('1', { leftOut: { records: 1, values: 2, sources: 3 } }),
      ],
      [
        'a write that begins',
        entryOf('1', {
          phase: 'begun',
          status: null,
          records: null,
          leftOut: null,
          operation: '1 paymentNotice',
        }),
      ],
      ['the outcome of a write', entryOf('1', { result: 'INFO', records: null, leftOut: null })],
      [
        'a refusal without anybody',
        entryOf('1', {
          subject: null,
          caller: null,
          callerPatient: null,
          client: null,
          ground: null,
          status: 403,
        }),
      ],
      ['texts that look like syntax', entryOf('1', { caller: `{"a\\",'b';--\n\t,NULL}`, client: 'NULL' })],
      ['an empty text', entryOf('1', { caller: '' })],
      ['a long id of a caller', entryOf('1', { caller: 'å'.repeat(20_000) })],
      ['a character beyond 16 bits', entryOf('1', { caller: '😀' })],
    ])('%s is there as it was appended', async (_, entry) => {
      const { log } = await open();
      await log.append(entry, within(60_000));
      expect(await entries()).toEqual([entry]);
    });

    test('entries appended at the same time are all there, each once', async () => {
      const { log } = await open();
      const appended = Array.from({ length: 1200 }, (_, at) => entryOf(String(at).padStart(4, '0')));
      await Promise.all(appended.map(entry => log.append(entry, within(60_000))));
      expect((await entries()).toSorted(byId)).toEqual(appended);
    });

    test('equal entries are each there', async () => {
      const { log } = await open();
      await Promise.all([log.append(entryOf('1'), within(60_000)), log.append(entryOf('1'), within(60_000))]);
      expect(await entries()).toEqual([entryOf('1'), entryOf('1')]);
    });

    test('it is writable, and the probe leaves no entry', async () => {
      const { log, logged } = await open();
      expect(await log.isWritable()).toBe(true);
      expect(await entries()).toEqual([]);
      expect(logged).toEqual([]);
    });

    test('while it is known that it cannot be written, it finds out by itself when it can', async () => {
      const { log } = await open();
      await log.append(entryOf('1'), within(60_000));
      expect(log.isKnownUnwritable()).toBe(false);
      await under.break(log);
      await expect(log.append(entryOf('2'), within(3000))).rejects.toMatchObject({ code: 'log-unavailable' });
      await until('it is known', () => log.isKnownUnwritable());
      await under.repair(log);
      // Nothing is appended meanwhile, and nobody asks whether it can be written.
      await until('it is known to be writable', () => !log.isKnownUnwritable());
      await log.append(entryOf('3'), within(60_000));
      expect((await entries()).map(({ requestId }) => requestId).filter(id => id !== '2')).toEqual([
        '1',
        '3',
      ]);
    });

    test('its head is the hash that the next entry carries', async () => {
      const { log } = await open();
      expect(log.head()).toBeNull();
      await log.append(fullEntry, within(60_000));
      const head = log.head();
      await log.append({ ...fullEntry, requestId: '2' }, within(60_000));
      const written = await under.entries();
      expect(written.find(({ requestId }) => requestId === '2')?.prev).toBe(head);
    });

    test('closing writes the entries that wait', async () => {
      const { log } = await open();
      const waiting = ['1', '2'].map(id => log.append(entryOf(id), within(60_000)));
      await closeNow(log);
      await Promise.all(waiting);
      expect(await entries()).toEqual([entryOf('1'), entryOf('2')]);
    });

    test('reopened between entries, it loses none', async () => {
      const { log } = await open();
      const ids = Array.from({ length: 20 }, (_, at) => String(at).padStart(2, '0'));
      await Promise.all(ids.flatMap(id => [log.append(entryOf(id), within(60_000)), log.reopen()]));
      expect((await entries()).map(({ requestId }) => requestId).toSorted()).toEqual(ids);
    });

    test('while it cannot be written it refuses entries and logs that once; it recovers by itself', async () => {
      const { log, logged } = await open();
      await log.append(entryOf('1'), within(60_000));
      await under.break(log);
      const refused = await Promise.allSettled(['2', '3'].map(id => log.append(entryOf(id), within(3000))));
      expect(refused).toMatchObject([
        { status: 'rejected', reason: { code: 'log-unavailable' } },
        { status: 'rejected', reason: { code: 'log-unavailable' } },
      ]);
      expect(await log.isWritable()).toBe(false);
      expect(logged.filter(({ level }) => level === 'error')).toHaveLength(1);
      expect(JSON.stringify(logged)).not.toContain('191212121212');

      await under.repair(log);
      // The probe of each second finds it out (D23).
      await expect.poll(() => log.isWritable(), { timeout: 30_000 }).toBe(true);
      await log.append(entryOf('4'), within(60_000));
      const ids = (await entries()).map(({ requestId }) => requestId);
      expect(ids.filter(id => id === '4' || id === '1')).toEqual(['1', '4']);
    });
  });
};
