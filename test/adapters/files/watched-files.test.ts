// A file that is being written is not used before it is whole, even if the file system hangs meanwhile.
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { watchFiles } from '../../../src/adapters/files/watched-files.ts';
import { until } from '../../support/until.ts';

/** Takes the threads that Node has for files, as a file system that hangs does, until each of them is given back. */
const takeThreads = (folder: string) =>
  Array.from({ length: Number(process.env.UV_THREADPOOL_SIZE ?? 4) }, (_, at) => {
    const pipe = join(folder, String(at));
    execFileSync('mkfifo', [pipe]);
    const opened = open(pipe, 'r');
    return async (): Promise<FileHandle> => {
      closeSync(openSync(pipe, 'w'));
      return opened;
    };
  });

test('two checks held up by the file system do not count as agreeing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'watched-files-test-'));
  const path = join(folder, 'file');
  const used: string[] = [];
  writeFileSync(path, 'whole');
  const watched = watchFiles([path], {
    use: () => {
      used.push(readFileSync(path, 'utf8'));
      return [];
    },
  });
  onTestFinished(() => {
    watched.close();
    rmSync(folder, { recursive: true });
  });
  const [first, ...others] = takeThreads(folder);
  try {
    // Long enough for two checks to be due.
    await wait(1200);
    writeFileSync(path, 'half of what');
    await (await first?.())?.close();
    await stat(path);
  } finally {
    writeFileSync(path, 'half of what is written');
    for (const giveBack of others) await (await giveBack()).close();
  }
  await until('the whole file is used', () => used.includes('half of what is written'));
  expect(used).not.toContain('half of what');
});
