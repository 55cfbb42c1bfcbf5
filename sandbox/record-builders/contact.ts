// The contact extract, and its v2 layout.
import { careProviderPosition, emailAddress, patientHead, unit, unitReference } from './common.ts';
import type { Tree } from './record-tree.ts';

export const contact = {
  ehr_id: 'Identifier',
  ehr_system: 'Identifier',
  time_created: 'Time',
  Contact: {
    rc_id: 'Identifier',
    ContacInternaltID: 'string',
    ContactPerformingUnit: 'string',
    ContactVersionDateTime: 'Time',
    ContactTypeOfVisit: 'string',
    ContactVisitType: 'string',
    ContactCategory1: 'string',
    ContactCategory2: 'string',
    ContactStatus: 'string',
    ContactStatusConfigurationId: 'string',
    ContactActive: 'boolean',
    ContactBeginDateTime: 'Time',
    ContactEndDateTime: 'Time',
    ContactShareInfo: 'boolean',
    ContactRoom: 'string',
    ContactBed: 'string',
    ContactHomeleaveBeginDateTime: 'Time',
    ContactHomeleaveEndDateTime: 'Time',
    ContactPatientFee: 'string',
    ContactSecrecyLevels: {
      SecrecyLevel: ['string'],
    },
    Actions: {
      Action: [
        {
          ActionID: 'string',
          ActionType: 'string',
          ActionMain: 'boolean',
          ActionCareService: 'string',
          ActionVisitType: 'string',
          ActionCategory1: 'string',
          ActionCategory2: 'string',
          ActionStatus: 'string',
          ActionStatusConfigurationId: 'string',
          ActionBeginDateTime: 'Time',
          ActionEndDateTime: 'Time',
          ActionSecrecyLevels: {
            SecrecyLevel: ['string'],
          },
        },
      ],
    },
    Discharge: {
      DischargeDestination: 'string',
      DischargeDateTime: 'Time',
      DeceasedDateTime: 'Time',
      PostMortemRequired: 'boolean',
    },
  },
  CareCommitment: {
    CareCommitmentID: 'string',
    CareCommitmentDate: 'Date',
    CareCommitmentClassification: 'string',
  },
  Patient: patientHead,
  Units: {
    Unit: [{ ...unit, UnitInternalID: 'string' }],
  },
  ContactPerformingUnit: unitReference,
  ContactResponsibleUnit: unitReference,
  ContactAccessZoneUnit: unitReference,
  ContactHeadCareproviderUnit: unitReference,
  ContactTechnicalUnit: unitReference,
  CareProviders: {
    CareProvider: [
      {
        CareProviderType: 'string',
        CareProviderID: 'Identifier',
        CareProviderInternalID: 'string',
        CareProviderName: 'string',
        CareProviderPosition: careProviderPosition,
        CareProviderUnit: unitReference,
      },
    ],
  },
} as const satisfies Tree;

export const contactV2 = {
  ehrId: 'Identifier',
  ehrSystem: 'Identifier',
  timeCreated: 'Time',
  contact: {
    rcId: 'Identifier',
    contactInternalID: 'string',
    contactPerformingUnit: 'string',
    contactVersionDateTime: 'Time',
    contactTypeOfVisit: 'string',
    contactVisitType: 'string',
    contactCategory1: 'string',
    contactCategory2: 'string',
    contactStatus: 'string',
    contactStatusConfigurationId: 'string',
    contactActive: 'boolean',
    contactBeginDateTime: 'Time',
    contactEndDateTime: 'Time',
    contactShareInfo: 'boolean',
    contactRoom: 'string',
    contactBed: 'string',
    contactHomeleaveBeginDateTime: 'Time',
    contactHomeleaveEndDateTime: 'Time',
    contactPatientFee: 'string',
    contactSecrecyLevels: {
      secrecyLevel: ['string'],
    },
    actions: {
      action: [
        {
          actionID: 'string',
          actionType: 'string',
          actionMain: 'boolean',
          actionCareService: 'string',
          actionVisitType: 'string',
          actionCategory1: 'string',
          actionCategory2: 'string',
          actionStatus: 'string',
          actionStatusConfigurationId: 'string',
          actionBeginDateTime: 'Time',
          actionEndDateTime: 'Time',
          actionSecrecyLevels: {
            secrecyLevel: ['string'],
          },
        },
      ],
    },
    discharge: {
      dischargeDestination: 'string',
      dischargeDateTime: 'Time',
      deceasedDateTime: 'Time',
      postMortemRequired: 'boolean',
    },
  },
  careCommitment: {
    careCommitmentID: 'string',
    careCommitmentDate: 'Date',
    careCommitmentClassification: 'string',
  },
  patient: {
    patientID: 'Identifier',
    patientInternalID: 'string',
    patientProtectedId: 'boolean',
    patientSecrecyGroups: {
      group: ['string'],
    },
    patientName: {
      patientFamilyName: 'string',
      patientMiddleName: 'string',
      patientGivenName: [
        {
          qualifier: 'string',
          value: 'string',
        },
      ],
    },
  },
  units: {
    unit: [
      {
        unitID: 'Identifier',
        unitLocalID: 'Identifier',
        unitName: 'string',
        unitSecrecyGroups: {
          group: ['string'],
        },
        headCareProviderUnitID: 'Identifier',
        accessZones: {
          accessZoneID: ['Identifier'],
        },
        phoneNumbers: {
          phone: [
            {
              phoneType: 'string',
              phoneNumber: 'string',
              phoneComment: 'string',
            },
          ],
        },
        emailAddresses: {
          Email: [emailAddress],
        },
        unitAddresses: {
          unitAddress: [
            {
              unitAddressType: 'string',
              unitAddressAddress: 'string',
              unitAddressPostcode: 'string',
              unitAddressCity: 'string',
              unitAddressCounty: 'string',
              unitAddressCountry: 'string',
              unitAddressGeographicalPlace: 'string',
              unitAddressComment: 'string',
            },
          ],
        },
        unitInternalID: 'string',
      },
    ],
  },
  contactPerformingUnit: {
    unitID: 'Identifier',
    unitLocalID: 'Identifier',
  },
  contactResponsibleUnit: {
    unitID: 'Identifier',
    unitLocalID: 'Identifier',
  },
  contactAccessZoneUnit: {
    unitID: 'Identifier',
    unitLocalID: 'Identifier',
  },
  contactHeadCareProviderUnit: {
    unitID: 'Identifier',
    unitLocalID: 'Identifier',
  },
  contactTechnicalUnit: {
    unitID: 'Identifier',
    unitLocalID: 'Identifier',
  },
  careProviders: {
    careProvider: [
      {
        careProviderType: 'string',
        careProviderID: 'Identifier',
        careProviderInternalID: 'string',
        careProviderName: 'string',
        careProviderPosition: {
          careProviderPositionID: 'Identifier',
          careProviderPositionName: 'string',
        },
        careProviderUnit: {
          unitID: 'Identifier',
          unitLocalID: 'Identifier',
        },
      },
    ],
  },
} as const satisfies Tree;
