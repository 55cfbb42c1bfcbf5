// The journal note extract, and the two recursive trees in it.
import type { Tree } from './record-tree.ts';

export const noteRecord = {
  Keyword: 'string',
  KeywordToolType: 'string',
  Value: [
    {
      $self: 'string',
      JournalValueType: 'string',
    },
  ],
  JournalValueType: 'string',
  Unit: ['string'],
  Range: ['string'],
  KeywordSecrecyLevels: {
    SecrecyLevel: ['string'],
  },
  OtherValue: {
    ArchetypeRecords: {
      ArchetypeRecord: ['ArchetypeRecord'],
    },
  },
  Record: ['Record'],
} as const satisfies Tree;

export const archetypeRecord = {
  ArchetypeId: 'string',
  Name: 'string',
  EventDateTime: {
    startDateTime: 'Time',
    endDateTime: 'Time',
  },
  DataType: 'string',
  Magnitude: 'string',
  Unit: 'string',
  Range: 'string',
  ArchetypeRecord: ['ArchetypeRecord'],
} as const satisfies Tree;

export const journalNote = {
  ehr_id: 'Identifier',
  ehr_system: 'Identifier',
  time_created: 'Time',
  Note: {
    NoteId: 'Identifier',
    NoteVersionDateTime: 'Time',
    NoteDateTime: 'Time',
    NoteTemplateName: 'string',
    NoteTypeOfNote: 'string',
    NoteSignDateTime: 'Time',
    NoteSecrecyLevels: {
      SecrecyLevel: ['string'],
    },
    Records: {
      Record: ['Record'],
    },
    NoteActive: 'boolean',
    NoteInactiveReason: 'string',
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
      },
    ],
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
  HCMContact: {
    target_id: 'Identifier',
    ContactPerformingUnit: 'string',
    ContactSecrecyLevels: {
      SecrecyLevel: ['string'],
    },
    HCMContacInternaltID: 'string',
    HCMContactBegin: 'Time',
    HCMContactEnd: 'Time',
    HCMContactStatus: 'string',
    HCMContactType: 'string',
  },
} as const satisfies Tree;
