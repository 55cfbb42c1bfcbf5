// Reads a Dosage. What cannot be read is counted, and the dosage is then not shown whole (D38).
import type * as R4 from 'fhir/r4.js';
import { exactSpan } from '../../translation/dosage/digits.ts';
import {
  type AmountRange,
  type Dosage,
  type DoseLimit,
  type Intake,
  type Length,
  maxOccasions,
  type Timing,
} from '../../translation/dosage/dosage.ts';
import { definedItems } from '../../values/values.ts';
import { codeIn, conceptOf, conceptsWords, conceptWords, wordsOfConcept } from '../elements/coded.ts';
import { child, countLoss, type Element, isPresent, type With } from '../elements/element.ts';
import { bool, integer, text } from '../elements/primitives.ts';
import { quantity } from '../elements/quantities.ts';
import { readPart } from '../elements/tally.ts';
import type { ElementTimes } from '../elements/times.ts';
import { amountIn, rangeIn, timeIn, timeUnitIn } from './amounts.ts';
import { doseAndRateOf } from './dose.ts';
import { type Bounds, boundsOf, timingOf } from './timing.ts';
import { withTimingCode } from './timing-code.ts';

/** A dosage, its element, and the bounds that a prescription publishes for all of its dosages. */
export type ReadDosage = {
  readonly element: Element<R4.Dosage>;
  readonly dosage: Dosage;
  readonly bounds: Bounds;
  readonly ways: Ways;
};

/** The ways in which a medicine is taken. */
export const wayNames = ['route', 'site', 'method'] as const;
export type WayName = (typeof wayNames)[number];
/** What a way says. */
export type Way = { readonly words: string | undefined; readonly code: string | undefined };
type Ways = Readonly<Record<WayName, Way>>;

const wayIn = (element: Element<R4.Dosage>, name: WayName): Way => {
  const concept = conceptOf(child(element, name));
  return { words: concept && wordsOfConcept(concept), code: codeIn(concept) };
};

/** The most of a limit. A comparator that could change the limit leaves none. */
const mostIn = <M extends string>(element: With<M, R4.Quantity>, member: M): AmountRange | undefined => {
  const amount = amountIn(element, member);
  if (amount === undefined) return undefined;
  const { comparator, ...most } = amount;
  return comparator === undefined || comparator === '<='
    ? { high: most }
    : countLoss<Record<M, R4.Quantity>>(element, member, 'out-of-bounds');
};

/** The most that may be taken per period. One without an amount or a period is counted: it may be any limit. */
const limitPerPeriod = (element: Element<R4.Dosage>): DoseLimit | undefined => {
  const ratio = child(element, 'maxDosePerPeriod');
  if (ratio === undefined) return undefined;
  const [most, period] = [mostIn(ratio, 'numerator'), quantity(ratio, 'denominator')];
  const unit = period && timeUnitIn(period);
  return most === undefined || period === undefined || unit === undefined || period.comparator !== undefined
    ? countLoss(element, 'maxDosePerPeriod', 'out-of-bounds')
    : { kind: 'limit', most, per: { ...exactSpan(period.digits), unit } };
};

const limitsOf = (element: Element<R4.Dosage>): readonly DoseLimit[] => {
  const perAdministration = mostIn(element, 'maxDosePerAdministration');
  const perLifetime = mostIn(element, 'maxDosePerLifetime');
  return definedItems<DoseLimit>([
    limitPerPeriod(element),
    perAdministration && { kind: 'limit', most: perAdministration, per: 'occasion' },
    perLifetime && { kind: 'limit', most: perLifetime, per: 'lifetime' },
  ]);
};

/** How long the dosage lasts. One without a unit is counted: `10` says nothing. */
const lengthOf = (repeat: Element<R4.TimingRepeat> | undefined): Length | undefined => {
  if (repeat === undefined) return undefined;
  const duration = timeIn(repeat, 'boundsDuration');
  const range = rangeIn(repeat, 'boundsRange', timeIn);
  const [low, high] = duration === undefined ? [range?.low, range?.high] : [duration, duration];
  const end = high ?? low;
  if (end === undefined) return undefined;
  const member = duration === undefined ? 'boundsRange' : 'boundsDuration';
  if (end.unit === undefined) return countLoss(repeat, member, 'out-of-bounds');
  if (duration !== undefined && range !== undefined) return countLoss(repeat, 'boundsRange');
  const isMaximum = low === undefined || (low === high && low.comparator === '<=');
  const most = { ...end, comparator: undefined };
  return isMaximum ? { range: { low: most, high: most }, isMaximum } : { range: { low, high }, isMaximum };
};

/** Whether it is taken as needed. `false` beside a condition contradicts it, and is counted. */
const asNeededOf = (element: Element<R4.Dosage>): boolean | undefined => {
  const asNeeded = bool(element, 'asNeededBoolean');
  const isConditional = isPresent(element, 'asNeededCodeableConcept');
  if (asNeeded === false && isConditional) return countLoss(element, 'asNeededBoolean');
  return isConditional ? true : asNeeded;
};

const saysWhen = ({
  times,
  period,
  count,
  duration,
  weekdays = [],
  timesOfDay = [],
  dates = [],
}: Timing): boolean =>
  (times ?? period ?? count ?? duration) !== undefined ||
  weekdays.length + timesOfDay.length + dates.length > 0;

/** What says how much is taken, when, how long, and up to which limit. */
const amountsOf = (element: Element<R4.Dosage>, times: ElementTimes) => {
  const timingElement = child(element, 'timing');
  const repeat = timingElement && child(timingElement, 'repeat');
  const { dose, rate, repeated } = doseAndRateOf(element);
  const { timing, words } = withTimingCode(timingElement, timingOf(timingElement, repeat, times));
  if ((timing.timesOfDay ?? []).length + (timing.dates ?? []).length > maxOccasions)
    countLoss(element, 'timing', 'out-of-bounds');
  const intake: Intake = { kind: 'intake', dose, rate, timing };
  return {
    words,
    repeated,
    parts: (dose ?? rate) !== undefined || saysWhen(timing) ? [intake] : [],
    limits: limitsOf(element),
    length: lengthOf(repeat),
    repeat,
    asNeeded: asNeededOf(element),
    condition: isPresent(element, 'asNeededCodeableConcept')
      ? { text: conceptWords(element, 'asNeededCodeableConcept') }
      : undefined,
  };
};

/** Reads a dosage into the model of all regions (D38). What keeps it from being whole is counted. */
export const readDosage = (element: Element<R4.Dosage>, times: ElementTimes): ReadDosage => {
  const { value, isComplete } = readPart(element, () => amountsOf(element, times));
  const { bounds, isComplete: hasBounds } = boundsOf(value.repeat, times);
  const { words, repeated, parts, limits, length, asNeeded, condition } = value;
  // Entries that only say again what others say.
  for (let left = repeated; left > 0; left--) countLoss(element, 'doseAndRate', 'repeated');
  // R5's conditions, which R4 does not have: without them, the dose would always be taken.
  const isConditionLost = 'asNeededFor' in element.node;
  const isWhole = isComplete && hasBounds && !isConditionLost;
  // What can be read of it is not published either.
  if (!isWhole) countLoss(element, undefined, 'out-of-bounds');
  return {
    element,
    bounds,
    ways: {
      route: wayIn(element, 'route'),
      site: wayIn(element, 'site'),
      method: wayIn(element, 'method'),
    },
    dosage: {
      order: integer(element, 'sequence'),
      texts: [text(element, 'text'), ...conceptsWords(element, 'additionalInstruction'), words],
      asNeeded,
      condition,
      regimen: isWhole ? { parts, limits, length, ...bounds } : undefined,
    },
  };
};
