// AttentionSignalRecord (operation 7): a warning that care staff must know about.
import type { Static } from 'typebox';
import {
  arrayOf,
  code,
  container,
  exact,
  flag,
  id,
  namedObject,
  objectOf,
  string,
  time,
  timeText,
  XSDVersion,
} from './shared/common.ts';
import {
  careProvidersWith,
  ExtractPatient,
  extractHead,
  numberedUnits,
  releaseUnitIds,
  unitsByRole,
} from './shared/extract-parts.ts';
import { withHidden } from './shared/hiding.ts';

/** The members of all five blocks. `example` is a heading for this kind of signal. */
const block = (example: string) => ({
  Heading: string('What the warning is about, in one line to show.', example),
  Comment: string('More about it, in free text.', 'Uppgift från patienten.'),
  ReasessmentRequired: flag('Whether the warning must be assessed again.', false),
  ReasessmentComment: string('What to consider at the next assessment.', 'Utredning pågår.'),
  ReasessmentDateTime: time('When the warning must be assessed again.'),
});

/** The five kinds of signal. A record holds one of them. */
const blocks = {
  HypersensitivityType: objectOf(
    {
      ...block('Penicillin'),
      Severity: string('How severe a reaction is expected to be.', 'Livshotande', 'Besvärande'),
      Reaction: string('The reaction, in words.', 'Anafylaxi'),
      Certitude: string('How certain the hypersensitivity is.', 'Säker', 'Trolig', 'Misstänkt'),
      ReactionTypes: arrayOf(
        string('A kind of reaction.', 'Hudutslag'),
        'The kinds of reaction that have been seen.',
      ),
      SignalATCCodes: container(
        'SignalATCCode',
        code('An ATC code with its wording.'),
        'The drugs or groups of drugs that the patient must not get, as ATC codes.',
      ),
      Agent: arrayOf(
        string('An agent.', 'Jordnötter'),
        'What the patient reacts to, if it is not a drug with an ATC code.',
      ),
    },
    'A hypersensitivity or allergy.',
    { $id: 'Hypersensitivity' },
  ),
  ContagiousDiseaseType: objectOf(
    block('Blodsmitta'),
    'A contagious disease that staff must protect themselves and others from.',
    { $id: 'ContagiousDisease' },
  ),
  NonStandardProcedureType: objectOf(
    block('Tar inte emot blod'),
    'A limitation or departure from normal care, for example a treatment that the patient declines.',
    { $id: 'NonStandardProcedure' },
  ),
  TreatmentAndConditionType: objectOf(
    {
      ...block('Pacemaker'),
      TreatmentCode: exact('The code of the treatment.', 'FPE00'),
      TreatmentDateTime: time('When the treatment began or was given.'),
      TreatmentDescription: string('The treatment, in words.', 'Inläggning av pacemaker'),
      DiagnosisCode: exact('The code of the diagnosis.', 'I49.5'),
      DiagnosisDateTime: time('When the diagnosis was made.'),
      DiagnosisDescription: string('The diagnosis, in words.', 'Sjuk sinusknuta'),
    },
    'A treatment or a condition that other care must take into account.',
    { $id: 'TreatmentAndCondition' },
  ),
  UnstructuredType: objectOf(
    {
      ...block('Varning'),
      Type: exact('Whether it is a warning or, less severe, a caution.', 'WARNING', 'CAUTION'),
      Valid: flag('Whether the warning still applies.'),
    },
    'A free-text warning that fits none of the other kinds.',
    { $id: 'UnstructuredWarning' },
  ),
};

export const AttentionSignalExtract = objectOf(
  {
    ...extractHead,
    AttentionSignal: objectOf(
      {
        RcId: id('The id of the warning in the EHR.'),
        SignalVersionDateTime: withHidden('time', time('When this version of the warning was saved.')),
        SignalVerifiedDateTime: withHidden(
          'time',
          timeText('When staff confirmed the warning: its medical date.'),
        ),
        SignalReassessmentEndDate: timeText('The date by which the warning must be assessed again.'),
        SignalSignDateTime: withHidden('time', time('When the entry was signed.')),
        SignalActive: flag(
          'Whether the warning is in force. A warning whose `SignalDeletionDate` has passed is no longer in force either. Show inactive warnings separately, never as current.',
        ),
        SignalDeletionDate: withHidden(
          'time',
          time(
            'When the warning was withdrawn, or stops applying, which may be in the future. Missing if no end is known.',
          ),
        ),
        SignalDeletionComment: string('Why the warning was withdrawn.', 'Avskriven efter allergiutredning.'),
        SignalWarningSubType: string(
          'The subtype of the warning, in the words of the EHR.',
          'Läkemedelsöverkänslighet',
        ),
        SignalDataType: exact('The form in which the EHR stores the warning.', 'STRUCTURED'),
        MedicalRecordLinks: container(
          'MedicalRecordLinkData',
          objectOf(
            { RcId: id('The id of the linked entry.') },
            'An entry of the record that the warning refers to.',
            { $id: 'MedicalRecordLink' },
          ),
          'Entries of the record that the warning refers to.',
        ),
        ...blocks,
      },
      'The warning. It holds one of the five blocks whose names end in `Type`; the block shows which kind it is.',
    ),
    Patient: ExtractPatient,
    CareUnit: releaseUnitIds('The unit where the warning was registered.'),
    ...unitsByRole,
    Units: numberedUnits,
    CareProviders: careProvidersWith('ProviderPosition'),
  },
  'The warning with its context.',
  { $id: 'AttentionSignalExtract' },
);
export type AttentionSignalExtract = Static<typeof AttentionSignalExtract>;

export const AttentionSignalRecord = namedObject(
  'AttentionSignalRecord',
  'One attention signal: a warning that care staff must know about.',
  {
    XSDVersion,
    AttentionSignalEHRExtract: arrayOf(AttentionSignalExtract, 'The extract: one warning.'),
  },
);
export type AttentionSignalRecord = Static<typeof AttentionSignalRecord>;
