// What a note says of its state: whether it is in force, and whether it is a draft or has been corrected (D40).
import type * as R4 from 'fhir/r4.js';
import type { NoteStatus } from '../../../../domain/model/note-status.ts';
import { countLoss, type Element, ignoringLosses, rootOfType } from '../elements/element.ts';
import { exactText } from '../elements/primitives.ts';

/** R4's words for the state of a text. That of one that is taken back withholds it (D35). */
const statuses: ReadonlyMap<string, NoteStatus | undefined> = new Map([
  ['preliminary', 'preliminary'],
  ['final', undefined],
  ['amended', 'amended'],
  ['entered-in-error', undefined],
]);

type Note = Element<R4.Composition | R4.DocumentReference>;

/** The state of a note's text, in R4's word. */
const wordOf = (root: Note): string | undefined => {
  const document = rootOfType(root, 'DocumentReference');
  return document === undefined ? exactText(root, 'status') : exactText(document, 'docStatus');
};

/** Whether a note is a draft or has been corrected; undefined if its source does not say that. Counts nothing. */
export const noteStatusOf = (root: Note): NoteStatus | undefined =>
  statuses.get(wordOf(ignoringLosses(root)) ?? '');

/** Counts the state of a note's text if it is not understood: the note may be a draft. */
export const countUnknownStatus = (root: Note): void => {
  const word = wordOf(root);
  if (word === undefined || statuses.has(word)) return;
  const document = rootOfType(root, 'DocumentReference');
  if (document !== undefined) countLoss(document, 'docStatus');
  else countLoss(root, 'status');
};

/** Whether a document is in force; undefined, and counted, if its source says something that is not understood. */
export const isInForce = (root: Element<R4.DocumentReference>): boolean | undefined => {
  const status = exactText(root, 'status') ?? 'current';
  return status === 'current' || status === 'superseded' ? status === 'current' : countLoss(root, 'status');
};
