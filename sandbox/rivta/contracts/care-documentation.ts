// GetCareDocumentation 2.1: journal notes. It uses the spelling HSAid, and its result has a namespace of its own.
import type { NoteRecord } from '../../../src/domain/records/note-record.ts';
import type { PatientData } from '../../extracts/world.ts';
import { required } from '../soap/rules.ts';
import { elementsOf } from '../soap/xml.ts';
import { docBookOf, textOf } from './doc-book.ts';
import { type Document, documentContract } from './document-contract.ts';
import { authorOf, lastPart, named, systemOf } from './extract-parts.ts';

const domain = 'urn:riv:clinicalprocess:healthcond:description:2';
const element = elementsOf(domain);

/** A note has a code for the note, for its document type, or none. */
const noteCodes: ReadonlyMap<string, string> = new Map([
  ['Besöksanteckning', 'bes'],
  ['Kontaktanteckning', 'auf'],
]);
const documentCodes: ReadonlyMap<string, string> = new Map([['Epikris', 'epi']]);

/** The contract requires a time. A source without one sends something in its place: here a day that no calendar has. */
const noTime = '20210230000000';

const pdfOf = (records: readonly NoteRecord[]): string | undefined =>
  records.flatMap(({ Value = [] }) => Value).find(value => value.JournalValueType === 'PDFDocument')?.$self;

const documentOf = (extract: PatientData['journalNotes'][number]): Document => {
  const { Note: note = {}, CareUnit: careUnit, CareProviders: providers, HCMContact: contact } = extract;
  const records = note.Records?.Record ?? [];
  const type = note.NoteTypeOfNote ?? '';
  const version = note.NoteVersionDateTime?.value;
  const pdf = pdfOf(records);
  const [only, ...others] = records;
  const text =
    only !== undefined && others.length === 0 ? textOf(only) : docBookOf(note.NoteTemplateName, records);
  return {
    header: {
      documentId: lastPart(note.NoteId),
      system: systemOf(extract),
      title: note.NoteTemplateName,
      time: note.NoteDateTime?.value,
      author: authorOf({
        time: version ?? noTime,
        by: providers?.CareProvider?.[0],
        unit: extract.Units?.Unit?.[0] ?? named(careUnit),
        careUnit,
        careGiver: extract.HeadCareproviderUnit,
      }),
      signed: note.NoteSignDateTime?.value,
      careContact: contact?.HCMContacInternaltID,
    },
    body: [
      element('clinicalDocumentNote', [
        element('clinicalDocumentNoteCode', noteCodes.get(type)),
        element('clinicalDocumentTypeCode', documentCodes.get(type)),
        element('clinicalDocumentNoteTitle', note.NoteTemplateName),
        element('clinicalDocumentNoteText', pdf === undefined ? text : undefined),
        element(
          'multimediaEntry',
          pdf === undefined ? undefined : [element('mediaType', 'application/pdf'), element('value', pdf)],
        ),
      ]),
    ],
    // A note without a time is in every period.
    from: version ?? '00000000000000',
    to: version,
  };
};

export const careDocumentation = documentContract({
  name: 'GetCareDocumentation',
  responder: 'urn:riv:clinicalprocess:healthcond:description:GetCareDocumentationResponder:2',
  domain,
  result: 'urn:riv:clinicalprocess:healthcond:description:2.1',
  document: 'careDocumentation',
  system: 'sourceSystemHSAid',
  contact: 'before',
  careUnit: 'careUnitHSAid',
  period: { name: 'timePeriod', ends: required },
  documents: ({ journalNotes }) => journalNotes.map(documentOf),
  whenEmpty: 'OK',
  open: false,
});
