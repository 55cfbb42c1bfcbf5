// Booleans and numbers as extracts write them (extracts.md, "How a JSON member is written in XML").

/** A text that is there but cannot be read as what it should be: left out and counted (D29). */
export const unreadable: unique symbol = Symbol('unreadable');

/** Undefined: the text is empty, which is absence and no loss. */
export type Reading<T> = T | undefined | typeof unreadable;

const isSpace = (unit: number): boolean => unit === 0x20 || unit === 0x0a || unit === 0x09 || unit === 0x0d;

/** Without white space (as XML knows it) at both ends. In linear time, which a regular expression for both ends is not. */
export const trim = (text: string): string => {
  let from = 0;
  let to = text.length;
  while (from < to && isSpace(text.charCodeAt(from))) from++;
  while (to > from && isSpace(text.charCodeAt(to - 1))) to--;
  return text.slice(from, to);
};

/** Whether there is nothing but white space. Most texts say so by their first character. */
export const isBlank = (text: string): boolean => {
  for (let at = 0; at < text.length; at++) if (!isSpace(text.charCodeAt(at))) return false;
  return true;
};

export const readBoolean = (text: string): Reading<boolean> => {
  switch (trim(text)) {
    case '':
      return undefined;
    case 'true':
    case '1':
      return true;
    case 'false':
    case '0':
      return false;
    default:
      return unreadable;
  }
};

const integerForm = /^[+-]?\d+$/;
const numberForm = /^[+-]?\d+(?:[.,]\d+)?$/;
/** More digits than any number has: a bound on the work that a text can cause. */
const mostDigits = 400;

/** A number where a double holds it exactly, else a bigint (D25). */
const exact = (digits: string): number | bigint => {
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : BigInt(digits.replace(/^\+/, ''));
};

export const readInteger = (text: string): Reading<number | bigint> => {
  const trimmed = trim(text);
  if (trimmed === '') return undefined;
  return integerForm.test(trimmed) && trimmed.length <= mostDigits ? exact(trimmed) : unreadable;
};

export const readNumber = (text: string): Reading<number | bigint> => {
  const trimmed = trim(text);
  if (trimmed === '') return undefined;
  if (!numberForm.test(trimmed) || trimmed.length > mostDigits) return unreadable;
  if (integerForm.test(trimmed)) return exact(trimmed);
  const number = Number(trimmed.replace(',', '.'));
  return Number.isFinite(number) ? number : unreadable;
};
