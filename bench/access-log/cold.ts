// Restarts a server with cold caches: none of its files is in its own memory or in the operating system's cache.
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresqlServer } from '../../test/support/servers/postgresql.ts';

/** Flushes a file and evicts it from the operating system's cache. */
const dropFromCache = (file: string): void =>
  void execFileSync('dd', [
    `of=${file}`,
    'oflag=nocache',
    'conv=notrunc,fdatasync',
    'count=0',
    'status=none',
  ]);

/** Restarts the server with cold caches. */
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
