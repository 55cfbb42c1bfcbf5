// Other people, by numbers that a careless comparison takes for the patient's.
import type { PatientNumber } from '../../../../src/domain/model/patient-number.ts';
import type { Place } from './document.ts';

/** The check digit of the ten-digit form (Luhn). */
export const checkDigit = (nine: string): string => {
  const sum = [...nine]
    .map((digit, at) => Number(digit) * (at % 2 === 0 ? 2 : 1))
    .reduce((total, product) => total + Math.trunc(product / 10) + (product % 10), 0);
  return String((10 - (sum % 10)) % 10);
};

/** Somebody else, somebody who was born on the same day, and somebody whose last ten digits are the same. */
export const othersThan = (patient: PatientNumber): readonly string[] => {
  const day = patient.slice(2, 8);
  const serial = patient.slice(8, 11) === '238' ? '239' : '238';
  const century = patient.startsWith('19') ? '20' : '19';
  return [
    '198507302381',
    `${patient.slice(0, 8)}${serial}${checkDigit(day + serial)}`,
    `${century}${patient.slice(2)}`,
  ];
};

/** The numbers of others in the form in which a place has the patient's; none if it has another value. */
export const othersAt = ({ text }: Place, patient: PatientNumber): readonly string[] => {
  if (text === patient) return othersThan(patient);
  return text === `${patient.slice(0, 8)}-${patient.slice(8)}`
    ? othersThan(patient).map(number => `${number.slice(0, 8)}-${number.slice(8)}`)
    : [];
};
