// Units of time (UCUM codes): their Swedish words, and the published types.
import { type Quantity, quantityText } from '../elements/quantities.ts';

/** Units of time, singular and plural. */
const words: Readonly<Record<string, readonly [one: string, several: string]>> = {
  s: ['sekund', 'sekunder'],
  min: ['minut', 'minuter'],
  h: ['timme', 'timmar'],
  d: ['dag', 'dagar'],
  wk: ['vecka', 'veckor'],
  mo: ['månad', 'månader'],
  a: ['år', 'år'],
};

/** The published types. Seconds have none. */
const types: Readonly<Record<string, string>> = {
  min: 'MINUTE',
  h: 'HOUR',
  d: 'DAY',
  wk: 'WEEK',
  mo: 'MONTH',
  a: 'YEAR',
};

/** The entry of a code; undefined for codes that are not in the table. */
export const entryOf = <T>(table: Readonly<Record<string, T>>, code: string | undefined): T | undefined =>
  code !== undefined && Object.hasOwn(table, code) ? table[code] : undefined;

export const isOne = (written: string): boolean => Number(written) === 1;

/** The words of a unit of time, singular and plural; undefined for any other unit. */
export const timeUnitWords = (code: string | undefined) => entryOf(words, code);

/** The published type of a unit of time; undefined for one that has none. */
export const timeTypeOf = (code: string | undefined): string | undefined => entryOf(types, code);

/** The code of a quantity's unit; its unit if it has no code. */
export const unitCode = (quantity: Quantity | undefined): string | undefined =>
  quantity?.code ?? quantity?.unit;

/** A length of time in words: `24 timmar`. A unit that is not one of time stays as written. */
export const lengthText = (length: Quantity): string => {
  const unit = timeUnitWords(unitCode(length))?.[isOne(length.digits) ? 0 : 1] ?? length.unit;
  return quantityText({ ...length, unit });
};
