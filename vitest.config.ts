import { defineConfig } from 'vitest/config';
import { summaryReporter } from './test/support/summary-reporter.ts';

const { TEST_SUMMARY_FILE: summary, TEST_COVERAGE: coverage } = process.env;

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Packages of their own (npm run test:peers).
    exclude: ['**/node_modules/**', 'test/peers/**'],
    // Ceilings for a machine that does much else, not what a test takes.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // More than there are cores: much of the time of these tests is waiting for processes and deadlines.
    maxWorkers: 4,
    reporters: ['default', ...(summary === undefined ? [] : [summaryReporter(summary)])],
    coverage: {
      enabled: coverage !== undefined,
      include: ['src/**/*.ts'],
      // Read by processes of their own, which coverage does not see.
      exclude: ['src/main.ts', 'src/process/serve.ts', 'src/process/stop.ts'],
      reporter: ['text-summary'],
      // Branches are to be 85 again when the rest of the FHIR adapter's tests is there (docs/fhir.md).
      thresholds: { statements: 90, branches: 83, functions: 90, lines: 90 },
    },
  },
});
