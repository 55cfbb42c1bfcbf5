// AttentionSignalRecord (operation 7): a warning that care needs to know of.
import Type, { type Static } from 'typebox';
import {
  CareProviderPosition,
  Code,
  careProviderMembers,
  ExtractPatient,
  extractHead,
  Id,
  list,
  members,
  Time,
  TimeText,
  UnitIds,
  unitMembers,
  XSDVersion,
} from './shared/common.ts';

const text = Type.String();

/** What all five blocks have. */
const block = {
  Heading: text,
  Comment: text,
  ReasessmentRequired: Type.Boolean(),
  ReasessmentComment: text,
  ReasessmentDateTime: Time,
};

/** The five kinds of signal, of which a record holds one. */
const blocks = {
  HypersensitivityType: members({
    ...block,
    Severity: text,
    Reaction: text,
    Certitude: text,
    ReactionTypes: Type.Array(text),
    SignalATCCodes: list('SignalATCCode', Code),
    Agent: Type.Array(text),
  }),
  ContagiousDiseaseType: members(block),
  NonStandardProcedureType: members(block),
  TreatmentAndConditionType: members({
    ...block,
    TreatmentCode: text,
    TreatmentDateTime: Time,
    TreatmentDescription: text,
    DiagnosisCode: text,
    DiagnosisDateTime: Time,
    DiagnosisDescription: text,
  }),
  UnstructuredType: members({
    ...block,
    Type: Type.String({ examples: ['WARNING', 'CAUTION'] }),
    Valid: Type.Boolean(),
  }),
};

export const AttentionSignalExtract = members({
  ...extractHead,
  AttentionSignal: members({
    RcId: Id,
    SignalVersionDateTime: Time,
    SignalVerifiedDateTime: TimeText,
    SignalReassessmentEndDate: TimeText,
    SignalSignDateTime: Time,
    SignalActive: Type.Boolean(),
    SignalDeletionDate: Time,
    SignalDeletionComment: text,
    SignalWarningSubType: text,
    SignalDataType: text,
    MedicalRecordLinks: list('MedicalRecordLinkData', members({ RcId: Id })),
    ...blocks,
  }),
  Patient: ExtractPatient,
  CareUnit: UnitIds,
  ResponsibleUnit: UnitIds,
  AccessZoneUnit: UnitIds,
  HeadCareproviderUnit: UnitIds,
  Units: list('Unit', members({ ...unitMembers, UnitInternalID: text })),
  CareProviders: list(
    'CareProvider',
    members({ ...careProviderMembers, ProviderPosition: CareProviderPosition }),
  ),
});

export const AttentionSignalRecord = Type.Partial(
  Type.Object({ XSDVersion, AttentionSignalEHRExtract: Type.Array(AttentionSignalExtract) }),
  { $id: 'AttentionSignalRecord', description: 'One attention signal.' },
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
