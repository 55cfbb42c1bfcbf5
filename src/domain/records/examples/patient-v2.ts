import type { PatientRecordV2 } from '../patient-v2.ts';

export const patientV2Example: PatientRecordV2 = {
  patientEHRExtract: [
    {
      ehrId: { root: '1.2.752.129.2.1.2.1', extension: 'SE162321000024-A1:EhrId:191212121212' },
      ehrSystem: { root: '1.2.752.129.2.1.4.1', extension: 'SE162321000024-A1' },
      timeCreated: { value: '20260115101500' },
      patient: {
        patientID: { root: '1.2.752.129.2.1.3.1', extension: '191212121212' },
        patientProtectedId: false,
        patientSecrecyGroups: [],
        patientName: {
          familyName: 'Tolvansson',
          givenName: [{ qualifier: 'CL', value: 'Tolvan' }, { value: 'Provmartin' }],
        },
        patientBirthDate: { value: '19121212' },
        patientSex: 'M',
        patientAddresses: [
          {
            PatientAddressType: 'Folkbokföringsadress',
            PatientAddressStreet: 'Påhittade gatan 12',
            PatientAddressPostcode: '583 36',
            PatientAddressCity: 'Exempelstad',
          },
        ],
        phoneNumbers: { phone: [{ phoneType: 'Mobil', phoneNumber: '070-1740605' }] },
      },
      headCareProviderUnit: { unitID: { root: '1.2.752.129.2.1.4.1', extension: 'SE2321000016-0001' } },
    },
  ],
};
