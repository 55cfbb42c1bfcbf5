// The attention signal extract.
import { careProviderPosition, patientHead, unit, unitReference } from './common.ts';
import type { Tree } from './record-tree.ts';

export const attentionSignal = {
  ehr_id: 'Identifier',
  ehr_system: 'Identifier',
  time_created: 'Time',
  AttentionSignal: {
    RcId: 'Identifier',
    SignalVersionDateTime: 'Time',
    SignalVerifiedDateTime: 'time text',
    SignalReassessmentEndDate: 'time text',
    SignalSignDateTime: 'Time',
    SignalActive: 'boolean',
    SignalDeletionDate: 'Time',
    SignalDeletionComment: 'string',
    SignalWarningSubType: 'string',
    SignalDataType: 'string',
    MedicalRecordLinks: {
      MedicalRecordLinkData: [
        {
          RcId: 'Identifier',
        },
      ],
    },
    HypersensitivityType: {
      Comment: 'string',
      Heading: 'string',
      Severity: 'string',
      Reaction: 'string',
      Certitude: 'string',
      ReasessmentRequired: 'boolean',
      ReasessmentComment: 'string',
      ReasessmentDateTime: 'Time',
      ReactionTypes: ['string'],
      SignalATCCodes: {
        SignalATCCode: ['Coded'],
      },
      Agent: ['string'],
    },
    ContagiousDiseaseType: {
      Heading: 'string',
      Comment: 'string',
      ReasessmentRequired: 'boolean',
      ReasessmentComment: 'string',
      ReasessmentDateTime: 'Time',
    },
    NonStandardProcedureType: {
      Comment: 'string',
      Heading: 'string',
      ReasessmentRequired: 'boolean',
      ReasessmentComment: 'string',
      ReasessmentDateTime: 'Time',
    },
    TreatmentAndConditionType: {
      Comment: 'string',
      Heading: 'string',
      ReasessmentRequired: 'boolean',
      ReasessmentComment: 'string',
      ReasessmentDateTime: 'Time',
      TreatmentCode: 'string',
      TreatmentDateTime: 'Time',
      TreatmentDescription: 'string',
      DiagnosisCode: 'string',
      DiagnosisDateTime: 'Time',
      DiagnosisDescription: 'string',
    },
    UnstructuredType: {
      Heading: 'string',
      Comment: 'string',
      Type: 'string',
      ReasessmentRequired: 'boolean',
      ReasessmentComment: 'string',
      ReasessmentDateTime: 'Time',
      Valid: 'boolean',
    },
  },
  Patient: patientHead,
  CareUnit: unitReference,
  ResponsibleUnit: unitReference,
  AccessZoneUnit: unitReference,
  HeadCareproviderUnit: unitReference,
  Units: {
    Unit: [{ ...unit, UnitInternalID: 'string' }],
  },
  CareProviders: {
    CareProvider: [
      {
        CareProviderType: 'string',
        CareProviderID: 'Identifier',
        CareProviderInternalID: 'string',
        CareProviderName: 'string',
        ProviderPosition: careProviderPosition,
        CareProviderUnit: unitReference,
      },
    ],
  },
} as const satisfies Tree;
