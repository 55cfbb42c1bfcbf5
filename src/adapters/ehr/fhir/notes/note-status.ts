// What a note says of its state: whether it is in force, and whether it is a draft or has been corrected (D40).
import type * as R4 from 'fhir/r4.js';
import type { NoteStatus } from '../../../../domain/model/note-status.ts';
import {
  type AnyElement,
  countLoss,
  type Element,
  ignoringLosses,
  rootOfType,
  type With,
} from '../elements/element.ts';
import { exactText, text } from '../elements/primitives.ts';

/** R4's words for the state of a text. That of one that is taken back withholds it (D35). */
const statuses: ReadonlyMap<string, NoteStatus | undefined> = new Map([
  ['preliminary', 'preliminary'],
  ['final', undefined],
  ['amended', 'amended'],
  ['entered-in-error', undefined],
]);

/** Whether a note is a draft or has been corrected; undefined if its source does not say that. Counts nothing. */
export const noteStatusOf = (root: AnyElement): NoteStatus | undefined => {
  const quiet = ignoringLosses(root);
  const document = rootOfType(quiet, 'DocumentReference');
  const composition = rootOfType(quiet, 'Composition');
  return statuses.get(text(document, 'docStatus') ?? text(composition, 'status') ?? '');
};

/** Counts the state of a note's text, in this member, if it is not understood: the note may be a draft. */
export const countUnknownStatus = <M extends string>(root: With<M, string>, member: M): void => {
  const word = exactText(root, member);
  if (word !== undefined && !statuses.has(word)) countLoss<Record<M, string>>(root, member);
};

/** Whether a document is in force; undefined, and counted, if its source says something that is not understood. */
export const isInForce = (root: Element<R4.DocumentReference>): boolean | undefined => {
  const status = exactText(root, 'status') ?? 'current';
  return status === 'current' || status === 'superseded' ? status === 'current' : countLoss(root, 'status');
};
