// Reads when a medicine is taken: the timing of a Dosage. What cannot be read is counted; what is not read here cannot be said.
import type * as R4 from 'fhir/r4.js';
import { isJsonObject } from '../../../../domain/model/json.ts';
import { type Bounds, maxOccasions, sayableLength, type Timing } from '../../translation/dosage/dosage.ts';
import { type NumberRange, timeUnitOf } from '../../translation/dosage/time-units.ts';
import { eventTiming, type TimeOfDay, timeOfDay } from '../../translation/dosage/times-of-day.ts';
import { definedItems, isAbsent, nonEmptyList } from '../../values/values.ts';
import { child, countLoss, type Element, isPresent, type With } from '../elements/element.ts';
import { plainDigitsAt, positiveDigitsAt, text, texts } from '../elements/primitives.ts';
import { quantity } from '../elements/quantities.ts';
import type { ElementTimes } from '../elements/times.ts';

type Repeat = Element<R4.TimingRepeat>;

const weekdays: ReadonlyMap<string, string> = new Map([
  ['mon', 'måndagar'],
  ['tue', 'tisdagar'],
  ['wed', 'onsdagar'],
  ['thu', 'torsdagar'],
  ['fri', 'fredagar'],
  ['sat', 'lördagar'],
  ['sun', 'söndagar'],
]);

/** A time of day as R4 writes it; undefined for one that does not exist, such as `24:00:00`. */
const clockTimeOf = (written: string): TimeOfDay | undefined =>
  /^\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(written) ? timeOfDay(written.replace(/\..*/, '')) : undefined;

/** The items of a list member, as `read` reads them. One that it cannot read is counted, and so is one too many. */
const readItems = <M extends string, V>(
  element: With<M, readonly string[]>,
  member: M,
  read: (written: string) => V | undefined,
): readonly V[] => {
  const items = texts(element, member);
  if (items.length > maxOccasions) countLoss(element, member, 'out-of-bounds');
  return definedItems(items.map(written => read(written) ?? countLoss(element, member)));
};

/** A number above zero, or a range to the `…Max` beside it. */
const spanIn = (element: Repeat, member: 'frequency' | 'period'): NumberRange | undefined => {
  const [low, high] = [member, `${member}Max` as const].map(name => positiveDigitsAt(element, name));
  if (low === undefined) return high === undefined ? undefined : countLoss(element, `${member}Max`);
  const span = { low: Number(low), high: Number(high ?? low) };
  return span.low <= span.high ? span : countLoss(element, `${member}Max`);
};

const periodIn = (element: Repeat) => {
  const [code, span] = [text(element, 'periodUnit'), spanIn(element, 'period')];
  const unit = timeUnitOf(code);
  if (span === undefined && code === undefined) return undefined;
  return span === undefined || unit === undefined ? countLoss(element, 'periodUnit') : { ...span, unit };
};

/** The `repeat` of a timing, and the times of the day in it. */
const repeatOf = (element: Repeat) => {
  const count = positiveDigitsAt(element, 'count');
  // Minutes before or after an event cannot be said: it may be none.
  if (Number(plainDigitsAt(element, 'offset') ?? 0) !== 0) countLoss(element, 'offset', 'out-of-bounds');
  return {
    timing: {
      times: spanIn(element, 'frequency'),
      period: periodIn(element),
      count: count === undefined ? undefined : Number(count),
      weekdays: nonEmptyList(readItems(element, 'dayOfWeek', code => weekdays.get(code))),
    },
    timesOfDay: [...readItems(element, 'timeOfDay', clockTimeOf), ...readItems(element, 'when', eventTiming)],
  };
};

const isDay = (written: unknown): boolean => /^\s*\d{4}-\d\d-\d\d\s*$/.test(String(written));

/** When a medicine is taken, without its code. */
export const timingOf = (
  timing: Element<R4.Timing> | undefined,
  { pointOf }: ElementTimes,
): { readonly timing: Timing; readonly timesOfDay: readonly TimeOfDay[] } => {
  if (timing === undefined) return { timing: {}, timesOfDay: [] };
  const repeat = child(timing, 'repeat');
  const read = repeat === undefined ? { timing: {}, timesOfDay: [] } : repeatOf(repeat);
  // A day alone has no time (D8).
  const dateOf = (written: string) => pointOf(written)?.slice(0, isDay(written) ? 8 : 14);
  const dates = nonEmptyList(readItems(timing, 'event', dateOf));
  return { ...read, timing: { ...read.timing, dates } };
};

/** Whether a timing says when or how often, beside its code and its bounds. */
export const hasTimes = ({ node }: Element<R4.Timing>): boolean => {
  const { repeat, ...others } = node;
  const says = (part: object, silent: RegExp) =>
    Object.entries(part).some(([name, value]) => !silent.test(name) && !isAbsent(value));
  return (
    says(others, /^_?(?:id|code)$/) ||
    (isJsonObject(repeat) ? says(repeat, /^_?(?:id|bounds)/) : !isAbsent(repeat))
  );
};

/** The first and the last day or moment. One that is incomplete or cannot be read is counted. */
export const boundsPeriodOf = (repeat: Repeat, times: ElementTimes): Bounds => {
  const period = child(repeat, 'boundsPeriod');
  const start = times.begin(period, 'start')?.slice(0, isDay(period?.node.start) ? 8 : 14);
  const end = times.end(period, 'end')?.slice(0, isDay(period?.node.end) ? 8 : 14);
  return { start, end };
};

/** How long the dosage lasts, in whole units. An upper end alone, or `<=`, is the most. */
export const lengthOf = (repeat: Repeat): Bounds['length'] => {
  const range = child(repeat, 'boundsRange');
  const one = quantity(repeat, 'boundsDuration', positiveDigitsAt);
  if (range === undefined && one === undefined) return undefined;
  const low = range === undefined ? one : quantity(range, 'low', positiveDigitsAt);
  const high = range === undefined ? one : quantity(range, 'high', positiveDigitsAt);
  const [unit, other = unit] = definedItems([high, low])
    .filter(end => (end.unit ?? end.code) !== undefined)
    .map(end => timeUnitOf(end.code) ?? timeUnitOf(end.unit) ?? 'none');
  const isMaximum = low === undefined || (one !== undefined && one.comparator === '<=');
  const [from, to] = [low ?? high, high].map(end => Number(end?.digits));
  const length =
    unit === 'none' || unit !== other || from === undefined || to === undefined
      ? undefined
      : sayableLength({ low: from, high: to, unit, isMaximum });
  const isExact = [low, high].every(end => end?.comparator === undefined || isMaximum);
  return isExact && length !== undefined && (range === undefined || !isPresent(repeat, 'boundsDuration'))
    ? length
    : countLoss(repeat, range === undefined ? 'boundsDuration' : 'boundsRange', 'out-of-bounds');
};
