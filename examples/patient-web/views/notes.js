// Journal notes by keyword, nested as in the record.
import { card, el, facts } from '../dom.js';
import { readable } from '../format.js';
import { everything } from '../record.js';

export const title = 'Notes';
/** The name of the operation in `/capabilities`. */
export const operation = 'journalNotes';
export const none = 'No notes are recorded.';
export const path = '/patients/journalnotes/';

/** A measured value, or the values of a group. */
const measured = ({ Name: name, Magnitude: magnitude, Unit: unit, ArchetypeRecord: group = [] }) =>
  magnitude === undefined
    ? group.flatMap(measured)
    : [[name, [magnitude, unit].filter(Boolean).join(' ')].filter(Boolean).join(': ')];

const textOf = record => [
  ...(record.Value ?? []).map(({ $self: text }, index) =>
    [text, record.Unit?.[index]].filter(Boolean).join(' '),
  ),
  ...(record.OtherValue?.ArchetypeRecords?.ArchetypeRecord ?? []).flatMap(measured),
];

const keywords = records =>
  records.flatMap(record => [
    ...(record.Keyword === undefined && textOf(record).length === 0
      ? []
      : [el('dt', {}, record.Keyword ?? ''), el('dd', {}, textOf(record).join('\n'))]),
    ...keywords(record.Record ?? []),
  ]);

const noteCard = record => {
  const [extract] = record.JournalNoteEHRExtract ?? [];
  const note = extract?.Note ?? {};
  const authors = (extract?.CareProviders?.CareProvider ?? []).map(({ CareProviderName: name }) => name);
  return card(
    {
      title: note.NoteTemplateName ?? note.NoteTypeOfNote ?? 'Note',
      tag:
        note.NoteActive === false
          ? 'withdrawn'
          : note.NoteSignDateTime === undefined
            ? 'not signed'
            : undefined,
      lang: 'sv',
    },
    facts({ When: readable(note.NoteDateTime?.value), By: authors.join(', ') }),
    el('dl', { lang: 'sv' }, ...keywords(note.Records?.Record ?? [])),
    everything(record),
  );
};

const timeOf = ({ JournalNoteEHRExtract: [extract] = [] }) => extract?.Note?.NoteDateTime?.value ?? '';

/** Number of notes shown at a time, because a journal may have thousands. */
export const shown = 50;
/** Sorts the newest first. The service keeps the order of the health record system, which is often oldest first. */
export const order = records =>
  records.toSorted((a, b) => (timeOf(a) < timeOf(b) ? 1 : timeOf(a) > timeOf(b) ? -1 : 0));
export const cards = records => records.map(noteCard);
