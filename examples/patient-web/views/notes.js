// Journal notes by keyword, nested as in the record.
import { card, el, facts, inSwedish } from '../dom.js';
import { readable, timeOfNote } from '../format.js';
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

/** A value without a text is a document or an image: the answers have no contents of them. */
const textOfValue = ({ $self: text }, unit) =>
  inSwedish([text, unit].filter(Boolean).join(' ')) ?? 'There is a document, which this app cannot show.';

/** A keyword with its values, and the keywords below it. */
const keyword = record => [
  el('dt', {}, inSwedish(record.Keyword) ?? ''),
  el(
    'dd',
    {},
    ...(record.Value ?? []).map((value, index) => el('div', {}, textOfValue(value, record.Unit?.[index]))),
    inSwedish(...(record.OtherValue?.ArchetypeRecords?.ArchetypeRecord ?? []).flatMap(measured)),
    record.Record === undefined ? undefined : keywords(record.Record),
  ),
];

const keywords = records => el('dl', {}, ...records.flatMap(keyword));

const noteCard = record => {
  const [extract] = record.JournalNoteEHRExtract ?? [];
  const note = extract?.Note ?? {};
  const authors = (extract?.CareProviders?.CareProvider ?? []).map(({ CareProviderName: name }) => name);
  return card(
    {
      title: inSwedish(note.NoteTemplateName ?? note.NoteTypeOfNote) ?? 'Note',
      tag:
        note.NoteActive === false
          ? 'withdrawn'
          : note.NoteSignDateTime === undefined
            ? 'not signed'
            : undefined,
    },
    facts({ When: readable(timeOfNote(extract)) ?? 'not known', By: inSwedish(...authors) }),
    keywords(note.Records?.Record ?? []),
    everything(record),
  );
};

const timeOf = ({ JournalNoteEHRExtract: [extract] = [] }) => timeOfNote(extract) ?? '';

/** Number of notes shown at a time, because a journal may have thousands. */
export const shown = 50;
/**
 * Sorts the newest first, and notes without a time last. The service keeps the order of the health record system, which is often
 * oldest first.
 */
export const order = records =>
  records.toSorted((a, b) => (timeOf(a) < timeOf(b) ? 1 : timeOf(a) > timeOf(b) ? -1 : 0));
export const cards = records => records.map(noteCard);
