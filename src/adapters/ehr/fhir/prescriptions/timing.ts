// Reads when a medicine is taken: the timing of a Dosage. What cannot be said to a patient is counted.
import type * as R4 from 'fhir/r4.js';
import { isClockTime } from '../../../../domain/model/timestamp.ts';
import { timeUnitOf } from '../../translation/swedish-dosage.ts';
import { definedItems } from '../../translation/values.ts';
import {
  child,
  countLoss,
  type Element,
  isMasked,
  isPresent,
  type With,
  wasSent,
} from '../elements/element.ts';
import { digits, positiveDigits, text, texts } from '../elements/primitives.ts';
import { readPart } from '../elements/tally.ts';
import type { TimeReader } from '../elements/times.ts';
import { eventTimingText, timesPerDayOf } from './event-timing.ts';

/** The first and the last day of a dosage, 14 digits each. */
export type Period = { readonly start: string | undefined; readonly end: string | undefined };

export type Repeat = {
  readonly element: Element<R4.TimingRepeat>;
  readonly frequency: string | undefined;
  readonly frequencyMax: string | undefined;
  readonly period: string | undefined;
  readonly periodMax: string | undefined;
  readonly periodUnit: string | undefined;
  readonly count: string | undefined;
  readonly countMax: string | undefined;
  readonly duration: string | undefined;
  readonly durationMax: string | undefined;
  readonly durationUnit: string | undefined;
  readonly offset: string | undefined;
  readonly dayOfWeek: readonly string[];
  /** `hh:mm`. */
  readonly timeOfDay: readonly string[];
  readonly when: readonly string[];
};

type RepeatMember = Exclude<keyof Repeat, 'element'>;

const repeatMembers: readonly RepeatMember[] = [
  'frequency',
  'frequencyMax',
  'period',
  'periodMax',
  'periodUnit',
  'count',
  'countMax',
  'duration',
  'durationMax',
  'durationUnit',
  'offset',
  'dayOfWeek',
  'timeOfDay',
  'when',
];

/** Whether a repeat has no values except those of some members. */
export const hasOnly = (repeat: Repeat | undefined, ...allowed: readonly RepeatMember[]): boolean =>
  repeat === undefined ||
  repeatMembers.every(
    member => repeat[member] === undefined || repeat[member].length === 0 || allowed.includes(member),
  );

const clockTime = /^(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?$/;

/** A time of day as `hh:mm`; undefined for one that does not exist, such as `24:00`. */
const timeOfDayIn = (written: string): string | undefined => {
  const [, hour = '', minute = '', second = '0'] = clockTime.exec(written) ?? [];
  return hour !== '' && isClockTime(Number(hour), Number(minute), Number(second))
    ? `${hour}:${minute}`
    : undefined;
};

/** The days of R4 in Swedish. */
const weekdays: ReadonlyMap<string, string> = new Map([
  ['mon', 'mån'],
  ['tue', 'tis'],
  ['wed', 'ons'],
  ['thu', 'tor'],
  ['fri', 'fre'],
  ['sat', 'lör'],
  ['sun', 'sön'],
]);

/** A day of the week in Swedish; undefined for a code that R4 does not define. */
export const weekdayText = (code: string): string | undefined => weekdays.get(code);

/** The texts of a list member, as `read` reads them. One that it cannot read is counted. */
const readTexts = <M extends string>(
  element: With<M, readonly string[]>,
  member: M,
  read: (written: string) => string | undefined,
): readonly string[] =>
  definedItems(texts(element, member).map(written => read(written) ?? countLoss(element, member)));

type TimingElement = Element<R4.TimingRepeat>;
type NumberMember =
  | 'frequency'
  | 'frequencyMax'
  | 'period'
  | 'periodMax'
  | 'count'
  | 'countMax'
  | 'duration'
  | 'durationMax';

/** A whole number above zero: nobody takes a dose 1.5 times. */
const wholeNumber = (element: TimingElement, member: NumberMember): string | undefined => {
  const written = positiveDigits(element, member);
  return written === undefined || Number.isInteger(Number(written)) ? written : countLoss(element, member);
};

/** Two ends of a range. One whose first end is above the other says nothing, and is counted. */
const ends = <M extends NumberMember>(
  element: TimingElement,
  [low, high]: readonly [M, M],
  read: (element: TimingElement, member: NumberMember) => string | undefined,
): readonly [string | undefined, string | undefined] => {
  const [least, most] = [read(element, low), read(element, high)];
  if (least === undefined || most === undefined || Number(least) <= Number(most)) return [least, most];
  countLoss(element, high);
  return [undefined, undefined];
};

/** The code of a unit of time. Any other unit is counted. */
const unitOfTime = (element: TimingElement, member: 'periodUnit' | 'durationUnit'): string | undefined => {
  const code = text(element, member);
  return code === undefined || timeUnitOf(code) !== undefined ? code : countLoss(element, member);
};

/** How many times the dose is taken a day, or on the days of a week, by its list of times; undefined if that is not known. */
export const listedTimes = ({ timeOfDay, when, dayOfWeek }: Repeat): number | undefined => {
  const named = timesPerDayOf(when);
  if (named === undefined) return undefined;
  const times = timeOfDay.length + named;
  return dayOfWeek.length === 0 ? times : dayOfWeek.length * Math.max(times, 1);
};

/** Counts what was sent as a part of something that another part is missing of: `3 times` without a period. */
const countParts = (repeat: Repeat): void => {
  const { element, frequency, frequencyMax, period, periodMax, periodUnit } = repeat;
  const { duration, durationMax, durationUnit, offset, when } = repeat;
  const lose = (member: Parameters<typeof countLoss<R4.TimingRepeat>>[1]) =>
    countLoss(element, member, 'out-of-bounds');
  if (period === undefined && periodMax !== undefined) lose('periodMax');
  if (period === undefined && periodUnit !== undefined) lose('periodUnit');
  if (period !== undefined && periodUnit === undefined) lose('period');
  const isListed = frequencyMax === undefined && listedTimes(repeat) === Number(frequency);
  if (period === undefined && (frequency ?? frequencyMax) !== undefined && !isListed)
    lose(frequency === undefined ? 'frequencyMax' : 'frequency');
  if ((duration ?? durationMax) === undefined && durationUnit !== undefined) lose('durationUnit');
  if ((duration ?? durationMax) !== undefined && durationUnit === undefined)
    lose(duration === undefined ? 'durationMax' : 'duration');
  if (
    offset !== undefined &&
    (when.length === 0 || when.some(code => eventTimingText(code, offset) === undefined))
  )
    lose('offset');
};

const readRepeat = (element: TimingElement): Repeat => {
  const [frequency, frequencyMax] = ends(element, ['frequency', 'frequencyMax'], wholeNumber);
  const [period, periodMax] = ends(element, ['period', 'periodMax'], positiveDigits);
  const [count, countMax] = ends(element, ['count', 'countMax'], wholeNumber);
  const [duration, durationMax] = ends(element, ['duration', 'durationMax'], positiveDigits);
  const offset = digits(element, 'offset');
  return {
    element,
    frequency,
    frequencyMax,
    period,
    periodMax,
    periodUnit: unitOfTime(element, 'periodUnit'),
    count,
    countMax,
    duration,
    durationMax,
    durationUnit: unitOfTime(element, 'durationUnit'),
    offset: offset === undefined || /^\d+$/.test(offset) ? offset : countLoss(element, 'offset'),
    dayOfWeek: readTexts(element, 'dayOfWeek', code => (weekdays.has(code) ? code : undefined)),
    timeOfDay: readTexts(element, 'timeOfDay', timeOfDayIn),
    when: readTexts(element, 'when', code => eventTimingText(code, undefined) && code),
  };
};

/** The `repeat` of a timing. What cannot be read, or cannot be said because another part of it was not sent, is counted. */
export const repeatOf = (element: TimingElement): Repeat => {
  const { value: repeat, isComplete } = readPart(element, () => readRepeat(element));
  if (isComplete) countParts(repeat);
  return repeat;
};

/** The period of a dosage, and whether what was sent of it can be read, at least in part: a dose without its end has no end. */
export const periodOf = (
  repeat: TimingElement | undefined,
  times: TimeReader,
): { readonly period: Period; readonly isComplete: boolean } => {
  const period = repeat === undefined ? undefined : child(repeat, 'boundsPeriod');
  if (repeat === undefined || period === undefined) {
    const isComplete = repeat === undefined || !isPresent(repeat, 'boundsPeriod');
    return { period: { start: undefined, end: undefined }, isComplete };
  }
  const [start, end] = [times.begin(period, 'start'), times.end(period, 'end')];
  const isLost =
    isMasked(repeat, 'boundsPeriod') ||
    (start === undefined && wasSent(period, 'start')) ||
    (end === undefined && wasSent(period, 'end'));
  return { period: { start, end }, isComplete: !isLost };
};

/** The events of a timing, 14 digits each. One that cannot be read is counted. */
export const eventsOf = (
  timing: Element<R4.Timing> | undefined,
  { pointOf }: TimeReader,
): readonly string[] => (timing === undefined ? [] : readTexts(timing, 'event', pointOf));
