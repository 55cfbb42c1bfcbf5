import { defineConfig } from 'vitest/config';
import { summaryReporter } from './test/support/summary-reporter.ts';

const { TEST_SUMMARY_FILE: summary, TEST_COVERAGE: coverage } = process.env;

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Separate packages (npm run test:peers).
    exclude: ['**/node_modules/**', 'test/peers/**'],
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
