// AttentionSignalRecord (operation 7): a warning that care staff must know about.
import Type, { type Static } from 'typebox';
import { code, flag, id, list, many, members, text, time, timeText, XSDVersion } from './shared/common.ts';
import {
  accessZoneUnit,
  CareProviderPosition,
  careProvider,
  careProviderMembers,
  careProvidersDescription,
  ExtractPatient,
  extractHead,
  headUnit,
  responsibleUnit,
  unit,
  unitIds,
  unitInternalId,
  unitMembers,
  unitsDescription,
} from './shared/parts.ts';

/** What all five blocks have. `example`: a heading of that kind of signal. */
const block = (example: string) => ({
  Heading: text('What the warning is about, in one line to show.', example),
  Comment: text('More about it, in free text.', 'Uppgift från patienten.'),
  ReasessmentRequired: flag('Whether the warning must be assessed again.', false),
  ReasessmentComment: text('What to consider when it is assessed again.', 'Utredning pågår.'),
  ReasessmentDateTime: time('When it is to be assessed again.'),
});

/** The five kinds of signal, of which a record holds one. */
const blocks = {
  HypersensitivityType: members(
    {
      ...block('Penicillin'),
      Severity: text('How severe a reaction is expected to be.', 'Livshotande', 'Besvärande'),
      Reaction: text('The reaction, in words.', 'Anafylaxi'),
      Certitude: text('How certain the hypersensitivity is.', 'Säker', 'Trolig', 'Misstänkt'),
      ReactionTypes: many(
        text('A kind of reaction.', 'Hudutslag'),
        'The kinds of reaction that have been seen.',
      ),
      SignalATCCodes: list(
        'SignalATCCode',
        code('An ATC code with its wording.'),
        'The drugs or groups of drugs that the patient must not get, as ATC codes.',
      ),
      Agent: many(
        text('An agent.', 'Jordnötter'),
        'What the patient reacts to, where it is not a drug with an ATC code.',
      ),
    },
    'A hypersensitivity or allergy.',
  ),
  ContagiousDiseaseType: members(
    block('Blodsmitta'),
    'A contagious disease that staff must protect themselves and others from.',
  ),
  NonStandardProcedureType: members(
    block('Tar inte emot blod'),
    'A limitation or departure from normal care, for example a treatment that the patient declines.',
  ),
  TreatmentAndConditionType: members(
    {
      ...block('Pacemaker'),
      TreatmentCode: text('The code of the treatment.', 'FPE00'),
      TreatmentDateTime: time('When the treatment began or was given.'),
      TreatmentDescription: text('The treatment, in words.', 'Inläggning av pacemaker'),
      DiagnosisCode: text('The code of the diagnosis.', 'I49.5'),
      DiagnosisDateTime: time('When the diagnosis was made.'),
      DiagnosisDescription: text('The diagnosis, in words.', 'Sjuk sinusknuta'),
    },
    'A treatment or a condition that other care must take into account.',
  ),
  UnstructuredType: members(
    {
      ...block('Varning'),
      Type: text('Whether it is a warning or, less severe, a caution.', 'WARNING', 'CAUTION'),
      Valid: flag('Whether it still holds.'),
    },
    'A warning in free text, which fits none of the other kinds.',
  ),
};

export const AttentionSignalExtract = members(
  {
    ...extractHead,
    AttentionSignal: members(
      {
        RcId: id('The id of the warning in the EHR.'),
        SignalVersionDateTime: time('When this version of the warning was saved.'),
        SignalVerifiedDateTime: timeText('When staff established that the warning holds: its medical date.'),
        SignalReassessmentEndDate: timeText('Until when the warning was to be assessed again.'),
        SignalSignDateTime: time('When the entry was signed.'),
        SignalActive: flag('Whether the warning is in force. Show inactive ones apart, never as current.'),
        SignalDeletionDate: time('When the warning was withdrawn. Without it, it has not been.'),
        SignalDeletionComment: text('Why the warning was withdrawn.', 'Avskriven efter allergiutredning.'),
        SignalWarningSubType: text(
          'The subtype of the warning, in the words of the EHR.',
          'Läkemedelsöverkänslighet',
        ),
        SignalDataType: text('The form in which the EHR stores the warning.', 'STRUCTURED'),
        MedicalRecordLinks: list(
          'MedicalRecordLinkData',
          members(
            { RcId: id('The id of the linked entry.') },
            'An entry of the record that the warning refers to.',
          ),
          'Entries of the record that the warning refers to.',
        ),
        ...blocks,
      },
      'The warning. It holds one of the five blocks whose names end in `Type`, which says what kind it is.',
    ),
    Patient: ExtractPatient,
    CareUnit: unitIds('The unit where the warning was registered.'),
    ResponsibleUnit: unitIds(responsibleUnit),
    AccessZoneUnit: unitIds(accessZoneUnit),
    HeadCareproviderUnit: unitIds(headUnit),
    Units: list('Unit', members({ ...unitMembers, UnitInternalID: unitInternalId }, unit), unitsDescription),
    CareProviders: list(
      'CareProvider',
      members({ ...careProviderMembers, ProviderPosition: CareProviderPosition }, careProvider),
      careProvidersDescription,
    ),
  },
  'The warning with its context.',
);

export const AttentionSignalRecord = Type.Partial(
  Type.Object({
    XSDVersion,
    AttentionSignalEHRExtract: many(AttentionSignalExtract, 'The extract: one warning.'),
  }),
  {
    $id: 'AttentionSignalRecord',
    description: 'One attention signal: a warning that care staff must know about.',
  },
);
export type AttentionSignalRecord = Static<typeof AttentionSignalRecord>;

export const attentionSignalExample: AttentionSignalRecord = {
  XSDVersion: { version: 0.2 },
  AttentionSignalEHRExtract: [
    {
      ehr_id: { root: '1.2.752.129.2.1.2.1', extension: 'SE162321000024-A1:EhrId:191212121212' },
      ehr_system: { root: '1.2.752.129.2.1.4.1', extension: 'SE162321000024-A1' },
      time_created: { value: '20260115101500' },
      AttentionSignal: {
        RcId: { root: '1.2.752.129.2.1.2.1', extension: 'SE162321000024-A1:RcId:AttentionSignal:311' },
        SignalVersionDateTime: { value: '20100312140000' },
        SignalVerifiedDateTime: '20100312140000',
        SignalActive: true,
        SignalWarningSubType: 'Läkemedelsöverkänslighet',
        HypersensitivityType: {
          Heading: 'Penicillin',
          Severity: 'Livshotande',
          Reaction: 'Anafylaxi',
          Certitude: 'Säker',
          SignalATCCodes: {
            SignalATCCode: [{ code: 'J01CE', displayName: { value: 'betalaktamaskänsliga penicilliner' } }],
          },
        },
      },
      Patient: {
        PatientID: { root: '1.2.752.129.2.1.3.1', extension: '191212121212' },
        PatientProtectedId: false,
      },
      CareUnit: { UnitID: { root: '1.2.752.129.2.1.4.1', extension: 'SE2321000016-1A2B' } },
    },
  ],
};
