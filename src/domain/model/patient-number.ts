// Patient numbers: what counts as one (D7).
import { isCalendarDate } from './timestamp.ts';

declare const brand: unique symbol;

/** A patient's number as all of the service uses it: 12 digits, or a reserve number of the region as it was sent. */
export type PatientNumber = string & { readonly [brand]: 'PatientNumber' };

export type NumberKind = 'personal' | 'coordination' | 'reserve';

const twelveDigits = /^(\d{8})-?(\d{4})$/;

/** Luhn over the ten last digits, the check digit included. */
const hasCorrectCheckDigit = (digits: string): boolean => {
  let sum = 0;
  for (let i = 2; i < 12; i++) {
    const weighted = Number(digits[i]) * (i % 2 === 0 ? 2 : 1);
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
};

const kindOfDigits = (digits: string): NumberKind | undefined => {
  const [year, month, day] = [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6, 8)].map(Number);
  if (year === undefined || month === undefined || day === undefined) return undefined;
  if (!hasCorrectCheckDigit(digits)) return undefined;
  if (isCalendarDate(year, month, day)) return 'personal';
  return month <= 12 && day >= 60 && day <= 91 ? 'coordination' : undefined;
};

/** Twelve digits of a number written with or without its hyphen; anything else as it is. For comparison alone. */
export const withoutHyphen = (text: string): string => text.replace(twelveDigits, '$1$2');

export type NumberRules = {
  /** What a region's reserve numbers look like, as a whole (profile `reserveNumbers`). */
  readonly reserve?: RegExp | undefined;
};

/**
 * Reads a patient number: 12 digits, or 8, a hyphen and 4, or a reserve number of the region.
 * Undefined where the text is none (D7).
 */
export const parsePatientNumber = (text: string, { reserve }: NumberRules): PatientNumber | undefined => {
  const digits = withoutHyphen(text);
  if (/^\d{12}$/.test(digits) && kindOfDigits(digits) !== undefined) return digits as PatientNumber;
  return reserve?.test(text) === true ? (text as PatientNumber) : undefined;
};

/** Which register a number belongs to. */
export const numberKindOf = (number: PatientNumber): NumberKind =>
  (/^\d{12}$/.test(number) ? kindOfDigits(number) : undefined) ?? 'reserve';
