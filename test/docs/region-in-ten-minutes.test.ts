// Follows "A region in ten minutes" to its end, with the sandbox's EHR and authorization server.
import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../sandbox/listen.ts';
import { type Sandbox, startSandbox } from '../support/service/sandbox.ts';
import { spawnChild } from '../support/spawn-child.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/region-in-ten-minutes.md'), 'utf8');
const section = page.slice(0, page.indexOf('## With your own systems'));
const files = [...section.matchAll(/^```\w+ file=(\S+)\n([\s\S]*?)^```$/gm)];
const commands = [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, text = '']) =>
  text.trimEnd().split('\n'),
);

const folder = mkdtempSync(join(tmpdir(), 'region-in-ten-minutes-'));
let sandbox: Sandbox | undefined;
let service: ChildProcess | undefined;
/** Maps the page's ports to the ports of this run. */
let ports: ReadonlyMap<string, string>;

const onFreePorts = (text: string) => text.replace(/\b3(?:00[0-2]|100)\b/g, port => ports.get(port) ?? port);

/** The program and arguments behind an npm command, to be run in the folder of the walk-through. */
const programOf = (command: string): string[] => {
  const [, script = '', words = ''] =
    /^npm (?:run )?(?:-s )?(\S+)(?: -- (.*?))?(?: \| tee \S+)?$/.exec(command) ?? [];
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [, program = ''] = /(\S+\.[jt]s)$/.exec(scripts[script]) ?? [];
  return [join(root, program), ...words.split(' ').filter(word => word !== '')];
};
const env = { PATH: process.env.PATH ?? '' };
const npm = (command: string) => run(process.execPath, programOf(command), { cwd: folder, env });

beforeAll(async () => {
  sandbox = await startSandbox();
  ports = new Map([
    ['3000', new URL(sandbox.service).port],
    ['3001', new URL(sandbox.ehr).port],
    ['3002', new URL(sandbox.issuer).port],
    ['3100', String(await freePort())],
  ]);
  for (const [, name = '', content = ''] of files) writeFileSync(join(folder, name), onFreePorts(content));
}, 60_000);

afterAll(async () => {
  if (service !== undefined && service.exitCode === null) {
    service.kill('SIGTERM');
    await once(service, 'exit');
  }
  sandbox?.close();
  rmSync(folder, { recursive: true });
});

test('the walk-through ends with a successful authenticated call', async () => {
  expect(files.map(([, name]) => name)).toEqual(['region.json', '.env']);
  const [add = '', check = '', start = '', source = '', ready = '', call = '', ...rest] = commands;
  expect(rest).toEqual([]);

  if (sandbox === undefined) throw new Error('the sandbox did not start');
  const { stdout: added } = await npm(add);
  // Only the key is printed, so that it can be kept in a file.
  expect(added).toMatch(/^[\w-]{32,}\n$/);
  writeFileSync(join(folder, / \| tee (\S+)$/.exec(add)?.[1] ?? ''), added);
  expect((await npm(check)).stdout).toContain('kinds that the region offers were reached');

  service = spawnChild(process.execPath, programOf(start), { cwd: folder, env, stdio: 'ignore' });
  const health = onFreePorts(ready.replace(/^curl /, ''));
  await expect
    .poll(
      () =>
        fetch(health).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 30_000 },
    )
    .toBe(200);

  // The latest sandbox of this machine may be another test's: the pattern is looked at, and its own file is read.
  const [latest = '', pattern = ''] =
    /"\$\(ls -t "\$\{TMPDIR:-\/tmp\}"(\S+) \| head -1\)"/.exec(source) ?? [];
  expect(sandbox.variablesFile).toMatch(new RegExp(`${pattern.replaceAll('*', '[^/]+')}$`));
  const script = `${source.replace(latest, sandbox.variablesFile)}\n${call}`;
  const { stdout: answer } = await run('sh', ['-c', onFreePorts(script)], { cwd: folder });
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(answer).toContain('"contactEHRExtract"');
}, 120_000);
