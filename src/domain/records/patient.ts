// PatientRecord, the older form (operation 4). The v2 form is derived from its extract: patient-v2.ts.
import Type, { type Static } from 'typebox';
import {
  Day,
  Emails,
  extractHead,
  Id,
  list,
  members,
  PatientName,
  Phones,
  Secrecy,
  Time,
  UnitIds,
  XSDVersion,
} from './shared/common.ts';

const PatientAddress = members({
  PatientAddressType: Type.String(),
  PatientAddressCO: Type.String(),
  PatientAddressStreet: Type.String(),
  PatientAddressPostcode: Type.String(),
  PatientAddressCity: Type.String(),
  PatientAddressCounty: Type.String(),
  PatientAddressCountry: Type.String(),
  PatientAddressCountryCode: Type.String(),
  PatientAddressComment: Type.String(),
});

const PatientRelative = members({
  PatientRelativeType: Type.String(),
  PatientRelativeName: Type.String(),
  PatientRelativeGivenName: Type.String(),
  PatientRelativeFamilyName: Type.String(),
  PatientRelativeOrder: Type.String(),
  PatientRelativeHomePhonenumber: Type.String(),
  PatientRelativeWorkPhonenumber: Type.String(),
  PatientRelativeAddress: Type.String(),
  PatientRelativeCOAddress: Type.String(),
  PatientRelativeStreetAddress: Type.String(),
  PatientRelativePostalCode: Type.String(),
  PatientRelativeCity: Type.String(),
  PatientRelativeComment: Type.String(),
});

const PatientPass = members({
  PatientPassTypeDiscountCard: Type.String(),
  PatientPassMembership: Type.String(),
  PatientPassNumber: Type.String(),
  PatientPassValidFrom: Day,
  PatientPassValidTo: Day,
});

const PatientOtherIdentifier = members({
  PatientOtherIdentifierType: Type.String(),
  PatientOtherIdentifierValue: Type.String(),
  PatientOtherIdentifierComment: Type.String(),
});

export const PatientExtract = members({
  ...extractHead,
  Patient: members({
    rc_id: Id,
    PatientVersionDateTime: Time,
    PatientID: Id,
    PatientInternalID: Type.String(),
    PatientProtectedId: Type.Boolean(),
    PatientSecrecyGroups: Secrecy.groups,
    PatientName,
    PatientBirthDate: Day,
    PatientDeceasedDate: Day,
    PatientSex: Type.String({ examples: ['F', 'M', 'U'] }),
    PatientAddresses: list('PatientAddress', PatientAddress),
    PhoneNumbers: Phones,
    EmailAddresses: Emails,
    PatientComment: Type.String(),
    PatientRelatives: list('PatientRelative', PatientRelative),
    PatientDataRegister: members({
      PatientCountry: Type.String(),
      PatientCounty: Type.String(),
      PatientCity: Type.String(),
      PatientDistrict: Type.String(),
    }),
    PatientConnectedInactiveNumbers: list('PatientConnectedInactiveNumber', Id),
    PatientConnectedActiveNumbers: list('PatientConnectedActiveNumber', Id),
    PatientPasses: list('PatientPass', PatientPass),
    PatientOtherIdentifiers: list('PatientOtherIdentifier', PatientOtherIdentifier),
  }),
  ResponsibleUnit: UnitIds,
  AccessZoneUnit: UnitIds,
  HeadCareproviderUnit: UnitIds,
});

export const PatientRecord = Type.Partial(
  Type.Object({ XSDVersion, PatientEHRExtract: Type.Array(PatientExtract) }),
  { $id: 'PatientRecord', description: 'What is known of the patient as a person (older form).' },
);
export type PatientRecord = Static<typeof PatientRecord>;

export const patientExample: PatientRecord = {
  XSDVersion: { version: 0.42 },
  PatientEHRExtract: [
    {
      ehr_id: { root: '1.2.752.129.2.1.2.1', extension: 'SE162321000024-A1:EhrId:191212121212' },
      ehr_system: { root: '1.2.752.129.2.1.4.1', extension: 'SE162321000024-A1' },
      time_created: { value: '20260115101500' },
      Patient: {
        PatientVersionDateTime: { value: '20251120080000' },
        PatientID: { root: '1.2.752.129.2.1.3.1', extension: '191212121212' },
        PatientInternalID: '100042',
        PatientProtectedId: false,
        PatientName: {
          PatientFamilyName: 'Tolvansson',
          PatientMiddleName: 'Exempel',
          PatientGivenName: [{ qualifier: 'CL', value: 'Tolvan' }, { value: 'Provmartin' }],
        },
        PatientBirthDate: { value: '19121212' },
        PatientSex: 'M',
        PatientAddresses: {
          PatientAddress: [
            {
              PatientAddressType: 'Folkbokföringsadress',
              PatientAddressStreet: 'Påhittade gatan 12',
              PatientAddressPostcode: '583 36',
              PatientAddressCity: 'Exempelstad',
              PatientAddressCountry: 'Sverige',
              PatientAddressCountryCode: 'SE',
            },
          ],
        },
        PhoneNumbers: { Phone: [{ PhoneType: 'Mobil', PhoneNumber: '070-1740605' }] },
        EmailAddresses: { Email: [{ EmailType: 'Privat', EmailAddress: 'tolvan@example.com' }] },
        PatientRelatives: {
          PatientRelative: [{ PatientRelativeType: 'Maka', PatientRelativeName: 'Tolvina Tolvansson' }],
        },
        PatientDataRegister: { PatientCountry: 'Sverige', PatientCounty: '05', PatientCity: '80' },
        PatientPasses: {
          PatientPass: [
            {
              PatientPassTypeDiscountCard: 'Frikort',
              PatientPassNumber: '0001',
              PatientPassValidFrom: { value: '20250901' },
              PatientPassValidTo: { value: '20260831' },
            },
          ],
        },
      },
      AccessZoneUnit: { UnitID: { root: '1.2.752.129.2.1.4.1', extension: 'SE2321000016-1A2B' } },
      HeadCareproviderUnit: { UnitID: { root: '1.2.752.129.2.1.4.1', extension: 'SE2321000016-0001' } },
    },
  ],
};
