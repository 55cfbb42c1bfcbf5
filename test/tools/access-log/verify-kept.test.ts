// A regular run of verify: it keeps the heads of the chains, and says for Prometheus when it found the log in order (D23).
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chainedLines, hashOf } from '../../../src/adapters/access-log/chain.ts';
import { entryOf } from '../../adapters/access-log/entry.ts';
import { newFolder } from '../../support/new-folder.ts';
import { runTool } from '../run.ts';

const linesOf = (count: number): string[] =>
  chainedLines(
    ['a', 'b', 'c', 'd']
      .slice(0, count)
      .map((id, at) => JSON.stringify(entryOf(id, { time: `2026-01-15T08:30:0${at}.000Z` }))),
    null,
  )
    .text.trimEnd()
    .split('\n');

const regularly = () => {
  const [folder, keep] = [newFolder(), newFolder()];
  const [file, metrics] = [join(folder, 'access.log'), join(keep, 'access-log.prom')];
  const write = (lines: readonly string[]) => writeFileSync(file, lines.map(line => `${line}\n`).join(''));
  const run = (...argv: readonly string[]) =>
    runTool('access-log', ['verify', '--head', '--keep', keep, '--metrics', metrics, ...argv], {
      cwd: folder,
      env: { ACCESS_LOG_FILE: file },
    });
  const heads = () => readFileSync(join(keep, 'heads'), 'utf8').trimEnd().split('\n');
  const metricOf = (name: string) =>
    Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(readFileSync(metrics, 'utf8'))?.[1]);
  return { keep, file, metrics, write, run, heads, metricOf };
};

const verified = 'pdas_access_log_verified_timestamp_seconds';
const exitStatus = 'pdas_access_log_verify_exit_status';

test('the heads of each run are kept, and expected by the next one', async () => {
  const { keep, write, run, heads, metricOf, metrics } = regularly();
  write(linesOf(2));
  const first = await run();
  expect([first.status, first.err]).toEqual([
    0,
    expect.stringMatching(/Note: \S+heads is not there: nothing proves that no end was cut off\./),
  ]);
  expect(heads()).toHaveLength(2);
  expect(metricOf(exitStatus)).toBe(0);
  expect(Math.abs(metricOf(verified) - Date.now() / 1000)).toBeLessThan(60);
  expect([statSync(join(keep, 'heads')).mode & 0o777, statSync(metrics).mode & 0o777]).toEqual([
    0o600, 0o644,
  ]);
  write(linesOf(4));
  const second = await run();
  expect([second.status, second.err]).toEqual([0, expect.not.stringContaining('Note:')]);
  // That of the log and that of the chain of what was done with it, of both runs.
  expect(heads()).toHaveLength(4);

  write(linesOf(3));
  const cut = await run();
  expect(cut.status).toBe(1);
  expect(cut.out).toMatch(/^[0-9a-f]{16} {2}No entry has the hash [0-9a-f]{64}: entries were cut off/);
  // A log that is not in order gives no heads.
  expect(heads()).toHaveLength(4);
  writeFileSync(join(keep, 'known'), `${cut.out.slice(0, 16)} the copy of the night before\n`);
  expect((await run()).status).toBe(0);
  expect(heads()).toHaveLength(6);
});

test('--continue reads on from where the log was in order, and the whole in the first run of a month', async () => {
  const { keep, file, run } = regularly();
  const [first = '', second = '', third = '', fourth = ''] = linesOf(4).map(line => `${line}\n`);
  writeFileSync(`${file}.2`, first);
  writeFileSync(`${file}.1`, second);
  writeFileSync(file, third);
  const month = new Date().toISOString().slice(0, 7);
  const reach = () => readFileSync(join(keep, 'reach'), 'utf8');
  const hash = hashOf(third.trimEnd());
  expect(await run('--continue')).toMatchObject({ status: 0, err: expect.not.stringContaining('Not read') });
  expect(reach()).toBe(`${hash} ${month}\n`);

  // What was in order is not read again this month, so a change of it does not show yet.
  writeFileSync(`${file}.2`, first.replace('"records":1', '"records":0'));
  writeFileSync(file, third + fourth);
  expect(await run('--continue')).toMatchObject({
    status: 0,
    err: expect.stringMatching(
      /^Note: Not read: 1 file before .*\nNote: .*log\.1:1 .* continues a file that was not read.*\n3 entries in 2 of 3 files: each follows/,
    ),
  });
  expect(reach()).toBe(`${hashOf(fourth.trimEnd())} ${month}\n`);

  writeFileSync(join(keep, 'reach'), `${hash} 2026-01\n`);
  const whole = await run('--continue');
  expect([whole.status, whole.out]).toEqual([
    1,
    expect.stringMatching(/access\.log\.1:1 .* does not follow/),
  ]);
  expect(reach()).toBe(`${hash} 2026-01\n`);
});

test('after a run with a break, the metrics say so, and when the log was last in order', async () => {
  const { write, run, metricOf, metrics } = regularly();
  write(linesOf(3));
  await run();
  writeFileSync(
    metrics,
    readFileSync(metrics, 'utf8').replace(/^(pdas_\w+verified\w+) \d+$/m, '$1 1700000000'),
  );
  write(linesOf(3).toSpliced(1, 1));
  expect((await run()).status).toBe(1);
  expect([metricOf(exitStatus), metricOf(verified)]).toEqual([1, 1_700_000_000]);
});

test('a log that cannot be read was not verified', async () => {
  const { run, metrics, metricOf } = regularly();
  expect((await run()).status).toBe(1);
  expect(metricOf(exitStatus)).toBe(1);
  expect(readFileSync(metrics, 'utf8')).not.toContain(verified);
});

test('a folder that cannot be written is said', async () => {
  const { write, file } = regularly();
  write(linesOf(2));
  const { status, err } = await runTool('access-log', ['verify', '--keep', '/nowhere', file], {
    cwd: newFolder(),
  });
  expect([status, err]).toEqual([
    1,
    expect.stringMatching(/\/nowhere\/heads cannot be written \(ENOENT\)\.\n$/),
  ]);
});
