// Dosages in a patient's words, in Swedish: amounts, times and periods. Digits stay as written. A function returns undefined for
// what it cannot say in words, so nobody reads a code, or a part of a dose.

/** The line that stands for a dose that cannot be read completely: a part of it would be another dose. */
export const incompleteDosage = 'Doseringen kan inte visas i sin helhet: fråga vården.';

const plainNumber = /^(?:\d+\.?\d*|\.\d+)$/;

/**
 * The digits of an amount or a number of times; undefined if they are not a number above zero (`NaN`, `INF`, `-1`, `0`), or not in
 * plain digits (`1E1`). `.5` is written `0.5`, because the point is easily overlooked.
 */
export const positiveDigits = (written: string | undefined): string | undefined => {
  if (written === undefined || !plainNumber.test(written) || Number(written) === 0) return undefined;
  return written.replace(/^\./, '0.').replace(/\.$/, '');
};

const hasSingular = (digits: string): boolean => Number(digits) <= 1;

/** A noun, singular and plural. */
type Noun = readonly [singular: string, plural: string];

/** `digits` may be a range: its upper end decides. */
const withNoun = (digits: string, [singular, plural]: Noun): string =>
  `${digits} ${hasSingular(digits.slice(digits.lastIndexOf('-') + 1)) ? singular : plural}`;

/** Nouns that end a unit of doses, such as `depottablett`. Others, such as `ml` and `plåster`, have no plural of their own. */
const unitNouns: readonly Noun[] = [
  ['tablett', 'tabletter'],
  ['kapsel', 'kapslar'],
  ['droppe', 'droppar'],
  ['dos', 'doser'],
  ['ampull', 'ampuller'],
  ['påse', 'påsar'],
  ['flaska', 'flaskor'],
  ['spruta', 'sprutor'],
  ['penna', 'pennor'],
  ['tub', 'tuber'],
  ['sked', 'skedar'],
  ['puff', 'puffar'],
  ['inhalation', 'inhalationer'],
  ['inandning', 'inandningar'],
  ['sprayning', 'sprayningar'],
  ['injektion', 'injektioner'],
  ['infusion', 'infusioner'],
  ['applikation', 'applikationer'],
  ['enhet', 'enheter'],
  ['stolpiller', 'stolpiller'],
  ['suppositorium', 'suppositorier'],
  ['vagitorium', 'vagitorier'],
];

/** Abbreviations, and units of UCUM that a patient does not know. */
const unitWords: Readonly<Record<string, string>> = {
  tab: 'tablett',
  tabl: 'tablett',
  kaps: 'kapsel',
  drp: 'droppe',
  iu: 'IE',
  ug: 'mikrogram',
  mcg: 'mikrogram',
  µg: 'mikrogram',
  μg: 'mikrogram',
};

const endingIn = (written: string, end: 0 | 1): Noun | undefined => {
  const noun = unitNouns.find(forms => written.endsWith(forms[end]));
  if (noun === undefined) return undefined;
  const start = written.slice(0, written.length - noun[end].length);
  return [start + noun[0], start.replace(/ad $/, 'ade ') + noun[1]];
};

/** A unit of doses, singular and plural; undefined for a code without words, such as `732936001`. */
const unitNoun = (unit: string): Noun | undefined => {
  // UCUM's brackets: `{tablett}`, `[iU]`.
  const written = unit.replace(/^1?[{[](.*)[}\]]$/, '$1').trim();
  const key = written.toLowerCase().replace(/\.$/, '');
  if (!/\p{L}|%/u.test(written)) return undefined;
  const word = Object.hasOwn(unitWords, key) ? unitWords[key] : undefined;
  const noun = endingIn(word ?? key, 1) ?? endingIn(word ?? key, 0);
  return noun ?? [word ?? written, word ?? written];
};

/**
 * An amount: `1 tablett`, `1-2 tabletter`; undefined for a unit without words.
 *
 * @param digits a number, or a range of two (`1-2`).
 */
export const amountText = (digits: string, unit: string): string | undefined => {
  const noun = unitNoun(unit);
  return noun && withNoun(digits, noun);
};

/** How many times. */
export const timesText = (digits: string): string => withNoun(digits, ['gång', 'gånger']);

/** A unit of time. */
export type TimeUnit = {
  readonly noun: Noun;
  /** The unit of a limit: `högst 8 per dygn`, where `dag` could be read as the hours of daylight. */
  readonly ofLimit: Noun;
  /** Whether the noun is neuter (`vartannat år`). */
  readonly isNeuter?: true;
  /** Its name in the published dosage. Seconds have none. */
  readonly type?: string;
};

const timeUnit = (noun: Noun, more: Partial<TimeUnit> = {}): TimeUnit => ({ noun, ofLimit: noun, ...more });

const second = timeUnit(['sekund', 'sekunder']);
const minute = timeUnit(['minut', 'minuter'], { type: 'MINUTE' });
export const hour = timeUnit(['timme', 'timmar'], { type: 'HOUR' });
export const day = timeUnit(['dag', 'dagar'], { type: 'DAY', ofLimit: ['dygn', 'dygn'] });
export const week = timeUnit(['vecka', 'veckor'], { type: 'WEEK' });
export const month = timeUnit(['månad', 'månader'], { type: 'MONTH' });
const year = timeUnit(['år', 'år'], { type: 'YEAR', isNeuter: true });

/** UCUM's units of time, and the Swedish words that are sent in their place. */
const timeUnits: Readonly<Record<string, TimeUnit>> = {
  s: second,
  sekund: second,
  sekunder: second,
  min: minute,
  minut: minute,
  minuter: minute,
  h: hour,
  tim: hour,
  timme: hour,
  timmar: hour,
  d: day,
  dag: day,
  dagar: day,
  dygn: day,
  wk: week,
  vecka: week,
  veckor: week,
  mo: month,
  månad: month,
  månader: month,
  a: year,
  år: year,
};

/** The unit of time of a code or word; undefined for any other unit. */
export const timeUnitOf = (unit: string | undefined): TimeUnit | undefined =>
  unit !== undefined && Object.hasOwn(timeUnits, unit) ? timeUnits[unit] : undefined;

/** A length of time: `1 vecka`, `7-10 dagar`. */
export const durationText = (digits: string, { noun }: TimeUnit): string => withNoun(digits, noun);

const isOne = (digits: string): boolean => Number(digits) === 1;

/** The period of a frequency: `per dag`, `per 8 timmar`. */
export const perPeriod = (digits: string, { noun }: TimeUnit): string =>
  isOne(digits) ? `per ${noun[0]}` : `per ${withNoun(digits, noun)}`;

/** The period of a limit: `per dygn`, `per 24 timmar`. */
export const perLimitPeriod = (digits: string, { ofLimit }: TimeUnit): string =>
  isOne(digits) ? `per ${ofLimit[0]}` : `per ${withNoun(digits, ofLimit)}`;

/** An interval: `varje dag`, `varannan vecka`, `var 8:e timme`, `per 1.5 dagar`. */
export const everyPeriod = (digits: string, unit: TimeUnit): string => {
  const number = Number(digits);
  const [singular] = unit.noun;
  if (!Number.isInteger(number)) return perPeriod(digits, unit);
  if (number === 1) return `varje ${singular}`;
  if (number === 2) return `${unit.isNeuter ? 'vartannat' : 'varannan'} ${singular}`;
  const ending = [1, 2].includes(number % 10) && ![11, 12].includes(number % 100) ? 'a' : 'e';
  return `${unit.isNeuter ? 'vart' : 'var'} ${number}:${ending} ${singular}`;
};

const written = ['noll', 'en', 'två', 'tre', 'fyra', 'fem', 'sex', 'sju', 'åtta', 'nio', 'tio'];

/** Different words for the same, as prescribers write them. The right side is for comparison only. */
const synonyms: readonly (readonly [RegExp, string])[] = [
  [/(?<=\d),(?=\d)/g, '.'],
  [/\b(kl|tabl?|kaps|ggr)\./g, '$1'],
  [/\bkl (\d\d)\.(\d\d)\b/g, 'kl $1:$2'],
  [/½/g, '0.5'],
  [/\/\s*(?=dag|dygn|d\b|vecka)/g, ' per '],
  [/(?<![\p{L}\d])(?:max|maximalt|som mest)(?![\p{L}\d])/gu, 'högst'],
  [/(?<![\p{L}\d])(?:dagligen|om dagen|varje dag|per dygn|om dygnet|per d)(?![\p{L}\d])/gu, 'per dag'],
  [/(?<![\p{L}\d])(?:i veckan|varje vecka)(?![\p{L}\d])/gu, 'per vecka'],
  [/(?<![\p{L}\d])(?:ggr|gång)(?![\p{L}\d])/gu, 'gånger'],
];

/** The words of a sentence as they are compared: numbers in digits, units in the singular, no punctuation. */
const comparedWords = (sentence: string): string[] =>
  (sentence.match(/[\p{L}\d](?:[\p{L}\d]|[.:-](?=[\p{L}\d]))*/gu) ?? []).map(word => {
    const at = word === 'ett' ? 1 : written.indexOf(word);
    if (at > 0) return String(at);
    return /^\d+\.\d+$/.test(word) ? String(Number(word)) : (unitNoun(word)?.[0] ?? word);
  });

/** The longest text whose sentences are compared, in UTF-16 units (D32). Dosages are much shorter. */
const maxComparedUnits = 4096;

/** Sentences of a text, each as its words. */
const sentencesOf = (text: string): string[][] =>
  synonyms
    .reduce((said, [pattern, word]) => said.replace(pattern, word), text.toLowerCase())
    .split(/[\n;!]|\.(?=\s|$)/)
    .map(comparedWords);

/**
 * Whether a sentence of the prescriber begins with the same statement as a text: `Två tabletter 3 ggr dagligen mot smärta` says
 * `2 tabletter, 3 gånger per dag`. What comes before (`högst`, `inte`) could change it, so it must be the beginning.
 */
export const saysTheSame = (prescriber: string | undefined, text: string): boolean => {
  if (prescriber === undefined || prescriber.length > maxComparedUnits || text.length > maxComparedUnits)
    return false;
  const [statement = [], ...others] = sentencesOf(text);
  if (statement.length === 0 || others.length > 0) return false;
  return sentencesOf(prescriber).some(
    sentence =>
      statement.every((word, at) => sentence[at] === word) &&
      !/^\d|^eller$/.test(sentence[statement.length] ?? ''),
  );
};
