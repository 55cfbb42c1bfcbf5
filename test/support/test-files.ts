// Which test files run together, and when: by what they load. vitest.config.ts makes a project of each group.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Files that start processes which `npm test` runs nevertheless: one for each kind of test, and what takes hardly any time. */
export const everyDay: readonly string[] = [
  'test/adapters/access-log/file.test.ts',
  'test/config/access-log.test.ts',
  'test/docs/contract-suite-bites.test.ts',
  'test/docs/national-contracts.test.ts',
  'test/http/bound-tokens.test.ts',
  'test/machine/start.test.ts',
  'test/runtime.test.ts',
  'test/sandbox/sandbox.test.ts',
  'test/tools/subscription.test.ts',
];

/**
 * Files that start none, and run with the rest nevertheless: they read up to limits of many megabytes, wait for long, or try at length
 * what a shorter file tries of the same kind every day.
 */
export const notEveryDay: readonly string[] = [
  'test/adapters/ehr/control-characters.test.ts',
  'test/adapters/ehr/fhir/large-answers.test.ts',
  'test/adapters/ehr/fhir/properties/removal.test.ts',
  'test/adapters/ehr/json/read-json-by-items.test.ts',
  'test/adapters/ehr/numbers-as-names.test.ts',
  'test/adapters/ehr/rivta/complete/nothing-in-silence.test.ts',
  'test/adapters/ehr/table/fjallvard/contract.test.ts',
  'test/adapters/ehr/table/large-answers.test.ts',
  'test/adapters/ehr/table/mistakes.test.ts',
  'test/adapters/ehr/table/openmrs/contract.test.ts',
  'test/adapters/ehr/xml/limits.test.ts',
  'test/attacks/slow.test.ts',
  'test/attacks/tokens/signing-keys.test.ts',
  'test/docs/table-schemas.test.ts',
  'test/faults/faults.test.ts',
  'test/faults/leaks.test.ts',
  'test/faults/prefixes.test.ts',
  'test/faults/words-of-protocols.test.ts',
  'test/http/answers/promises.test.ts',
  'test/operators/traces.test.ts',
  'test/tools/vendor-samples.test.ts',
];

/** Files that read documents of many megabytes, so that their coverage is not measured: that makes them three times as slow. */
export const large: readonly string[] = [
  'test/adapters/ehr/json/read-json-by-items.test.ts',
  'test/adapters/ehr/json/read-json-list.test.ts',
  'test/adapters/ehr/table/large-answers.test.ts',
  'test/adapters/ehr/table/mistakes.test.ts',
];

/** Files that take long, whether they compute or wait: they start first, so that none of them is left alone at the end. */
export const longest: readonly string[] = [
  'test/attacks/slow.test.ts',
  'test/pump/pump.test.ts',
  'test/examples/patient-web.test.ts',
  'test/examples/patient-web-views.test.ts',
  'test/adapters/access-log/database.test.ts',
  'test/adapters/ehr/table/fjallvard/contract.test.ts',
  'test/operators/log-systems.test.ts',
  'test/adapters/ehr/xml/floods.test.ts',
  'test/adapters/ehr/translation/markup/floods.test.ts',
  'test/adapters/ehr/rivta/complete/nothing-in-silence.test.ts',
  'test/adapters/ehr/xml/limits.test.ts',
  'test/faults/faults.test.ts',
  'test/attacks/rate-limit.test.ts',
  'test/machine/overload.test.ts',
  'test/machine/rolling-restarts.test.ts',
  'test/adapters/ehr/fhir/contract.test.ts',
  'test/adapters/ehr/table/contract.test.ts',
  'test/operators/traces.test.ts',
  'test/docs/contract-suite-bites.test.ts',
  'test/adapters/ehr/fhir/large-answers.test.ts',
  'test/adapters/ehr/json/floods.test.ts',
  'test/docs/table-schemas.test.ts',
  'test/adapters/rate-limit/redis.test.ts',
  'test/docs/api-page.test.ts',
  'test/docs/adding-a-region.test.ts',
  'test/machine/access-log/hanging-disk.test.ts',
];

/** Files that replace functions of Node before they load the code under test, or look at what their process holds. */
export const alone: readonly string[] = [
  'test/adapters/access-log/file-contract.test.ts',
  'test/adapters/access-log/file.test.ts',
  'test/faults/leaks.test.ts',
  'test/http/answers/promises.test.ts',
];

const imports = new Map<string, readonly string[]>();

/** What a module imports when it runs: files by their paths, others by their names. Types are not imported. */
const importsOf = (file: string): readonly string[] => {
  const known = imports.get(file);
  if (known !== undefined) return known;
  const source = readFileSync(file, 'utf8');
  const words = /^(?:import|export) (?!type )[^;]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm;
  const found = [...source.matchAll(words)]
    .flatMap(([, from, alone, later]) => from ?? alone ?? later ?? [])
    .map(name => (name.startsWith('.') ? join(dirname(file), name) : name))
    .filter(name => !name.startsWith('/') || existsSync(name));
  imports.set(file, found);
  return found;
};

const loaded = new Map<string, ReadonlySet<string>>();

/** All that a file loads, by itself or by what it loads. */
const loadedBy = (file: string): ReadonlySet<string> => {
  const known = loaded.get(file);
  if (known !== undefined) return known;
  const found = new Set(importsOf(join(root, file)));
  for (const name of found) if (name.startsWith('/')) for (const inner of importsOf(name)) found.add(inner);
  loaded.set(file, found);
  return found;
};

/** Whether a file, or a module that it loads, loads this one. */
export const loads = (file: string, module: string): boolean => loadedBy(file).has(module);

const amount = join(import.meta.dirname, 'amount.ts');

/** `alone`: a process each; `processes` start some; `many` try as much as amount.ts says, or read much; `quick` are the others. */
export type Group = 'alone' | 'many' | 'processes' | 'quick';

const startsProcesses = (file: string): boolean => loads(file, 'node:child_process');

const groupOf = (file: string): Group => {
  if (alone.includes(file)) return 'alone';
  if (startsProcesses(file)) return 'processes';
  return loads(file, amount) || large.includes(file) ? 'many' : 'quick';
};

/** Which files run: those of every day, the others, or all. */
export type Part = 'daily' | 'rest' | 'all';

const parts: readonly Part[] = ['daily', 'rest', 'all'];

/** The part that the environment variable TEST_FILES names. */
export const partOf = (word: string): Part => {
  const part = parts.find(name => name === word);
  if (part === undefined) throw new Error(`TEST_FILES is ${word}, and must be one of ${parts.join(', ')}`);
  return part;
};

const isEveryDay = (file: string): boolean =>
  startsProcesses(file) ? everyDay.includes(file) : !notEveryDay.includes(file);

const isIn = (part: Part, file: string): boolean => part === 'all' || isEveryDay(file) === (part === 'daily');

/** The test files of a part, by their groups. Those of test/peers are packages of their own (`npm run test:peers`). */
export const testFiles = (part: Part): ReadonlyMap<Group, readonly string[]> => {
  const files = globSync('test/**/*.test.ts', {
    cwd: root,
    exclude: name => name === 'node_modules' || name === 'test/peers',
  });
  return Map.groupBy(
    files.filter(file => isIn(part, file)),
    groupOf,
  );
};
