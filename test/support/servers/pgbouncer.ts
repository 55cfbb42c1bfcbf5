// A private PgBouncer for tests: Debian's, on a free loopback port, in front of a test PostgreSQL server.
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../sandbox/listen.ts';
import { spawnChild } from '../spawn-child.ts';
import { until } from '../until.ts';
import { ownByServer, type PostgresqlServer } from './postgresql.ts';

const answers = (port: number): Promise<boolean> => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
};

/**
 * @param program the path of `pgbouncer`.
 * @param settings lines of its configuration, such as `pool_mode = session`.
 */
export const startPgBouncer = async (
  program: string,
  server: PostgresqlServer,
  settings: readonly string[],
): Promise<{ port: number; close(): Promise<void> }> => {
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-test-'));
  const port = await freePort();
  const [users, file] = [join(folder, 'users.txt'), join(folder, 'pgbouncer.ini')];
  const { user, password } = server.connection('service', '');
  writeFileSync(users, `"${user}" "${password}"\n`);
  const lines = [
    '[databases]',
    `* = host=127.0.0.1 port=${server.port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${users}`,
    ...settings,
  ];
  writeFileSync(file, lines.join('\n'));
  ownByServer(folder, users, file);
  // It refuses to run as root.
  const flags = process.getuid?.() === 0 ? ['-u', 'postgres', file] : [file];
  const child = spawnChild(program, flags, { stdio: 'ignore' });
  await until('pgbouncer starts', () => answers(port));
  return {
    port,
    close: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
