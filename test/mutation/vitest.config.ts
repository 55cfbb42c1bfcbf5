// The tests of one mutation run. Stryker runs them again for each mutant, so only those of the area (areas.ts) take part.
import { defineConfig } from 'vitest/config';

const { MUTATION_TESTS: tests = 'test/domain' } = process.env;

export default defineConfig({
  test: {
    // They read the source, which is changed here.
    exclude: ['**/lists.test.ts'],
    include: tests.split(',').map(path => (path.endsWith('.test.ts') ? path : `${path}/**/*.test.ts`)),
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
