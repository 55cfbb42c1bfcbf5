// PatientRecordV2 (operation 5): the patient extract in its v2 layout.
import { type Static, Type } from 'typebox';
import { PatientExtract } from './patient.ts';
import { arrayOf } from './shared/common.ts';
import { inLayout, patientLayout } from './shared/layout-v2.ts';

export const PatientRecordV2 = Type.Partial(
  Type.Object({
    patientEHRExtract: arrayOf(inLayout(patientLayout, PatientExtract), 'The extract: one patient.'),
  }),
  { $id: 'PatientRecordV2', description: 'What is known about the patient as a person.' },
);
export type PatientRecordV2 = Static<typeof PatientRecordV2>;
