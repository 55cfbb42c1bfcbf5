// A full disk, for the file and for PostgreSQL: it is seen as long as it lasts, although a few bytes may still find room (D23, D34).
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { databaseAccessLog } from '../../../src/adapters/access-log/database/log.ts';
import { accessLogFile } from '../../../src/adapters/access-log/file.ts';
import type { OpenAccessLog } from '../../../src/adapters/access-log/open-log.ts';
import { findProgram } from '../../support/programs.ts';
import { ownByServer, startPostgresql } from '../../support/servers/postgresql.ts';
import { describeWithDisk, type SmallDisk, smallDisk } from '../../support/small-disk.ts';
import { unhurried, until } from '../../support/until.ts';
import { recordedLog } from '../recorded-log.ts';
import { within } from './contract.ts';
import { entryOf } from './entry.ts';

vi.setConfig(unhurried);

type Place = {
  open(log: ReturnType<typeof recordedLog>['log']): Promise<OpenAccessLog>;
  close(): Promise<void>;
};

const postgres = findProgram('postgres');
/** The tables are on the small disk, the write-ahead log is not: a server whose write-ahead log finds no room stops by itself. */
const inPostgresql = async (disk: SmallDisk, program: string): Promise<Place> => {
  const server = await startPostgresql(program);
  ownByServer(disk.path);
  const database = await server.newDatabase();
  await server.query('postgres', `create tablespace small location '${disk.path}'`);
  await server.query('postgres', `alter database ${database} set tablespace small`);
  return {
    open: log => databaseAccessLog(server.connection('service', database), { log }),
    close: server.close,
  };
};
const places: readonly (readonly [string, (disk: SmallDisk) => Promise<Place>])[] = [
  [
    'a file',
    async disk => ({
      open: log => accessLogFile(join(disk.path, 'access.log'), { log }),
      close: async () => {},
    }),
  ],
  ...(postgres === undefined
    ? []
    : [['PostgreSQL', (disk: SmallDisk) => inPostgresql(disk, postgres)] as const]),
];

describeWithDisk('a full disk', () => {
  test.each(places)(
    '%s: it is not writable, the EHR is not asked, and one line says so',
    async (_, openPlace) => {
      const disk = smallDisk(40);
      const place = await openPlace(disk);
      const { log, logged } = recordedLog();
      const accessLog = await place.open(log);
      let asked = 0;
      /** What requests do that come at the same time: those that ask the EHR append an entry. */
      const ask = async (): Promise<readonly PromiseSettledResult<void>[]> => {
        if (accessLog.isKnownUnwritable()) return [];
        const batch = Array.from({ length: 40 }, () =>
          entryOf(`${asked++}`, { units: Array(20).fill('SE2321000016-1003') }),
        );
        return Promise.allSettled(batch.map(entry => accessLog.append(entry, within(10_000))));
      };
      const isRefused = (ended: readonly PromiseSettledResult<void>[]) =>
        ended.some(({ status }) => status === 'rejected');
      try {
        expect(isRefused(await ask())).toBe(false);
        // Room for a line, and for a row or a few, but not for what waits.
        disk.fill(8192);
        await until('it is full', async () => isRefused(await ask()));
        await until('it is known', () => accessLog.isKnownUnwritable());
        const before = asked;
        const seen: (readonly [writable: boolean, known: boolean])[] = [];
        for (const end = performance.now() + 6000; performance.now() < end; ) {
          await ask();
          seen.push([await accessLog.isWritable(), accessLog.isKnownUnwritable()]);
          await wait(50);
        }
        expect(new Set(seen.map(String))).toEqual(new Set(['false,true']));
        expect(asked).toBe(before);
        expect(logged.map(({ level }) => level)).toEqual(['error']);

        disk.free();
        await until('it is writable', () => accessLog.isWritable());
        expect(isRefused(await ask())).toBe(false);
        expect(logged.map(({ level }) => level)).toEqual(['error', 'info']);
      } finally {
        await accessLog.close();
        await place.close();
        disk.remove();
      }
    },
  );
});
