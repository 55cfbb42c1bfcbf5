// The patient extract, and its v2 layout.
import { emailAddress, patientHead, phoneNumber, unitReference } from './common.ts';
import type { Tree } from './record-tree.ts';

export const patient = {
  ehr_id: 'Identifier',
  ehr_system: 'Identifier',
  time_created: 'Time',
  Patient: {
    rc_id: 'Identifier',
    PatientVersionDateTime: 'Time',
    ...patientHead,
    PatientBirthDate: 'Date',
    PatientDeceasedDate: 'Date',
    PatientSex: 'string',
    PatientAddresses: {
      PatientAddress: [
        {
          PatientAddressType: 'string',
          PatientAddressCO: 'string',
          PatientAddressStreet: 'string',
          PatientAddressPostcode: 'string',
          PatientAddressCity: 'string',
          PatientAddressCounty: 'string',
          PatientAddressCountry: 'string',
          PatientAddressCountryCode: 'string',
          PatientAddressComment: 'string',
        },
      ],
    },
    PhoneNumbers: {
      Phone: [phoneNumber],
    },
    EmailAddresses: {
      Email: [emailAddress],
    },
    PatientComment: 'string',
    PatientRelatives: {
      PatientRelative: [
        {
          PatientRelativeType: 'string',
          PatientRelativeName: 'string',
          PatientRelativeGivenName: 'string',
          PatientRelativeFamilyName: 'string',
          PatientRelativeOrder: 'string',
          PatientRelativeHomePhonenumber: 'string',
          PatientRelativeWorkPhonenumber: 'string',
          PatientRelativeAddress: 'string',
          PatientRelativeCOAddress: 'string',
          PatientRelativeStreetAddress: 'string',
          PatientRelativePostalCode: 'string',
          PatientRelativeCity: 'string',
          PatientRelativeComment: 'string',
        },
      ],
    },
    PatientDataRegister: {
      PatientCountry: 'string',
      PatientCounty: 'string',
      PatientCity: 'string',
      PatientDistrict: 'string',
    },
    PatientConnectedInactiveNumbers: {
      PatientConnectedInactiveNumber: ['Identifier'],
    },
    PatientConnectedActiveNumbers: {
      PatientConnectedActiveNumber: ['Identifier'],
    },
    PatientPasses: {
      PatientPass: [
        {
          PatientPassTypeDiscountCard: 'string',
          PatientPassMembership: 'string',
          PatientPassNumber: 'string',
          PatientPassValidFrom: 'Date',
          PatientPassValidTo: 'Date',
        },
      ],
    },
    PatientOtherIdentifiers: {
      PatientOtherIdentifier: [
        {
          PatientOtherIdentifierType: 'string',
          PatientOtherIdentifierValue: 'string',
          PatientOtherIdentifierComment: 'string',
        },
      ],
    },
  },
  ResponsibleUnit: unitReference,
  AccessZoneUnit: unitReference,
  HeadCareproviderUnit: unitReference,
} as const satisfies Tree;

export const patientV2 = {
  ehrId: 'Identifier',
  ehrSystem: 'Identifier',
  timeCreated: 'Time',
  patient: {
    rcId: 'Identifier',
    patientVersionDateTime: 'Time',
    patientID: 'Identifier',
    patientInternalID: 'string',
    patientProtectedId: 'boolean',
    patientSecrecyGroups: ['string'],
    patientName: {
      familyName: 'string',
      middleName: 'string',
      givenName: [
        {
          qualifier: 'string',
          value: 'string',
        },
      ],
    },
    patientBirthDate: 'Date',
    patientDeceasedDate: 'Date',
    patientSex: 'string',
    patientAddresses: [
      {
        PatientAddressType: 'string',
        PatientAddressCO: 'string',
        PatientAddressStreet: 'string',
        PatientAddressPostcode: 'string',
        PatientAddressCity: 'string',
        PatientAddressCounty: 'string',
        PatientAddressCountry: 'string',
        PatientAddressCountryCode: 'string',
        PatientAddressComment: 'string',
      },
    ],
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
    patientComment: 'string',
    patientRelatives: {
      patientRelative: [
        {
          patientRelativeType: 'string',
          patientRelativeName: 'string',
          patientRelativeGivenName: 'string',
          patientRelativeFamilyName: 'string',
          patientRelativeOrder: 'string',
          patientRelativeHomePhonenumber: 'string',
          patientRelativeWorkPhonenumber: 'string',
          patientRelativeAddress: 'string',
          patientRelativeCOAddress: 'string',
          patientRelativeStreetAddress: 'string',
          patientRelativePostalCode: 'string',
          patientRelativeCity: 'string',
          patientRelativeComment: 'string',
        },
      ],
    },
    patientDataRegister: {
      patientCountry: 'string',
      patientCounty: 'string',
      patientCity: 'string',
      patientDistrict: 'string',
    },
    patientConnectedInactiveNumbers: {
      patientConnectedInactiveNumber: ['Identifier'],
    },
    patientConnectedActiveNumbers: {
      patientConnectedActiveNumber: ['Identifier'],
    },
    patientPasses: {
      patientPass: [
        {
          patientPassTypeDiscountCard: 'string',
          patientPassMembership: 'string',
          patientPassNumber: 'string',
          patientPassValidFrom: 'Date',
          patientPassValidTo: 'Date',
        },
      ],
    },
    patientOtherIdentifiers: {
      patientOtherIdentifier: [
        {
          patientOtherIdentifierType: 'string',
          patientOtherIdentifierValue: 'string',
          patientOtherIdentifierComment: 'string',
        },
      ],
    },
  },
  responsibleUnit: {
    unitID: 'Identifier',
    unitLocalID: 'Identifier',
  },
  accessZoneUnit: {
    unitID: 'Identifier',
    unitLocalID: 'Identifier',
  },
  headCareProviderUnit: {
    unitID: 'Identifier',
    unitLocalID: 'Identifier',
  },
} as const satisfies Tree;
