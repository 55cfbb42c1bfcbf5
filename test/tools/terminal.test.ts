// What the commands do on a terminal: a number that is typed is not shown, and a failure is red unless NO_COLOR says not.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../support/new-folder.ts';
import { describeWith } from '../support/programs.ts';
import { spawnChild } from '../support/spawn-child.ts';

const tool = join(import.meta.dirname, '../../tools/region.ts');
const profile = {
  name: 'R',
  timeZone: 'Europe/Stockholm',
  release: 'ehr',
  systems: { ehr: { adapter: 'extracts', baseUrl: 'http://127.0.0.1:9' } },
};

/** Runs the check on a terminal, and types a number at its prompt; what the terminal has shown. */
const onTerminal = async (program: string, env: Readonly<Record<string, string>> = {}): Promise<string> => {
  const cwd = newFolder();
  writeFileSync(join(cwd, 'region.json'), JSON.stringify(profile));
  const command = `"${process.execPath}" "${tool}" check region.json --patient -`;
  const child = spawnChild(program, ['-qec', command, '/dev/null'], {
    cwd,
    env: { PATH: '/usr/bin:/bin', TERM: 'xterm', ...env },
  });
  let shown = '';
  let isAsked = false;
  child.stdout.setEncoding('utf8').on('data', text => {
    shown += text;
    if (isAsked || !shown.includes('not shown')) return;
    isAsked = true;
    // The prompt is written just before the terminal stops echoing.
    setTimeout(() => child.stdin.write('191212121213\r'), 500);
  });
  await once(child, 'close');
  return shown;
};

describeWith('script', 'a terminal', program => {
  test('a number that is typed is not shown; what is wrong is red', async () => {
    const shown = await onTerminal(program);
    expect(shown).toContain('Patient number (not shown): ');
    expect(shown).not.toContain('191212121213');
    expect(shown).toContain('\u001b[31m--patient: the last digit, the check digit, is wrong.');
  });

  test('NO_COLOR is honoured', async () => {
    expect(await onTerminal(program, { NO_COLOR: '1' })).not.toContain('\u001b[31m');
  });
});
