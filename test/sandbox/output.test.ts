// The sandbox's output for readers, and that no process outlives the sandbox, however it ends.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { outputOf, spawnChild } from '../support/spawn-child.ts';

const root = join(import.meta.dirname, '../..');

/** Starts the sandbox with a shell command and collects its output in `output`. */
const start = (command: string) => {
  const child: ChildProcess = spawnChild('sh', ['-c', command], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = outputOf(child);
  onTestFinished(() => {
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
      process.kill(-child.pid, 'SIGKILL');
    }
  });
  const printedAll = () =>
    expect.poll(() => printed.stdout, { timeout: 50_000 }).toContain('Press Ctrl-C to stop.');
  return { child, printed, printedAll };
};

const addressIn = (output: string) => /^ {2}service +(\S+)$/m.exec(output)?.[1] ?? '';
const folderIn = (output: string) => /^ {2}logs, profile +(\S+) /m.exec(output)?.[1] ?? '';
const gone = (address: string) =>
  expect
    .poll(
      () =>
        fetch(`${address}/health/live`).then(
          ({ status }) => status,
          () => 'gone',
        ),
      { timeout: 30_000 },
    )
    .toBe('gone');

const sandbox = 'npm run -s sandbox -- --port 0';

test('fits 100 columns, uses no colours without a terminal, and prints the addresses last', async () => {
  const { child, printed, printedAll } = start(sandbox);
  await printedAll();
  const lines = printed.stdout.split('\n');
  expect(lines.filter(line => line.length > 110)).toEqual([]);
  expect(lines.filter(line => /curl|-H/.test(line) && line.length > 100)).toEqual([]);
  expect(lines.length).toBeLessThan(180);
  expect(printed.stdout).not.toContain('\u001b');
  expect(lines.at(-4)).toMatch(/^ {2}API page +http:/);
  const folder = folderIn(printed.stdout);
  expect(readFileSync(join(folder, 'env'), 'utf8')).toMatch(/^export KEY='\w+'$/m);
  process.kill(-(child.pid ?? 0), 'SIGINT');
  await once(child, 'exit');
  expect(printed.stderr).toBe('Stopping…\n');
  expect(existsSync(folder)).toBe(false);
});

test('lets a browser app of the given origin call, and stops everything on SIGHUP', async () => {
  const origin = 'http://localhost:5173';
  const { child, printed } = start(`${sandbox} --quiet --cors ${origin}`);
  await expect.poll(() => addressIn(printed.stdout), { timeout: 50_000 }).not.toBe('');
  const preflight = await fetch(`${addressIn(printed.stdout)}/patients/journalnotes/`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'GET' },
  });
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, origin]);
  process.kill(-(child.pid ?? 0), 'SIGHUP');
  await gone(addressIn(printed.stdout));
});

test('stops everything on SIGTERM, and keeps its folder with --keep', async () => {
  const { child, printed } = start(`${sandbox} --quiet --keep`);
  await expect.poll(() => addressIn(printed.stdout), { timeout: 50_000 }).not.toBe('');
  process.kill(-(child.pid ?? 0), 'SIGTERM');
  await gone(addressIn(printed.stdout));
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  const folder = folderIn(printed.stdout);
  expect(existsSync(join(folder, 'service.log'))).toBe(true);
  rmSync(folder, { recursive: true });
});

test('leaves no service behind when it is killed', async () => {
  const { child, printed } = start(`exec ${sandbox} --quiet`);
  await expect.poll(() => addressIn(printed.stdout), { timeout: 50_000 }).not.toBe('');
  process.kill(-(child.pid ?? 0), 'SIGKILL');
  await gone(addressIn(printed.stdout));
});

test('stops without a stack trace when nobody reads its output any more', async () => {
  const { child, printed } = start(`${sandbox} | head -3`);
  const [status] = await once(child, 'close');
  expect([status, printed.stderr]).toEqual([0, '']);
  expect(printed.stdout.split('\n')).toHaveLength(4);
});
