// Counts what of a record no row has read (D29, nothing is left out in silence).
import { isJsonList, isJsonObject, type Json } from '../../../../domain/model/json.ts';
import { valuesIn } from '../../translation/unread.ts';
import type { SourceTree } from '../scope.ts';
import { addLoss, type Reading } from './fill.ts';

/** Reports each value that nothing reads, by its path. */
export type Unread = (path: string, value: Json) => void;

const pathTo = (path: string, name: string): string => (path === '' ? name : `${path}/${name}`);

/** Whether a row reads a place: none of the conditions around it has failed. */
const isRead = ({ readers }: SourceTree, around: readonly Json[], { failed }: Reading): boolean =>
  readers.some(({ guards }) =>
    guards.every(guard => {
      const here = around[guard.depth];
      return here === undefined || failed.get(here)?.has(guard) !== true;
    }),
  );

/** Whether a row reads anything at a place or within it. */
const isReadWithin = (tree: SourceTree, around: readonly Json[], reading: Reading): boolean =>
  isRead(tree, around, reading) ||
  [...tree.children.values()].some(child => isReadWithin(child, around, reading));

const walk = (
  value: Json,
  { tree, path, around }: { tree: SourceTree; path: string; around: readonly Json[] },
  { reading, unread }: { reading: Reading; unread: Unread },
): void => {
  if (tree.isIgnored) return;
  if (isJsonList(value)) {
    for (const item of value) walk(item, { tree, path, around }, { reading, unread });
    return;
  }
  const isWhole = isRead(tree, around, reading);
  if (isJsonObject(value)) {
    const inner = [...around, value];
    for (const name of Object.keys(value)) {
      const member = value[name];
      // The attributes of an element whose text is read are values of their own.
      if (member === undefined || (isWhole && !name.startsWith('@'))) continue;
      const child = tree.children.get(name);
      if (child === undefined) unread(pathTo(path, name), member);
      else walk(member, { tree: child, path: pathTo(path, name), around: inner }, { reading, unread });
    }
  } else if (!isWhole && !isReadWithin(tree, around, reading)) unread(path, value);
};

/** Reports every value of a record that nothing reads. */
export const findUnread = (record: Json, tree: SourceTree, reading: Reading, unread: Unread): void =>
  walk(record, { tree, path: '', around: [] }, { reading, unread });

/** Counts them as losses. What was not read hides nothing: no rule needed it. */
export const countUnread = (record: Json, tree: SourceTree, reading: Reading): void =>
  findUnread(record, tree, reading, (path, value) => {
    for (let left = valuesIn(value); left > 0; left--)
      addLoss(reading, { path, reason: 'unmapped', hides: [] });
  });
