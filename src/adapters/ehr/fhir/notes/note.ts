// The parts of a note that depend on its resource type.
import type * as R4 from 'fhir/r4.js';
import type { Static } from 'typebox';
import type { JournalNoteExtract } from '../../../../domain/records/journal-note.ts';
import { countLoss, type Element, wasSent } from '../elements/element.ts';
import type { Reading } from '../records/context.ts';

export type NoteTimes = {
  /** 14 digits each. */
  readonly version: string | undefined;
  readonly about: string | undefined;
};

/** @param period when the events in the note took place. */
export const noteTimes = (
  { root, translation: { times } }: Reading<R4.Composition | R4.DocumentReference>,
  period: Element<R4.Period> | undefined,
): NoteTimes => {
  const version = times.point(root, 'date');
  const about = period === undefined ? undefined : times.begin(period, 'start');
  const isLost = version === undefined && wasSent(root, 'date');
  if (isLost && about !== undefined && period !== undefined) countLoss(period, 'start');
  return { version, about: isLost ? undefined : about };
};

export type Extract = Static<typeof JournalNoteExtract>;
export type Note = NonNullable<Extract['Note']>;

/** `encounter` is the reference to the note's Encounter. */
export type NoteParts = NoteTimes & {
  readonly note: Note;
  readonly encounter: Element<R4.Reference> | undefined;
};
