// The parts of a note that depend on its resource type.
import type { Static } from 'typebox';
import type { JournalNoteExtract } from '../../../../domain/records/journal-note.ts';
import type { Element } from '../elements/element.ts';
import type { NoteTimes } from './note-times.ts';

export type Extract = Static<typeof JournalNoteExtract>;
export type Note = NonNullable<Extract['Note']>;

/** `encounter` is the reference to the note's Encounter. */
export type NoteParts = NoteTimes & { readonly note: Note; readonly encounter: Element | undefined };
