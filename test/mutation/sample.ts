// Which lines a sampled run mutates. A seeded choice, so two versions of the code are compared by the same rule.
import { globSync, readFileSync } from 'node:fs';

/** Numbers from 0 to 1 that depend on the seed alone (mulberry32). */
const randomNumbers = (seed: number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
};

/**
 * Ranges of lines as Stryker's `mutate` takes them: about one of `oneIn` lines of each file. A mutant belongs to the sample if
 * all its lines do, so mutants of several lines are in full runs only.
 */
export const sampledLines = (
  globs: readonly string[],
  { oneIn, seed }: { readonly oneIn: number; readonly seed: number },
): string[] => {
  const random = randomNumbers(seed);
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
