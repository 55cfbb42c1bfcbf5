// What auditors ask the access log every day: by user, unit, client, subscription and address, and a fair sample.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { databaseAccessLog } from '../../../src/adapters/access-log/database/log.ts';
import type { AccessEntry } from '../../../src/ports/access-log.ts';
import { within } from '../../adapters/access-log/contract.ts';
import { entryOf } from '../../adapters/access-log/entry.ts';
import { recordedLog } from '../../adapters/recorded-log.ts';
import { newFolder } from '../../support/new-folder.ts';
import { describeWith } from '../../support/programs.ts';
import { type PostgresqlServer, startPostgresql } from '../../support/servers/postgresql.ts';
import { unhurried } from '../../support/until.ts';
import { type Ran, runTool } from '../run.ts';

vi.setConfig(unhurried);

const at = (id: string, second: number, more: Partial<AccessEntry> = {}) =>
  entryOf(id, {
    time: `2026-01-15T08:00:0${second}.000Z`,
    region: 'Region Prov',
    instance: 'host/1',
    address: '203.0.113.7',
    unit: 'SE2321000016-1003',
    user: 'SE2321000016-A1',
    systems: ['ehr'],
    units: ['SE2321000016-39KJ'],
    ...more,
  });

const entries: readonly AccessEntry[] = [
  at('a', 0),
  at('b', 1, { user: 'SE2321000016-B2' }),
  at('c', 2, { unit: 'SE2321000016-1004' }),
  at('d', 3, { client: 'kiosk' }),
  at('e', 4, { subscription: 'other' }),
  at('f', 5, { address: '2001:db8::1' }),
  at('g', 6, { user: null, unit: null }),
];

type Asking = (...argv: string[]) => Promise<Ran>;

const idsIn = ({ out }: Ran) =>
  out
    .split('\n')
    .filter(line => line !== '')
    .map(line => (JSON.parse(line) as AccessEntry).requestId);

const day = ['--from', '2026-01-15'];

/** The same questions for files and for a database. */
const questions = (asking: () => Asking) => {
  test.each<[string, string[], string[]]>([
    ['a user', ['--user', 'SE2321000016-B2', ...day], ['b']],
    ['a unit', ['--unit', 'SE2321000016-1004', ...day], ['c']],
    ['a client', ['--client', 'kiosk', ...day], ['d']],
    ['a subscription', ['--subscription', 'other', ...day], ['e']],
    ['an address, however it is written', ['--address', '2001:0DB8:0::1', ...day], ['f']],
    ['two of them together', ['--user', 'SE2321000016-A1', '--client', 'kiosk', ...day], ['d']],
    [
      'a patient and a user, without a period',
      ['--patient', '191212121212', '--user', 'SE2321000016-B2'],
      ['b'],
    ],
    ['a period that has none', ['--client', 'kiosk', '--from', '2026-01-15T08:00:04'], []],
  ])('the entries of %s', async (_, argv, ids) => {
    const ran = await asking()(...argv, '--json');
    expect([ran.status, idsIn(ran)]).toEqual([0, ids]);
  });

  test('of a user: the table leaves the user out, and shows whose data, who and at which unit', async () => {
    const { out } = await asking()('--user', 'SE2321000016-B2', ...day);
    expect(out.split('\n').map(line => line.split(/ {2,}/))).toEqual([
      ['TIME (UTC)', 'OPERATION', 'OUTCOME', 'RECORDS', 'GROUND', 'PATIENT', 'CALLER', 'UNIT', 'CLIENT'],
      [
        '2026-01-15 08:00:01',
        '3 appointments',
        '200',
        '1',
        'self',
        '191212121212',
        '191212121212',
        'SE2321000016-1003',
        'app',
      ],
      [''],
    ]);
  });

  test('a sample: as many as were asked for, in order, and the same ones again with its seed', async () => {
    const drawn = await asking()('--sample', '3', ...day, '--json');
    const ids = idsIn(drawn);
    expect(ids).toHaveLength(3);
    expect(ids).toEqual(ids.toSorted());
    const [, seed = ''] = /The same again: --sample 3 --seed ([0-9a-f]{16})\n/.exec(drawn.err) ?? [];
    expect(idsIn(await asking()('--sample', '3', '--seed', seed, ...day, '--json'))).toEqual(ids);
    expect(drawn.err).toContain('7 entries of the period in ');
  });

  test('a sample of more than there are is all of them', async () => {
    expect(idsIn(await asking()('--sample', '100', ...day, '--json'))).toHaveLength(7);
    expect(idsIn(await asking()('--sample', '5', '--unit', 'SE2321000016-1004', ...day, '--json'))).toEqual([
      'c',
    ]);
  });
};

describe('in a file', () => {
  const asking = (): Asking => {
    const folder = newFolder();
    const file = join(folder, 'access.log');
    writeFileSync(file, entries.map(entry => `${JSON.stringify(entry)}\n`).join(''));
    return (...argv) => runTool('access-log', argv, { cwd: folder, env: { ACCESS_LOG_FILE: file } });
  };
  questions(asking);

  test('each entry has the same chance', async () => {
    const ask = asking();
    const drawn = new Map<string, number>();
    const draws = 700;
    for (let seed = 0; seed < draws; seed++)
      for (const id of idsIn(await ask('--sample', '1', '--seed', String(seed), ...day, '--json')))
        drawn.set(id, (drawn.get(id) ?? 0) + 1);
    // 100 are expected of each. The seeds are fixed, so this does not depend on chance; 60 to 140 is four standard deviations.
    expect([...drawn.keys()].toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
    for (const count of drawn.values()) expect(Math.abs(count - 100)).toBeLessThan(40);
  });

  test.each<[string, string[], RegExp]>([
    ['nothing asked for', day, /Whose entries\? Give one or more of --patient, --caller, --user/],
    ['a user without a period', ['--user', 'x'], /--user reads all entries of a period: give --from, too/],
    ['a sample without a period', ['--sample', '3'], /--sample reads all entries of a period/],
    ['a sample of none', ['--sample', '0', ...day], /--sample: how many entries, 1 to 10000/],
    ['a seed without a sample', ['--user', 'x', '--seed', '1', ...day], /--seed goes with --sample/],
    ['an address with a port', ['--address', '203.0.113.7/24', ...day], /--address: an IP address/],
    ['a page of anybody', ['--user', 'x', '--html', ...day], /--html goes with --for-patient/],
  ])('%s: what is wrong, and status 2', async (_, argv, words) => {
    const { status, out, err } = await asking()(...argv);
    expect([status, out]).toEqual([2, '']);
    expect(err).toMatch(words);
  });
});

describeWith('postgres', 'in a database', program => {
  let server: PostgresqlServer;
  let database: string;
  beforeAll(async () => {
    server = await startPostgresql(program);
    database = await server.newDatabase();
    const log = await databaseAccessLog(server.connection('service', database), { log: recordedLog().log });
    for (const entry of entries) await log.append(entry, within(60_000));
    await log.close();
  });
  afterAll(() => server.close());

  questions(
    () =>
      (...argv) =>
        runTool('access-log', argv, {
          cwd: newFolder(),
          env: { ACCESS_LOG_URL: server.url('owner', database) },
        }),
  );
});
