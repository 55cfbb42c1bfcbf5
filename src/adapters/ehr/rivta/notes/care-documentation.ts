// GetCareDocumentation 2.1 → journal notes.
import { type Static, Type } from 'typebox';
import { timesOf } from '../../../../domain/model/loss.ts';
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import type { JournalNoteExtract as Extract } from '../../../../domain/records/journal-note.ts';
import { layoutVersions } from '../../../../domain/records/layout-versions.ts';
import type { NoteRecord } from '../../../../domain/records/note-record.ts';
import { objectOf } from '../../../../domain/records/shared/common.ts';
import { withHidden } from '../../../../domain/records/shared/hiding.ts';
import { documentTypeWords, noteCodeWords } from '../../translation/words/note-types.ts';
import type { WordList } from '../../translation/words/word-list.ts';
import {
  isBlank,
  nonBlank,
  nonEmptyList,
  partialObject,
  timeValue,
  uniqueTexts,
} from '../../values/values.ts';
import { peek } from '../../xml/tracked-document.ts';
import { documentContract, type SoapTranslation } from '../documents.ts';
import { contextOf, extractHeadOf, versionTime } from '../header.ts';
import type { CountLoss } from '../losses.ts';
import { localIdentifier, wordForCode } from '../values.ts';
import {
  codeSchema,
  IiType,
  type PatientSummaryHeaderType,
  PersonIdType,
  textSchema,
  timeSchema,
  VersionHeaderType,
} from '../wire-types.ts';
import { noteText } from './docbook.ts';

/** The patient's dissenting opinion on a note. The record has no member for it. */
const DissentingOpinionType = objectOf({
  opinionId: IiType,
  authorTime: timeSchema,
  opinion: textSchema,
  personId: PersonIdType,
  personName: textSchema,
});

/** The title is published as the name of the template and as the keyword. */
const title = withHidden(['template', 'keyword'], textSchema);

const ClinicalDocumentNoteType = objectOf({
  clinicalDocumentNoteCode: codeSchema,
  clinicalDocumentTypeCode: codeSchema,
  clinicalDocumentNoteTitle: title,
  clinicalDocumentNoteText: textSchema,
  // The content may be large and is not published: it is not kept in memory, and is counted as unreadable.
  multimediaEntry: objectOf({ mediaType: textSchema, value: objectOf({}), reference: textSchema }),
  dissentintOpinion: Type.Array(DissentingOpinionType),
});
type ClinicalDocumentNoteType = Static<typeof ClinicalDocumentNoteType>;

const NoteHeaderType = objectOf({
  ...VersionHeaderType.properties,
  documentTitle: title,
  // It decides when a note without an author time applies (D8).
  documentTime: withHidden('time', timeSchema, { unless: 'accountableHealthcareProfessional/authorTime' }),
});

const CareDocumentationType = objectOf({
  careDocumentationHeader: NoteHeaderType,
  careDocumentationBody: objectOf({ clinicalDocumentNote: ClinicalDocumentNoteType }),
});

type Note = NonNullable<Extract['Note']>;

const body = 'careDocumentationBody/clinicalDocumentNote';

/** The title of the note, else that of the document. If they differ, the document's is not read, and therefore counted. */
const titleOf = (note: ClinicalDocumentNoteType, header: PatientSummaryHeaderType): string | undefined => {
  const title = nonBlank(note.clinicalDocumentNoteTitle);
  const saysSame = nonBlank(peek(header).documentTitle)?.trim() === title?.trim();
  return title === undefined || saysSame ? nonBlank(header.documentTitle) : title;
};

type Value = NonNullable<NoteRecord['Value']>[number];

/** The text of the note; none if it is DocBook without text, such as a picture alone. */
const textOf = async (
  written: string,
  { countLoss, ...limits }: SoapTranslation,
): Promise<Value | undefined> => {
  const { text, lostParts } = await noteText(written, limits);
  const path = `${body}/clinicalDocumentNoteText`;
  if (lostParts > 0) countLoss({ path, reason: 'unreadable', hides: [], times: timesOf(lostParts) });
  return text !== written && isBlank(text) ? undefined : { $self: text, JournalValueType: 'Text' };
};

const recordsOf = async (
  note: ClinicalDocumentNoteType,
  translation: SoapTranslation,
): Promise<NoteRecord[] | undefined> => {
  const { clinicalDocumentNoteTitle: Keyword, clinicalDocumentNoteText: written } = note;
  // Without a value, a record keeps its keyword: release rules look at it.
  const recordWith = (value: Value | undefined) =>
    partialObject<NoteRecord>({ Keyword, Value: nonEmptyList([value]) });
  return nonEmptyList([
    written === undefined ? undefined : recordWith(await textOf(written, translation)),
    note.multimediaEntry === undefined ? undefined : recordWith({ JournalValueType: 'Document' }),
  ]);
};

/** The type of the note, else that of the document, in words. */
const typeOf = (note: ClinicalDocumentNoteType, countLoss: CountLoss): string | undefined => {
  const wordOf = (name: 'clinicalDocumentNoteCode' | 'clinicalDocumentTypeCode', words: WordList) =>
    wordForCode(note[name], { words, path: `${body}/${name}`, countLoss });
  return (
    wordOf('clinicalDocumentNoteCode', noteCodeWords) ?? wordOf('clinicalDocumentTypeCode', documentTypeWords)
  );
};

const noteOf = async (
  note: ClinicalDocumentNoteType,
  header: PatientSummaryHeaderType,
  translation: SoapTranslation,
): Promise<Note> => {
  const inactiveReason = nonBlank(header.nullifiedReason);
  return omitUndefined<Note>({
    NoteId: localIdentifier(header.documentId),
    NoteDateTime: timeValue(header.documentTime),
    NoteVersionDateTime: versionTime(header),
    NoteSignDateTime: timeValue(header.legalAuthenticator?.signatureTime),
    NoteTypeOfNote: typeOf(note, translation.countLoss),
    NoteTemplateName: titleOf(note, header),
    // Withdrawn notes are withheld (D35). A reason to withdraw one that is not is a contradiction: then nobody knows.
    NoteActive: inactiveReason === undefined ? true : undefined,
    NoteInactiveReason: inactiveReason,
    Records: partialObject({ Record: await recordsOf(note, translation) }),
  });
};

const extractOf = async (
  { careDocumentationBody }: Static<typeof CareDocumentationType>,
  header: PatientSummaryHeaderType,
  translation: SoapTranslation,
): Promise<Extract> =>
  omitUndefined<Extract>({
    ...extractHeadOf(header),
    Note: await noteOf(careDocumentationBody?.clinicalDocumentNote ?? {}, header, translation),
    ...contextOf(header),
    HCMContact: partialObject({ target_id: localIdentifier(header.careContactId) }),
  });

export const careDocumentation = documentContract({
  kind: 'journalNotes',
  name: 'GetCareDocumentation',
  domain: 'clinicalprocess:healthcond:description',
  version: 2,
  hasResult: false,
  period: 'timePeriod',
  sourceSystem: 'sourceSystemHSAid',
  element: 'careDocumentation',
  schema: CareDocumentationType,
  header: 'careDocumentationHeader',
  titles: ({ careDocumentationBody }, { documentTitle }) => {
    const note = careDocumentationBody?.clinicalDocumentNote ?? {};
    // The record has the title of the note as a keyword beside its text or picture, and that of the document nowhere.
    const hasKeyword = note.clinicalDocumentNoteText !== undefined || note.multimediaEntry !== undefined;
    return nonEmptyList(
      uniqueTexts([hasKeyword ? undefined : note.clinicalDocumentNoteTitle, documentTitle]),
    );
  },
  record: async (document, header, translation) => ({
    XSDVersion: layoutVersions.journalNotes,
    JournalNoteEHRExtract: [await extractOf(document, header, translation)],
  }),
});
