// npm run access-log: who saw what of one patient, from real files, streaming.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { AccessEntry } from '../../../src/ports/access-log.ts';
import { entryOf } from '../../adapters/access-log/entry.ts';
import { newFolder } from '../../support/new-folder.ts';
import { runTool } from '../run.ts';
import { spawnTool } from '../spawn-tool.ts';

const patient = '191212121212';
const other = '189001019802';

const entry = (time: string, more: Partial<AccessEntry> = {}): AccessEntry =>
  entryOf('0b1f6d2e-0000-4000-8000-000000000001', {
    time: `2026-01-15T${time}.000Z`,
    operation: '10 journalNotes',
    client: 'patient-app',
    caller: 'user-1',
    scope: 'user/JournalNote-read',
    records: 2,
    ...more,
  });

const linesOf = (...entries: readonly (AccessEntry | string)[]) =>
  entries.map(one => `${typeof one === 'string' ? one : JSON.stringify(one)}\n`).join('');

/** A folder with these files, and the tool in it with `access.log` as its log. */
const folderWith = (files: Readonly<Record<string, string | Buffer>>) => {
  const folder = newFolder();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return (...argv: string[]) =>
    runTool('access-log', argv, { cwd: folder, env: { ACCESS_LOG_FILE: join(folder, 'access.log') } });
};

/** The times in what was printed, in their order. */
const timesIn = (out: string) => [...out.matchAll(/^2026-01-15 ([\d:]{8}) /gm)].map(([, time]) => time);

describe('which entries', () => {
  const run = () =>
    folderWith({
      'access.log': linesOf(
        entry('08:00:00', { operation: '3 appointments' }),
        entry('08:00:01', { subject: other, callerPatient: patient }),
        entry('08:00:02', {
          operation: '1 paymentNotice',
          phase: 'begun',
          status: null,
          leftOut: null,
          records: null,
        }),
        entry('08:00:03', { operation: '1 paymentNotice', result: 'OK', leftOut: null, records: null }),
        entry('08:00:04', { ground: null, status: 403, records: null, leftOut: null, callerPatient: other }),
        entry('08:00:05', { subject: null, status: 403 }),
        entry('08:00:06', { leftOut: { records: 3, values: 1, sources: 2, unmapped: 80 } }),
      ),
    });

  test('all of the patient alone, refused ones too, in columns', async () => {
    const { status, out, err } = await run()('--patient', patient);
    expect(status).toBe(0);
    expect(err).toBe('5 entries of the patient in 1 file.\n');
    const app = 'patient-app';
    expect(out.split('\n').map(line => line.split(/ {2,}/))).toEqual([
      ['TIME (UTC)', 'OPERATION', 'OUTCOME', 'RECORDS', 'GROUND', 'CALLER', 'USER', 'UNIT', 'CLIENT'],
      ['2026-01-15 08:00:00', '3 appointments', '200', '2', 'self', patient, app],
      ['2026-01-15 08:00:02', '1 paymentNotice', 'begun', 'self', patient, app],
      ['2026-01-15 08:00:03', '1 paymentNotice', 'OK', 'self', patient, app],
      ['2026-01-15 08:00:04', '10 journalNotes', '403', 'refused', other, app],
      ['2026-01-15 08:00:06', '10 journalNotes', '200', '2 of 5+', 'self', patient, app],
      [''],
    ]);
  });

  test('the table fits 149 columns, with ids of any length and both of their ends', async () => {
    const id = '0b1f6d2e-1111-4222-8333-0123456789ab';
    const wide = {
      caller: id,
      client: `https://apps.example/${'x'.repeat(80)}/kiosk`,
      subscription: 's'.repeat(128),
      operation: '2 appointmentChange',
      ground: 'acts_for+register',
      records: 12_345,
      leftOut: { records: 10, values: 3, sources: 2 },
    } as const;
    const run = folderWith({
      'access.log': linesOf(
        entry('08:00:00', { ...wide, callerPatient: null }),
        entry('08:00:01', { ...wide, callerPatient: other, records: 2, leftOut: null }),
      ),
    });
    for (const argv of [
      ['--patient', patient],
      ['--caller', id],
    ]) {
      const { out } = await run(...argv);
      const lines = out.split('\n');
      expect(lines).toHaveLength(4);
      for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(149);
      expect(lines[1]).toMatch(/2 appointmentChange {2}200 .* acts\+reg .* https:\S*…\S*kiosk$/);
    }
    const { out } = await run('--patient', patient);
    expect(out).toContain('  0b1f6d2…6789ab  ');
    expect(out).toContain(`  ${other}  `);
    const { out: csv } = await run('--patient', patient, '--csv');
    for (const whole of [id, wide.client, wide.subscription, wide.ground]) expect(csv).toContain(whole);
  });

  test.each<[string, string[], string[]]>([
    ['from, inclusive', ['--from', '2026-01-15T08:00:03'], ['08:00:03', '08:00:04', '08:00:06']],
    ['to, inclusive', ['--to', '2026-01-15T08:00:02'], ['08:00:00', '08:00:02']],
    [
      'a whole day',
      ['--from', '2026-01-15', '--to', '2026-01-15'],
      ['08:00:00', '08:00:02', '08:00:03', '08:00:04', '08:00:06'],
    ],
    ['the day before', ['--to', '2026-01-14'], []],
    ['both', ['--from', '2026-01-15T08:00:01', '--to', '2026-01-15T08:00:03'], ['08:00:02', '08:00:03']],
    ['a time of nothing', ['--from', '2027-01-01T00:00:00'], []],
  ])('%s', async (_, argv, times) => {
    const { status, out } = await run()('--patient', '19121212-1212', ...argv);
    expect(status).toBe(0);
    expect(timesIn(out)).toEqual(times);
  });

  test('all of one caller, with the patient of each, in columns', async () => {
    const folder = newFolder();
    const file = join(folder, 'a.log');
    writeFileSync(
      file,
      linesOf(
        entry('08:00:00', { caller: 'nurse-1', ground: 'partner' }),
        entry('08:00:01', { caller: 'nurse-10' }),
        entry('08:00:02', { caller: 'nurse-1', ground: 'partner', subject: other }),
        entry('08:00:03', { caller: null }),
      ),
    );
    const { status, out, err } = await runTool('access-log', ['--caller', 'nurse-1', file], { cwd: folder });
    expect({ status, err }).toEqual({ status: 0, err: '2 entries of the caller in 1 file.\n' });
    const cells = out.split('\n').map(line => line.split(/ {2,}/));
    expect(cells).toEqual([
      ['TIME (UTC)', 'OPERATION', 'OUTCOME', 'RECORDS', 'GROUND', 'PATIENT', 'USER', 'UNIT', 'CLIENT'],
      ['2026-01-15 08:00:00', '10 journalNotes', '200', '2', 'partner', patient, 'patient-app'],
      ['2026-01-15 08:00:02', '10 journalNotes', '200', '2', 'partner', other, 'patient-app'],
      [''],
    ]);
    const both = await runTool('access-log', ['--caller', 'nurse-1', '--patient', other, file], {
      cwd: folder,
    });
    expect(timesIn(both.out)).toEqual(['08:00:02']);
  });

  test('the number may come from standard input', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'a.log'), linesOf(entry('08:00:00')));
    const { status, out } = await spawnTool('access-log', ['--patient', '-', 'a.log'], {
      cwd: folder,
      input: `${patient}\n`,
    });
    expect(status).toBe(0);
    expect(timesIn(out)).toEqual(['08:00:00']);
  });

  test('a reserve number of a region', async () => {
    const reserved = folderWith({ 'access.log': linesOf(entry('08:00:00', { subject: '19900101R123' })) });
    expect((await reserved('--patient', '19900101R123')).status).toBe(2);
    const { status, out } = await reserved('--patient', '19900101R123', '--reserve');
    expect(status).toBe(0);
    expect(timesIn(out)).toEqual(['08:00:00']);
  });
});

describe('which files', () => {
  const files = {
    'access.log': linesOf(entry('10:00:00'), entry('10:00:02')),
    'access.log.1': linesOf(entry('09:00:00')),
    'access.log.2.gz': gzipSync(linesOf(entry('08:00:00'))),
    'access.log-20260114.gz': gzipSync(linesOf(entry('07:00:00'))),
    'access-other.log': linesOf(entry('10:00:01')),
  };

  test('the log and what has been rotated beside it, by time', async () => {
    const { status, out } = await folderWith(files)('--patient', patient);
    expect(status).toBe(0);
    expect(timesIn(out)).toEqual(['07:00:00', '08:00:00', '09:00:00', '10:00:00', '10:00:02']);
  });

  test('those that are named, of several instances, by time', async () => {
    const { status, out } = await folderWith(files)('--patient', patient, 'access.log', 'access-other.log');
    expect(status).toBe(0);
    expect(timesIn(out)).toEqual(['10:00:00', '10:00:01', '10:00:02']);
  });

  test('a compressed copy beside its original is not read: its entries would count twice', async () => {
    const copied = { ...files, 'access.log.1.gz': gzipSync(linesOf(entry('09:00:00'))).subarray(0, 20) };
    const { status, out, err } = await folderWith(copied)('--patient', patient);
    expect({ status, err }).toEqual({ status: 0, err: expect.not.stringContaining('access.log.1.gz') });
    expect(timesIn(out)).toEqual(['07:00:00', '08:00:00', '09:00:00', '10:00:00', '10:00:02']);
  });

  test('only a rotated one is there', async () => {
    const { status, out } = await folderWith({ 'access.log.1': linesOf(entry('08:00:00')) })(
      '--patient',
      patient,
    );
    expect(status).toBe(0);
    expect(timesIn(out)).toEqual(['08:00:00']);
  });

  test('its setting has a fault', async () => {
    const env = { ACCESS_LOG_FILE: '/dev/stdout' };
    const { status, out, err } = await runTool('access-log', ['--patient', patient], {
      cwd: newFolder(),
      env,
    });
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toBe(
      'The configuration has faults.\n  ACCESS_LOG_FILE: expected the path of the access log, a file on a disk\n',
    );
  });

  test('none is there', async () => {
    const { status, out, err } = await folderWith({})('--patient', patient);
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toContain('There is no file');
  });
});

describe('unreadable lines are reported by file, their count and the first one, without their content', () => {
  const torn = JSON.stringify(entry('08:00:01')).slice(0, -40);

  test('a file of another program: one line for all of them', async () => {
    const { status, err } = await folderWith({ 'access.log': 'GET / 200\n'.repeat(5000) })(
      'access.log',
      '--patient',
      patient,
    );
    expect(status).toBe(1);
    expect(err.trim().split('\n')).toEqual([
      'access.log:1: 5000 lines from here on are not access log entries (cut off, or written by another program)',
      '0 entries of the patient in 1 file.',
      '5000 lines or files could not be read: entries may be missing.',
    ]);
  });

  test('torn and foreign lines', async () => {
    const run = folderWith({
      'access.log': linesOf(
        entry('08:00:00'),
        torn,
        '',
        'hemlig',
        '{"hemlig":1}',
        'x'.repeat(3_000_000),
        entry('08:00:02'),
      ),
    });
    const { status, out, err } = await run('--patient', patient);
    expect(status).toBe(1);
    expect(timesIn(out)).toEqual(['08:00:00', '08:00:02']);
    expect(err).toContain('access.log:2: 4 lines from here on are not access log entries');
    expect(err).toContain('4 lines or files could not be read: entries may be missing.');
    expect(err).not.toMatch(/hemlig|1912121212/);
  });

  test('a last line without its end', async () => {
    const { status, out, err } = await folderWith({ 'access.log': `${linesOf(entry('08:00:00'))}${torn}` })(
      '--patient',
      patient,
    );
    expect(status).toBe(1);
    expect(timesIn(out)).toEqual(['08:00:00']);
    expect(err).toContain('access.log:2: not an access log entry');
  });

  test('a file that is named and is not there: nothing is read', async () => {
    const run = folderWith({ 'c.log': linesOf(entry('09:00:00')) });
    const { status, out, err } = await run('--patient', patient, 'c.log', 'd.log');
    expect({ status, out, err }).toEqual({ status: 1, out: '', err: 'There is no file d.log.\n' });
  });

  test('a compressed file that is truncated, and one that is not compressed', async () => {
    const cut = gzipSync(
      linesOf(...Array.from({ length: 3000 }, (_, at) => entry('08:00:00', { caller: `u${at * 7919}` }))),
    );
    const run = folderWith({
      'a.gz': cut.subarray(0, cut.length - 100),
      'b.gz': 'hemlig',
      'c.log': linesOf(entry('09:00:00')),
    });
    const { status, out, err } = await run('--patient', patient, 'a.gz', 'b.gz', 'c.log');
    expect(status).toBe(1);
    expect(timesIn(out).at(-1)).toBe('09:00:00');
    expect(timesIn(out).length).toBeGreaterThan(100);
    for (const file of ['a.gz', 'b.gz']) expect(err).toContain(`${file}: could not be read to the end`);
    expect(err).not.toContain('c.log');
  });
});

test('as JSON lines: the entries as they are in the log', async () => {
  const mine = entry('08:00:00');
  const run = folderWith({ 'access.log': linesOf(mine, entry('08:00:01', { subject: other })) });
  const { status, out, err } = await run('--patient', patient, '--json');
  expect({ status, out: JSON.parse(out) }).toEqual({ status: 0, out: mine });
  expect(err).toBe('1 entry of the patient in 1 file.\n');
});

describe('as CSV', () => {
  test('every member, and no cell that a spreadsheet would run', async () => {
    const run = folderWith({
      'access.log': linesOf(
        entry('08:00:00', {
          caller: '=HYPERLINK("https://x.test","a,b")',
          client: '+1',
          subscription: 'a"b',
          scope: 's',
        }),
        entry('08:00:01', {
          caller: '@sum',
          client: '-2',
          subscription: 'a\nb',
          ground: null,
          result: 'OK',
          leftOut: null,
        }),
        entry('08:00:02', {
          caller: ' =1',
          client: '\t=1',
          subscription: 'a-b=c',
          records: 0,
          leftOut: { records: 0, values: 0, sources: 0, unmapped: 80 },
          region: 'Region Exempel',
          instance: 'host/1',
          address: '203.0.113.7',
          unit: '=SE1',
          user: null,
          systems: ['ehr', 'notes'],
          units: ['SE1', '+1'],
          prev: null,
        }),
      ),
    });
    const { status, out } = await run('--patient', patient, '--csv');
    expect(status).toBe(0);
    const id = '0b1f6d2e-0000-4000-8000-000000000001';
    expect(out).toBe(
      [
        'time,requestId,operation,phase,subscription,client,caller,callerPatient,subject,ground,scope,status,result,records,leftOutRecords,leftOutValues,leftOutSources,leftOutUnmapped,region,instance,address,unit,user,systems,units,prev',
        `2026-01-15T08:00:00.000Z,${id},10 journalNotes,done,"a""b","'+1","'=HYPERLINK(""https://x.test"",""a,b"")",${patient},${patient},self,s,200,,2,0,0,0,,,,,,,,,`,
        `2026-01-15T08:00:01.000Z,${id},10 journalNotes,done,a\\u000ab,"'-2","'@sum",${patient},${patient},,user/JournalNote-read,200,OK,2,,,,,,,,,,,,`,
        `2026-01-15T08:00:02.000Z,${id},10 journalNotes,done,a-b=c,"'\\u0009=1","' =1",${patient},${patient},self,user/JournalNote-read,200,,0,0,0,0,80,Region Exempel,host/1,203.0.113.7,"'=SE1",,ehr;notes,SE1;+1,`,
        '',
      ].join('\n'),
    );
  });
});

test('a terminal is shown no control character, in a table or as comma separated values', async () => {
  const caller = 'a\u001b]0;x\u0007\u009b2J\u202eb\u{e0001}';
  const run = folderWith({ 'access.log': linesOf(entry('08:00:00', { caller, callerPatient: null })) });
  expect((await run('--patient', patient)).out).toContain(String.raw`a\u001b`);
  const { out } = await run('--patient', patient, '--csv');
  expect(out).toContain(String.raw`,a\u001b]0;x\u0007\u009b2J\u202eb\udb40\udc01,`);
  expect(out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

test.each(['--json', '--format fhir'])('nor as JSON: %s', async format => {
  const caller = 'a\u001b]0;x\u0007\u009b2J\u202eb\u{e0001}\u2028';
  const run = folderWith({ 'access.log': linesOf(entry('08:00:00', { caller, callerPatient: null })) });
  const { out, status } =
    format === '--json'
      ? await run('--patient', patient, '--json')
      : await run('--export', '2026-01', '--format', 'fhir');
  expect(status).toBe(0);
  expect(out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  expect(JSON.stringify(JSON.parse(out))).toContain(JSON.stringify(caller));
});

test('a log larger than the memory', async () => {
  const block = linesOf(
    ...Array.from({ length: 2000 }, (_, at) => entry('08:00:00', { subject: at === 0 ? patient : other })),
  );
  const folder = newFolder();
  writeFileSync(join(folder, 'big.log.gz'), gzipSync(block.repeat(60)));
  const { status, out } = await spawnTool('access-log', ['--patient', patient, 'big.log.gz'], {
    cwd: folder,
    // 120,000 lines are 46 MB. With a heap that the tool itself nearly fills, it would do little but collect garbage.
    node: ['--max-old-space-size=40'],
  });
  expect(status).toBe(0);
  expect(timesIn(out)).toHaveLength(60);
});

test('whoever reads may stop reading', () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'a.log'), linesOf(...Array.from({ length: 5000 }, () => entry('08:00:00'))));
  const tool = join(import.meta.dirname, '../../../tools/access-log.ts');
  const line = `"${process.execPath}" "${tool}" --patient ${patient} a.log | head -n 1`;
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line], { cwd: folder, encoding: 'utf8' });
  expect(status).toBe(0);
  expect(stdout).toMatch(/^TIME \(UTC\).*\n$/);
  expect(stderr).not.toContain('EPIPE');
});

test.each<[string, string[]]>([
  ['no patient', []],
  ['a wrong check digit', ['--patient', '191212121213']],
  ['an invalid date', ['--patient', '191213321212']],
  ['a time of another form', ['--patient', patient, '--from', '2026-01-15T08:00']],
  ['an invalid day', ['--patient', patient, '--from', '2026-02-30']],
  ['an invalid time', ['--patient', patient, '--to', '2026-02-30T00:00:00']],
  ['a wrong order', ['--patient', patient, '--from', '2026-01-15T08:00:01', '--to', '2026-01-15T08:00:00']],
  ['an unknown option', ['--patient', patient, '--format', 'csv']],
])('%s: what is wrong, where the usage is, and status 2', async (_, argv) => {
  const { status, out, err } = await folderWith({ 'access.log': linesOf(entry('08:00:00')) })(...argv);
  expect({ status, out }).toEqual({ status: 2, out: '' });
  expect(err).toContain('npm run access-log -- --help');
  expect(err).not.toContain('191212121213');
});

test('no files named: the usage, and status 2', async () => {
  const { status, err } = await runTool('access-log', ['--patient', patient], { cwd: newFolder() });
  expect(status).toBe(2);
  expect(err).toContain('ACCESS_LOG_FILE');
});
