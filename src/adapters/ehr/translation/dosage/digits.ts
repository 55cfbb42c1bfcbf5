// The digits of amounts and numbers. They stay as written in the published members; sentences have a decimal comma.

/** A number or a range, in plain digits as written. A lower end alone means at least, an upper one at most. */
export type DigitSpan = { readonly low?: string | undefined; readonly high?: string | undefined };

/** Digits are compared as numbers, and longer ones are not a dose. */
const maxLength = 40;

const plainNumber = /^(?:\d+\.?\d*|\.\d+)$/;

/**
 * The digits of a number of zero or more; undefined for anything else (`NaN`, `INF`, `-1`) and for digits that are not plain
 * (`1E1`). `.5` becomes `0.5`, because the point is easily overlooked.
 */
export const plainDigits = (written: string | undefined): string | undefined =>
  written === undefined || written.length > maxLength || !plainNumber.test(written)
    ? undefined
    : written.replace(/^\./, '0.').replace(/\.$/, '');

/** Like `plainDigits`, for a number above zero. */
export const positiveDigits = (written: string | undefined): string | undefined => {
  const digits = plainDigits(written);
  return digits === undefined || isZero(digits) ? undefined : digits;
};

export const isZero = (digits: string): boolean => !/[1-9]/.test(digits);

/** Digits in a sentence: `2` for `2.0`, `0,5` for `0.50`. */
export const inSentence = (digits: string): string => {
  const [whole = '', fraction = ''] = digits.split('.');
  const [units, decimals] = [whole.replace(/^0+(?=\d)/, ''), fraction.replace(/0+$/, '')];
  return decimals === '' ? units : `${units},${decimals}`;
};

export const isEqual = (one: string, other: string): boolean => Number(one) === Number(other);

/** The number that a span is, if it is exactly one. */
export const exactly = ({ low, high }: DigitSpan): number | undefined =>
  low !== undefined && high !== undefined && isEqual(low, high) ? Number(low) : undefined;

export const exactSpan = (digits: string): DigitSpan => ({ low: digits, high: digits });
