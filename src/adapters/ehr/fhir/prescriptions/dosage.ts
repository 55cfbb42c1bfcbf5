// Reads a Dosage, before a plugin is chosen for it.
import type * as R4 from 'fhir/r4.js';
import { Failure } from '../../../../domain/model/failure.ts';
import { definedItems, uniqueTexts } from '../../translation/values.ts';
import { conceptText, conceptTexts } from '../elements/coded.ts';
import { child, children, countLoss, type Element, isPresent } from '../elements/element.ts';
import { bool, integer, text } from '../elements/primitives.ts';
import { readPart } from '../elements/tally.ts';
import type { TimeReader } from '../elements/times.ts';
import { type Dose, doseOf, orderedAmong, rateText } from './dose.ts';
import { type Bounds, boundsOf, eventsOf, type Repeat, repeatOf } from './timing.ts';

export type Dosage = {
  readonly element: Element<R4.Dosage>;
  /** False if something of when, how much or up to which limit is unreadable: what is left would be another dosage. */
  readonly isReadable: boolean;
  readonly sequence: number | undefined;
  /** Free texts, a line each. */
  readonly lines: readonly string[];
  readonly asNeeded: boolean | undefined;
  /** Whether it is taken as needed for a condition, and for which. */
  readonly isAsNeededFor: boolean;
  readonly asNeededFor: string | undefined;
  /** Entries of doses and rates. */
  readonly entries: number;
  readonly doses: readonly Dose[];
  /** Rates, in words. */
  readonly rates: readonly string[];
  readonly repeat: Repeat | undefined;
  /** 14 digits each. */
  readonly events: readonly string[];
  readonly bounds: Bounds;
  readonly maxPerPeriod: Element<R4.Ratio> | undefined;
  readonly maxPerAdministration: Element<R4.Quantity> | undefined;
  readonly maxPerLifetime: Element<R4.Quantity> | undefined;
};

/** The most doses of one dosage. They are published one by one, so that a few long lists would fill the memory (D32). */
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

/** What says how much is taken, when, and up to which limit. */
const amountsOf = (element: Element<R4.Dosage>, times: TimeReader) => {
  const all = children(element, 'doseAndRate');
  const entries = orderedAmong(all);
  const timing = child(element, 'timing');
  const repeating = timing === undefined ? undefined : child(timing, 'repeat');
  return {
    entries: entries.length,
    /** Entries that only say again what others say. */
    repeated: all.length - entries.length,
    timing,
    repeating,
    doses: definedItems(entries.map(doseOf)),
    rates: definedItems(entries.map(rateText)),
    repeat: repeating === undefined ? undefined : repeatOf(repeating),
    events: eventsOf(timing, times),
    asNeeded: bool(element, 'asNeededBoolean'),
    maxPerPeriod: child(element, 'maxDosePerPeriod'),
    maxPerAdministration: child(element, 'maxDosePerAdministration'),
    maxPerLifetime: child(element, 'maxDosePerLifetime'),
  };
};

/** Throws `Failure` `ehr-unusable` for more than 10,000 doses. */
export const readDosage = (element: Element<R4.Dosage>, times: TimeReader): Dosage => {
  const { value: amounts, isComplete } = readPart(element, () => amountsOf(element, times));
  const { timing, repeating, repeated, ...published } = amounts;
  for (let left = repeated; left > 0; left--) countLoss(element, 'doseAndRate', 'repeated');
  const dosage: Dosage = {
    element,
    isReadable: isComplete,
    ...published,
    sequence: integer(element, 'sequence'),
    lines: uniqueTexts([
      text(element, 'text'),
      ...conceptTexts(element, 'additionalInstruction'),
      timing === undefined ? undefined : conceptText(timing, 'code'),
    ]),
    isAsNeededFor: isPresent(element, 'asNeededCodeableConcept'),
    asNeededFor: conceptText(element, 'asNeededCodeableConcept'),
    bounds: boundsOf(repeating, times),
  };
  checkDoses(dosage);
  return dosage;
};
