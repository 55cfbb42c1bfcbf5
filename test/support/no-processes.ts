// Set up before tests that start no processes (test-files.ts): what would start one throws.
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

const refuse = (): never => {
  throw new Error('a test that starts processes must load node:child_process by an import');
};

for (const name of ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'] as const)
  Object.assign(childProcess, { [name]: refuse });
syncBuiltinESMExports();
