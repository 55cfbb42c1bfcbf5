// GetCareDocumentation 2.1 → journal notes.
import Type, { type Static } from 'typebox';
import { omitUndefined } from '../../../domain/model/omit-undefined.ts';
import type { JournalNoteExtract, NoteRecord } from '../../../domain/records/journal-note.ts';
import { members } from '../../../domain/records/shared/common.ts';
import { plainText } from './docbook.ts';
import { documentContract } from './documents.ts';
import {
  activeUnlessNullified,
  careGiverIds,
  careProviders,
  careUnitIds,
  extractHead,
  orgUnitIds,
  patientId,
  professionalOf,
  units,
  unitsRuled,
  versionTime,
} from './header.ts';
import { filled, filledOnce, type Lose, localId, several, some, timeValue } from './values.ts';
import { PatientSummaryHeaderType, text } from './wire-types.ts';

/** A patient's dissenting opinion: only that there is one is of interest. */
const DissentingOpinionType = members({ opinion: text, authorTime: text });

const ClinicalDocumentNoteType = members({
  clinicalDocumentNoteCode: text,
  clinicalDocumentTypeCode: text,
  clinicalDocumentNoteTitle: text,
  clinicalDocumentNoteText: text,
  // Its value is not kept while it is read: it may be large, and it is not published. It is counted as unreadable.
  multimediaEntry: members({ mediaType: text, value: members({}), reference: members({}) }),
  dissentintOpinion: Type.Array(DissentingOpinionType),
});
type ClinicalDocumentNoteType = Static<typeof ClinicalDocumentNoteType>;

const CareDocumentationType = members({
  careDocumentationHeader: PatientSummaryHeaderType,
  careDocumentationBody: members({ clinicalDocumentNote: ClinicalDocumentNoteType }),
});

type Extract = Static<typeof JournalNoteExtract>;
type Note = NonNullable<Extract['Note']>;

const body = 'careDocumentationBody/clinicalDocumentNote';

/** The type of the note. Both codes may come; a second, different one is not lost in silence. */
const typeOf = (note: ClinicalDocumentNoteType, lose: Lose): string | undefined => {
  const [first, second] = filledOnce(note.clinicalDocumentNoteCode, note.clinicalDocumentTypeCode);
  if (second !== undefined) lose(`${body}/clinicalDocumentTypeCode`, 'repeated');
  return first;
};

const recordsOf = async (note: ClinicalDocumentNoteType): Promise<NoteRecord[] | undefined> => {
  const { clinicalDocumentNoteTitle: Keyword, clinicalDocumentNoteText: written } = note;
  const recordWith = (value: NonNullable<NoteRecord['Value']>[number]) =>
    omitUndefined<NoteRecord>({ Keyword, Value: [value] });
  return several([
    written === undefined
      ? undefined
      : recordWith({ $self: await plainText(written), JournalValueType: 'Text' }),
    note.multimediaEntry === undefined ? undefined : recordWith({ JournalValueType: 'Document' }),
  ]);
};

const noteOf = async (
  note: ClinicalDocumentNoteType,
  header: PatientSummaryHeaderType,
  lose: Lose,
): Promise<Note> => {
  for (const _ of note.dissentintOpinion ?? []) lose(`${body}/dissentintOpinion`, 'out-of-bounds');
  return omitUndefined<Note>({
    NoteId: localId(header.documentId),
    NoteDateTime: timeValue(header.documentTime),
    NoteVersionDateTime: versionTime(header),
    NoteSignDateTime: timeValue(header.legalAuthenticator?.signatureTime),
    NoteTypeOfNote: typeOf(note, lose),
    NoteTemplateName: note.clinicalDocumentNoteTitle,
    NoteActive: activeUnlessNullified(header),
    NoteInactiveReason: filled(header.nullifiedReason),
    Records: some({ Record: await recordsOf(note) }),
  });
};

const extractOf = async (
  { careDocumentationBody }: Static<typeof CareDocumentationType>,
  header: PatientSummaryHeaderType,
  lose: Lose,
): Promise<Extract> => {
  const professional = professionalOf(header);
  return omitUndefined<Extract>({
    ...extractHead(header),
    Note: await noteOf(careDocumentationBody?.clinicalDocumentNote ?? {}, header, lose),
    Patient: some({ PatientID: patientId(header) }),
    CareUnit: careUnitIds(header),
    AccessZoneUnit: careUnitIds(header),
    ResponsibleUnit: orgUnitIds(header),
    HeadCareproviderUnit: careGiverIds(header),
    Units: units(professional.healthcareProfessionalOrgUnit),
    CareProviders: careProviders(professional, 'ProviderPosition'),
    HCMContact: some({ target_id: localId(header.careContactId) }),
  });
};

export const careDocumentation = documentContract({
  kind: 'journalNotes',
  name: 'GetCareDocumentation',
  namespace: 'urn:riv:clinicalprocess:healthcond:description:GetCareDocumentationResponder:2',
  core: 'urn:riv:clinicalprocess:healthcond:description:2',
  action:
    'urn:riv:clinicalprocess:healthcond:description:GetCareDocumentationResponder:2:GetCareDocumentation',
  hasResult: false,
  request: ({ patientId, period }) => ({ 'q:patientId': patientId, 'q:timePeriod': period }),
  element: 'careDocumentation',
  schema: CareDocumentationType,
  header: 'careDocumentationHeader',
  ruled: [
    ...unitsRuled('careDocumentationHeader', { careUnit: 'CareUnit', orgUnit: 'ResponsibleUnit' }),
    // The title is the template's name and the keyword: `Note` is what both rules look at.
    [`${body}/clinicalDocumentNoteTitle`, 'Note'],
  ],
  record: async (document, header, lose) => ({
    JournalNoteEHRExtract: [await extractOf(document, header, lose)],
  }),
});
