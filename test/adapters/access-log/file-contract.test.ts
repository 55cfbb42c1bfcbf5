// The contract suite of access logs, run for the file (D23).
// First: it changes what the log writes with.
import '../../support/faulty-disk.ts';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { accessLogFile } from '../../../src/adapters/access-log/file.ts';
import type { AccessEntry } from '../../../src/ports/access-log.ts';
import { recordedLog } from '../recorded-log.ts';
import { accessLogContract } from './contract.ts';

describe('in a file', () => {
  accessLogContract(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'access-log-'));
    const path = join(folder, 'access.log');
    const entriesOf = (name: string): AccessEntry[] =>
      readFileSync(join(folder, name), 'utf8')
        .split('\n')
        .slice(0, -1)
        .map(line => JSON.parse(line) as AccessEntry);
    return {
      open: async () => {
        const { log, logged } = recordedLog();
        return { log: await accessLogFile(path, { log }), logged };
      },
      entries: async () =>
        readdirSync(folder)
          .filter(name => name.endsWith('.log'))
          .toSorted()
          .flatMap(entriesOf),
      break: async log => {
        renameSync(path, join(folder, 'access-1.log'));
        await log.reopen();
        process.env.FAULTY_DISK = '/dev/full';
      },
      repair: async () => {
        delete process.env.FAULTY_DISK;
      },
      close: async () => rmSync(folder, { recursive: true, force: true }),
    };
  });
});
