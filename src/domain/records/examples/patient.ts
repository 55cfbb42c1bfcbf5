import type { PatientRecord } from '../patient.ts';
import { exampleHead } from './extract-head.ts';

export const patientExample: PatientRecord = {
  XSDVersion: { version: 0.42 },
  PatientEHRExtract: [
    {
      ...exampleHead,
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
