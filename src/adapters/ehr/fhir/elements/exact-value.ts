// Numbers of a document as JavaScript numbers, if that does not change their value.

/** Longer numbers are not compared, and count as inexact. This also bounds the work of the regular expressions. */
const maxLength = 40;

const form = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** A number without insignificant zeros, as its digits and the exponent of the last of them; undefined for any other text. */
const normalized = (written: string): string | undefined => {
  const [all, sign = '', whole = '', fraction = '', exponent = '0'] = form.exec(written) ?? [];
  if (all === undefined) return undefined;
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
};

/** The value of a number; undefined if a JavaScript number cannot represent it (`1e400`), or if it is longer than `maxLength`. */
export const exactValue = (digits: string): number | undefined => {
  const value = Number(digits);
  const text = String(value);
  // Nearly all are written as JavaScript writes them.
  if (text === digits) return value;
  return digits.length <= maxLength && normalized(digits) === normalized(text) ? value : undefined;
};
