// PatientRecordV2 (operation 5): the patient extract in its v2 layout.
import type { Static } from 'typebox';
import { PatientExtract, type PatientRecord } from './patient.ts';
import { arrayOf, namedObject } from './shared/common.ts';
import { inLayout, patientLayout, toV2Layout } from './shared/layout-v2.ts';

export const PatientRecordV2 = namedObject(
  'PatientRecordV2',
  'What is known about the patient as a person.',
  {
    patientEHRExtract: arrayOf(inLayout(patientLayout, PatientExtract), 'The extract: one patient.'),
  },
);
export type PatientRecordV2 = Static<typeof PatientRecordV2>;

/** The same record in its v2 layout, which publishes no version. */
export const patientRecordV2 = ({ PatientEHRExtract: extracts = [] }: PatientRecord): PatientRecordV2 => ({
  patientEHRExtract: extracts.map(extract => toV2Layout(patientLayout, extract)),
});
