// Compiles conditions on words of the EHR (`when`, `where`), in tables and beside marks.
import type { SystemFile } from '../format/system.ts';
import type { Conditions } from '../format/values.ts';
import { type Condition, knownBy, type SourceTree } from '../scope.ts';
import { wordTest } from './answer-paths.ts';
import { type CheckedPath, checkedPathIn, inside, type Place } from './place.ts';

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
    readonly onPath: (found: CheckedPath, place: Place) => void;
  },
): Condition[] =>
  Object.entries(written ?? {}).flatMap(([path, words]) => {
    const at = inside(place, path);
    const found = checkedPathIn(path, at, { tree, format });
    if (found === undefined) return [];
    onPath(found, at);
    const { steps } = found;
    const known = knownWords.get(found.tree) ?? new Set();
    knownWords.set(found.tree, known);
    const test = wordTest(words, at, format);
    for (const word of knownBy(test)) known.add(word);
    return [{ steps, words: test, known }];
  });
