// The record trees: the structure of each record and extract, as docs/records.md has it. They are independent of the service's
// schemas, so tests can compare the two. The sandbox writes its XML from them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A member: the name of a value type, the name of a recursive tree, an array, or an object. */
export type Tree = string | readonly [Tree] | { readonly [member: string]: Tree };

/**
 * Value types: `string`, `boolean`, `number`, `integer`; `Identifier`, `Time`, `Date`, `Coded`, `Version` (objects);
 * `time text` (a time that is a plain string); `Any` (a free-form object). `$self` is the text of an element.
 */
export type ObjectTree = { readonly [member: string]: Tree };

export const isArrayTree = (tree: Tree): tree is readonly [Tree] => Array.isArray(tree);

const page = readFileSync(join(import.meta.dirname, '../../docs/records.md'), 'utf8');

const trees: ReadonlyMap<string, ObjectTree> = new Map(
  [...page.matchAll(/^```json tree=(\w+)\n([\s\S]*?)^```$/gm)].map(([, name = '', tree = '']) => [
    name,
    JSON.parse(tree),
  ]),
);

/** The names of all trees of the page. */
export const treeNames: readonly string[] = [...trees.keys()];

const treeOf = (name: string): ObjectTree => {
  const tree = trees.get(name);
  if (tree === undefined) throw new Error(`docs/records.md has no tree ${name}`);
  return tree;
};

// The extracts of the EHR, which are published as they are but for those with a v2 layout.
export const patient = treeOf('patient');
export const contact = treeOf('contact');
export const attentionSignal = treeOf('attentionSignal');
export const prescription = treeOf('prescription');
export const journalNote = treeOf('journalNote');

export const patientV2 = treeOf('patientV2');
export const contactV2 = treeOf('contactV2');
export const appointmentResult = treeOf('appointmentResult');
export const videoMeetingResult = treeOf('videoMeetingResult');

/** The two recursive trees of a journal note. */
export const noteRecord = treeOf('noteRecord');
export const archetypeRecord = treeOf('archetypeRecord');
