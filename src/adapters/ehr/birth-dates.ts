// Dates of birth that are not those of the patient's number: published as the EHR has them, and counted (D8).
import { numberKindOf, type PatientNumber } from '../../domain/model/patient-number.ts';
import { isCalendarDate } from '../../domain/model/timestamp.ts';
import type { PatientRecord } from '../../domain/records/patient.ts';
import type { PrescriptionRecord } from '../../domain/records/prescription/prescription.ts';
import type { Ehr, Found, Reader } from '../../ports/ehr.ts';

/** The date of birth in a number, as 8 digits; undefined for one without a date. A coordination number has 60 added to the day. */
const birthDateIn = (number: PatientNumber): string | undefined => {
  const kind = numberKindOf(number);
  if (kind === 'reserve') return undefined;
  const [year, month, day] = [number.slice(0, 4), number.slice(4, 6), number.slice(6, 8)].map(Number);
  const born = kind === 'coordination' ? (day ?? 0) - 60 : (day ?? 0);
  return isCalendarDate(year ?? 0, month ?? 0, born)
    ? `${number.slice(0, 6)}${String(born).padStart(2, '0')}`
    : undefined;
};

const countingOthers = <R, F extends Found<R | undefined>>(
  read: Reader<R | undefined, F>,
  path: string,
  bornIn: (record: R) => readonly (string | undefined)[],
): Reader<R | undefined, F> =>
  async function* (question) {
    const expected = birthDateIn(question.patient);
    for await (const found of read(question)) {
      if ('omitted' in found || found.record === undefined || expected === undefined) {
        yield found;
        continue;
      }
      const others = bornIn(found.record).filter(date => date !== undefined && date !== expected);
      const losses = others.map(() => ({ path, reason: 'repeated' as const, hides: [] }));
      yield losses.length === 0 ? found : { ...found, losses: [...found.losses, ...losses] };
    }
  };

const bornInPatients = ({ PatientEHRExtract: extracts = [] }: PatientRecord) =>
  extracts.map(({ Patient }) => Patient?.PatientBirthDate?.value);

const bornInPrescriptions = ({ PrescriptionEHRExtract: extracts = [] }: PrescriptionRecord) =>
  extracts.map(({ Patient }) => Patient?.BirthDate?.value);

/** Wraps the readers of an EHR whose records have dates of birth. */
export const comparingBirthDates = (ehr: Ehr): Ehr => ({
  ...ehr,
  patients: ehr.patients && countingOthers(ehr.patients, 'Patient/PatientBirthDate', bornInPatients),
  prescriptions:
    ehr.prescriptions && countingOthers(ehr.prescriptions, 'Patient/BirthDate', bornInPrescriptions),
});
