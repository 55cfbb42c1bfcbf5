// Places in the files of a region's tables, for faults.
import { type JsonStep, jsonPointer } from '../../../../domain/model/json.ts';
import { placedFaults } from '../../../../faults/schema-faults.ts';
import { similarName } from '../../../../faults/similar-name.ts';
import { placeInTree, type SourceTree } from '../scope.ts';
import { type Format, isOutward, isOutwardAlone, pathFault, type Steps, stepsOf } from '../source-path.ts';
import type { TableFile, TableFolder } from './files.ts';

/** A place in a file, by its JSON pointer. */
export type Place = { readonly file: TableFile; readonly pointer: string };

/** The place of a member or item within a place, by the steps to it. */
export const inside = ({ file, pointer }: Place, ...steps: JsonStep[]): Place => ({
  file,
  pointer: `${pointer}${jsonPointer(steps)}`,
});

/** A place for people: `nordvik/system.json:23:18`. */
export const whereOf = ({ file, pointer }: Place): string => file.where(pointer);

/** Reports a fault at a place. */
export const fault = ({ file, pointer }: Place, expected: string): undefined =>
  void file.fault(pointer, expected);

/** Reports what is probably not meant at a place. */
export const hint = ({ file, pointer }: Place, message: string): void => file.hint(pointer, message);

/** Reports what of a value does not match its schema. Returns whether all does. */
export const matches = (
  schema: Parameters<typeof placedFaults>[0],
  value: unknown,
  { file, pointer }: Place,
): boolean => {
  const faults = placedFaults(schema, value);
  for (const { place, expected } of faults) file.fault(`${pointer}${place}`, expected);
  return faults.length === 0;
};

/** The steps of a path from the answer down; undefined, with a fault reported, if it cannot be read. */
export const checkedSteps = (path: string, place: Place, format: Format): Steps | undefined => {
  const wrong = pathFault(path, format);
  if (wrong !== undefined) return fault(place, wrong);
  const steps = stepsOf(path, format);
  return isOutward(steps[0]) ? fault(place, 'a path without ^: nothing is around what it starts at') : steps;
};

/** A path within a record, and its place there. */
export type CheckedPath = { readonly steps: Steps; readonly tree: SourceTree };

/** A place in `ignore`, and what of a record it ignores. */
export type IgnoredPlace = { readonly tree: SourceTree; readonly place: Place };

/**
 * The steps of a path that starts at a place of a record, and may go outward from there; undefined, with a fault reported, if it
 * cannot be read.
 * @param start.mayEndOutward whether it may lead to the object around itself.
 */
export const checkedPathIn = (
  path: string,
  place: Place,
  {
    tree,
    format,
    mayEndOutward = false,
  }: { readonly tree: SourceTree; readonly format: Format; readonly mayEndOutward?: boolean },
): CheckedPath | undefined => {
  const wrong = mayEndOutward && isOutwardAlone(path) ? undefined : pathFault(path, format);
  if (wrong !== undefined) return fault(place, wrong);
  const steps = stepsOf(path, format);
  const found = placeInTree(tree, steps);
  return found === undefined
    ? fault(place, 'fewer ^: so many objects are not around the one at which the path starts')
    : { steps, tree: found };
};

/** The end of a fault: the known name of which another is probably a misspelling. */
export const didYouMean = (name: string, known: readonly string[]): string => {
  const meant = similarName(name, known);
  return meant === undefined ? '' : `; did you mean ${meant}?`;
};

/** A file in `words/` or `parts/`; undefined, with a fault reported, if there is none or it could not be read. */
export const namedFile = (
  inner: 'words' | 'parts',
  name: string,
  { folder, place }: { folder: TableFolder; place: Place },
): TableFile | undefined => {
  const path = `${inner}/${name}.json`;
  if (folder.has(path)) return folder.file(path);
  return fault(place, `the name of a file in ${inner}/${didYouMean(name, folder.namesIn(inner))}`);
};
