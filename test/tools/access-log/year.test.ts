// A year of an access log before its audit: three instances, 260 chains, two innocent and two wicked breaks. Each is named (D23).
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { chainedLines, type Head } from '../../../src/adapters/access-log/chain.ts';
import { withClient } from '../../../src/adapters/access-log/database/connection.ts';
import { dropPartition } from '../../../src/adapters/access-log/database/partitions.ts';
import { migrate } from '../../../src/adapters/access-log/database/schema.ts';
import { chainedRows, insertRows } from '../../../src/adapters/access-log/database/writing/insert.ts';
import type { AccessEntry } from '../../../src/ports/access-log.ts';
import { entryOf } from '../../adapters/access-log/entry.ts';
import { newFolder } from '../../support/new-folder.ts';
import { describeWith } from '../../support/programs.ts';
import { type PostgresqlServer, startPostgresql } from '../../support/servers/postgresql.ts';
import { unhurried } from '../../support/until.ts';
import { type Ran, runTool } from '../run.ts';

vi.setConfig(unhurried);

const days = 360;
const hosts = ['one', 'two', 'three'];
const chains = 260;

/** The start of a process: the host, and the day on which it begins. Each host has a third of them. */
const starts = Array.from({ length: chains }, (_, at) => ({
  host: hosts[at % hosts.length] ?? '',
  day: Math.floor((Math.floor(at / hosts.length) * days) / Math.ceil(chains / hosts.length)),
  instance: `${hosts[at % hosts.length]}/${at.toString(16).padStart(12, '0')}`,
}));

const timeOf = (day: number, minute: number) => new Date(Date.UTC(2025, 0, 1 + day, 8, minute)).toISOString();

/** Three entries a day of each host, by the process that runs there. */
const year: readonly AccessEntry[] = Array.from({ length: days }, (_, day) =>
  hosts.flatMap((host, offset) => {
    const { instance = '' } = starts.findLast(start => start.host === host && start.day <= day) ?? {};
    return [0, 20, 40].map(minute =>
      entryOf(`${host}-${day}-${minute}`, {
        time: timeOf(day, minute + offset),
        caller: `user-${day % 7}`,
        region: 'Region Prov',
        instance,
        address: '203.0.113.7',
        unit: null,
        user: null,
        systems: ['ehr'],
        units: null,
      }),
    );
  }),
).flat();

test('it has twelve months, three instances at a time, and 260 chains', () => {
  expect(new Set(year.map(({ time }) => time.slice(0, 7))).size).toBe(12);
  expect(new Set(year.map(({ instance }) => instance)).size).toBe(260);
  expect(year).toHaveLength(3240);
});

const idsOf = ({ out }: Ran) => [...out.matchAll(/^([0-9a-f]{16}) {2}/gm)].map(([, id]) => id ?? '');

/** The two innocent breaks become known, then the wicked ones: only then is the log in order. */
const expectKnown = async (
  run: (...argv: string[]) => Promise<Ran>,
  { innocent, wicked }: { innocent: readonly RegExp[]; wicked: readonly RegExp[] },
) => {
  const found = await run('--head');
  const lines = found.out.split('\n').filter(line => /^[0-9a-f]{16} /.test(line));
  expect([found.status, lines]).toEqual([
    1,
    expect.arrayContaining([...innocent, ...wicked].map(words => expect.stringMatching(words))),
  ]);
  expect(lines).toHaveLength(4);
  const idOf = (words: RegExp) => lines.find(line => words.test(line))?.slice(0, 16) ?? '';
  const known = join(newFolder(), 'known');
  writeFileSync(known, innocent.map(words => `${idOf(words)} ticket 4711: a failover\n`).join(''));
  const unknown = await run('--known', known);
  expect([unknown.status, idsOf(unknown).toSorted()]).toEqual([1, wicked.map(idOf).toSorted()]);
  expect(unknown.err.match(/^Known \(ticket 4711: a failover\): /gm)).toHaveLength(2);
  return found;
};

describe('in the files of three instances', () => {
  /** The files of one host, a month each, as the service and logrotate leave them. */
  const filesOf = (host: string, folder: string, change: (lines: string[]) => string[]) => {
    const entries = year.filter(({ instance }) => instance?.startsWith(`${host}/`));
    const lines = chainedLines(
      entries.map(entry => JSON.stringify(entry)),
      null,
    )
      .text.trimEnd()
      .split('\n');
    const months = Map.groupBy(change(lines), line => line.slice(9, 16));
    return [...months].map(([month, ofMonth]) => {
      const file = join(folder, `access-${host}.log-${month}`);
      writeFileSync(file, `${ofMonth.join('\n')}\n`);
      return file;
    });
  };

  const at = (lines: readonly string[], id: string) => lines.findIndex(line => line.includes(`"${id}"`));

  test('each break is named, and those that are known are told from the others', async () => {
    const folders = hosts.map(() => newFolder());
    const [one = '', two = '', three = ''] = folders;
    const logs = [
      // Innocent: the disk lost its last entries, and the process went on with what it knew. Wicked: an entry was changed.
      filesOf('one', one, lines => {
        const lost = lines.toSpliced(at(lines, 'one-42-20'), 2);
        const changed = at(lost, 'one-200-20');
        return lost.with(changed, lost[changed]?.replace('"caller":"user-4"', '"caller":"user-9"') ?? '');
      }),
      // Innocent: a copy without an hour was restored.
      filesOf('two', two, lines => lines.toSpliced(at(lines, 'two-100-40'), 1)),
      // Wicked: an entry was taken out.
      filesOf('three', three, lines => lines.toSpliced(at(lines, 'three-300-20'), 1)),
    ];
    const expectations = [
      {
        innocent: /one-43-0\) does not follow .*one-42-0\)/,
        wicked: /one-200-40\) does not follow .*one-200-20\)/,
      },
      { innocent: /two-101-0\) does not follow .*two-100-20\)/ },
      { wicked: /three-300-40\) does not follow .*three-300-0\)/ },
    ];
    const breaks: string[] = [];
    for (const [index, files] of logs.entries()) {
      const ran = await runTool('access-log', ['verify', ...files], { cwd: folders[index] ?? '' });
      const lines = ran.out.split('\n').filter(line => line !== '');
      const { innocent, wicked } = expectations[index] ?? {};
      const named = [innocent, wicked].filter(words => words !== undefined);
      expect([ran.status, lines]).toEqual([1, named.map(words => expect.stringMatching(words))]);
      breaks.push(...lines);
    }
    expect(breaks).toHaveLength(4);
    const known = join(newFolder(), 'known');
    const innocent = breaks.filter(line => /one-42-0|two-100-20/.test(line));
    writeFileSync(known, innocent.map(line => `${line.slice(0, 16)} ticket 4711\n`).join(''));
    const statuses: (number | null)[] = [];
    const left: string[] = [];
    for (const [index, files] of logs.entries()) {
      const ran = await runTool('access-log', ['verify', '--known', known, ...files], {
        cwd: folders[index] ?? '',
      });
      statuses.push(ran.status);
      left.push(...ran.out.split('\n').filter(line => line !== ''));
    }
    expect([statuses, left]).toEqual([
      [1, 0, 1],
      [expect.stringContaining('one-200-40'), expect.stringContaining('three-300-40')],
    ]);
  });
});

describeWith('postgres', 'in a database', program => {
  let server: PostgresqlServer;
  let database: string;

  const owner = <T>(work: (client: pg.Client) => Promise<T>): Promise<T> =>
    withClient(server.connection('owner', database), { statementMs: 60_000 }, work);

  /** Writes the entries as three services do, each process with a chain of its own. */
  const fill = async (client: pg.Client) => {
    const heads = new Map<string, Head>();
    for (let first = 0; first < year.length; first += 9) {
      const ofDay = Map.groupBy(year.slice(first, first + 9), ({ instance }) => instance ?? '');
      for (const [instance, entries] of ofDay) {
        const identified = entries.map(entry => ({ id: randomUUID(), entry }));
        const { rows, head } = chainedRows(identified, heads.get(instance) ?? null);
        heads.set(instance, head);
        await insertRows(client, rows);
      }
    }
    await migrate(client, { now: new Date(), months: 1 });
  };

  beforeAll(async () => {
    server = await startPostgresql(program);
    database = await server.newDatabase();
    await owner(fill);
  });
  afterAll(() => server.close());

  const tool = (...argv: string[]) =>
    runTool('access-log', argv, { cwd: newFolder(), env: { ACCESS_LOG_URL: server.url('owner', database) } });
  const verify = (...argv: string[]) => tool('verify', ...argv);

  const breaks = {
    innocent: [
      /request one-43-0, .* does not follow entry \d+ \(request one-42-0\)/,
      /request two-101-0, .* does not follow entry \d+ \(request two-100-20\)/,
    ],
    wicked: [
      /request one-200-40, .* does not follow entry \d+ \(request one-200-20\)/,
      /request three-300-40, .* does not follow entry \d+ \(request three-300-0\)/,
    ],
  };

  test('whole, and in order', async () => {
    const { status, out, err } = await verify('--head', '--strict');
    expect([status, err]).toEqual([0, '3240 entries in the database: each follows the one before it.\n']);
    expect(out.trimEnd().split('\n')).toHaveLength(chains + 1);
  });

  test('what was handed on proves itself, also where a batch came twice', async () => {
    const folder = newFolder();
    const batches: string[] = [];
    const { out } = await tool('--since', 'start');
    const lines = out.trimEnd().split('\n');
    expect(lines).toHaveLength(3240);
    for (let first = 0; first < lines.length; first += 500) {
      // The run after the third batch failed: its lines come again.
      const begin = first === 1500 ? first - 500 : first;
      const file = join(folder, `batch-${String(first).padStart(5, '0')}`);
      writeFileSync(file, `${lines.slice(begin, first + 500).join('\n')}\n`);
      batches.push(file);
    }
    const run = (...argv: string[]) =>
      runTool('access-log', ['verify', ...argv, ...batches], { cwd: folder });
    const walked = await run('--head', '--strict');
    expect([walked.status, walked.err]).toEqual([
      0,
      '3240 entries in 7 files: each follows the one before it.\n',
    ]);
    // The heads are those of the database.
    const heads = ({ out: printed }: Ran) =>
      printed.match(/^[0-9a-f]{64}(?= {2}(?:one|two|three)\/)/gm)?.toSorted();
    expect(heads(walked)).toEqual(heads(await verify('--head')));
    expect(heads(walked)).toHaveLength(chains);

    // Whatever keeps the lines may write their members in another order.
    const [first = ''] = batches;
    const reordered = lines.slice(0, 500).map(line => {
      const { prev, ...others } = JSON.parse(line) as AccessEntry;
      return JSON.stringify({ prev, ...others });
    });
    writeFileSync(first, `${reordered.join('\n')}\n`);
    expect((await run()).status).toBe(0);
    const changed = reordered.with(7, reordered[7]?.replace('"records":1', '"records":2') ?? '');
    writeFileSync(first, `${changed.join('\n')}\n`);
    const { status, out: named } = await run();
    expect([status, named.split('\n').length]).toEqual([1, 2]);
    expect(named).toMatch(
      /batch-00000:\d+: entry \d+ \(request three-.*\) of three\/.* does not follow entry/,
    );
  });

  test('each break is named, and those that are known are told from the others', async () => {
    await server.query(
      database,
      `delete from access_log.entries where request_id in ('one-42-20', 'one-42-40', 'two-100-40', 'three-300-20');
update access_log.entries set caller = 'user-9' where request_id = 'one-200-20'`,
    );
    await expectKnown(verify, breaks);
  });

  test('after a month was dropped: what is missing is said, and the breaks of that month are gone with it', async () => {
    const dropped = await tool('retain', '--months', '60', '--yes');
    expect(dropped).toMatchObject({ status: 0, out: 'There are no months to drop.\n' });
    // As after five years: retain itself drops nothing so young.
    await owner(client =>
      dropPartition(client, 'entries_2025_01', { question: { months: 60 }, reason: 'five years' }),
    );
    const { status, out, err } = await verify();
    expect(status).toBe(1);
    expect(err).toMatch(
      /^2025-01 with 279 entries is missing: retain dropped it \(owner, .*, five years\)\.\n/,
    );
    expect(out.trimEnd().split('\n')).toHaveLength(4);
    // Dropped by hand.
    await server.query(database, 'drop table access_log.entries_2025_02');
    const { out: byHand } = await verify();
    expect(byHand).toMatch(
      /^[0-9a-f]{16} {2}2025-02 is missing, and no entry says that retain dropped it\.$/m,
    );
  });

  test('an older dump is missing the heads that were kept', async () => {
    const kept = await verify('--head');
    const heads = join(newFolder(), 'heads');
    writeFileSync(heads, kept.out.match(/^[0-9a-f]{64} {2}.*$/gm)?.join('\n') ?? '');
    await server.query(database, "delete from access_log.entries where request_id = 'two-359-40'");
    const { out } = await verify('--expect-heads', heads);
    expect(out.match(/No entry has the hash/g)).toHaveLength(1);
  });
});
