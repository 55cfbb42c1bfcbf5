// The digits of amounts and numbers. They stay as written in the published members; sentences have a decimal comma.

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

/** The digits of a strength that comes as a number: `2,5` for `2.50`. A text that is no plain number stays as it is. */
export const strengthDigits = (written: string): string => {
  const digits = plainDigits(written);
  return digits === undefined ? written : inSentence(digits);
};

/** A noun, singular and plural. */
export type Noun = readonly [singular: string, plural: string];

/** Digits with their noun. `0` and all above `1` are plural: `0 tabletter`, `0.5 tablett`, `1 tablett`, `2.0 tabletter`. */
export const withNoun = (
  digits: string,
  [singular, plural]: Noun,
  format: (digits: string) => string,
): string => {
  const number = Number(digits);
  return `${format(digits)} ${number > 0 && number <= 1 ? singular : plural}`;
};
