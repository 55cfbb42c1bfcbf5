// Patient numbers: formats, check digits, and reserve numbers (D7).
import { isCalendarDate } from './timestamp.ts';

declare const brand: unique symbol;

/** A patient number in normal form: 12 digits, or a reserve number of the region exactly as it was sent. */
export type PatientNumber = string & { readonly [brand]: 'PatientNumber' };

export type NumberKind = 'personal' | 'coordination' | 'reserve';

const twelveDigits = /^(\d{8})-?(\d{4})$/;

/** The Luhn algorithm over the last ten digits, including the check digit. */
const hasCorrectCheckDigit = (digits: string): boolean => {
  let sum = 0;
  for (let i = 2; i < 12; i++) {
    const weighted = Number(digits[i]) * (i % 2 === 0 ? 2 : 1);
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
};

/** The kind of a number of 12 digits, by its date. */
const kindOfDate = (digits: string): NumberKind | undefined => {
  const [year, month, day] = [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6, 8)].map(Number);
  if (year === undefined || month === undefined || day === undefined) return undefined;
  if (isCalendarDate(year, month, day)) return 'personal';
  return month <= 12 && day >= 60 && day <= 91 ? 'coordination' : undefined;
};

/** The kind of a text that is 12 digits and a valid number; undefined for any other. */
const kindOfText = (text: string): NumberKind | undefined =>
  /^\d{12}$/.test(text) && hasCorrectCheckDigit(text) ? kindOfDate(text) : undefined;

/** Whether a text is a personal or coordination number but for its check digit. */
export const hasWrongCheckDigit = (text: string): boolean => {
  const digits = withoutHyphen(text);
  return /^\d{12}$/.test(digits) && kindOfDate(digits) !== undefined && !hasCorrectCheckDigit(digits);
};

/** Removes the hyphen of a 12-digit number; any other text stays as it is. For comparisons only. */
export const withoutHyphen = (text: string): string => text.replace(twelveDigits, '$1$2');

export type NumberRules = {
  /** The pattern of the region's reserve numbers; it must match the whole text (`reserveNumbers` in the profile). */
  readonly reserve?: RegExp | undefined;
};

/**
 * Parses a patient number: 12 digits, or 8 digits, a hyphen and 4 digits, or a reserve number of the region.
 * Undefined if the text is not a valid one (D7).
 */
export const parsePatientNumber = (text: string, { reserve }: NumberRules): PatientNumber | undefined => {
  const digits = withoutHyphen(text);
  if (kindOfText(digits) !== undefined) return digits as PatientNumber;
  return reserve?.test(text) === true ? (text as PatientNumber) : undefined;
};

/** Which kind of number it is: each kind belongs to a register of its own. */
export const numberKindOf = (number: PatientNumber): NumberKind => kindOfText(number) ?? 'reserve';
