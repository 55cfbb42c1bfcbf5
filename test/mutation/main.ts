// `npm run mutate`: changes the code in small ways, one at a time, and reports the changes that no test notices.
// Stryker is installed by the script, never by `npm ci` at the root.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { areas } from './areas.ts';
import { sampledLines } from './sample.ts';

const usage = `npm run mutate -- [AREA …] [--sample N] [--seed N] [--concurrency N]

Areas: ${Object.keys(areas).join(', ')}; by default all of them.
--sample N  mutates about one of N lines (with --seed N, 1 by default)`;

type Mutant = {
  readonly status: string;
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly location: { readonly start: { readonly line: number } };
};
type Report = { readonly files: Readonly<Record<string, { readonly mutants: readonly Mutant[] }>> };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    concurrency: { type: 'string', default: '2' },
    help: { type: 'boolean', short: 'h' },
  },
});

const write = (text: string) => process.stdout.write(`${text}\n`);

const mutateArea = (name: string): { readonly killed: number; readonly survived: number } => {
  const area = areas[name];
  if (area === undefined)
    throw new Error(`no area is called ${name}; the areas are ${Object.keys(areas).join(', ')}`);
  const folder = mkdtempSync(join(tmpdir(), 'mutation-'));
  const reportFile = join(folder, 'report.json');
  const configFile = join(folder, 'stryker.json');
  const mutate =
    values.sample === undefined
      ? area.mutate
      : sampledLines(area.mutate, { oneIn: Number(values.sample), seed: Number(values.seed) });
  writeFileSync(
    configFile,
    JSON.stringify({
      testRunner: 'vitest',
      plugins: [fileURLToPath(import.meta.resolve('@stryker-mutator/vitest-runner'))],
      vitest: { configFile: 'test/mutation/vitest.config.ts', related: true },
      mutate,
      // Stryker cannot read the configuration of TypeScript 7.
      tsconfigFile: 'none.json',
      coverageAnalysis: 'perTest',
      ignoreStatic: true,
      // The first run has no mutant, but instrumented code and all tests of the area: more than the default of 5 minutes.
      dryRunTimeoutMinutes: 30,
      timeoutMS: 20_000,
      concurrency: Number(values.concurrency),
      allowEmpty: true,
      reporters: ['json', 'progress-append-only'],
      jsonReporter: { fileName: reportFile },
      tempDirName: join(folder, 'sandbox'),
      ignorePatterns: ['bench', 'coverage', 'test/peers', 'test/mutation/node_modules'],
      cleanTempDir: 'always',
    }),
  );
  const run = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'node_modules/@stryker-mutator/core/bin/stryker.js'), 'run', configFile],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, MUTATION_TESTS: area.tests.join(',') },
    },
  );
  if (run.status !== 0) throw new Error(`Stryker ended with status ${run.status} in ${name}`);
  const { files } = JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
  rmSync(folder, { recursive: true, force: true });

  const mutants = Object.entries(files).flatMap(([file, { mutants: ofFile }]) =>
    ofFile.map(mutant => ({ file, ...mutant })),
  );
  const isKilled = ({ status }: Mutant) => status === 'Killed' || status === 'Timeout';
  const survivors = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  for (const { file, location, mutatorName, replacement = '' } of survivors)
    write(`survived  ${file}:${location.start.line}  ${mutatorName}  ${replacement.split('\n')[0]}`);
  const killed = mutants.filter(isKilled).length;
  write(`${name}: ${killed} of ${killed + survivors.length} killed`);
  return { killed, survived: survivors.length };
};

if (values.help === true) write(usage);
else {
  const install = [
    'install',
    '--no-package-lock',
    '--omit=peer',
    '--silent',
    '--prefix',
    import.meta.dirname,
  ];
  execFileSync('npm', install, { stdio: 'inherit' });
  const results = (positionals.length === 0 ? Object.keys(areas) : positionals).map(mutateArea);
  const killed = results.reduce((sum, result) => sum + result.killed, 0);
  const survived = results.reduce((sum, result) => sum + result.survived, 0);
  const share = ((100 * killed) / Math.max(killed + survived, 1)).toFixed(1);
  write(`all: ${killed} of ${killed + survived} killed (${share} %)`);
}
