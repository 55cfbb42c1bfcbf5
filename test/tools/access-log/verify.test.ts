// Whether the chain of the access log shows what was done to it (D23), and what a run after a cursor reads.
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { chainedLines, hashOf } from '../../../src/adapters/access-log/chain.ts';
import { columnNames } from '../../../src/adapters/access-log/database/columns.ts';
import { withClient } from '../../../src/adapters/access-log/database/connection.ts';
import { databaseAccessLog } from '../../../src/adapters/access-log/database/log.ts';
import { cursorSource, readAfter } from '../../../tools/access-log/since.ts';
import { verifyDatabase } from '../../../tools/access-log/verify-database.ts';
import { verifyFiles } from '../../../tools/access-log/verify-files.ts';
import { within } from '../../adapters/access-log/contract.ts';
import { entryOf } from '../../adapters/access-log/entry.ts';
import { recordedLog } from '../../adapters/recorded-log.ts';
import { casesIn } from '../../support/cases-in.ts';
import { newFolder } from '../../support/new-folder.ts';
import { describeWith } from '../../support/programs.ts';
import { type PostgresqlServer, startPostgresql } from '../../support/servers/postgresql.ts';
import { unhurried } from '../../support/until.ts';
import { runTool } from '../run.ts';

vi.setConfig(unhurried);

const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
const entry = (id: string, at: number) =>
  JSON.stringify(entryOf(id, { time: `2026-01-15T08:00:0${at}.000Z` }));
/** Six entries in two files, as a service that noticed the rotation leaves them. */
const chain = chainedLines(ids.map(entry), null);
const lines = chain.text.split('\n').slice(0, -1);
const [old, current] = [lines.slice(0, 3), lines.slice(3)];

/** The entries of a forger, who does not know of the chain or links it anew from some line on. */
const forged = (text: string, prev: string | null) =>
  JSON.stringify({ ...JSON.parse(text), caller: 'forger', prev });
/** The entries as a forger computes them anew. */
const byForger = ids.map((id, at) => JSON.stringify({ ...JSON.parse(entry(id, at)), caller: 'forger' }));
const prevOf = (text: string | undefined) => (JSON.parse(text ?? '') as { prev: string }).prev;

const textOf = (all: readonly string[]) => all.map(line => `${line}\n`).join('');
/** The older file, compressed; and as far as compressing it has come. */
const zipped = gzipSync(textOf(old));
const damagedZip = zipped.subarray(0, zipped.length - 12);
const said = (words: RegExp) => expect.stringMatching(words);

/** Writes the two files, and returns the newer one. Without lines, a file is missing. */
const folderWith = (files: Files) => {
  const folder = newFolder();
  const written = Object.entries(files).map(([name, content]) => {
    const file = join(folder, name);
    writeFileSync(file, typeof content === 'string' ? content : textOf(content));
    return file;
  });
  return { folder, files: written };
};

const verify = (files: Files) => verifyFiles(folderWith(files).files);
const breaksOf = async (files: Files) => (await verify(files)).breaks.map(({ what }) => what);

type Files = Readonly<Record<string, readonly string[] | string>>;

/** A way in verify.yaml. */
type Way = {
  readonly name: string;
  readonly log?: string;
  readonly edit?: Readonly<Record<string, readonly [replaced: string, by: string]>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly inFiles?: string;
  readonly sql?: string;
  readonly inDatabase?: string;
};

const ways = casesIn(import.meta.url)<Way>('ways');

const linked = (entries: readonly string[], after: string | null) =>
  chainedLines(entries, after).text.trimEnd().split('\n');

/** What a letter of verify.yaml stands for, if it is none of the lines; in capitals, a forger's line, or two in one. */
const otherLines: Readonly<Record<string, string>> = {
  x: linked([entry('x', 2)], null)[0] ?? '',
  A: forged(lines[0] ?? '', null),
  B: forged(lines[1] ?? '', prevOf(lines[1])),
  D: forged(lines[3] ?? '', null),
  X: forged(lines[2] ?? '', hashOf(lines[2] ?? '')),
  Y: `${lines[2]}${lines[3]}`,
};

/** The contents of files that are more than lines in an order. */
const otherFiles: Files = {
  anew: linked(byForger.slice(0, 3), null),
  windows: lines.map(line => `${line}\r`),
  reordered: lines.with(
    1,
    JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(lines[1] ?? '') as object).toReversed())),
  ),
  torn: old.join('\n').slice(0, -9),
};

/** The files of a way. */
const filesOf = ({ log = 'abcdef', edit = {}, files = { log } }: Way): Files =>
  Object.fromEntries(
    Object.entries(files).map(([name, letters]) => [
      name,
      otherFiles[letters] ??
        Array.from(letters, letter => {
          const line = lines[ids.indexOf(letter)] ?? otherLines[letter] ?? '';
          const [replaced, by] = edit[letter] ?? ['^', ''];
          return line.replace(new RegExp(replaced), () => by);
        }),
    ]),
  );

describe('verify', () => {
  test('a whole series, in any order of its names, with the hash of its last line', async () => {
    const walked = await verify({ 'access.log': current, 'access.log.1': old });
    expect(walked).toMatchObject({
      linked: 6,
      unlinked: 0,
      notes: [],
      breaks: [],
      tips: [{ hash: chain.head }],
    });
    expect(chain.head).toBe(hashOf(lines[5] ?? ''));
  });

  test.each(ways.filter(({ inFiles }) => inFiles !== undefined))(
    '$name: the first break is named',
    async way => {
      const { breaks } = await verify(filesOf(way));
      expect(breaks[0]?.what).toMatch(new RegExp(way.inFiles ?? '$^'));
    },
  );

  test.each<[string, Files, object]>([
    [
      'the files before are not there',
      { log: current },
      { linked: 3, notes: [said(/log:1 \(request d\) continues a file/)] },
    ],
    [
      'the service did not run at the rotation',
      {
        'log.1': old,
        log: linked(
          ids.slice(3).map((id, at) => entry(id, at + 3)),
          null,
        ),
      },
      { linked: 6, notes: [said(/log:1 \(request d\) begins a new chain/)] },
    ],
    [
      'a write is in progress',
      { log: `${lines.join('\n')}\n{"time":` },
      { linked: 6, notes: [said(/log:7 is incomplete/)] },
    ],
    ['the file was just rotated', { 'log.1': lines, log: '' }, { linked: 6, unlinked: 0, notes: [] }],
    [
      'the first lines are of an earlier version',
      {
        log: [entry('z', 0), ...linked(ids.map(entry), hashOf(entry('z', 0)))],
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
    expect(kept.out).toMatch(/^[0-9a-f]{64} {2}.*\n[0-9a-f]{64} {2}administration .*\n$/);
    expect(kept.out.split('\n')[0]).toBe(`${chain.head}  ${files[0]}:6 2026-01-15T08:00:05.000Z`);
    const [hash = ''] = kept.out.split(' ');
    expect((await run('--expect', hash)).status).toBe(0);
    writeFileSync(files[0] ?? '', lines.slice(0, 5).join('\n').concat('\n'));
    expect((await run()).status).toBe(0);
    expect(await run('--expect', hash)).toMatchObject({
      status: 1,
      out: said(/^[0-9a-f]{16} {2}No entry has the hash/),
    });
    // So does a whole log that was computed anew.
    const anew = chainedLines(byForger, null);
    writeFileSync(files[0] ?? '', anew.text);
    expect([(await run()).status, (await run('--expect', hash)).status]).toEqual([0, 1]);
    writeFileSync(files[0] ?? '', lines.toSpliced(2, 1).join('\n').concat('\n'));
    expect(await run()).toMatchObject({
      status: 1,
      out: said(/access\.log:3 \(request d\) does not follow/),
    });
  });
});

describe('copies and forks', () => {
  const forkAfter = (at: number) => linked([entry('forged', at)], hashOf(lines[at] ?? ''));
  const series = { 'log.1': old, log: current };

  test.each<[string, Files, string]>([
    ['a copy', { ...series, 'log.1.bak': old }, 'log.1.bak'],
    ['a copy of the current file', { ...series, 'log.bak': current }, 'log.bak'],
    ['an earlier state', { ...series, 'log.bak': current.slice(0, 2) }, 'log.bak'],
    [
      'an earlier state, copied while a line was written',
      { ...series, 'log.bak': `${current[0]}\n${current[1]?.slice(0, 40)}` },
      'log.bak',
    ],
    ['an earlier state from before the rotation', { ...series, 'log.old': old.slice(0, 1) }, 'log.old'],
    ['the whole in one file', { ...series, 'log.all': lines }, 'log.1'],
    ['the last lines alone', { ...series, 'log.tail': current.slice(1) }, 'log.tail'],
    ['lines from the middle', { log: lines, 'log.part': lines.slice(2, 4) }, 'log.part'],
  ])('%s is named, not counted, and no break', async (_, files, copy) => {
    const walked = await verify(files);
    expect(walked).toMatchObject({ linked: 6, notes: [], breaks: [], tips: [{ hash: chain.head }] });
    expect(walked.copies).toContainEqual(said(new RegExp(`/${copy} is a copy of `)));
  });

  test('a file that is compressed, as far as that has come, is one beside the original', async () => {
    const { folder, files } = folderWith(series);
    writeFileSync(join(folder, 'log.1.gz'), zipped);
    expect(await verifyFiles([...files, join(folder, 'log.1.gz')])).toMatchObject({
      ...{ linked: 6, notes: [], breaks: [] },
      copies: [said(/log\.1\.gz is a copy of .*log\.1, /)],
    });
    writeFileSync(join(folder, 'log.1.gz'), damagedZip);
    const env = { ACCESS_LOG_FILE: join(folder, 'log') };
    expect(await runTool('access-log', ['verify'], { cwd: folder, env })).toMatchObject({
      ...{ status: 0, out: '' },
      err: '6 entries in 2 files: each follows the one before it.\n',
    });
  });

  const parted = /\(request \w+\) and .* follow the same entry: one was inserted, or the chain was forked/;
  test.each<[string, Files, RegExp]>([
    ['a file that follows what another one follows', { ...series, 'log.0': forkAfter(2) }, parted],
    [
      'that follows the end, beside one that does',
      { 'log.1': lines, log: forkAfter(5), 'log.x': chainedLines([entry('g', 6)], chain.head).text },
      parted,
    ],
    [
      'a copy that goes on otherwise',
      { ...series, 'log.bak': [...current.slice(0, 2), ...forkAfter(4)] },
      parted,
    ],
    [
      'a copy of the first file that goes on otherwise',
      { 'log.1': [...old.slice(0, 2), ...forkAfter(1)], log: lines },
      parted,
    ],
    [
      'a file that follows a line in the middle',
      { log: lines, 'log.x': forkAfter(2) },
      /\(request forged\) does not follow/,
    ],
    ['two files that continue one that is not there', { log: current, 'log.x': forkAfter(2) }, parted],
  ])('%s is a break', async (_, files, what) => {
    expect(await breaksOf(files)).toEqual([said(what)]);
  });

  test('what a copy repeats is listed and exported once', async () => {
    const { folder } = folderWith({ ...series, 'log.1.bak': old, 'log.tail': current.slice(1) });
    const run = (...argv: string[]) =>
      runTool('access-log', argv, { cwd: folder, env: { ACCESS_LOG_FILE: join(folder, 'log') } });
    const idsOf = (out: string) =>
      out
        .trim()
        .split('\n')
        .map(line => JSON.parse(line).requestId);
    const asked = ['--patient', '191212121212', '--json'];
    expect(idsOf((await run(...asked)).out)).toEqual(ids);
    expect(idsOf((await run('--since', 'start')).out).slice(0, 6)).toEqual(ids);
  });

  test('a forged fork is not kept as a head', async () => {
    const { folder } = folderWith({ ...series, 'log.0': forkAfter(2) });
    const keep = newFolder();
    const { status } = await runTool('access-log', ['verify', '--head', '--keep', keep], {
      cwd: folder,
      env: { ACCESS_LOG_FILE: join(folder, 'log') },
    });
    expect(status).toBe(1);
    expect(existsSync(join(keep, 'heads'))).toBe(false);
  });
});

describe('a break that is known', () => {
  const idsOf = async (files: Files) => (await verify(files)).breaks.map(({ id }) => id);
  /** The ids that somebody has not looked at, where those of the first log are known. */
  const unknown = async (files: Files, changed: Files) => {
    const folder = folderWith(files);
    const known = (await verifyFiles(folder.files)).breaks.map(({ id }) => id);
    for (const [name, content] of Object.entries(changed))
      writeFileSync(
        join(folder.folder, name),
        typeof content === 'string' ? content : `${content.join('\n')}\n`,
      );
    return (await verifyFiles(folder.files)).breaks.filter(({ id }) => !known.includes(id)).length;
  };

  test('is another one where an entry before it was removed: an incomplete line', async () => {
    const torn = lines[3]?.slice(0, 50) ?? '';
    const behind = chainedLines([entry('g', 6)], hashOf(torn)).text.trimEnd();
    const before = { log: [...lines.slice(0, 3), torn, behind] };
    expect(await idsOf(before)).toHaveLength(1);
    expect(await unknown(before, before)).toBe(0);
    expect(await unknown(before, { log: [...lines.slice(0, 2), torn, behind] })).toBe(1);
    // In a file of its own behind it.
    const apart = { 'log.1': [...lines.slice(0, 3), torn], log: [behind] };
    expect(await unknown(apart, { 'log.1': [...lines.slice(0, 2), torn] })).toBe(1);
  });

  test('is another one where an entry before it was removed: one without a hash', async () => {
    const foreign = entry('z', 3);
    const before = { log: [...old, foreign, ...current] };
    expect(await idsOf(before)).toHaveLength(2);
    expect(await unknown(before, { log: [...old.slice(0, 2), foreign, ...current] })).toBe(1);
  });

  test('is another one where the bytes of an unreadable file, or an entry beside it, changed', async () => {
    const damaged = (at: number) => {
      const bytes = Buffer.from(damagedZip);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      return bytes;
    };
    const folder = newFolder();
    const [first, last] = [join(folder, 'log.1.gz'), join(folder, 'log')];
    const write = (bytes: Buffer, behind: readonly string[]) => {
      writeFileSync(first, bytes);
      writeFileSync(last, textOf(behind));
    };
    const idsNow = async () => (await verifyFiles([first, last])).breaks.map(({ id }) => id);
    write(damaged(0), current);
    const known = await idsNow();
    expect(known).toHaveLength(1);
    write(damaged(1), current);
    expect(known).not.toContain((await idsNow())[0]);
    write(damaged(0), current.slice(1));
    expect(known).not.toContain((await idsNow())[0]);
  });
});

describe('a log with several breaks', () => {
  /** An entry as it is handed on from a database. */
  const handedOn = { ...entryOf('n', {}), instance: 'x', number: 1, prev: null };
  const changed = lines
    .with(1, lines[1]?.replace('"records":1', '"records":0') ?? '')
    .with(3, lines[3]?.replace('"records":1', '"records":0') ?? '');
  const run = (files: Files, ...argv: string[]) => {
    const { folder, files: written } = folderWith(files);
    return runTool('access-log', ['verify', ...argv, ...written], { cwd: folder, env: {} });
  };
  const list = (...text: string[]) => {
    const file = join(newFolder(), 'list');
    writeFileSync(file, text.join('\n'));
    return file;
  };

  test('each is named, and the chain goes on after it', async () => {
    const { status, out, err } = await run({ log: changed }, '--head');
    expect(status).toBe(1);
    expect(out).toMatch(
      /^[0-9a-f]{16} {2}.*log:3 \(request c\) does not follow .*\n[0-9a-f]{16} {2}.*log:5 \(request e\) does not follow .*\n/,
    );
    expect(out.split('\n')[2]).toBe(`${chain.head}  ${out.match(/\S+log:6/)?.[0]} 2026-01-15T08:00:05.000Z`);
    expect(err).toBe('6 entries in 1 file: 2 breaks.\n');
  });

  test('in two files', async () => {
    const { breaks, tips } = await verify({ 'log.1': changed.slice(0, 3), log: changed.slice(3) });
    expect(breaks.map(({ what }) => what)).toEqual([
      said(/log\.1:3 \(request c\) does not follow/),
      said(/log:2 \(request e\) does not follow/),
    ]);
    expect(tips.map(({ hash }) => hash)).toEqual([chain.head]);
  });

  test('a line that is no entry is one break, and what is missing beside it another', async () => {
    const isNone = said(/ is not an entry\.$/);
    // Of another program, while the service ran.
    expect(await breaksOf({ log: lines.toSpliced(3, 0, 'x') })).toEqual([isNone]);
    expect(await breaksOf({ 'log.1': [...old, 'x'], log: current })).toEqual([isNone]);
    // A service that starts behind it follows it.
    const behind = linked([entry('g', 6), entry('h', 7)], hashOf('x'));
    expect(await breaksOf({ log: [...lines, 'x', ...behind] })).toEqual([isNone]);
    expect(await breaksOf({ 'log.1': [...lines, 'x'], log: behind })).toEqual([isNone]);
    // A copy of such a line, which is known, hides nothing.
    const gap = (line: string) => said(new RegExp(`${line} .* does not follow .*log\\S*:3 `));
    expect(await breaksOf({ log: lines.with(3, 'x') })).toEqual([isNone, gap('log:5')]);
    expect(await breaksOf({ 'log.1': [...old, 'x'], log: current.slice(1) })).toEqual([isNone, gap('log:1')]);
  });

  test('an entry with a number, as if it were handed on from a database, hides nothing', async () => {
    const numbered = JSON.stringify(handedOn);
    const whatOf = (log: readonly string[]) => breaksOf({ log });
    const inserted = (line: number, after: number) =>
      said(new RegExp(`log:${line} .* comes after \\S+log:${after} .*, and only one of them was handed on`));
    expect(await whatOf(lines.with(3, numbered))).toEqual([
      inserted(4, 3),
      inserted(5, 4),
      said(/log:5 \(request e\) does not follow .*log:3 \(request c\)/),
    ]);
    expect(await whatOf(lines.toSpliced(3, 0, numbered))).toEqual([inserted(4, 3), inserted(5, 4)]);
    expect(await whatOf([...lines, numbered])).toEqual([inserted(7, 6)]);
    expect(await whatOf([numbered, ...lines])).toEqual([inserted(2, 1)]);
    expect(await breaksOf({ log: lines, 'log.1': [numbered] })).toEqual([
      said(/log\.1:1 \(request n\) comes after \S+log:6 .*, and only one of them was handed on/),
    ]);
  });

  test.each([
    { unit: {} },
    { systems: [1] },
    { requestId: 7 },
    { instance: 1 },
    { status: '200' },
    { number: 1.5 },
    { number: '2' },
  ])('a line in which a member is of another type, %j, hides none of those after it', async member => {
    for (const one of [JSON.parse(lines[1] ?? ''), handedOn]) {
      const changed = { ...one, ...member };
      const log = [...lines.with(1, JSON.stringify(changed)).slice(0, 4), lines[5] ?? ''];
      expect(await breaksOf({ log })).toEqual([
        said(/log:2 is not an entry/),
        said(/log:3 \(request c\) does not follow .*log:1 \(request a\)/),
        said(/log:5 \(request f\) does not follow .*log:4 \(request d\)/),
      ]);
    }
  });

  test('known ones, with their reasons, are no failure; one that was changed again is', async () => {
    const ids = (await run({ log: changed })).out.match(/^[0-9a-f]{16}/gm) ?? [];
    const known = list('# looked at by NN', `${ids[0]} the disk was full`, `${ids[1]} restored from a copy`);
    expect(await run({ log: changed }, '--known', known)).toMatchObject({
      status: 0,
      out: '',
      err: said(
        /^Known \(the disk was full\): .*log:3 .*\nKnown \(restored from a copy\): .*log:5 .*\n6 entries in 1 file: 2 breaks, of which 2 known\.\n$/,
      ),
    });
    const again = changed.with(1, changed[1]?.replace('"records":0', '"records":2') ?? '');
    expect(await run({ log: again }, '--known', known)).toMatchObject({
      status: 1,
      out: said(/^[0-9a-f]{16} {2}.*log:3 \(request c\)[^\n]*\n$/),
    });
    expect(await run({ log: changed }, '--known', list(`${ids[0]}`))).toMatchObject({
      status: 2,
      err: said(/^--known: \S+:1: expected the id of a break and its reason, not [0-9a-f]{16}\.$/m),
    });
  });

  test('--after reads from the file before that of an entry on', async () => {
    const files = {
      'log.3': changed.slice(0, 1),
      'log.2': changed.slice(1, 2),
      'log.1': changed.slice(2, 5),
      log: changed.slice(5),
    };
    const [, , c = '', , e = '', f = ''] = changed.map(hashOf);
    const found = async (hash: string) => (await run(files, '--after', hash)).out.match(/log\S*:\d/g);
    expect(await found(c)).toEqual(['log.1:3', 'log.1:2', 'log.1:1', 'log.2:1']);
    expect(await found(e)).toEqual(['log.1:3', 'log.1:2', 'log.1:1', 'log.2:1']);
    expect(await found(f)).toEqual(['log.1:3', 'log.1:2']);
    expect(
      await run(
        { 'log.2': lines.slice(0, 2), 'log.1': lines.slice(2, 4), log: lines.slice(4) },
        '--after',
        f,
      ),
    ).toMatchObject({
      status: 0,
      err: said(/^Note: Not read: 1 file before the entry of --after\.\nNote: .*log\.1:1 .* continues/),
    });
    expect(await run({ log: changed }, '--after', 'a'.repeat(64))).toMatchObject({
      status: 1,
      err: said(/No entry has the hash of --after/),
    });
    expect((await run({ log: changed }, '--after', '7')).status).toBe(2);
    const numbered = JSON.stringify(handedOn);
    expect((await run({ log: [numbered] }, '--after', hashOf(numbered))).err).toMatch(
      /--after is not for entries that were handed on/,
    );
  });

  describe('--after hides nothing behind an entry that was moved or copied', () => {
    /** The verified entry is b; c was changed since. */
    const [a = '', b = '', , d = '', e = '', f = ''] = lines;
    const c = lines[2]?.replace('"records":1', '"records":0') ?? '';
    /** With an earlier time, the file of the changed entry comes first. */
    const early = c.replace('2026-01-15T08', '2026-01-14T08');
    /** The forger's last entry, which follows the moved one. */
    const linked = forged(f, hashOf(b));
    test.each<[string, Files]>([
      ['to the end of its file', { log: [a, c, d, e, b] }],
      ['to the end, with what follows linked anew', { log: [a, c, d, e, b, linked] }],
      ['with all entries before it', { log: [c, d, e, a, b, linked] }],
      ['as a copy', { log: [a, b, c, d, e, b, linked] }],
      ['to a newer file', { 'log.1': [a, c, d, e], log: [b, linked] }],
      [
        'while the changed ones went to an earlier file',
        { 'log.2': [early, d, e], 'log.1': [a, b], log: [linked] },
      ],
    ])('%s', async (_, files) => {
      expect((await run(files, '--after', hashOf(b))).status).toBe(1);
    });

    test('nor in a file that is not read, for somebody who kept the heads', async () => {
      const heads = [a, b, e].map(line => `${hashOf(line)}  log 2026-01-15T08:00:00.000Z`);
      const kept = list(...heads);
      const whole = { 'log.2': [a], 'log.1': [b], log: lines.slice(2) };
      expect((await run(whole, '--after', hashOf(b), '--expect-heads', kept)).status).toBe(0);
      // One earlier file is read, the one before it is not: a is not looked for, because its head was kept before that of b.
      const more = { 'log.3': [a], 'log.2': [b], 'log.1': lines.slice(2, 4), log: lines.slice(4) };
      expect((await run(more, '--after', hashOf(e), '--expect-heads', kept)).status).toBe(0);
      const moved = { 'log.3': [early, d, e], 'log.2': [a], 'log.1': [b], log: [linked] };
      expect(await run(moved, '--after', hashOf(b), '--expect-heads', kept)).toMatchObject({
        status: 1,
        out: expect.stringContaining(`No entry has the hash ${hashOf(e)}`),
      });
    });
  });

  test('--expect-heads takes what --head printed', async () => {
    const { files } = folderWith({ log: lines });
    const [file = ''] = files;
    const inPlace = (...argv: string[]) =>
      runTool('access-log', ['verify', ...argv, file], { cwd: newFolder() });
    const kept = list((await inPlace('--head')).out);
    expect((await inPlace('--expect-heads', kept)).status).toBe(0);
    writeFileSync(file, `${lines.slice(0, 5).join('\n')}\n`);
    const cut = await inPlace('--expect-heads', kept);
    expect(cut).toMatchObject({
      status: 1,
      out: said(
        new RegExp(
          `^[0-9a-f]{16} {2}No entry has the hash ${chain.head}: entries were cut off or replaced\\.\n$`,
        ),
      ),
    });
    const known = list(`${cut.out.slice(0, 16)} the disk was replaced, with the copy of the night before`);
    expect(await inPlace('--expect-heads', kept, '--known', known)).toMatchObject({ status: 0, out: '' });
  });

  test('--strict tells what cannot be proved from breaks by the exit status', async () => {
    const status = async (...[files, ...argv]: Parameters<typeof run>) => (await run(files, ...argv)).status;
    expect(await status({ log: current })).toBe(0);
    expect(await status({ log: current }, '--strict')).toBe(3);
    expect(await status({ log: [entry('z', 0)] }, '--strict')).toBe(3);
    expect(await status({ log: lines }, '--strict')).toBe(0);
    expect(await status({ log: changed.slice(1) }, '--strict')).toBe(1);
  });

  test('a clock that was set back is a note, in a file and between files', async () => {
    const at = (id: string, time: string) => JSON.stringify(entryOf(id, { time: `2026-01-15T${time}.000Z` }));
    const back = linked(
      [at('a', '08:00:00'), at('b', '08:10:00'), at('c', '07:00:00'), at('d', '09:00:00')],
      null,
    );
    expect(await verify({ log: back })).toMatchObject({
      breaks: [],
      notes: [said(/log:3 \(request c\) is 4200 s earlier than the entry before it/)],
    });
    expect(await verify({ 'log.1': back.slice(0, 2), log: back.slice(2) })).toMatchObject({
      breaks: [],
      notes: [said(/log:1 \(request c\) follows .*log\.1:2 \(request b\), which is later/)],
      tips: [{ hash: hashOf(back[3] ?? '') }],
    });
  });

  test('a damaged compressed file is named, and the others are read', async () => {
    const { folder, files } = folderWith({ log: current.with(2, `${current[2]} `) });
    const damaged = join(folder, 'log.1.gz');
    writeFileSync(damaged, damagedZip);
    const { breaks } = await verifyFiles([damaged, ...files]);
    expect(breaks.map(({ what }) => what)).toEqual([
      said(/log\.1\.gz could not be read to its end \(Z_BUF_ERROR\)\.$/),
    ]);
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

  test('a damaged compressed file is reported, and the others are read', async () => {
    const { folder, files } = folderWith({ log: current });
    const damaged = join(folder, 'log.1.gz');
    writeFileSync(damaged, damagedZip);
    const { found, troubles } = await since([damaged, ...files], 'start');
    expect(found.slice(-3)).toEqual(['d', 'e', 'f']);
    expect(troubles).toContainEqual({ file: damaged, what: 'could not be read to the end (Z_BUF_ERROR)' });
  });

  test('a gap is reported, and does not stop the run', async () => {
    const { files } = folderWith({ log: lines.toSpliced(2, 1) });
    const { found, troubles } = await since(files, 'start');
    expect(found).toEqual(['a', 'b', 'd', 'e', 'f']);
    expect(troubles).toMatchObject([{ lines: { count: 1, first: 3 }, what: said(/does not follow/) }]);
  });
});

describeWith('postgres', 'in a database', program => {
  let server: PostgresqlServer;
  let database: string;
  const here = 'set search_path = access_log, pg_temp';

  /** The entries of two instances, in the order in which they are appended. */
  const appended = [
    ['two', 'x', '2025-12-31T23:59:59.000Z'],
    ['one', 'a', '2026-01-15T08:00:00.000Z'],
    ['one', 'b', '2026-01-15T08:00:01.000Z'],
    ['two', 'y', '2026-01-15T08:00:01.000Z'],
    ...['c', 'd', 'e', 'f'].map(id => ['one', id, '2026-01-15T08:00:02.000Z'] as const),
  ] as const;

  beforeAll(async () => {
    server = await startPostgresql(program);
    database = await server.newDatabase();
    const open = () => databaseAccessLog(server.connection('service', database), { log: recordedLog().log });
    const logs = { one: await open(), two: await open() };
    for (const [instance, id, time] of appended) {
      const units = ['SE1', 'a "quoted", {unit}'];
      await logs[instance].append(entryOf(id, { time, instance, units, caller: 'a\0b' }), within(60_000));
    }
    await Promise.all([logs.one.close(), logs.two.close()]);
    await server.query(
      database,
      'create table kept as table access_log.entries; create view access_log.log as select * from access_log.entries',
    );
  });
  afterAll(() => server.close());
  beforeEach(() =>
    server.query(
      database,
      'truncate access_log.entries; insert into access_log.entries select * from public.kept',
    ),
  );

  const owner = <T>(work: (client: pg.Client) => Promise<T>): Promise<T> =>
    withClient(server.connection('owner', database), { statementMs: 60_000 }, work);
  const change = (sql: string) => server.query(database, `${here}; ${sql}`);
  const walk = () => owner(client => verifyDatabase(client));
  const run = (...argv: string[]) =>
    runTool('access-log', ['verify', ...argv], {
      cwd: newFolder(),
      env: { ACCESS_LOG_URL: server.url('owner', database) },
    });

  const since = (cursor: string, patienceMs: number) =>
    owner(async client => {
      const found: string[] = [];
      const visit = async ({ requestId }: { requestId: string }) => void found.push(requestId);
      const after = await readAfter(client, { cursor, patienceMs, visit });
      return { found, after };
    });

  test('whole: each instance has a chain of its own', async () => {
    const { tips, ...walked } = await walk();
    expect(walked).toEqual({
      linked: 8,
      unlinked: 0,
      upTo: said(/^\d+$/),
      notes: [],
      breaks: [],
      dropped: new Map(),
    });
    expect(tips.map(({ where }) => where)).toEqual([
      said(/^two number \d+ 2026-01-15T08:00:01\.000Z$/),
      said(/^one number \d+ 2026-01-15T08:00:02\.000Z$/),
      said(/^administration /),
    ]);
  });

  test.each(ways.filter(({ sql }) => sql !== undefined))('$name: the first break is named', async way => {
    await change(way.sql?.replaceAll('$columns', columnNames.split(', ').slice(2).join(', ')) ?? '');
    const { breaks } = await walk();
    expect(breaks[0]?.what).toMatch(new RegExp(way.inDatabase ?? '$^'));
  });

  test.each<[string, string, object]>([
    [
      'the month before was dropped',
      "delete from log where request_id in ('x', 'a', 'b')",
      {
        linked: 5,
        notes: [said(/\(request y, .* of two continues/), said(/\(request c, .* of one continues/)],
      },
    ],
    [
      'numbers were not used, as after an insert that failed',
      'update log set number = 10 * number',
      { linked: 8, unlinked: 0, notes: [] },
    ],
    [
      'entries of an earlier version, before the numbers and after them',
      `insert into entries (id, time, request_id, operation, phase, subscription, scope, number)
select gen_random_uuid(), now(), 'old', '4 patient', 'done', 'app', 's', n from (values (null), (5)) as numbers (n)`,
      { linked: 8, unlinked: 2, notes: [] },
    ],
  ])('%s: that is in order, and said', async (_, sql, expected) => {
    await change(sql);
    expect(await walk()).toMatchObject(expected);
  });

  test('a fork under the name of another instance is a break', async () => {
    await change(`create temp table copy as table log;
insert into log select gen_random_uuid(), time, 'forged', ${columnNames.split(', ').slice(2).join(', ').replace('instance', "'three'")}, number + 1000
from copy where request_id = 'd'`);
    expect((await walk()).breaks.map(({ what }) => what)).toEqual([
      said(
        /\(request forged, .*\) of three and entry \d+ \(request d\) follow the same entry: one was inserted, or the chain was forked/,
      ),
    ]);
  });

  test('a known entry without a number hides no other one', async () => {
    await change("update log set number = null where request_id = 'f'");
    const [known] = (await walk()).breaks;
    await change("update log set number = null where request_id = 'e'");
    expect((await walk()).breaks.map(({ id }) => id)).not.toContain(known?.id);
    await change(
      "update log set number = null where request_id = 'f'; update log set caller = 'x' where request_id = 'f'",
    );
    expect((await walk()).breaks.map(({ id }) => id)).not.toContain(known?.id);
  });

  test('an end that was cut off does not show, but for somebody who kept the hash', async () => {
    const kept = await run('--head');
    expect(kept).toMatchObject({
      status: 0,
      err: '8 entries in the database: each follows the one before it.\n',
      out: said(/^[0-9a-f]{64} {2}two .*\n[0-9a-f]{64} {2}one .*\n[0-9a-f]{64} {2}administration .*\n$/),
    });
    const hash = kept.out.split('\n')[1]?.slice(0, 64) ?? '';
    await change("delete from log where request_id = 'f'");
    expect((await run()).status).toBe(0);
    expect(await run('--expect', hash)).toMatchObject({
      status: 1,
      out: said(/^[0-9a-f]{16} {2}No entry has the hash/),
    });
    await change("delete from log where request_id = 'd'");
    expect(await run()).toMatchObject({ status: 1, out: said(/\(request e, .*\) of one does not follow/) });
  });

  test('--after reads the entries after a number, which must follow those that it does not read', async () => {
    const numberOf = async (id: string) => {
      const [row] = await server.query<{ number: string }>(
        database,
        `select number from access_log.entries where request_id = '${id}'`,
      );
      return BigInt(row?.number ?? 0);
    };
    const after = await numberOf('c');
    const walkAfter = () => owner(client => verifyDatabase(client, { after }));
    const walked = await walkAfter();
    expect(walked).toMatchObject({ linked: 3, breaks: [] });
    const heads = join(newFolder(), 'heads');
    writeFileSync(heads, (await run('--head')).out);
    // The heads of all instances are there, also that of two, whose last entry is not read.
    const later = ['--after', String(after), '--expect-heads', heads];
    expect((await run(...later)).status).toBe(0);
    await change("update log set records = 7 where request_id = 'y'");
    expect(await run(...later)).toMatchObject({ status: 1, out: said(/No entry has the hash/) });
    await change("update log set number = 0 where request_id = 'c'");
    const found = said(/\(request d, .*\) of one does not follow entry \d+ \(request b\)/);
    expect((await walkAfter()).breaks.map(({ what }) => what)).toEqual([found]);
    await change("delete from log where request_id in ('a', 'b', 'c')");
    const none = said(/\(request d, .*\) of one continues an entry that is not there/);
    expect((await walkAfter()).notes).toContainEqual(none);
  });

  test('--since: an entry that is committed after one with a higher number is not left out', async () => {
    const { found, after } = await since('start', 60_000);
    expect(found).toEqual(appended.map(([, id]) => id));
    const insert = (id: string) =>
      `insert into access_log.entries (id, time, request_id, operation, phase, subscription, scope)
values (gen_random_uuid(), now(), '${id}', '4 patient', 'done', 'app', 's')`;
    await owner(async slow => {
      await slow.query('begin');
      await slow.query(insert('slow'));
      await server.query(database, insert('fast'));
      await expect(since(after, 100)).rejects.toThrow('An insert into the access log does not end');
      const waiting = since(after, 60_000);
      await slow.query('commit');
      expect((await waiting).found).toEqual(['slow', 'fast']);
    });
    const last = (await since(after, 60_000)).after;
    expect(await since(last, 60_000)).toEqual({ found: [], after: last });
    await expect(since(`${last}0`, 60_000)).rejects.toThrow('it is of another database');
    await expect(since('x', 60_000)).rejects.toThrow('a number');
  });

  test('--since on a standby is refused: it does not know what is still being inserted', async () => {
    const signal = join(server.folder, 'data', 'standby.signal');
    await server.kill();
    writeFileSync(signal, '');
    await server.restart();
    await expect(since('start', 60_000)).rejects.toThrow('The database is a standby');
    await server.kill();
    rmSync(signal);
    await server.restart();
    expect((await since('start', 60_000)).found).toHaveLength(appended.length);
  });
});
