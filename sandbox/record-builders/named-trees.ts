// The trees that record trees refer to by name.
import { archetypeRecord, noteRecord, type ObjectTree } from './record-trees.ts';

/** Trees by the names that other trees use for them. */
export const namedTrees: Readonly<Record<string, ObjectTree>> = {
  Identifier: { root: 'word', extension: 'word' },
  Coded: {
    code: 'word',
    codeSystem: 'word',
    codeSystemName: 'word',
    codeSystemVersion: 'word',
    displayName: { value: 'word' },
  },
  Time: { value: 'time' },
  Date: { value: 'date' },
  Version: { version: 'number' },
  Record: noteRecord,
  ArchetypeRecord: archetypeRecord,
};
