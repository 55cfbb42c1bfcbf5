// The access log as a file: an entry is on disk before its promise resolves, whole or not at all, and only one process
// writes (D23).
// First: it changes what the log writes with.
import '../../support/faulty-disk.ts';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  constants,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
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
import { accessLogFile, type Timeouts } from '../../../src/adapters/access-log/file.ts';
import type { OpenAccessLog } from '../../../src/adapters/access-log/open-log.ts';
import type { AccessEntry } from '../../../src/ports/access-log.ts';
import { fullPipe } from '../../support/full-pipe.ts';
import { spawnChild } from '../../support/spawn-child.ts';
import { recordedLog } from '../recorded-log.ts';
import { entryOf } from './entry.ts';

/** A deadline that every entry meets unless the disk hangs. */
const inTime = () => performance.now() + 60_000;

let folder: string;
let path: string;
let opened: OpenAccessLog[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'access-log-'));
  path = join(folder, 'access.log');
  opened = [];
});

afterEach(async () => {
  delete process.env.FAULTY_DISK;
  for (const file of opened) await file.close();
  rmSync(folder, { recursive: true, force: true });
});

const open = async (more: { timeouts?: Timeouts } = {}, at = path) => {
  const recorded = recordedLog();
  const file = await accessLogFile(at, { log: recorded.log, ...more });
  opened.push(file);
  return { file, ...recorded };
};

/** A file that exists before the log is opened. */
const leave = (content: string | Buffer, mode = 0o600) => writeFileSync(path, content, { mode });

const close = async (file: OpenAccessLog) => {
  opened = opened.filter(one => one !== file);
  await file.close();
};

/** The request ids in a file, one per line; throws for a line that is not an entry. */
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
    await file.append(entryOf('1'), inTime());
    const text = readFileSync(path, 'utf8');
    expect(text.endsWith('}\n')).toBe(true);
    expect(JSON.parse(text)).toEqual({ ...entryOf('1'), prev: null });
    await file.append(entryOf('2'), inTime());
    expect(idsIn()).toEqual(['1', '2']);
  });

  test('a character that a terminal obeys is an escape', async () => {
    const { file } = await open();
    const caller = 'a\u001b[2J\u009b2J\u202eb\u2028';
    await file.append({ ...entryOf('1'), caller }, inTime());
    const text = readFileSync(path, 'utf8');
    expect(text).toContain(String.raw`"caller":"a\u001b[2J\u009b2J\u202eb\u2028"`);
    expect(JSON.parse(text).caller).toBe(caller);
  });

  test('the lines of an existing file stay', async () => {
    leave(`${JSON.stringify(entryOf('old'))}\n`);
    const { file, logged } = await open();
    await file.append(entryOf('new'), inTime());
    expect(idsIn()).toEqual(['old', 'new']);
    expect(logged).toEqual([]);
  });

  test('entries appended at the same time are all there, in order', async () => {
    const { file } = await open();
    const ids = Array.from({ length: 200 }, (_, at) => String(at));
    await Promise.all(ids.map(id => file.append(entryOf(id), inTime())));
    expect(idsIn()).toEqual(ids);
  });

  test('nobody but the owner may read it', async () => {
    await open();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test.each([
    [0o600, []],
    [0o640, ['warn']],
    [0o604, ['warn']],
    [0o644, ['warn']],
  ])(
    'one that is there already with mode %o is reported where others can read it: %j',
    async (mode, expected) => {
      leave('');
      chmodSync(path, mode);
      const { levels } = await open();
      expect(levels()).toEqual(expected);
    },
  );

  test('a file that cannot be opened is refused, and nothing stays locked', async () => {
    mkdirSync(path);
    await expect(open()).rejects.toThrow();
    rmdirSync(path);
    const { file } = await open();
    await file.append(entryOf('1'), inTime());
    expect(idsIn()).toEqual(['1']);
  });

  test('a folder that does not exist is refused', async () => {
    path = join(folder, 'missing', 'access.log');
    await expect(open()).rejects.toThrow();
  });
});

describe('syncing, by the calls to the operating system', () => {
  type Trace = { readonly traceEvents: readonly { readonly name: string; readonly ph: string }[] };

  /** On Linux a write to a file that was opened with O_DSYNC is a sync; elsewhere fdatasync follows it. */
  const sync = process.platform === 'linux' ? 'write' : 'fdatasync';

  const syncsOf = (what: string): number => {
    const trace = join(folder, 'trace.json');
    const tracing = ['--trace-event-categories', 'node.fs.async', '--trace-event-file-pattern', trace];
    execFileSync(process.execPath, [...tracing, child, what, path], { stdio: 'pipe' });
    const { traceEvents } = JSON.parse(readFileSync(trace, 'utf8')) as Trace;
    return traceEvents.filter(({ name, ph }) => name === sync && ph === 'b').length;
  };

  test.runIf(process.platform === 'linux')('the operating system syncs each write itself', async () => {
    await open();
    const isLog = (fd: string) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`) === path;
      } catch {
        // The descriptor that listed the folder is closed by now.
        return false;
      }
    };
    const fd = readdirSync('/proc/self/fd').find(isLog);
    const [, flags = ''] = /^flags:\s+(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8')) ?? [];
    expect(Number.parseInt(flags, 8) & constants.O_DSYNC).toBe(constants.O_DSYNC);
  });

  test('one after the other, each is synced', () => {
    expect(syncsOf('oneByOne')).toBe(5);
    expect(idsIn()).toHaveLength(5);
  });

  test('a hundred at the same time share a sync', () => {
    const syncs = syncsOf('atOnce');
    expect(syncs).toBeGreaterThanOrEqual(1);
    expect(syncs).toBeLessThanOrEqual(2);
    expect(idsIn()).toHaveLength(100);
  });
});

describe('an incomplete last line', () => {
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
    leave(content);
    const { file, logged } = await open();
    expect(idsIn()).toEqual(ids);
    expect(logged).toMatchObject([{ level: 'warn' }]);
    expect(JSON.stringify(logged)).not.toMatch(/191212121212|subject|whole/);
    await file.append(entryOf('next'), inTime());
    expect(idsIn()).toEqual([...ids, 'next']);
  });

  test('torn within a character: cut', async () => {
    const bytes = Buffer.from(complete);
    const within = bytes.indexOf(0xc3) + 1;
    leave(Buffer.concat([Buffer.from(whole), bytes.subarray(0, within)]));
    const { levels } = await open();
    expect(idsIn()).toEqual(['whole']);
    expect(levels()).toEqual(['warn']);
  });

  test.each(['', whole, whole + whole])('nothing to repair: %j', async content => {
    leave(content);
    const { logged } = await open();
    expect(readFileSync(path, 'utf8')).toBe(content);
    expect(logged).toEqual([]);
  });
});

describe('a file that is not an access log is refused, and stays as it is', () => {
  const profile = { name: 'Region Exempel', timeZone: 'Europe/Stockholm', release: 'ehr' };

  test.each([
    ['a region profile', JSON.stringify(profile, undefined, 2)],
    ['a region profile on one line', JSON.stringify(profile)],
    ['a region profile on one line with its end', `${JSON.stringify(profile)}\n`],
    ['subscriptions', JSON.stringify([{ name: 'app', keys: [] }], undefined, 2)],
    ['subscriptions on one line', JSON.stringify([{ name: 'app', keys: [] }])],
    ['the log of the service', '{"level":"info","time":"2026-01-15T08:30:00.000Z","msg":"started"}\n{"le'],
    ['settings', 'ACCESS_LOG_FILE=.env\nLOG_LEVEL=info'],
    ['one word', 'word'],
    ['a torn entry that is not the last line', '{"time":"2026-01-15T08:\n{"time":"2026-01-15T08:'],
    ['null', 'null\n'],
    ['a long text on one line', 'x'.repeat(200_000)],
  ])('%s', async (_, content) => {
    leave(content);
    await expect(open()).rejects.toThrow(/access\.log is not an access log/);
    expect(readFileSync(path, 'utf8')).toBe(content);
  });

  test('bytes that are no text', async () => {
    const bytes = Buffer.from([0x1f, 0x8b, 8, 0, 0xff, 0xfe, 0x0a, 1, 2, 3]);
    leave(bytes);
    await expect(open()).rejects.toThrow(/not an access log/);
    expect(readFileSync(path)).toEqual(bytes);
  });

  test('also when it takes the place of the log', async () => {
    const { file } = await open();
    await file.append(entryOf('1'), inTime());
    const moved = join(folder, 'moved.log');
    renameSync(path, moved);
    leave(JSON.stringify(profile));
    await file.reopen();
    await file.append(entryOf('2'), inTime());
    expect(idsIn(moved)).toEqual(['1', '2']);
    expect(readFileSync(path, 'utf8')).toBe(JSON.stringify(profile));
  });

  test.each([
    ['an entry from an earlier version', `${JSON.stringify({ ...entryOf('1'), leftOut: undefined })}\n`, 1],
    ['one of its first bytes', '{"ti', 0],
    ['the padding of a probe', ' '.repeat(4096), 0],
    ['zeros', '\0\0\0', 0],
    ['an empty line', '\n', 1],
    ['a long first line', `${JSON.stringify({ ...entryOf('1'), caller: 'x'.repeat(200_000) })}\n`, 1],
  ])('but not %s', async (_, content, lines) => {
    leave(content);
    const { file } = await open();
    await file.append(entryOf('next'), inTime());
    const written = readFileSync(path, 'utf8').split('\n');
    expect(written.slice(0, -1)).toHaveLength(lines + 1);
    expect(JSON.parse(written.at(-2) ?? '')).toMatchObject(entryOf('next'));
  });
});

describe('one process, one file', () => {
  test('a second opening is refused until the first is closed', async () => {
    const first = await open();
    await expect(open()).rejects.toThrow(/locked/);
    await first.file.append(entryOf('1'), inTime());
    await close(first.file);
    const second = await open();
    await second.file.append(entryOf('2'), inTime());
    expect(idsIn()).toEqual(['1', '2']);
  });

  test('also under another name', async () => {
    const [symbolic, hard] = [join(folder, 'symbolic.log'), join(folder, 'hard.log')];
    leave('');
    symlinkSync(path, symbolic);
    linkSync(path, hard);
    await open();
    for (const name of [symbolic, hard]) await expect(open({}, name)).rejects.toThrow(/locked/);
  });

  test('the file itself is locked: no file beside it can be deleted', async () => {
    await open();
    expect(readdirSync(folder)).toEqual(['access.log']);
    await expect(open()).rejects.toThrow(/locked/);
  });

  test('reopened without having been renamed, it stays the same file, and locked', async () => {
    const { file, levels } = await open();
    await file.append(entryOf('1'), inTime());
    await file.reopen();
    await file.append(entryOf('2'), inTime());
    expect(idsIn()).toEqual(['1', '2']);
    expect(levels()).toEqual(['info']);
    await expect(open()).rejects.toThrow(/locked/);
  });

  test('if another process has locked a new file of that name, the old file stays open', async () => {
    const { file, levels } = await open();
    renameSync(path, join(folder, 'old.log'));
    const other = await open();
    await file.reopen();
    await file.append(entryOf('1'), inTime());
    await other.file.append(entryOf('2'), inTime());
    expect([idsIn(join(folder, 'old.log')), idsIn()]).toEqual([['1'], ['2']]);
    expect(levels()).toEqual(['error']);
  });

  test('the new file is locked after a rename and a reopen', async () => {
    const { file } = await open();
    renameSync(path, join(folder, 'old.log'));
    await file.reopen();
    await expect(open()).rejects.toThrow(/locked/);
  });

  test('another process cannot open it; a killed process releases its lock', async () => {
    const other = spawnChild(process.execPath, [child, 'hold', path], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ended = once(other, 'exit');
    try {
      await once(other.stdout, 'data');
      await expect(open()).rejects.toThrow(/locked/);
    } finally {
      other.kill('SIGKILL');
      await ended;
    }
    const { file } = await open();
    await file.append(entryOf('1'), inTime());
    expect(idsIn()).toEqual(['1']);
  });
});

describe('a file that is renamed or deleted', () => {
  const old = () => join(folder, 'old.log');

  test('after a rename, entries go to the renamed file until the log is reopened', async () => {
    const { file, levels } = await open();
    await file.append(entryOf('1'), inTime());
    renameSync(path, old());
    await file.append(entryOf('2'), inTime());
    await file.reopen();
    await file.append(entryOf('3'), inTime());
    expect([idsIn(old()), idsIn()]).toEqual([['1', '2'], ['3']]);
    expect(levels()).toEqual(['info']);
  });

  test('entries that wait when it is reopened are not lost', async () => {
    const { file } = await open();
    await file.append(entryOf('0'), inTime());
    renameSync(path, old());
    const ids = Array.from({ length: 20 }, (_, at) => String(at + 1));
    await Promise.all(ids.flatMap(id => [file.append(entryOf(id), inTime()), file.reopen()]));
    expect([...idsIn(old()), ...idsIn()]).toEqual(['0', ...ids]);
  });

  test('if it cannot be reopened, the old file stays open', async () => {
    const { file, levels } = await open();
    await file.append(entryOf('1'), inTime());
    renameSync(path, old());
    mkdirSync(path);
    await file.reopen();
    await file.append(entryOf('2'), inTime());
    expect(idsIn(old())).toEqual(['1', '2']);
    expect(levels()).toEqual(['error']);
    expect(await file.isWritable()).toBe(true);
  });

  test.each([
    ['a named pipe', () => execFileSync('mkfifo', ['-m', '600', path])],
    ['/dev/null', () => symlinkSync('/dev/null', path)],
  ])('%s in its place keeps no entries: the old file stays open, and the log says why', async (_, make) => {
    const { file, logged } = await open();
    await file.append(entryOf('1'), inTime());
    renameSync(path, old());
    make();
    await file.reopen();
    await file.append(entryOf('2'), inTime());
    expect(idsIn(old())).toEqual(['1', '2']);
    expect(logged).toEqual([
      {
        level: 'error',
        fields: { cause: `${path} is not a file: it would keep no entries` },
        message: 'the access log could not be reopened: the old file stays in use',
      },
    ]);
  });

  test('if it is deleted, and a named pipe is in its place, entries are refused', async () => {
    const { file } = await open();
    await file.append(entryOf('1'), inTime());
    unlinkSync(path);
    execFileSync('mkfifo', ['-m', '600', path]);
    await expect(file.append(entryOf('2'), inTime())).rejects.toMatchObject({ code: 'log-unavailable' });
    expect(await file.isWritable()).toBe(false);
    unlinkSync(path);
    expect(await file.isWritable()).toBe(true);
    expect(idsIn()).toEqual([]);
  });

  test('if it is deleted, a new file is created, and that is logged', async () => {
    const { file, levels } = await open();
    await file.append(entryOf('1'), inTime());
    unlinkSync(path);
    await file.append(entryOf('2'), inTime());
    expect(idsIn()).toEqual(['2']);
    expect(levels()).toContain('error');
    expect(await file.isWritable()).toBe(true);
  });
});

describe('a write that fails', () => {
  test('rejects and leaves nothing in the file; writing recovers when there is room', async () => {
    const { file, levels } = await open();
    process.env.FAULTY_DISK = '/dev/full';
    const appended = ['1', '2'].map(id => file.append(entryOf(id), inTime()));
    for (const one of appended) await expect(one).rejects.toMatchObject({ code: 'log-unavailable' });
    await expect(file.append(entryOf('3'), inTime())).rejects.toMatchObject({ code: 'log-unavailable' });
    expect(await file.isWritable()).toBe(false);
    expect(levels()).toEqual(['error']);

    delete process.env.FAULTY_DISK;
    expect(await file.isWritable()).toBe(true);
    expect(levels()).toEqual(['error', 'info']);
    expect(readFileSync(path, 'utf8')).toBe('');
    await file.append(entryOf('4'), inTime());
    expect(idsIn()).toEqual(['4']);
  });

  test('is cut off if it was half done: all its entries are rejected, and the next one fits', () => {
    // Files are limited to eight blocks, some kilobytes, which the six long lines exceed.
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
      levels: ['error', 'info'],
      writable: true,
    });
    expect(left.split('\n')).toHaveLength(2);
    expect(left.endsWith('}\n')).toBe(true);
    expect(idsIn()).toHaveLength(2);
  });
});

describe('a disk that hangs', () => {
  const timeouts = { write: 50, stop: 100 };

  /** Lets every write hang, until the disk recovers. */
  const hang = () => {
    const pipePath = join(folder, 'hangs');
    const pipe = fullPipe(pipePath);
    process.env.FAULTY_DISK = pipePath;
    return {
      recover: async () => {
        unlinkSync(pipePath);
        await pipe.drain();
      },
    };
  };

  /** A log whose next write does not return. */
  const hanging = async () => {
    const opened = await open({ timeouts });
    await opened.file.append(entryOf('before'), inTime());
    return { ...opened, ...hang() };
  };

  test('an entry that is not on disk in time is refused, and the log is not ready', async () => {
    const { file, levels, recover } = await hanging();
    expect(await file.isWritable()).toBe(true);
    const refused = file.append(entryOf('1'), performance.now() + 200);
    await expect(refused).rejects.toMatchObject({ code: 'log-unavailable', reason: 'access-log-timeout' });
    expect(await file.isWritable()).toBe(false);
    expect(levels().at(-1)).toBe('error');
    // Its write returns only after it has been given up: it must be counted once.
    expect(file.waiting()).toBe(0);
    await recover();
    expect(file.waiting()).toBe(0);
  });

  test('an entry that was refused while it waited is not written later; one that still waits is', async () => {
    const { file, logged, recover } = await hanging();
    const first = file.append(entryOf('1'), performance.now() + 100);
    await expect(first).rejects.toMatchObject({ reason: 'access-log-timeout' });
    const refused = ['2', '3'].map(id => file.append(entryOf(id), performance.now() + 100));
    const waits = file.append(entryOf('4'), inTime());
    for (const one of refused) await expect(one).rejects.toMatchObject({ reason: 'access-log-timeout' });
    await Promise.all([recover(), waits]);
    // The first was being written when it was refused.
    expect(idsIn()).toEqual(['before', '1', '4']);
    expect(await file.isWritable()).toBe(true);
    expect(logged.map(({ message }) => message)).toContain('the disk of the access log responds again');
  });

  test('before the first entry, readiness does not wait for the disk', async () => {
    const { recover } = hang();
    const { file } = await open({ timeouts });
    expect(await file.isWritable()).toBe(false);
    expect(await file.isWritable()).toBe(false);
    await recover();
  });

  test('a stop does not wait for the disk', async () => {
    const { file, logged, recover } = await hanging();
    const refused = file.append(entryOf('1'), performance.now() + 10);
    await expect(refused).rejects.toMatchObject({ reason: 'access-log-timeout' });
    await close(file);
    // On a busy machine the disk may have seemed to hang before that, too.
    expect(logged.slice(-2).map(({ message }) => message)).toEqual([
      'the disk of the access log does not respond: nothing is answered',
      'the disk of the access log still does not respond: the service stops without it',
    ]);
    await recover();
  });
});
