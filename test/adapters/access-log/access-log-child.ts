// Another process with an access log, for the tests of the file: `node access-log-child.ts <what> <path>`.
import { readFileSync } from 'node:fs';
import { accessLogFile } from '../../../src/adapters/access-log/file.ts';
import { isFailure } from '../../../src/domain/model/failure.ts';
import { recordedLog } from '../recorded-log.ts';
import { entryOf } from './entry.ts';

const entry = entryOf('0b1f6d2e-0000-4000-8000-000000000001');

/** A deadline that every entry meets unless the disk hangs. */
const inTime = () => performance.now() + 60_000;

/** A line of more than 1500 bytes. */
const long = { ...entry, caller: 'x'.repeat(1500) };

const [what, path = ''] = process.argv.slice(2);
const { log, levels } = recordedLog();
const file = await accessLogFile(path, { log });

const codesOf = async (appended: readonly Promise<void>[]) =>
  (await Promise.allSettled(appended)).map(one => {
    if (one.status === 'fulfilled') return 'ok';
    return isFailure(one.reason) ? one.reason.code : String(one.reason);
  });

const programs: Readonly<Record<string, () => Promise<unknown>>> = {
  /** Keeps the file open until it is killed. */
  hold: () => new Promise(resolve => setTimeout(resolve, 60_000)),
  atOnce: () => Promise.all(Array.from({ length: 100 }, () => file.append(entry, inTime()))),
  oneByOne: async () => {
    for (let count = 0; count < 5; count++) await file.append(entry, inTime());
  },
  /** Runs with a limit of some kilobytes for the size of a file, which six long lines exceed. */
  limited: async () => {
    const first = await codesOf([file.append(entry, inTime())]);
    const tooMany = await codesOf(Array.from({ length: 6 }, () => file.append(long, inTime())));
    const left = readFileSync(path, 'utf8');
    const again = await codesOf([file.append(long, inTime())]);
    return { first, tooMany, left, again, levels: levels(), writable: await file.isWritable() };
  },
};

process.stdout.write('open\n');
const done = await programs[what ?? '']?.();
await file.close();
process.stdout.write(`${JSON.stringify(done ?? null)}\n`);
