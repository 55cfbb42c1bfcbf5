// Whether the chain of the access log shows what was done to it (D23), and what a run after a cursor reads.
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { chainedLines, hashOf } from '../../../src/adapters/access-log/chain.ts';
import { cursorSource } from '../../../tools/access-log/since.ts';
import { verifyFiles } from '../../../tools/access-log/verify.ts';
import { entryOf } from '../../adapters/access-log/contract.ts';
import { newFolder, runTool } from '../run.ts';

const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
const entry = (id: string, at: number) =>
  JSON.stringify(entryOf(id, { time: `2026-01-15T08:00:0${at}.000Z` }));
/** Six entries in two files, as a service leaves them that was told of the rotation. */
const chain = chainedLines(ids.map(entry), null);
const lines = chain.text.split('\n').slice(0, -1);
const [old, current] = [lines.slice(0, 3), lines.slice(3)];

/** The entries of a forger, who does not know of the chain or links it anew from some line on. */
const forged = (text: string, prev: string | null) =>
  JSON.stringify({ ...JSON.parse(text), caller: 'forger', prev });
const prevOf = (text: string | undefined) => (JSON.parse(text ?? '') as { prev: string }).prev;

/** Writes the two files, and returns the newer one. Without lines, a file is missing. */
const folderWith = (files: Readonly<Record<string, readonly string[] | string>>) => {
  const folder = newFolder();
  const written = Object.entries(files).map(([name, content]) => {
    const file = join(folder, name);
    writeFileSync(file, typeof content === 'string' ? content : content.map(line => `${line}\n`).join(''));
    return file;
  });
  return { folder, files: written };
};

const verify = (files: Readonly<Record<string, readonly string[] | string>>) =>
  verifyFiles(folderWith(files).files, () => {});

describe('verify', () => {
  test('a whole series, in any order of its names, with the hash of its last line', async () => {
    const walked = await verify({ 'access.log': current, 'access.log.1': old });
    expect(walked).toMatchObject({ linked: 6, unlinked: 0, notes: [], tips: [{ hash: chain.head }] });
    expect(chain.head).toBe(hashOf(lines[5] ?? ''));
  });

  test.each<[string, Readonly<Record<string, readonly string[] | string>>, RegExp]>([
    [
      'a value was changed',
      { log: lines.with(1, lines[1]?.replace('"records":1', '"records":0') ?? '') },
      /log:3 \(request c\) does not follow .*log:2 \(request b\)/,
    ],
    [
      'a byte was changed that JSON does not mind',
      { log: lines.with(1, `${lines[1]} `) },
      /log:3 \(request c\)/,
    ],
    [
      'a line was removed',
      { log: lines.toSpliced(2, 1) },
      /log:3 \(request d\) does not follow .*log:2 \(request b\)/,
    ],
    ['a line was inserted', { log: lines.toSpliced(2, 0, lines[1] ?? '') }, /log:3 \(request b\)/],
    [
      'two lines were exchanged',
      { log: lines.with(1, lines[2] ?? '').with(2, lines[1] ?? '') },
      /log:2 \(request c\)/,
    ],
    [
      'a line was changed and linked to the one before it',
      { log: lines.with(1, forged(lines[1] ?? '', prevOf(lines[1]))) },
      /log:3 \(request c\)/,
    ],
    [
      'a hash was removed',
      { log: lines.with(3, lines[3]?.replace(/,"prev":.*/, '}') ?? '') },
      /log:4 \(request d\) has no "prev"/,
    ],
    [
      'a hash was nulled',
      { log: lines.with(3, forged(lines[3] ?? '', null)) },
      /log:4 \(request d\) does not follow/,
    ],
    ['a line was emptied', { log: lines.with(3, '') }, /log:4 is not an entry/],
    [
      'the end of the file before was cut off',
      { 'log.1': old.slice(0, 2), log: current },
      /log:1 \(request d\) does not follow .*log\.1:2 \(request b\)/,
    ],
    [
      'a file between was removed',
      { 'log.2': lines.slice(0, 2), log: lines.slice(4) },
      /log:1 \(request e\)/,
    ],
    [
      'the last line of a rotated file is torn',
      { 'log.1': `${old.join('\n')}`.slice(0, -9), log: current },
      /log\.1:3 is not an entry/,
    ],
  ])('%s: the first break is named', async (_, files, where) => {
    await expect(verify(files)).rejects.toThrow(where);
  });

  test.each<[string, Readonly<Record<string, readonly string[] | string>>, object]>([
    [
      'the files before are not there',
      { log: current },
      { linked: 3, notes: [/log:1 \(request d\) continues a file/] },
    ],
    [
      'the service did not run at the rotation',
      {
        'log.1': old,
        log: chainedLines(
          ids.slice(3).map((id, at) => entry(id, at + 3)),
          null,
        ).text,
      },
      { linked: 6, notes: [/log:1 \(request d\) begins a new chain/] },
    ],
    [
      'a write is in progress',
      { log: `${lines.join('\n')}\n{"time":` },
      { linked: 6, notes: [/log:7 is incomplete/] },
    ],
    [
      'the first lines are of an earlier version',
      {
        log: [
          entry('z', 0),
          ...chainedLines(ids.map(entry), hashOf(entry('z', 0)))
            .text.trimEnd()
            .split('\n'),
        ],
      },
      { linked: 6, unlinked: 1, notes: [] },
    ],
  ])('%s: that is in order, and said', async (_, files, expected) => {
    expect(await verify(files)).toMatchObject(expected);
  });

  test('an end that was cut off does not show, but for somebody who kept the hash', async () => {
    const { folder, files } = folderWith({ 'access.log': lines });
    const run = (...argv: string[]) =>
      runTool('access-log', ['verify', ...argv], { cwd: folder, env: { ACCESS_LOG_FILE: files[0] ?? '' } });
    const kept = await run('--head');
    expect(kept).toMatchObject({ status: 0, err: '6 entries in 1 file: each follows the one before it.\n' });
    expect(kept.out).toBe(`${chain.head}  ${files[0]}:6 2026-01-15T08:00:05.000Z\n`);
    const [hash = ''] = kept.out.split(' ');
    expect((await run('--expect', hash)).status).toBe(0);
    writeFileSync(files[0] ?? '', lines.slice(0, 5).join('\n').concat('\n'));
    expect((await run()).status).toBe(0);
    expect(await run('--expect', hash)).toMatchObject({ status: 1, out: /^No entry has the hash/ });
    writeFileSync(files[0] ?? '', lines.toSpliced(2, 1).join('\n').concat('\n'));
    expect(await run()).toMatchObject({ status: 1, out: /access\.log:3 \(request d\) does not follow/ });
  });
});

describe('the entries after a cursor', () => {
  /** Reads what comes after the cursor; `during` is called after the first entry. */
  const since = async (files: readonly string[], cursor: string, during = () => {}) => {
    const found: string[] = [];
    const troubles: unknown[] = [];
    const after = await cursorSource(files, trouble => void troubles.push(trouble)).read(
      cursor,
      async one => {
        if (found.push(one.requestId) === 1) during();
      },
    );
    return { found, troubles, after };
  };

  test('each once over several runs, across a rotation', async () => {
    const { folder, files } = folderWith({ 'access.log': lines.slice(0, 2) });
    const log = files[0] ?? '';
    const first = await since([log], 'start');
    expect(first).toEqual({ found: ['a', 'b'], troubles: [], after: hashOf(lines[1] ?? '') });
    expect(await since([log], first.after)).toEqual({ found: [], troubles: [], after: first.after });
    writeFileSync(log, `${lines.slice(0, 4).join('\n')}\n`);
    renameSync(log, join(folder, 'access.log.1'));
    // The last line is being written.
    writeFileSync(log, `${lines.slice(4).join('\n')}`);
    const both = [join(folder, 'access.log.1'), log];
    const second = await since(both, first.after);
    expect(second).toMatchObject({ found: ['c', 'd', 'e'], troubles: [] });
    writeFileSync(log, `${lines.slice(4).join('\n')}\n`);
    expect(await since(both, second.after)).toMatchObject({ found: ['f'], after: chain.head });
  });

  test('the whole again from the start; a cursor that is nowhere is refused', async () => {
    const { files } = folderWith({ 'log.1': old, log: current });
    expect((await since(files, 'start')).found).toEqual(ids);
    await expect(since(files, 'a'.repeat(64))).rejects.toThrow('No line has this cursor');
  });

  test('a file that is renamed while it is waited for is found again', async () => {
    const { folder, files } = folderWith({
      'log.1': old.slice(0, 2),
      'log.2': old.slice(2),
      log: current.slice(0, 2),
    });
    // The list was made before the rotation: `log` then is another file.
    const rotate = () => {
      renameSync(join(folder, 'log'), join(folder, 'log.3'));
      writeFileSync(join(folder, 'log'), `${current[2]}\n`);
    };
    const all = [...files, join(folder, 'log.3')];
    writeFileSync(join(folder, 'log.3'), '');
    expect(await since(all, 'start', rotate)).toEqual({ found: ids, troubles: [], after: chain.head });
  });

  test('a gap is reported, and does not stop the run', async () => {
    const { files } = folderWith({ log: lines.toSpliced(2, 1) });
    const { found, troubles } = await since(files, 'start');
    expect(found).toEqual(['a', 'b', 'd', 'e', 'f']);
    expect(troubles).toMatchObject([{ lines: { count: 1, first: 3 }, what: /does not follow/ }]);
  });
});
