// Booleans and numbers as texts of XML and JSON have them (extracts.md, "How a JSON member is written in XML").

/** The result for a text that cannot be parsed: it is left out and counted (D29). */
export const unreadable: unique symbol = Symbol('unreadable');

/** Undefined if the text is empty, which counts as absent and not as a loss. */
export type Parsed<T> = T | undefined | typeof unreadable;

const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** The value of an XML Schema boolean; undefined for a blank text. */
export const readBoolean = (text: string): Parsed<boolean> => {
  const trimmed = text.trim();
  return trimmed === '' ? undefined : (booleans.get(trimmed) ?? unreadable);
};

const integerForm = /^[+-]?\d+$/;
const numberForm = /^[+-]?\d+(?:[.,]\d+)?$/;
/** More digits than any real number has. Limits the work that a text can cause. */
const maxDigits = 400;

/** A number if a double holds it exactly, else a bigint (D25). */
const exact = (digits: string): number | bigint => {
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : BigInt(digits.replace(/^\+/, ''));
};

/** An integer, exact to the last digit (D25); undefined for a blank text. */
export const readInteger = (text: string): Parsed<number | bigint> => {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  return integerForm.test(trimmed) && trimmed.length <= maxDigits ? exact(trimmed) : unreadable;
};

/** A number, of which an integer is exact to the last digit (D25); undefined for a blank text. */
export const readNumber = (text: string): Parsed<number | bigint> => {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (!numberForm.test(trimmed) || trimmed.length > maxDigits) return unreadable;
  if (integerForm.test(trimmed)) return exact(trimmed);
  const number = Number(trimmed.replace(',', '.'));
  return Number.isFinite(number) ? number : unreadable;
};
