// The access log as a file: on disk before it resolves, whole or not at all, one process alone (D23).
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AccessLogFile, accessLogFile } from '../../../src/adapters/access-log/file.ts';
import type { AccessEntry } from '../../../src/ports/access-log.ts';
import { recordedLog } from '../recorded-log.ts';

const entryOf = (requestId: string): AccessEntry => ({
  time: '2026-01-15T08:30:00.000Z',
  requestId,
  operation: '3 appointments',
  phase: 'done',
  subscription: 'app',
  client: 'app',
  caller: 'åäö-1',
  callerPatient: '191212121212',
  subject: '191212121212',
  ground: 'self',
  scope: 'user/Appointment-read',
  status: 200,
  result: null,
  records: 1,
  leftOut: { records: 0, values: 0, sources: 0 },
});

let folder: string;
let path: string;
let opened: AccessLogFile[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'access-log-'));
  path = join(folder, 'access.log');
  opened = [];
});

afterEach(async () => {
  for (const file of opened) await file.close();
  rmSync(folder, { recursive: true, force: true });
});

const open = async () => {
  const recorded = recordedLog();
  const file = await accessLogFile(path, { log: recorded.log });
  opened.push(file);
  return { file, ...recorded };
};

const close = async (file: AccessLogFile) => {
  opened = opened.filter(one => one !== file);
  await file.close();
};

/** The request ids in a file, one a line; throws for a line that is no entry. */
const idsIn = (name = path): string[] =>
  readFileSync(name, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map(line => (JSON.parse(line) as AccessEntry).requestId);

const child = join(import.meta.dirname, 'access-log-child.ts');

const lastLine = (text: string): unknown => JSON.parse(text.trim().split('\n').at(-1) ?? '');

describe('appending', () => {
  test('an entry is in the file when its promise resolves, as one line of JSON', async () => {
    const { file } = await open();
    await file.append(entryOf('1'));
    const text = readFileSync(path, 'utf8');
    expect(text.endsWith('}\n')).toBe(true);
    expect(JSON.parse(text)).toEqual(entryOf('1'));
    await file.append(entryOf('2'));
    expect(idsIn()).toEqual(['1', '2']);
  });

  test('what was there stays', async () => {
    writeFileSync(path, `${JSON.stringify(entryOf('old'))}\n`);
    const { file, told } = await open();
    await file.append(entryOf('new'));
    expect(idsIn()).toEqual(['old', 'new']);
    expect(told).toEqual([]);
  });

  test('many at once are all there, in their order', async () => {
    const { file } = await open();
    const ids = Array.from({ length: 200 }, (_, at) => String(at));
    await Promise.all(ids.map(id => file.append(entryOf(id))));
    expect(idsIn()).toEqual(ids);
  });

  test('nobody but the owner may read it', async () => {
    await open();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('closing writes what waits', async () => {
    const { file } = await open();
    const waiting = ['1', '2'].map(id => file.append(entryOf(id)));
    await close(file);
    await Promise.all(waiting);
    expect(idsIn()).toEqual(['1', '2']);
  });

  test('a file that cannot be opened is refused, and nothing stays locked', async () => {
    mkdirSync(path);
    await expect(open()).rejects.toThrow();
    rmdirSync(path);
    const { file } = await open();
    await file.append(entryOf('1'));
    expect(idsIn()).toEqual(['1']);
  });

  test('a folder that is not there is refused', async () => {
    path = join(folder, 'missing', 'access.log');
    await expect(open()).rejects.toThrow();
  });
});

describe('syncing, as the operating system is asked for it', () => {
  type Trace = { readonly traceEvents: readonly { readonly name: string; readonly ph: string }[] };

  const syncsOf = (what: string): number => {
    const trace = join(folder, 'trace.json');
    const tracing = ['--trace-event-categories', 'node.fs.async', '--trace-event-file-pattern', trace];
    execFileSync(process.execPath, [...tracing, child, what, path], { stdio: 'pipe' });
    const { traceEvents } = JSON.parse(readFileSync(trace, 'utf8')) as Trace;
    return traceEvents.filter(({ name, ph }) => name === 'fdatasync' && ph === 'b').length;
  };

  test('one after the other, each is synced', () => {
    expect(syncsOf('oneByOne')).toBe(5);
    expect(idsIn()).toHaveLength(5);
  });

  test('at once, a hundred share a sync', () => {
    const syncs = syncsOf('atOnce');
    expect(syncs).toBeGreaterThanOrEqual(1);
    expect(syncs).toBeLessThanOrEqual(2);
    expect(idsIn()).toHaveLength(100);
  });
});

describe('a last line without its end', () => {
  const whole = `${JSON.stringify(entryOf('whole'))}\n`;
  const complete = JSON.stringify(entryOf('complete'));
  const huge = JSON.stringify({ ...entryOf('huge'), caller: 'x'.repeat(200_000) });
  const torn = complete.slice(0, -20);

  test.each([
    ['torn: cut', whole + torn, ['whole']],
    ['torn after a few bytes: cut', `${whole}{"`, ['whole']],
    ['torn, and the only one: cut', torn, []],
    ['torn, longer than a read: cut', whole + huge.slice(0, -1), ['whole']],
    ['torn, as long as a read: cut', whole + huge.slice(0, 64 * 1024), ['whole']],
    ['zeros, as a crash may leave them: cut', `${whole}\0\0\0\0`, ['whole']],
    ['complete: gets its end', whole + complete, ['whole', 'complete']],
    ['complete, and the only one: gets its end', complete, ['complete']],
    ['complete, longer than a read: gets its end', whole + huge, ['whole', 'huge']],
  ])('%s, and is reported without its content', async (_, content, ids) => {
    writeFileSync(path, content);
    const { file, told } = await open();
    expect(idsIn()).toEqual(ids);
    expect(told).toMatchObject([{ level: 'warn' }]);
    expect(JSON.stringify(told)).not.toMatch(/191212121212|subject|whole/);
    await file.append(entryOf('next'));
    expect(idsIn()).toEqual([...ids, 'next']);
  });

  test('torn within a character: cut', async () => {
    const bytes = Buffer.from(complete);
    const within = bytes.indexOf(0xc3) + 1;
    writeFileSync(path, Buffer.concat([Buffer.from(whole), bytes.subarray(0, within)]));
    const { levels } = await open();
    expect(idsIn()).toEqual(['whole']);
    expect(levels()).toEqual(['warn']);
  });

  test.each(['', whole, whole + whole])('nothing to repair: %j', async content => {
    writeFileSync(path, content);
    const { told } = await open();
    expect(readFileSync(path, 'utf8')).toBe(content);
    expect(told).toEqual([]);
  });
});

describe('one process, one file', () => {
  test('a second opening is refused until the first is closed', async () => {
    const first = await open();
    await expect(open()).rejects.toThrow(/locked/);
    await first.file.append(entryOf('1'));
    await close(first.file);
    const second = await open();
    await second.file.append(entryOf('2'));
    expect(idsIn()).toEqual(['1', '2']);
  });

  test('it stays locked when the file has been renamed and opened anew', async () => {
    const { file } = await open();
    renameSync(path, join(folder, 'old.log'));
    await file.reopen();
    await expect(open()).rejects.toThrow(/locked/);
  });

  test('another process is kept out, too; killed, it lets go', async () => {
    const other = spawn(process.execPath, [child, 'hold', path], { stdio: ['ignore', 'pipe', 'ignore'] });
    const ended = once(other, 'exit');
    try {
      await once(other.stdout, 'data');
      await expect(open()).rejects.toThrow(/locked/);
    } finally {
      other.kill('SIGKILL');
      await ended;
    }
    const { file } = await open();
    await file.append(entryOf('1'));
    expect(idsIn()).toEqual(['1']);
  });
});

describe('renamed, deleted', () => {
  const old = () => join(folder, 'old.log');

  test('after a rename it writes on until it is opened anew', async () => {
    const { file, levels } = await open();
    await file.append(entryOf('1'));
    renameSync(path, old());
    await file.append(entryOf('2'));
    await file.reopen();
    await file.append(entryOf('3'));
    expect([idsIn(old()), idsIn()]).toEqual([['1', '2'], ['3']]);
    expect(levels()).toEqual(['info']);
  });

  test('entries that wait when it is opened anew are lost to neither file', async () => {
    const { file } = await open();
    await file.append(entryOf('0'));
    renameSync(path, old());
    const ids = Array.from({ length: 20 }, (_, at) => String(at + 1));
    await Promise.all(ids.flatMap(id => [file.append(entryOf(id)), file.reopen()]));
    expect([...idsIn(old()), ...idsIn()]).toEqual(['0', ...ids]);
  });

  test('where it cannot be opened anew, the old file is kept', async () => {
    const { file, levels } = await open();
    await file.append(entryOf('1'));
    renameSync(path, old());
    mkdirSync(path);
    await file.reopen();
    await file.append(entryOf('2'));
    expect(idsIn(old())).toEqual(['1', '2']);
    expect(levels()).toEqual(['error']);
    expect(await file.isWritable()).toBe(true);
  });

  test('deleted, a new one is begun, and that is reported', async () => {
    const { file, levels } = await open();
    await file.append(entryOf('1'));
    unlinkSync(path);
    await file.append(entryOf('2'));
    expect(idsIn()).toEqual(['2']);
    expect(levels()).toContain('error');
    expect(await file.isWritable()).toBe(true);
  });
});

describe('a write that fails', () => {
  test('rejects, and is well again once there is room, with nothing of it in the file', async () => {
    symlinkSync('/dev/full', path);
    const { file, levels } = await open();
    const appended = ['1', '2'].map(id => file.append(entryOf(id)));
    for (const one of appended) await expect(one).rejects.toMatchObject({ code: 'log-unavailable' });
    await expect(file.append(entryOf('3'))).rejects.toMatchObject({ code: 'log-unavailable' });
    expect(await file.isWritable()).toBe(false);
    expect(levels()).toEqual(['error']);

    unlinkSync(path);
    await file.reopen();
    expect(await file.isWritable()).toBe(true);
    expect(readFileSync(path, 'utf8')).toBe('');
    await file.append(entryOf('4'));
    expect(idsIn()).toEqual(['4']);
  });

  test('half-written, it is cut: all that shared it are rejected, and the next one fits', () => {
    // Sizes of files are limited to eight blocks: some kilobytes, of which the six long lines need more than there are.
    const limited = ['-c', 'ulimit -f 8; exec "$@"', 'sh', process.execPath, child, 'limited', path];
    const { left, ...outcome } = lastLine(
      execFileSync('sh', limited, { encoding: 'utf8', stdio: 'pipe' }),
    ) as {
      readonly left: string;
    };
    expect(outcome).toEqual({
      first: ['ok'],
      tooMany: Array(6).fill('log-unavailable'),
      again: ['ok'],
      levels: ['error'],
      writable: true,
    });
    expect(left.split('\n')).toHaveLength(2);
    expect(left.endsWith('}\n')).toBe(true);
    expect(idsIn()).toHaveLength(2);
  });
});
