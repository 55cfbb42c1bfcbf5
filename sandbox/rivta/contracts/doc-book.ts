// The text of a note: plain, or as a DocBook article, which the contract carries as escaped text.
import type { ArchetypeRecord, NoteRecord } from '../../../src/domain/records/note-record.ts';
import { escaped } from '../soap/xml.ts';

const measured = ({ Name, Magnitude, Unit, ArchetypeRecord: below = [] }: ArchetypeRecord): string =>
  [Magnitude === undefined ? '' : `${Name}: ${Magnitude} ${Unit}`, ...below.map(measured)]
    .filter(text => text !== '')
    .join(', ');

/** The text of one keyword, without those below it. */
export const textOf = ({ Value = [], Unit = [], OtherValue }: NoteRecord): string =>
  [
    ...Value.map(({ $self = '' }) => [$self, ...Unit].join(' ')),
    ...(OtherValue?.ArchetypeRecords?.ArchetypeRecord ?? []).map(measured),
  ].join('\n');

const section = (record: NoteRecord): string => {
  const text = textOf(record);
  return [
    `<section><title>${escaped(record.Keyword ?? '')}</title>`,
    text === '' ? '' : `<para>${escaped(text)}</para>`,
    ...(record.Record ?? []).map(section),
    '</section>',
  ].join('');
};

/** Several keywords, one section each. */
export const docBookOf = (title: string | undefined, records: readonly NoteRecord[]): string =>
  [
    '<article xmlns="http://docbook.org/ns/docbook" version="5.0">',
    `<title>${escaped(title ?? '')}</title>`,
    ...records.map(section),
    '</article>',
  ].join('');
