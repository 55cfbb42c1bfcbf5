import { defineConfig } from 'vitest/config';
import { summaryReporter } from '../support/summary-reporter.ts';

const { TEST_SUMMARY_FILE: summary } = process.env;

export default defineConfig({
  test: {
    include: ['test/peers/*/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    reporters: ['default', ...(summary === undefined ? [] : [summaryReporter(summary)])],
  },
});
