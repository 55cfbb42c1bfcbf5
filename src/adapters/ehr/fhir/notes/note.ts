// What a note's resource tells of it, before it is an extract.
import type { Static } from 'typebox';
import type { JournalNoteExtract } from '../../../../domain/records/journal-note.ts';
import type { Element } from '../elements/element.ts';
import type { NoteTimes } from './note-times.ts';

export type Extract = Static<typeof JournalNoteExtract>;
export type Note = NonNullable<Extract['Note']>;

/** The members that differ by resource; `encounter`: the reference to it. */
export type NoteParts = NoteTimes & { readonly note: Note; readonly encounter: Element | undefined };
