import { defineConfig, type Plugin } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { summaryReporter } from './test/support/summary-reporter.ts';
import { type Group, longest, partOf, testFiles } from './test/support/test-files.ts';

// .ci/run sets these: it runs the tests in two parts, and measures the coverage of the first.
const { TEST_SUMMARY_FILE: summary, TEST_COVERAGE: coverage, TEST_FILES: part = 'daily' } = process.env;

// Whoever names files or folders wants all tests there: `npm test -- test/machine`.
const namesFiles = process.argv.slice(2).some(word => word.startsWith('test/'));
const files = testFiles(namesFiles ? 'all' : partOf(part));

/**
 * Keeps coverage out of a project: counting what a loop over the characters of a document does makes it twice as slow, and the quick
 * files alone pass its thresholds.
 */
const notMeasured: Plugin = {
  name: 'not-measured',
  enforce: 'post',
  transform: (code, id) => (id.includes('/src/') ? `/* istanbul ignore file */ ${code}` : undefined),
};

// When all tests run: those that wait for processes and deadlines leave the cores idle, so five files of them run at once. Those that compute
// come after them, with fewer workers, because each worker loads the code once more. A part of the tests is too short for one group to
// wait until the other has ended.
const isAll = partOf(part) === 'all';
const waiting = isAll ? { maxWorkers: 5 } : {};
const computing = isAll ? { sequence: { groupOrder: 1 } } : {};

/** What sets the tests of a group apart (test/support/test-files.ts). */
const groups: Readonly<Record<Group, object>> = {
  alone: { isolate: true, ...waiting },
  many: { setupFiles: 'test/support/no-processes.ts', ...computing },
  processes: waiting,
  quick: { setupFiles: 'test/support/no-processes.ts', ...computing },
};

/** Starts the files that take longest before all others, so that no core waits for one of them at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]) {
    const sorted = await super.sort(specifications);
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex(file => moduleId.endsWith(file));
      return at === -1 ? longest.length : at;
    };
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    // A worker loads the code under test once for all files of a project, because loading it takes longer than most tests. The
    // projects start in the order of their names: what takes long, or waits for processes, begins first.
    projects: Object.entries(groups).flatMap(([name, settings]) => {
      const include = files.get(name as Group);
      if (include === undefined) return [];
      const plugins = name === 'quick' ? [] : [notMeasured];
      return { extends: true, plugins, test: { name, include: [...include], ...settings } } as const;
    }),
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Generous, because the machine may be busy with something else; no test comes near them on its own.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // More than the two cores of CI, because some of these tests wait, too. Those that `npm test` leaves out wait most.
    maxWorkers: part === 'rest' ? 4 : 3,
    reporters: ['default', ...(summary === undefined ? [] : [summaryReporter(summary)])],
    coverage: {
      enabled: coverage !== undefined,
      // V8's own counters make a loop over the characters of a document four times slower, these twice.
      provider: 'istanbul',
      include: ['src/**/*.ts'],
      // These run in child processes, which coverage does not see.
      exclude: ['src/main.js', 'src/process/serve.ts', 'src/process/end.ts'],
      reporter: ['text-summary'],
      thresholds: { statements: 90, branches: 85, functions: 90, lines: 90 },
    },
  },
});
