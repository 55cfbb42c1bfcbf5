// The trees in docs/records.md are those that the EHR simulators write and that the schemas are compared with.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contact } from '../../sandbox/record-builders/contact.ts';
import { archetypeRecord, noteRecord } from '../../sandbox/record-builders/journal-note.ts';
import { publishedTrees } from '../../sandbox/record-builders/published-trees.ts';
import { isArrayTree, type ObjectTree, type Tree } from '../../sandbox/record-builders/record-tree.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/records.md'), 'utf8');
const blocks = [...page.matchAll(/^```json tree=\w+\n([\s\S]*?)^```$/gm)].map(
  ([, tree = '']): Tree => JSON.parse(tree),
);

/** The tree of an extract, or of a record that holds none. */
const ownTree = (published: ObjectTree): Tree => {
  const extract = Object.entries(published).find(([name]) => /EHRExtract$/i.test(name))?.[1];
  return extract !== undefined && isArrayTree(extract) ? extract[0] : published;
};

test('every tree is on the page, and no other', () => {
  const trees = [...Object.values(publishedTrees).map(ownTree), contact, noteRecord, archetypeRecord];
  for (const tree of trees) expect(blocks).toContainEqual(tree);
  for (const block of blocks) expect(trees).toContainEqual(block);
});
