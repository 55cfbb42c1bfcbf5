// Turns a value of the EHR into the text that the record's schema reads: by its words, its decimals, its form of time and so on.
import { digitsOf } from '../../../../domain/model/json.ts';
import { looksLikeHtml } from '../../translation/markup/looks-like-html.ts';
import { isDay } from '../../values/written-times.ts';
import { type Parsed, unreadable } from '../../values/written-values.ts';
import type { TextReading } from '../scope.ts';
import type { Tables } from '../tables.ts';
import type { Counter } from './counts.ts';
import { type Scalar, type Sought, scalarOf, type ValueContext } from './find.ts';

type Context = ValueContext & {
  /** Takes the counters of the words that are read. */
  readonly seen?: Counter[] | undefined;
};

type ReadScalar = (scalar: Scalar, context: Context) => Parsed<string>;

/** Reads the text of a value: undefined if the value is absent, `unreadable` if it is of another type. */
export type ReadText = (value: Sought, context: Context) => Parsed<string>;

/** How the texts of a system are written. */
export type Writing = Pick<Tables, 'format' | 'decimals' | 'thousands'>;

const plainNumber = /^-?\d+(?:\.\d+)?$/;

/** Moves the decimals of a number: -2 makes kronor of öre. Undefined if the text is not a plain number. */
const shifted = (text: string, places: number): string | undefined => {
  const [, sign = '', whole = '', fraction = ''] =
    /^(-?)(\d{1,30})(?:\.(\d{1,30}))?$/.exec(text.trim()) ?? [];
  if (whole === '') return undefined;
  // Where the decimal point stands in the digits.
  const point = whole.length + places;
  const digits = `${'0'.repeat(Math.max(0, 1 - point))}${whole}${fraction}`.padEnd(point, '0');
  const at = Math.max(point, 1);
  return `${sign}${digits.slice(0, at)}${at < digits.length ? `.${digits.slice(at)}` : ''}`;
};

const wordReader =
  (
    { words = new Map(), otherwise }: TextReading,
    counters: ReadonlyMap<string, Counter> | undefined,
  ): ReadScalar =>
  (scalar, { seen }) => {
    const word = typeof scalar === 'string' ? scalar.trim() : (digitsOf(scalar) ?? String(scalar));
    const counter = counters?.get(word);
    if (counter !== undefined) seen?.push(counter);
    if (words.has(word)) return words.get(word);
    if (otherwise === undefined) return unreadable;
    if (otherwise !== 'as-sent') return otherwise.value;
    // Only a text can be published as it was sent.
    return typeof scalar === 'string' ? word : unreadable;
  };

/**
 * A whole number in groups of three digits, with one kind of space between them: a space, a no-break space or a narrow no-break space.
 * Other groups (`12 50`, `1 2500`) may be two numbers, or one with a digit missing, and are no number.
 */
const grouped = /^(\s*-?[1-9]\d{0,2})([ \u00a0\u202f])(\d{3}(?:\2\d{3})*)(?!\d)/;

const ungrouped = (text: string): string =>
  text.replace(
    grouped,
    (_, first: string, space: string, rest: string) => first + rest.replaceAll(space, ''),
  );

/** A number of the EHR as `readNumber` reads it; `unreadable` if its signs say that it is written in another way. */
const numberIn = (text: string, { decimals, thousands }: Writing): Parsed<string> => {
  const [written, other] = decimals === 'point' ? ['.', ','] : [',', '.'];
  const digits = thousands === undefined ? text : ungrouped(text);
  return digits.includes(other) ? unreadable : digits.replace(written, '.');
};

/** Reads a value without words; `unreadable` if it is not of the type, or is HTML that no row reads as such. */
const plainReader = ({ type, time, isDigits, isHtml }: TextReading, writing: Writing): ReadScalar => {
  const takesTexts = isDigits !== true || writing.format === 'xml';
  const refusesHtml = type === 'text' && isHtml !== true;
  const takesNumbers = type === 'number' || time !== undefined;
  return scalar => {
    if (typeof scalar === 'string') {
      if (!takesTexts || (refusesHtml && looksLikeHtml(scalar))) return unreadable;
      return type === 'number' ? numberIn(scalar, writing) : scalar;
    }
    const digits = digitsOf(scalar);
    if (digits === undefined) return type === 'flag' ? String(scalar) : unreadable;
    if (takesNumbers) return digits;
    if (isDigits !== true) return unreadable;
    return Number.isSafeInteger(scalar) || plainNumber.test(digits) ? digits : unreadable;
  };
};

/** The last second of a day, if a text is a day alone; otherwise the text itself. */
const endOfDay = (text: string): string =>
  isDay.test(text) ? `${text.trim().replaceAll('-', '')}235959` : text;

/** A time in a form of its own, and the end of a day if it is an end (D8, the interval). */
export const readTime = (text: string, { time, dayOf, isEnd }: TextReading): Parsed<string> => {
  const written = time === undefined ? text : time(text);
  if (written === undefined) return text.trim() === '' ? undefined : unreadable;
  // Databases write a blank where ISO 8601 has a T.
  const day = dayOf === undefined ? written : dayOf(written.trim().replace(/^(\S{10}) /, '$1T'));
  return isEnd === true && typeof day === 'string' ? endOfDay(day) : day;
};

/**
 * A number, with its decimals moved; `unreadable` if it is an amount below 0, or has decimals where they are moved to the left: it is then
 * in the larger unit already.
 */
const numberText = (text: string, { shift, isAmount }: TextReading): Parsed<string> => {
  if (text.trim() === '') return undefined;
  if (shift !== undefined && shift < 0 && text.includes('.')) return unreadable;
  const number = shift === undefined ? text : (shifted(text, shift) ?? unreadable);
  return isAmount === true && typeof number === 'string' && number.trim().startsWith('-')
    ? unreadable
    : number;
};

const negated = (text: string): Parsed<string> => {
  if (text === 'true' || text === '1') return 'false';
  return text === 'false' || text === '0' ? 'true' : unreadable;
};

/** What becomes of a text that has been read; undefined if it stays as it is. */
const changeOf = (reading: TextReading): ((text: string) => Parsed<string>) | undefined => {
  const { type, time, dayOf, isEnd, isNegated } = reading;
  if (type === 'time') {
    const isPlain = time === undefined && dayOf === undefined && isEnd !== true;
    return isPlain ? undefined : text => readTime(text, reading);
  }
  if (type === 'number') return text => numberText(text, reading);
  return isNegated === true ? negated : undefined;
};

/** Creates the reader of a text. @param counters of its words. */
export const textReader = (
  reading: TextReading,
  writing: Writing,
  counters?: ReadonlyMap<string, Counter>,
): ReadText => {
  const read = reading.words === undefined ? plainReader(reading, writing) : wordReader(reading, counters);
  const change = changeOf(reading);
  return (value, context) => {
    const scalar = scalarOf(value, context);
    if (scalar === undefined || scalar === unreadable) return scalar;
    const text = read(scalar, context);
    return change === undefined || typeof text !== 'string' ? text : change(text);
  };
};
