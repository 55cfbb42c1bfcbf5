// A server that has read nothing yet: neither its own memory nor the operating system's holds any of its files.
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresqlServer } from '../../test/support/servers/postgresql.ts';

/** Writes out what the operating system's cache holds of the file, and drops it there: of this file alone. */
const dropFromCache = (file: string): void =>
  void execFileSync('dd', [
    `of=${file}`,
    'oflag=nocache',
    'conv=notrunc,fdatasync',
    'count=0',
    'status=none',
  ]);

/** Restarts the server without anything in memory. */
export const restartCold = async (server: PostgresqlServer): Promise<void> => {
  await server.query('postgres', 'checkpoint');
  await server.kill();
  const data = join(server.folder, 'data');
  for (const entry of readdirSync(data, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && statSync(file).size > 0) dropFromCache(file);
  }
  await server.restart();
};
