// PatientRecordV2 (operation 5): the patient extract in its v2 layout.
import Type, { type Static } from 'typebox';
import { PatientExtract } from './patient.ts';
import { many } from './shared/common.ts';
import { inLayout, patientLayout } from './shared/layout-v2.ts';

export const PatientRecordV2 = Type.Partial(
  Type.Object({
    patientEHRExtract: many(inLayout(patientLayout, PatientExtract), 'The extract: one patient.'),
  }),
  { $id: 'PatientRecordV2', description: 'What is known about the patient as a person.' },
);
export type PatientRecordV2 = Static<typeof PatientRecordV2>;

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
