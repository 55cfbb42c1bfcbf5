// Writes the summary for CI, `N passed, N failed`, to the file that TEST_SUMMARY_FILE names.
import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

const count = (modules: readonly TestModule[], state: 'passed' | 'failed'): number =>
  modules.reduce((sum, module) => sum + [...module.children.allTests(state)].length, 0);

/** A test file that could not be loaded counts as one failure. */
const brokenFiles = (modules: readonly TestModule[]): number =>
  modules.filter(module => module.state() === 'failed' && count([module], 'failed') === 0).length;

export const summaryReporter = (path: string): Reporter => ({
  onTestRunEnd: (modules, errors) => {
    const failed = count(modules, 'failed') + brokenFiles(modules) + errors.length;
    writeFileSync(path, `${count(modules, 'passed')} passed, ${failed} failed\n`);
  },
});
