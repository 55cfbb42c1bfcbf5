// A regular run of verify: it keeps the heads of the chains, and says for Prometheus when it found the log in order (D23).
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chainedLines } from '../../../src/adapters/access-log/chain.ts';
import { entryOf } from '../../adapters/access-log/entry.ts';
import { newFolder } from '../../support/new-folder.ts';
import { runTool } from '../run.ts';

const linesOf = (count: number): string[] =>
  chainedLines(
    ['a', 'b', 'c', 'd'].slice(0, count).map(id => JSON.stringify(entryOf(id))),
    null,
  )
    .text.trimEnd()
    .split('\n');

const regularly = () => {
  const [folder, keep] = [newFolder(), newFolder()];
  const [file, metrics] = [join(folder, 'access.log'), join(keep, 'access-log.prom')];
  const write = (lines: readonly string[]) => writeFileSync(file, lines.map(line => `${line}\n`).join(''));
  const run = () =>
    runTool('access-log', ['verify', '--head', '--keep', keep, '--metrics', metrics], {
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
  expect(heads()).toHaveLength(6);
  writeFileSync(join(keep, 'known'), `${cut.out.slice(0, 16)} the copy of the night before\n`);
  expect((await run()).status).toBe(0);
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
