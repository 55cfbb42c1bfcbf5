// The parts of a note that depend on its resource type, and what it says of its state: whether it is in force, and whether it is a draft or
// has been corrected (D40).
import type * as R4 from 'fhir/r4.js';
import type { NoteStatus } from '../../../../domain/model/note-status.ts';
import type { JournalNoteExtract } from '../../../../domain/records/journal-note.ts';
import { noteWord } from '../../translation/words/headings.ts';
import { codingIn, conceptOf, isSaid, type Label, textOfConcept } from '../elements/coded.ts';
import {
  children,
  countLoss,
  type Element,
  hiding,
  hidingNothing,
  ignoringLosses,
  objectAt,
  type With,
  wasSent,
} from '../elements/element.ts';
import { exactText, text } from '../elements/primitives.ts';
import type { Named } from '../records/care-providers.ts';
import type { Reading } from '../records/context.ts';

/** The version of a note and when it is about, 14 digits each. @param period when the events in the note took place. */
export const noteTimes = (
  { root, times }: Reading<R4.Composition | R4.DocumentReference>,
  period: Element<R4.Period> | undefined,
) => {
  const version = times.point(hiding(root, 'time'), 'date');
  const dated = version === undefined && period !== undefined ? hiding(period, 'time') : period;
  const about = times.begin(dated, 'start');
  const isLost = version === undefined && wasSent(root, 'date');
  if (isLost && about !== undefined && dated !== undefined) countLoss(dated, 'start');
  return { version, about: isLost ? undefined : about };
};
export type NoteTimes = ReturnType<typeof noteTimes>;

/** What a lost title hides: the rules for templates and for keywords look at the titles of notes (D26). */
export const titleFacts = ['template', 'keyword'] as const;

/**
 * The words of a code as a keyword. A code without words is counted, and the keyword is that of any note (D39, words and not codes); the
 * rules look at the code itself (`titlesOfCode`).
 */
export const keywordIn = <M extends string>(
  titled: With<M, R4.CodeableConcept>,
  member: M,
): string | undefined => {
  const concept = conceptOf(objectAt<R4.CodeableConcept, M>(titled, member));
  const words = textOfConcept(concept);
  if (words !== undefined || !isSaid(concept)) return words;
  countLoss(hidingNothing(titled), member);
  return noteWord;
};

/** What a region may know a code by, and the record does not say: the rules for templates and keywords look at it (D26). */
export const titlesOfCode = (
  concept: Element<R4.CodeableConcept> | undefined,
): readonly (string | undefined)[] =>
  concept === undefined
    ? []
    : [
        text(ignoringLosses(concept), 'text'),
        ...children(ignoringLosses(concept), 'coding')
          .map(codingIn)
          .flatMap(({ code, display }) => [display, code]),
      ];

export type Note = NonNullable<JournalNoteExtract['Note']>;

/** `encounter` is the reference to the note's Encounter. What is lost in it hides the contact's secrecy levels. */
export type NoteParts = NoteTimes & {
  readonly note: Note;
  readonly encounter: Element<R4.Reference> | undefined;
  /** Those who attest the note. */
  readonly attesters: readonly Named[];
  /** Labels of a document in the note. */
  readonly labels?: readonly Label[] | undefined;
};

/** R4's words for the state of a text. That of one that is taken back withholds it (D35). */
const statuses: ReadonlyMap<string, NoteStatus | undefined> = new Map([
  ['preliminary', 'preliminary'],
  ['final', undefined],
  ['amended', 'amended'],
  ['entered-in-error', undefined],
]);

/** Whether a note is a draft or has been corrected; undefined if its source does not say that. Counts nothing. */
export const noteStatusOf = <M extends string>(root: With<M, string>, member: M): NoteStatus | undefined =>
  statuses.get(text(ignoringLosses(root), member) ?? '');

/** Counts the state of a note's text, in this member, if it is not understood: the note may be a draft. */
export const countUnknownStatus = <M extends string>(root: With<M, string>, member: M): void => {
  const word = exactText(root, member);
  if (word !== undefined && !statuses.has(word)) countLoss<Record<M, string>>(root, member);
};

/** Whether a document is in force; undefined, and counted, if its source says something that is not read or not understood. */
export const isInForce = (root: Element<R4.DocumentReference>): boolean | undefined => {
  const status = exactText(root, 'status');
  if (status === undefined) return wasSent(root, 'status') ? undefined : true;
  return status === 'current' || status === 'superseded' ? status === 'current' : countLoss(root, 'status');
};
