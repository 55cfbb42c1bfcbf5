// Whether a prescriber's own words tell the dose (D38): an amount before a unit, and how often. Where it is in doubt, they do not: then a
// line says that the dosage is not shown whole. The words are in words-of-doses.ts.
import type { Prescription } from '../../../../domain/records/prescription/content.ts';
import { definedItems } from '../../values/values.ts';
import type { DoseLimit } from './dosage.ts';
import { isDoseWord, isMeasure, isVolume, knownUnit } from './units.ts';
import * as words from './words-of-doses.ts';

/** `dose`: an amount and how often; `half`: one of them, or any number; `nothing`: neither (`Enligt ordination`). */
export type Told = 'dose' | 'half' | 'nothing';

/** Longer texts are not searched. */
const maxLength = 1000;

/** The words of a text, as they were written and as they are searched. */
export type WrittenWords = { readonly text: string; readonly said: string };

/** The beginning of a text in small letters, with one kind of space, hyphen and `x`, decimal points, and a half as `.5`. */
const plain = (text: string): string => {
  const said = text
    .slice(0, maxLength)
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s()]{2,}|(?! )[\s()]/g, ' ')
    .trim();
  // Most texts are letters and spaces.
  if (!/[^\p{L} .]/u.test(said)) return said;
  return said
    .replace(/[‐-―−]/g, '-')
    .replace(/×/g, 'x')
    .replace(/(?<=\d),(?=\d)/g, '.')
    .replace(/(\d)(?: ?½| 1\/2(?![\d/]))/g, '$1.5')
    .replace(/½|(?<![\d/])1\/2(?![\d/])/g, '0.5')
    .replace(/ ?\/ ?(?=(?:dag|dygn|d|vecka|månad|day|week|month)(?!\p{L}))/gu, ' per ')
    .trim();
};

/** The words of a text, ready to be searched. */
export const wordsIn = (text: string): WrittenWords => ({ text, said: plain(text) });

/** A pattern of words that stand by themselves. */
const alone = (pattern: string, flags = ''): RegExp =>
  new RegExp(`(?<![\\p{L}\\d])${pattern}(?![\\p{L}\\d])`, `u${flags}`);

const howOften = alone(words.howOften, 'g');
const conditions = alone(words.conditions, 'g');
const numbers = alone(`(?:${Object.keys(words.numberWords).join('|')})`);
const amounts = new RegExp(`(?<![\\p{L}\\d.,/+x-])${words.numberPattern} ?(\\p{L}+)`, 'gu');
const between = '(?:[ /]\\p{L}+){0,3}';
/** A maximum or a change, also with words between it and the number: `max per dygn: 8`, `öka dosen med 2`. */
const behindLimit = new RegExp(
  `(?<!\\p{L})(?:${words.maxima}${between} ?[:=]?|${words.doseChanges}${between}) ?$`,
  'u',
);
const behindPackage = new RegExp(`(?<!\\p{L})${words.packages}:? ?$`, 'u');
/** What a unit holds, behind a number of units. */
const contentNext = /^ ?(?:=|innehåller|motsvarar|contains)/;
const oftenNext = new RegExp(`^[.,:;]? ?(?:${words.howOften}|${words.conditions})(?![\\p{L}\\d])`, 'u');
const liquidNext = new RegExp(`^ (?:av |of )?(?:\\p{L}+ )?${words.liquids}(?!\\p{L})`, 'u');
/** What a concentration, or a dose by weight, is in: not a time, as in `2 tabletter/dag`. */
const partNext = /^ ?(?:\/|per ) ?(?:\d|(?!d\b|dag|dygn|vecka|månad|day|week|month)\p{L})/u;
const schemes = [
  /(?<![\p{L}\d.,+x-])\d{1,2}(?:\.5)? ?x ?[1-9](?!\.?\d|[x+])/gu,
  /(?<![\p{L}\d.,+x-])\d{1,2}(?:\.5)?(?: ?\+ ?\d{1,2}(?:\.5)?){2,3}(?!\.?\d|[x+])/gu,
  /(?<![\p{L}\d.,+x-])\d(?:\.5)?(?:-\d(?:\.5)?){2,3}(?!\.?\d|[x-])/gu,
];

/** Whether an amount is the strength of the product: it stands behind its name, or repeats a number of it. */
const isStrength = (number: string, before: string, product: string): boolean => {
  const [name = ''] = product.split(' ');
  const hasNumber = (product.match(/\d+(?:\.\d+)?/g) ?? []).some(one => Number(one) === Number(number));
  return hasNumber || (name.length > 2 && before.trimEnd().endsWith(name));
};

/** Whether one of the matches of a global pattern fits. Unlike `matchAll`, it does not copy the pattern for each text. */
const hasMatch = (text: string, pattern: RegExp, fits: (match: RegExpExecArray) => boolean): boolean => {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text))
    if (fits(match)) return true;
  return false;
};

/** Whether a global pattern is in a text. */
const isIn = (text: string, pattern: RegExp): boolean => text.search(pattern) !== -1;

/** What stands before a position, as far as words can change what stands there. */
const beforeIn = (text: string, position: number): string =>
  text.slice(Math.max(0, position - 100), position);

const behindOther = new RegExp(`(?<![\\p{L}\\d])${words.besideDose}(?: [\\p{L}\\d-]+){0,3} $`, 'u');
/** Whether a pattern fits something that is said of the dose: not `sök vård vid feber`. */
const saysOfDose = (text: string, pattern: RegExp): boolean =>
  hasMatch(text, pattern, ({ index }) => !behindOther.test(beforeIn(text, index)));

const hasAmount = (text: string, product: string): boolean =>
  hasMatch(text, amounts, ({ 0: amount, 1: number = '', 2: unit = '', index }) => {
    const [before, after] = [beforeIn(text, index), text.slice(index + amount.length)];
    if (!isDoseWord(unit) || behindLimit.test(before) || behindPackage.test(before)) return false;
    if (!isMeasure(unit) && contentNext.test(after)) return false;
    if (partNext.test(after) || (isVolume(unit) && liquidNext.test(after))) return false;
    return !(isMeasure(unit) && isStrength(number, before, product) && !oftenNext.test(after));
  });

/** A scheme of the trade: `1x3`, `1+0+1`; not `2 x 5 mg`. */
const hasScheme = (text: string): boolean =>
  schemes.some(scheme =>
    hasMatch(text, scheme, ({ 0: { length }, index }) => {
      const [next = ''] = /^ ?\p{L}+/u.exec(text.slice(index + length)) ?? [];
      return knownUnit(next) === undefined && !behindLimit.test(beforeIn(text, index));
    }),
  );

/** What a text tells of the dose. @param product the name and the strength of the product. */
export const toldIn = ({ text, said }: WrittenWords, product: WrittenWords): Told => {
  if (text.length > maxLength) return 'half';
  const hasDigits = /\d/.test(said);
  if (hasDigits && hasScheme(said)) return 'dose';
  if (hasAmount(said, product.said))
    return saysOfDose(said, howOften) || saysOfDose(said, conditions) ? 'dose' : 'half';
  return hasDigits || isIn(said, howOften) || numbers.test(said) ? 'half' : 'nothing';
};

/** Whether a text holds a letter or a digit: `-` is no text. */
export const isText = (text: string | undefined): text is string => /[\p{L}\d]/u.test(text ?? '');

/** Whether a text tells the dose by itself. @param product as with `toldIn`. */
export const tellsDose = (text: string | undefined, product: WrittenWords): boolean =>
  isText(text) && toldIn(wordsIn(text), product) === 'dose';

/** The name and the strength of a product, in which a strength of a prescriber's words is looked for. */
export const productWords = (product: Prescription['MainProductTreatment'] = {}): WrittenWords => {
  const { PrescriptionProductTradeName: name, PrescriptionProductStrengthNumeric: strength } = product;
  return wordsIn(definedItems([name, strength]).join(' '));
};

/** Whether one of the texts says a condition of the dose, in the words of the list or in these. */
export const saysCondition = (texts: readonly WrittenWords[], condition = ''): boolean => {
  const own = plain(condition);
  return texts.some(({ said }) => {
    const isOwn =
      own !== '' &&
      said
        .split(own)
        .slice(0, -1)
        .some(before => !behindOther.test(before));
    return isOwn || saysOfDose(said, conditions);
  });
};

/** Whether a condition stands anywhere in one of the texts: it may be one of the dose. */
export const hintsAtCondition = (texts: readonly WrittenWords[]): boolean =>
  texts.some(({ said }) => isIn(said, conditions));

const maximumPattern = new RegExp(
  `(?<!\\p{L})${words.maxima}(?: dos| dose)?:? ${words.numberPattern}(?![\\d.])(?: ?(\\p{L}+))?`,
  'gu',
);
/** Behind a number: so many times, and not so much. */
const timesNext = /^(?:gång|gånger|ggr|ggn|times?|x)$/;

/** Whether one of the texts says this number as the most, of this unit or of none. */
export const saysMaximum = (
  texts: readonly WrittenWords[],
  { most, unit }: Pick<DoseLimit, 'most' | 'unit'>,
): boolean =>
  texts.some(({ said }) =>
    hasMatch(said, maximumPattern, ({ 1: number = '', 2: next = '' }) => {
      const isOther = timesNext.test(next) || (knownUnit(next) ?? unit)[0] !== unit[0];
      const value = words.numberWords[number] ?? words.oneWords[number] ?? Number(number);
      return !isOther && value === Number(most);
    }),
  );

const lengthsAndDates = alone(`(?:${words.lengths}|${words.dates})`, 'g');

/** Whether one of the texts says how long, or until when. */
export const saysHowLong = (texts: readonly WrittenWords[]): boolean =>
  texts.some(({ said }) => saysOfDose(said, lengthsAndDates));

const occasions = alone(`(?:${words.weekdays}|${words.timesOfDay}|${words.conditions})`, 'g');

/** Whether a text says by itself when it applies, where another one stands beside it. */
export const saysWhen = (
  texts: readonly WrittenWords[],
  { isFollowing }: { readonly isFollowing: boolean },
): boolean => saysHowLong(texts) || (!isFollowing && texts.some(({ said }) => saysOfDose(said, occasions)));
