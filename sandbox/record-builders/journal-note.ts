// The journal note extract, and the two recursive trees in it.
import { careProviderPosition, patientHead, unit, unitReference } from './common.ts';
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
  Patient: patientHead,
  Units: {
    Unit: [unit],
  },
  CareUnit: unitReference,
  ResponsibleUnit: unitReference,
  AccessZoneUnit: unitReference,
  HeadCareproviderUnit: unitReference,
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
