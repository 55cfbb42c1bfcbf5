// Reads when a medicine is taken: the timing of a Dosage. What cannot be said to a patient is counted.
import type * as R4 from 'fhir/r4.js';
import { type DigitSpan, exactly } from '../../translation/dosage/digits.ts';
import type { Timing } from '../../translation/dosage/dosage.ts';
import { type Period, timeUnitOf } from '../../translation/dosage/time-units.ts';
import { eventTiming, type TimeOfDay, timeOfDay } from '../../translation/dosage/times-of-day.ts';
import { definedItems } from '../../values/values.ts';
import {
  child,
  countLoss,
  type Element,
  isMasked,
  isPresent,
  type With,
  wasSent,
} from '../elements/element.ts';
import { plainDigitsAt, positiveDigitsAt, type ReadDigits, text, texts } from '../elements/primitives.ts';
import { readPart } from '../elements/tally.ts';
import type { ElementTimes } from '../elements/times.ts';

type Repeat = Element<R4.TimingRepeat>;

/** The first and the last moment of a dosage, 14 digits each. */
export type Bounds = { readonly start: string | undefined; readonly end: string | undefined };

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

/** A time of day as R4 writes it; undefined for one that does not exist, such as `24:00:00`. */
const clockTimeOf = (written: string): TimeOfDay | undefined =>
  /^\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(written) ? timeOfDay(written.replace(/\..*/, '')) : undefined;

/** The items of a list member, as `read` reads them. One that it cannot read is counted. */
const readItems = <M extends string, V>(
  element: With<M, readonly string[]>,
  member: M,
  read: (written: string) => V | undefined,
): readonly V[] =>
  definedItems(texts(element, member).map(written => read(written) ?? countLoss(element, member)));

/** A whole number above zero: nobody takes a dose 1.5 times. */
const wholeNumber: ReadDigits = (element, member) => {
  const written = positiveDigitsAt(element, member);
  return written === undefined || Number.isInteger(Number(written)) ? written : countLoss(element, member);
};

/** The numbers of a timing, each with the member that holds the highest of a range. */
const highestOf = {
  frequency: 'frequencyMax',
  period: 'periodMax',
  count: 'countMax',
  duration: 'durationMax',
} as const;

/** The lengths of time, each with the member that holds its unit. */
const unitNameOf = { period: 'periodUnit', duration: 'durationUnit' } as const;

/** A number, or a range to the `…Max` beside it. One whose first end is above the other says nothing, and is counted. */
const spanIn = (element: Repeat, member: keyof typeof highestOf, read: ReadDigits): DigitSpan | undefined => {
  const highest = highestOf[member];
  const [low, high] = [read(element, member), read(element, highest)];
  if (low !== undefined && high !== undefined && Number(low) > Number(high))
    return countLoss(element, highest);
  if (low === undefined && high === undefined) return undefined;
  return { low, high: high ?? low };
};

/**
 * A length of time, or a range. A number without its unit is counted, and so is a unit without its number, and the longest time without a
 * shortest one.
 */
const periodIn = (
  element: Repeat,
  member: keyof typeof unitNameOf,
  { isFromZero }: { readonly isFromZero: boolean },
): Period | undefined => {
  const unitName = unitNameOf[member];
  const { value, isComplete } = readPart(element, () => {
    const code = text(element, unitName);
    const unit = timeUnitOf(code) ?? (code === undefined ? undefined : countLoss(element, unitName));
    return { span: spanIn(element, member, positiveDigitsAt), unit };
  });
  const { span, unit } = value;
  if (!isComplete || (span === undefined && unit === undefined)) return undefined;
  if (span === undefined) return countLoss(element, unitName, 'out-of-bounds');
  const isUsable = unit !== undefined && (isFromZero || span.low !== undefined);
  return isUsable
    ? { ...span, unit }
    : countLoss(element, span.low === undefined ? highestOf[member] : member, 'out-of-bounds');
};

/** The named times, each with the minutes before or after it. */
const eventTimesIn = (element: Repeat): readonly TimeOfDay[] => {
  const offset = plainDigitsAt(element, 'offset');
  const codes = readItems(element, 'when', code => eventTiming(code) && code);
  const named = codes.map(code => eventTiming(code, offset));
  const isSaid =
    offset === undefined || (/^\d+$/.test(offset) && codes.length > 0 && !named.includes(undefined));
  if (!isSaid) countLoss(element, 'offset', 'out-of-bounds');
  return definedItems(named);
};

/** How many times a day, or on the days of a week, by the lists of times; undefined if that is not known. */
export const listedTimes = ({ timesOfDay = [], weekdays: days = [] }: Timing): number | undefined => {
  if (timesOfDay.some(({ isDaily }) => !isDaily)) return undefined;
  return days.length === 0 ? timesOfDay.length : days.length * Math.max(timesOfDay.length, 1);
};

const readRepeat = (element: Repeat): Timing => ({
  times: spanIn(element, 'frequency', wholeNumber),
  period: periodIn(element, 'period', { isFromZero: false }),
  count: spanIn(element, 'count', wholeNumber),
  duration: periodIn(element, 'duration', { isFromZero: true }),
  weekdays: readItems(element, 'dayOfWeek', code => weekdays.get(code)),
  timesOfDay: [...readItems(element, 'timeOfDay', clockTimeOf), ...eventTimesIn(element)],
});

/** The `repeat` of a timing. A number of times without a period is counted, unless it is that of the listed times. */
const repeatOf = (element: Repeat): Timing => {
  const { value: timing, isComplete } = readPart(element, () => readRepeat(element));
  const { times, period } = timing;
  if (!isComplete || times === undefined || period !== undefined) return timing;
  if (exactly(times) !== listedTimes(timing))
    countLoss(element, times.low === undefined ? 'frequencyMax' : 'frequency', 'out-of-bounds');
  return timing;
};

/** When a medicine is taken. @param repeat that of the timing. */
export const timingOf = (
  timing: Element<R4.Timing> | undefined,
  repeat: Repeat | undefined,
  { pointOf }: ElementTimes,
): Timing => ({
  ...(repeat === undefined ? {} : repeatOf(repeat)),
  dates: timing === undefined ? [] : readItems(timing, 'event', pointOf),
});

/** The bounds of a dosage, and whether what was sent of them can be read, at least in part: a dose without its end has no end. */
export const boundsOf = (
  repeat: Repeat | undefined,
  times: ElementTimes,
): { readonly bounds: Bounds; readonly isComplete: boolean } => {
  const period = repeat === undefined ? undefined : child(repeat, 'boundsPeriod');
  if (repeat === undefined || period === undefined) {
    const isComplete = repeat === undefined || !isPresent(repeat, 'boundsPeriod');
    return { bounds: { start: undefined, end: undefined }, isComplete };
  }
  const [start, end] = [times.begin(period, 'start'), times.end(period, 'end')];
  const isLost =
    isMasked(repeat, 'boundsPeriod') ||
    (start === undefined && wasSent(period, 'start')) ||
    (end === undefined && wasSent(period, 'end'));
  return { bounds: { start, end }, isComplete: !isLost };
};
