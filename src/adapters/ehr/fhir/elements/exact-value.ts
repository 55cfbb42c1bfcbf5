// Numbers of a document as JavaScript numbers, if that does not change their value.

/** A number with more characters has more digits than a JavaScript number. The regular expressions here see no longer texts. */
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

/** The value of a number; undefined if it is too large, too small or too precise for a JavaScript number: `1e400`. */
export const exactValue = (digits: string): number | undefined => {
  const value = Number(digits);
  const text = String(value);
  // Nearly all are written as JavaScript writes them.
  if (text === digits) return value;
  return digits.length <= maxLength && normalized(digits) === normalized(text) ? value : undefined;
};
