// Counts what of a record no row has read (D29, nothing is left out in silence).
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../../../domain/model/json.ts';
import { boundedPaths, type PathOf, pathTo, shownName } from '../../../../domain/model/loss-paths.ts';
import { valuesIn } from '../../translation/unread.ts';
import type { Guard, SourceTree } from '../scope.ts';
import { addLoss, type RecordReading } from './fill.ts';

/** Reports each value that nothing reads, by its path. */
export type Unread = (path: string, value: Json) => void;

type Walk = {
  readonly reading: RecordReading;
  readonly unread: Unread;
  /** Makes the path of a name that no table knows. */
  readonly unknownAt: PathOf;
  /** The names from the record to the place, and the objects around it. */
  readonly names: string[];
  readonly around: Json[];
};

const hasNotFailed =
  ({ around, reading }: Walk) =>
  (guard: Guard): boolean => {
    const object = around[guard.depth];
    return object === undefined || reading.failed.get(object)?.has(guard) !== true;
  };

/** Whether a row reads a place: none of the conditions around it has failed. */
const isRead = ({ readers }: SourceTree, walk: Walk): boolean => {
  for (const { guards } of readers) if (guards.length === 0 || guards.every(hasNotFailed(walk))) return true;
  return false;
};

/** Whether a row reads anything at a place or within it. */
const isReadWithin = (tree: SourceTree, walk: Walk): boolean =>
  isRead(tree, walk) || tree.children.values().some(child => isReadWithin(child, walk));

const walkObject = (object: JsonObject, tree: SourceTree, walk: Walk): void => {
  const { names, around, unread, unknownAt } = walk;
  const isWhole = isRead(tree, walk);
  around.push(object);
  for (const name of Object.keys(object)) {
    const member = object[name];
    // The attributes of an element whose text is read are values of their own.
    if (member === undefined || (isWhole && !name.startsWith('@'))) continue;
    const child = tree.children.get(name);
    if (child === undefined) {
      unread(unknownAt(names.join('/'), name), member);
      continue;
    }
    names.push(name);
    walkValue(member, child, walk);
    names.pop();
  }
  around.pop();
};

const walkValue = (value: Json, tree: SourceTree, walk: Walk): void => {
  if (tree.isIgnored) return;
  if (isJsonList(value)) for (const item of value) walkValue(item, tree, walk);
  else if (isJsonObject(value)) walkObject(value, tree, walk);
  else if (!isReadWithin(tree, walk)) walk.unread(walk.names.join('/'), value);
};

/** Reports every value of a record that nothing reads, by the names that the EHR gives: for people who look at a file. */
export const findUnread = (record: Json, tree: SourceTree, reading: RecordReading, unread: Unread): void =>
  walkValue(record, tree, { reading, unread, unknownAt: pathTo, names: [], around: [] });

/**
 * Counts as losses what nothing reads of the records of an answer. It hides nothing: no rule needed it. The names of unknown
 * members can be data, and are shown only if they cannot (D29).
 */
export const unreadCounter = () => {
  const bounded = boundedPaths();
  const unknownAt: PathOf = (parent, name) => bounded(parent, shownName(name));
  return (record: Json, tree: SourceTree, reading: RecordReading): void => {
    const unread: Unread = (path, value) => {
      for (let left = valuesIn(value); left > 0; left--)
        addLoss(reading, { path, reason: 'unmapped', hides: [] });
    };
    walkValue(record, tree, { reading, unread, unknownAt, names: [], around: [] });
  };
};
