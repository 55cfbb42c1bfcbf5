import { defineConfig, type Plugin } from 'vitest/config';
import { summaryReporter } from './test/support/summary-reporter.ts';

const { TEST_SUMMARY_FILE: summary, TEST_COVERAGE: coverage } = process.env;

/** Tests that replace functions of Node before they load the code under test, or look at what their process holds. */
const alone = ['test/adapters/access-log/file{,-contract}.test.ts', 'test/faults/leaks.test.ts'];

/** Tests that start processes, wait, or try much. Their coverage is not measured: the quick ones alone pass its thresholds. */
const long = [
  'test/{attacks,examples,faults,machine,sandbox}/**/*.test.ts',
  'test/docs/{adding-a-region,api-page,contract-suite-bites,region-in-ten-minutes}.test.ts',
  'test/adapters/ehr/**/{,ehr-}contract.test.ts',
  'test/adapters/ehr/{control-characters,numbers-as-names}.test.ts',
  'test/adapters/ehr/rivta/complete/*.test.ts',
  'test/adapters/ehr/{json,translation/markup,xml}/{floods,limits}.test.ts',
  'test/operators/{alerts,log-systems}.test.ts',
];

// Separate packages (npm run test:peers).
const others = ['**/node_modules/**', 'test/peers/**'];

/** Keeps coverage out of a project: counting what a loop over the characters of a document does makes it twice as slow. */
const notMeasured: Plugin = {
  name: 'not-measured',
  enforce: 'post',
  transform: (code, id) => (id.includes('/src/') ? `/* istanbul ignore file */ ${code}` : undefined),
};

export default defineConfig({
  test: {
    // The projects start in the order of their names: what waits for processes begins first. A worker loads the code under test
    // once for all files of a project, because loading it takes longer than most tests; only those of `alone` have a process each.
    projects: [
      {
        extends: true,
        plugins: [notMeasured],
        test: { name: 'alone', include: alone, exclude: others, isolate: true },
      },
      {
        extends: true,
        plugins: [notMeasured],
        test: { name: 'long', include: long, exclude: [...others, ...alone] },
      },
      {
        extends: true,
        test: {
          name: 'quick',
          include: ['test/**/*.test.ts'],
          exclude: [...others, ...alone, ...long],
        },
      },
    ],
    isolate: false,
    // Generous, because the machine may be busy with something else; no test comes near them on its own.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // More workers than cores: these tests spend much of their time waiting for processes and deadlines.
    maxWorkers: 4,
    reporters: ['default', ...(summary === undefined ? [] : [summaryReporter(summary)])],
    coverage: {
      enabled: coverage !== undefined,
      // V8's own counters make a loop over the characters of a document four times slower, these twice.
      provider: 'istanbul',
      include: ['src/**/*.ts'],
      // These run in child processes, which coverage does not see.
      exclude: ['src/main.js', 'src/process/serve.ts', 'src/process/stop.ts'],
      reporter: ['text-summary'],
      thresholds: { statements: 90, branches: 85, functions: 90, lines: 90 },
    },
  },
});
