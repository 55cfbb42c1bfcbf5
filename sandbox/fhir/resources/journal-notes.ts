// Journal notes: notes with keywords as Compositions, one section per keyword; documents as DocumentReferences with a Binary.
import type { PatientData } from '../../extracts/world.ts';
import type { Resource } from '../simulator/store.ts';
import { doctor, organizationBy } from './care-units.ts';
import {
  concept,
  escaped,
  instant,
  narrative,
  paragraph,
  reference,
  resource,
  subjectOf,
  withoutUndefined,
} from './parts.ts';

type Extract = PatientData['journalNotes'][number];
type Note = NonNullable<Extract['Note']>;
type NoteRecord = NonNullable<NonNullable<Note['Records']>['Record']>[number];
type Archetypes = NonNullable<
  NonNullable<NonNullable<NoteRecord['OtherValue']>['ArchetypeRecords']>['ArchetypeRecord']
>;

const row = (cells: readonly string[]) =>
  `<tr>${cells.map(cell => `<td>${escaped(cell)}</td>`).join('')}</tr>`;

/** An HTML table of measurements: the name, and the magnitude with its unit. */
const table = (archetypes: Archetypes): string => {
  const measured = archetypes.flatMap(({ ArchetypeRecord: inner }) => inner ?? []);
  const rows = measured.map(({ Name: name = '', Magnitude: magnitude = '', Unit: unit = '' }) =>
    row([name, `${magnitude} ${unit}`]),
  );
  return `<table>${rows.join('')}</table>`;
};

const htmlOf = ({ Value: values, Unit: [unit] = [], OtherValue: other }: NoteRecord): string | undefined => {
  const archetypes = other?.ArchetypeRecords?.ArchetypeRecord;
  if (archetypes !== undefined) return table(archetypes);
  const text = values?.[0]?.$self;
  return text === undefined ? undefined : paragraph(unit === undefined ? text : `${text} ${unit}`);
};

const sectionOf = (record: NoteRecord): object => {
  const html = htmlOf(record);
  return withoutUndefined({
    title: record.Keyword,
    text: html === undefined ? undefined : narrative(html),
    section: record.Record?.map(sectionOf),
  });
};

export const composition = (patientId: string, extract: Extract, id: string): Resource => {
  const { Note: note = {} } = extract;
  const [written, signed] = [note.NoteDateTime?.value, note.NoteSignDateTime?.value];
  return resource('Composition', id, {
    status: 'final',
    type: concept(note.NoteTypeOfNote ?? ''),
    subject: subjectOf(patientId),
    date: written === undefined ? undefined : instant(written),
    author: [doctor],
    title: note.NoteTemplateName,
    attester: signed === undefined ? undefined : [{ mode: 'legal', time: instant(signed), party: doctor }],
    custodian: organizationBy(extract.CareUnit),
    event: written === undefined ? undefined : [{ period: { start: instant(written) } }],
    section: (note.Records?.Record ?? []).map(sectionOf),
  });
};

export type DocumentOf = {
  readonly id: string;
  readonly patientId: string;
  /** Local time of 14 digits, if it has one. */
  readonly time?: string | undefined;
  readonly type: string;
  readonly title: string;
  readonly contentType: string;
  readonly content: string;
  /** Further members of the DocumentReference. */
  readonly more?: Readonly<Record<string, unknown>>;
};

/** A DocumentReference whose content is a Binary on the same server. */
export const document = ({ time, ...of }: DocumentOf): Resource[] => [
  resource('DocumentReference', of.id, {
    status: 'current',
    type: concept(of.type),
    subject: subjectOf(of.patientId),
    date: time === undefined ? undefined : instant(time),
    author: [doctor],
    description: of.title,
    content: [
      {
        attachment: {
          contentType: of.contentType,
          url: reference('Binary', of.id).reference,
          title: of.title,
        },
      },
    ],
    context: time === undefined ? undefined : { period: { start: instant(time) } },
    ...of.more,
  }),
  resource('Binary', of.id, {
    contentType: of.contentType,
    data: Buffer.from(of.content).toString('base64'),
  }),
];

/** A note as text. R4 requires a time of a Composition, but none of a DocumentReference. */
const untimedDocument = (patientId: string, { Note: note = {} }: Extract, id: string): Resource[] => {
  const texts = (note.Records?.Record ?? []).flatMap(({ Value: values = [] }) =>
    values.map(({ $self = '' }) => $self),
  );
  return document({
    id,
    patientId,
    type: note.NoteTypeOfNote ?? '',
    title: note.NoteTemplateName ?? '',
    contentType: 'text/plain',
    content: texts.join('\n'),
  });
};

export const journalNotes = (patientId: string, { journalNotes: extracts }: PatientData): Resource[] =>
  extracts.flatMap(extract => {
    const id = extract.Note?.NoteId?.extension?.split(':').at(-1) ?? '';
    return extract.Note?.NoteDateTime === undefined
      ? untimedDocument(patientId, extract, id)
      : composition(patientId, extract, id);
  });
