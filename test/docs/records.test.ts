// The trees in docs/records.md are those that the EHR simulators write and that the schemas are compared with.
import { expect, test } from 'vitest';
import * as recordTrees from '../../sandbox/record-builders/record-trees.ts';

test('every tree of the page is used', () => {
  const { treeNames, ...used } = recordTrees;
  expect(treeNames).toHaveLength(11);
  for (const name of treeNames) expect(Object.keys(used)).toContain(name);
});
