// The trees in docs/records.md are those that the EHR simulators write and that the schemas are compared with.
import { expect, test } from 'vitest';
import * as recordTrees from '../../sandbox/record-builders/record-trees.ts';

test('every tree of the page is used', () => {
  const { treeNames, isArrayTree: _, ...used } = recordTrees;
  expect(Object.keys(used).toSorted()).toEqual(treeNames.toSorted());
});
