// The forms in which EHRs write a patient's number: with or without century, with or without a sign.
import type { PatientNumber } from '../../../domain/model/patient-number.ts';

/** `12`: 191212121212, `8-4`: 19121212-1212, `10`: 1212121212, `6-4`: 121212+1212. */
export const numberForms = ['12', '8-4', '10', '6-4'] as const;
export type NumberForm = (typeof numberForms)[number];

export const twelveDigits = /^\d{12}$/;

/**
 * Writes a number in a form. One that is not of twelve digits, such as a reserve number, stays as it is.
 * @param now the region's local time. The sign is a plus from the year in which the person turns 100.
 */
export const writeNumber = (form: NumberForm, patient: PatientNumber, now: string | undefined): string => {
  if (form === '12' || !twelveDigits.test(patient)) return patient;
  if (form === '8-4') return `${patient.slice(0, 8)}-${patient.slice(8)}`;
  if (form === '10') return patient.slice(2);
  const age = Number(now?.slice(0, 4) ?? patient.slice(0, 4)) - Number(patient.slice(0, 4));
  return `${patient.slice(2, 8)}${age >= 100 ? '+' : '-'}${patient.slice(8)}`;
};

/** The date of birth in a number of twelve digits, as 8 digits. A coordination number has 60 added to the day. */
export const birthDateIn = (patient: string): string => {
  const day = Number(patient.slice(6, 8));
  return `${patient.slice(0, 6)}${String(day > 60 ? day - 60 : day).padStart(2, '0')}`;
};
