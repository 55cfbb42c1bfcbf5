// The attention signal extract.
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
  Patient: {
    PatientID: 'Identifier',
    PatientInternalID: 'string',
    PatientProtectedId: 'boolean',
    PatientSecrecyGroups: {
      Group: ['string'],
    },
    PatientName: {
      PatientFamilyName: 'string',
      PatientMiddleName: 'string',
      PatientGivenName: [
        {
          qualifier: 'string',
          value: 'string',
        },
      ],
    },
  },
  CareUnit: {
    UnitID: 'Identifier',
    UnitLocalID: 'Identifier',
  },
  ResponsibleUnit: {
    UnitID: 'Identifier',
    UnitLocalID: 'Identifier',
  },
  AccessZoneUnit: {
    UnitID: 'Identifier',
    UnitLocalID: 'Identifier',
  },
  HeadCareproviderUnit: {
    UnitID: 'Identifier',
    UnitLocalID: 'Identifier',
  },
  Units: {
    Unit: [
      {
        UnitID: 'Identifier',
        UnitLocalID: 'Identifier',
        UnitName: 'string',
        UnitSecrecyGroups: {
          Group: ['string'],
        },
        HeadCareproviderUnitID: 'Identifier',
        AccessZones: {
          AccessZoneID: ['Identifier'],
        },
        PhoneNumbers: {
          Phone: [
            {
              PhoneType: 'string',
              PhoneNumber: 'string',
              PhoneComment: 'string',
            },
          ],
        },
        EmailAddresses: {
          Email: [
            {
              EmailType: 'string',
              EmailAddress: 'string',
              EmailComment: 'string',
            },
          ],
        },
        UnitAddresses: {
          UnitAddress: [
            {
              UnitAddressType: 'string',
              UnitAddressAddress: 'string',
              UnitAddressPostcode: 'string',
              UnitAddressCity: 'string',
              UnitAddressCounty: 'string',
              UnitAddressCountry: 'string',
              UnitAddressGeographicalPlace: 'string',
              UnitAddressComment: 'string',
            },
          ],
        },
        UnitInternalID: 'string',
      },
    ],
  },
  CareProviders: {
    CareProvider: [
      {
        CareProviderType: 'string',
        CareProviderID: 'Identifier',
        CareProviderInternalID: 'string',
        CareProviderName: 'string',
        ProviderPosition: {
          CareProviderPositionID: 'Identifier',
          CareProviderPositionName: 'string',
        },
        CareProviderUnit: {
          UnitID: 'Identifier',
          UnitLocalID: 'Identifier',
        },
      },
    ],
  },
} as const satisfies Tree;
