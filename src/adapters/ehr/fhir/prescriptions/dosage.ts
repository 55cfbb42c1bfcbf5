// Reads a Dosage, before a plugin is chosen for it.
import type * as R4 from 'fhir/r4.js';
import { Failure } from '../../../../domain/model/failure.ts';
import { definedItems, uniqueTexts } from '../../translation/values.ts';
import { conceptText, conceptTexts } from '../elements/coded.ts';
import { child, children, countLoss, type Element, isPresent } from '../elements/element.ts';
import { bool, integer, text } from '../elements/primitives.ts';
import { knownQuantity, type Quantity } from '../elements/quantities.ts';
import { readPart } from '../elements/tally.ts';
import type { TimeReader } from '../elements/times.ts';
import { amountIn, type Dose, doseOf, orderedAmong, rangeIn, rateText } from './dose.ts';
import { eventsOf, hasOnly, type Period, periodOf, type Repeat, repeatOf } from './timing.ts';
import { timingCodeText } from './timing-code.ts';

export type Dosage = {
  readonly element: Element<R4.Dosage>;
  /** False if something of when, how much, how long or up to which limit is unreadable: what is left would be another dosage. */
  readonly isReadable: boolean;
  readonly sequence: number | undefined;
  /** What the prescriber wrote, a line each. */
  readonly instruction: readonly string[];
  /** How often, as a code's words. */
  readonly timingName: string | undefined;
  readonly asNeeded: boolean | undefined;
  /** Whether it is taken as needed for a condition, and for which. */
  readonly isAsNeededFor: boolean;
  readonly asNeededFor: string | undefined;
  /** Entries of doses and rates. */
  readonly entries: number;
  readonly doses: readonly Dose[];
  /** The rate, in words. */
  readonly rate: string | undefined;
  readonly repeat: Repeat | undefined;
  /** 14 digits each. */
  readonly events: readonly string[];
  readonly period: Period;
  /** How long it lasts. */
  readonly length: Length;
  readonly limits: Limits;
};

/** How long a dosage lasts: one of the two, or none. */
export type Length = { readonly duration: Quantity | undefined; readonly range: Dose | undefined };

export type Limits = {
  readonly perPeriod: { readonly most: Quantity; readonly per: Quantity } | undefined;
  readonly perAdministration: Quantity | undefined;
  readonly perLifetime: Quantity | undefined;
};

/** The most doses of one dosage. They are published one by one, so a few long lists would fill the memory (D32). */
const maxDoses = 10_000;

const checkDoses = ({ entries, events, repeat }: Dosage): void => {
  const occasions = (repeat?.timeOfDay.length ?? 0) + (repeat?.when.length ?? 0) + events.length;
  const days = repeat?.dayOfWeek.length ?? 0;
  const doses = Math.max(entries, 1) * Math.max(occasions, 1) * Math.max(days, 1);
  if (doses > maxDoses) {
    throw new Failure('ehr-unusable', {
      reason: 'ehr-limit',
      detail: `a dosage of more than ${maxDoses} doses`,
    });
  }
};

/** A limit per period. One without an amount or a period is counted: it may be any limit. */
const limitPerPeriod = (element: Element<R4.Dosage>): Limits['perPeriod'] => {
  const ratio = child(element, 'maxDosePerPeriod');
  if (ratio === undefined) return undefined;
  const [most, per] = [amountIn(ratio, 'numerator'), knownQuantity(ratio, 'denominator')];
  if (most !== undefined && per?.unit !== undefined) return { most, per };
  return countLoss(element, 'maxDosePerPeriod', 'out-of-bounds');
};

/** How long the dosage lasts. One without a unit is counted: `10` says nothing. */
const lengthOf = (repeat: Element<R4.TimingRepeat> | undefined): Length => {
  if (repeat === undefined) return { duration: undefined, range: undefined };
  const duration = knownQuantity(repeat, 'boundsDuration');
  const range = rangeIn(repeat, 'boundsRange');
  if (duration !== undefined && duration.unit === undefined)
    countLoss(repeat, 'boundsDuration', 'out-of-bounds');
  if (range !== undefined && range.low?.unit === undefined && range.high?.unit === undefined)
    countLoss(repeat, 'boundsRange', 'out-of-bounds');
  return { duration, range };
};

/** Whether it is taken as needed. `false` beside a condition contradicts it, and is counted. */
const asNeededOf = (element: Element<R4.Dosage>): boolean | undefined => {
  const asNeeded = bool(element, 'asNeededBoolean');
  return asNeeded === false && isPresent(element, 'asNeededCodeableConcept')
    ? countLoss(element, 'asNeededBoolean')
    : asNeeded;
};

/** What says how much is taken, when, how long, and up to which limit. */
const amountsOf = (element: Element<R4.Dosage>, times: TimeReader) => {
  const all = children(element, 'doseAndRate');
  const entries = orderedAmong(all);
  const timing = child(element, 'timing');
  const repeating = timing === undefined ? undefined : child(timing, 'repeat');
  const [rate, ...otherRates] = definedItems(entries.map(rateText));
  for (const _ of otherRates) countLoss(element, 'doseAndRate', 'repeated');
  const repeat = repeating === undefined ? undefined : repeatOf(repeating);
  const events = eventsOf(timing, times);
  const amounts = {
    entries: entries.length,
    doses: definedItems(entries.map(doseOf)),
    rate,
    repeat,
    events,
    timingName:
      timing === undefined ? undefined : timingCodeText(timing, { repeat, hasEvents: events.length > 0 }),
    asNeeded: asNeededOf(element),
    isAsNeededFor: isPresent(element, 'asNeededCodeableConcept'),
    asNeededFor: conceptText(element, 'asNeededCodeableConcept'),
    length: lengthOf(repeating),
    limits: {
      perPeriod: limitPerPeriod(element),
      perAdministration: amountIn(element, 'maxDosePerAdministration'),
      perLifetime: amountIn(element, 'maxDosePerLifetime'),
    },
  };
  return { amounts, repeating, repeated: all.length - entries.length };
};

/** Whether a dosage limits how much may be taken. */
export const hasLimits = ({ limits }: Dosage): boolean =>
  limits.perPeriod !== undefined ||
  limits.perAdministration !== undefined ||
  limits.perLifetime !== undefined;

/** Whether a dosage says how long it lasts by a length, not by dates. */
export const hasLength = ({ length }: Dosage): boolean =>
  length.duration !== undefined || length.range !== undefined;

/** Whether a dosage says something of how much is taken, when, how long or up to which limit. */
const hasAmounts = (dosage: Dosage): boolean =>
  dosage.entries > 0 ||
  dosage.events.length > 0 ||
  dosage.timingName !== undefined ||
  dosage.asNeeded !== undefined ||
  dosage.isAsNeededFor ||
  !hasOnly(dosage.repeat) ||
  hasLimits(dosage) ||
  hasLength(dosage);

/** Throws `Failure` `ehr-unusable` for more than 10,000 doses. */
export const readDosage = (element: Element<R4.Dosage>, times: TimeReader): Dosage => {
  const { value, isComplete } = readPart(element, () => amountsOf(element, times));
  const { period, isComplete: isPeriodComplete } = periodOf(value.repeating, times);
  // Entries that only say again what others say.
  for (let left = value.repeated; left > 0; left--) countLoss(element, 'doseAndRate', 'repeated');
  const dosage: Dosage = {
    element,
    isReadable: isComplete && isPeriodComplete,
    ...value.amounts,
    period,
    sequence: integer(element, 'sequence'),
    instruction: uniqueTexts([text(element, 'text'), ...conceptTexts(element, 'additionalInstruction')]),
  };
  checkDoses(dosage);
  // What can be read of it is not published either.
  if (!dosage.isReadable && hasAmounts(dosage)) countLoss(element, undefined, 'out-of-bounds');
  return dosage;
};
