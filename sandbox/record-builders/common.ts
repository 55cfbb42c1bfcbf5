// Trees that several extracts have in common.
import type { Tree } from './record-tree.ts';

/** A unit that is named elsewhere in the extract. */
export const unitReference = {
  UnitID: 'Identifier',
  UnitLocalID: 'Identifier',
} as const satisfies Tree;

/** The patient whose record it is. */
export const patientHead = {
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
} as const satisfies Tree;

export const phoneNumber = {
  PhoneType: 'string',
  PhoneNumber: 'string',
  PhoneComment: 'string',
} as const satisfies Tree;

export const emailAddress = {
  EmailType: 'string',
  EmailAddress: 'string',
  EmailComment: 'string',
} as const satisfies Tree;

export const unitAddress = {
  UnitAddressType: 'string',
  UnitAddressAddress: 'string',
  UnitAddressPostcode: 'string',
  UnitAddressCity: 'string',
  UnitAddressCounty: 'string',
  UnitAddressCountry: 'string',
  UnitAddressGeographicalPlace: 'string',
  UnitAddressComment: 'string',
} as const satisfies Tree;

/** A unit, as most extracts describe it. */
export const unit = {
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
    Phone: [phoneNumber],
  },
  EmailAddresses: {
    Email: [emailAddress],
  },
  UnitAddresses: {
    UnitAddress: [unitAddress],
  },
} as const satisfies Tree;

export const careProviderPosition = {
  CareProviderPositionID: 'Identifier',
  CareProviderPositionName: 'string',
} as const satisfies Tree;
