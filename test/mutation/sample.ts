// Which lines a sampled run mutates. A seeded choice, so two versions of the code are compared by the same rule.
import { globSync, readFileSync } from 'node:fs';
import { seededNumbers } from '../../sandbox/extracts/xml/variation.ts';

/**
 * Ranges of lines as Stryker's `mutate` takes them: about one of `oneIn` lines of each file. A mutant belongs to the sample if
 * all its lines do, so mutants of several lines are in full runs only.
 */
export const sampledLines = (
  globs: readonly string[],
  { oneIn, seed }: { readonly oneIn: number; readonly seed: number },
): string[] => {
  const random = seededNumbers(seed);
  return globs
    .flatMap(glob => globSync(glob))
    .sort()
    .flatMap(file => {
      const lines = readFileSync(file, 'utf8').split('\n').length;
      return Array.from({ length: lines }, (_, index) => index + 1)
        .filter(() => random() < 1 / oneIn)
        .map(line => `${file}:${line}-${line}`);
    });
};
