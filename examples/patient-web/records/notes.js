// Journal notes: times, authors, units, and their texts by keyword.
import { compareTimes } from '../time.js';

const extractOf = ({ JournalNoteEHRExtract: [extract] = [] }) => extract ?? {};
export const noteOf = record => extractOf(record).Note ?? {};
export const idOfNote = record => noteOf(record).NoteId?.extension;

/** The time of a note: when it is about, else when it was written, else when it was stored. A note may have none. */
export const timeOfNote = ({ Note: note, time_created: stored } = {}) =>
  note?.NoteDateTime?.value ?? note?.NoteVersionDateTime?.value ?? stored?.value;
export const timeOf = record => timeOfNote(extractOf(record));

/** Whether a note is valid. One that was withdrawn must not be shown as valid. */
export const isValid = record => noteOf(record).NoteActive !== false;

export const titleOf = record => noteOf(record).NoteTemplateName ?? noteOf(record).NoteTypeOfNote;
export const typeOf = record => noteOf(record).NoteTypeOfNote ?? noteOf(record).NoteTemplateName;

/** The name of a unit of an extract by its id; without a name, its id (such as an HSA-id). */
const nameOfUnit = ({ Units: units }, id) => {
  if (id?.extension === undefined) return undefined;
  const named = (units?.Unit ?? []).find(
    ({ UnitID: of }) => of?.extension === id.extension && of?.root === id.root,
  );
  return named?.UnitName ?? id.extension;
};

/** The unit where a note was written. */
export const unitOf = record => {
  const extract = extractOf(record);
  return (
    nameOfUnit(extract, extract.CareUnit?.UnitID) ??
    extract.Units?.Unit?.[0]?.UnitName ??
    extract.HCMContact?.ContactPerformingUnit
  );
};

/** Codes of how somebody took part, which are not roles in words. */
const codesOfParticipation = ['author', 'legal'];

/**
 * Who wrote a note: names with their roles, each once.
 * @param {(role: string) => string} inLanguage says a role in the language of the app.
 */
export const authorsOf = (record, inLanguage = role => role) => {
  const written = (extractOf(record).CareProviders?.CareProvider ?? []).map(
    ({ CareProviderName: name, ProviderPosition: position, CareProviderType: type }) => {
      const role =
        position?.CareProviderPositionName ?? (codesOfParticipation.includes(type) ? undefined : type);
      return [name, role && inLanguage(role)].filter(Boolean).join(', ');
    },
  );
  return [...new Set(written)].filter(text => text !== '');
};

/**
 * The types of notes of which the protocol tells signatures: one of the type has one. Where none has, an absent time says nothing.
 * @returns {Set<string | undefined>}
 */
export const typesWithSignatures = records =>
  new Set(records.filter(record => noteOf(record).NoteSignDateTime?.value !== undefined).map(typeOf));

/** A measured value, or the values of a group. */
const measured = ({ Name: name, Magnitude: magnitude, Unit: unit, ArchetypeRecord: group = [] }) =>
  magnitude === undefined
    ? group.flatMap(measured)
    : [[name, [magnitude, unit].filter(Boolean).join(' ')].filter(Boolean).join(': ')];

/**
 * The content of a note, keyword by keyword.
 * @returns {{ keyword?: string, texts: (string | undefined)[], measured: string[], inner: object[] }[]} A text is undefined for a value
 *   without one: a document or an image, of which the answers have no contents.
 */
export const contentOf = records =>
  records.map(
    ({ Keyword: keyword, Value: values = [], Unit: units = [], OtherValue: other, Record: inner = [] }) => ({
      keyword,
      texts: values.map(
        ({ $self: text }, index) => [text, units[index]].filter(Boolean).join(' ') || undefined,
      ),
      measured: (other?.ArchetypeRecords?.ArchetypeRecord ?? []).flatMap(measured),
      inner: contentOf(inner),
    }),
  );

/** All texts of a note on one line, for a list, without its title, which stands above; empty if it has none, as a document. */
export const previewOf = record => {
  const texts = contents =>
    contents.flatMap(({ texts: own, measured: values, inner }) => [...own, ...values, ...texts(inner)]);
  const all = texts(contentOf(noteOf(record).Records?.Record ?? []))
    .filter(Boolean)
    .join(' ')
    .replaceAll(/\s+/g, ' ');
  const title = titleOf(record) ?? '';
  return title !== '' && all.toLowerCase().startsWith(title.toLowerCase())
    ? all.slice(title.length).replace(/^[\s.:–-]+/, '')
    : all;
};

/** Sorts the newest first. The service keeps the order of the health record system, which is often oldest first. */
export const newestFirst = (a, b) => compareTimes(timeOf(b.record) ?? '', timeOf(a.record) ?? '');
