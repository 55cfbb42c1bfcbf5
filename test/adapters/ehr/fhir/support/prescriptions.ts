// Prescriptions for tests of what becomes of their dosages and medicines.
import { bundle } from './fhir-server.ts';
import { only, readAll } from './read-all.ts';

export const request = (members: object) => ({
  resourceType: 'MedicationRequest',
  id: 'm1',
  status: 'active',
  intent: 'order',
  subject: { reference: 'Patient/p1' },
  medicationCodeableConcept: { text: 'Exemplipin' },
  ...members,
});

/** Reads the prescription of a MedicationRequest. @param along further resources of the answer. */
export const readPrescription = async (members: object, ...along: object[]) => {
  const { record, losses } = only(
    await readAll('prescriptions', { '/MedicationRequest': bundle([request(members), ...along]) }),
  );
  return { prescription: record.PrescriptionEHRExtract[0].Prescription, losses };
};

export const dose = (value: number, unit = 'tablett') => ({
  doseAndRate: [{ doseQuantity: { value, unit } }],
});
export const repeat = (members: object) => ({ timing: { repeat: members } });
