// Compiles conditions on words of the EHR (`when`, `where`), in tables and beside marks.
import type { SystemFile } from '../format/system.ts';
import type { Conditions } from '../format/values.ts';
import { type Condition, placeInTree, type SourceTree } from '../scope.ts';
import type { Steps } from '../source-path.ts';
import { wordTest } from './answer-paths.ts';
import { checkedSteps, inside, type Place } from './place.ts';

/** The words that the conditions of a kind know, by the place that they look at. */
export type KnownWords = Map<SourceTree, Set<string>>;

/**
 * Compiles conditions.
 * @param more.tree the object at which their paths start.
 * @param more.onPath called with each path, which is read.
 */
export const conditionsIn = (
  written: Conditions | undefined,
  place: Place,
  {
    tree,
    format,
    knownWords,
    onPath,
  }: {
    readonly tree: SourceTree;
    readonly format: SystemFile['format'];
    readonly knownWords: KnownWords;
    readonly onPath: (steps: Steps) => void;
  },
): Condition[] =>
  Object.entries(written ?? {}).flatMap(([path, words]) => {
    const at = inside(place, path);
    const steps = checkedSteps(path, at, format);
    if (steps === undefined) return [];
    onPath(steps);
    const here = placeInTree(tree, steps);
    const known = knownWords.get(here) ?? new Set();
    knownWords.set(here, known);
    const test = wordTest(words, at);
    if (typeof test !== 'string') for (const word of test) known.add(word);
    return [{ steps, words: test, known }];
  });
