// Reads a Dosage, before a plugin is chosen for it.
import { Failure } from '../../../../domain/model/failure.ts';
import { uniqueTexts } from '../../translation/values.ts';
import { conceptOf, conceptText, conceptTexts } from '../elements/coded.ts';
import {
  bool,
  child,
  children,
  countLoss,
  digits,
  type Element,
  integer,
  isPresent,
  text,
  texts,
} from '../elements/element.ts';
import { type Quantity, quantity, quantityIn } from '../elements/quantities.ts';
import type { TimeReader } from '../elements/times.ts';

/** A dose, from `low` to `high`, without a rate. */
export type Dose = { readonly low: Quantity | undefined; readonly high: Quantity | undefined };

/** When the dosage begins and ends, or how long it lasts. */
export type Bounds = {
  readonly start: string | undefined;
  readonly end: string | undefined;
  readonly duration: Quantity | undefined;
  readonly range: Dose | undefined;
};

export type Repeat = {
  readonly element: Element;
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

export type Dosage = {
  readonly element: Element;
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
  readonly maxPerPeriod: Element | undefined;
  readonly maxPerAdministration: Element | undefined;
  readonly maxPerLifetime: Element | undefined;
};

const rangeIn = (element: Element): Dose => ({
  low: quantity(element, 'low'),
  high: quantity(element, 'high'),
});

/** Counts a quantity without a value: it is not a dose. */
const countEmpty = (element: Element): void => {
  if (!isPresent(element, 'value')) countLoss(element);
};

const doseOf = (entry: Element): Dose | undefined => {
  const single = child(entry, 'doseQuantity');
  if (single !== undefined) {
    countEmpty(single);
    const found = quantityIn(single);
    return found === undefined ? undefined : { low: found, high: found };
  }
  const range = child(entry, 'doseRange');
  if (range === undefined) return undefined;
  for (const end of ['low', 'high']) {
    const found = child(range, end);
    if (found !== undefined) countEmpty(found);
  }
  const { low, high } = rangeIn(range);
  return low === undefined && high === undefined ? undefined : { low, high };
};

const joined = (...parts: readonly (string | undefined)[]) =>
  parts.filter(part => part !== undefined).join(' ');

const rateText = (entry: Element): string | undefined => {
  const ratio = child(entry, 'rateRatio');
  if (ratio !== undefined) {
    const [top, bottom] = [quantity(ratio, 'numerator'), quantity(ratio, 'denominator')];
    if (top === undefined || bottom === undefined) return countLoss(ratio);
    const per = Number(bottom.digits) === 1 ? (bottom.unit ?? '1') : joined(bottom.digits, bottom.unit);
    return `${joined(`${top.comparator ?? ''}${top.digits}`, top.unit)}/${per}`;
  }
  const range = child(entry, 'rateRange');
  if (range !== undefined) {
    const { low, high } = rangeIn(range);
    if (low === undefined && high === undefined) return countLoss(range);
    return joined(
      [low?.digits, high?.digits].filter(end => end !== undefined).join('-'),
      low?.unit ?? high?.unit,
    );
  }
  const single = quantity(entry, 'rateQuantity');
  return single === undefined ? undefined : joined(`${single.comparator ?? ''}${single.digits}`, single.unit);
};

const typeOf = (entry: Element): string | undefined =>
  conceptOf(child(entry, 'type'))?.codings.find(({ code }) => code !== undefined)?.code;

/** The doses as ordered. If there are any, calculated ones only repeat them, and are counted. */
const ordered = (element: Element): Element[] => {
  const all = children(element, 'doseAndRate').map(entry => ({ entry, type: typeOf(entry) }));
  if (!all.some(({ type }) => type === 'ordered')) return all.map(({ entry }) => entry);
  for (const { type } of all) if (type === 'calculated') countLoss(element, 'doseAndRate', 'repeated');
  return all.flatMap(({ entry, type }) => (type === 'calculated' ? [] : [entry]));
};

const clockTime = /^(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?$/;

const timesOfDay = (repeat: Element): string[] =>
  texts(repeat, 'timeOfDay').flatMap(
    written => clockTime.exec(written)?.[1] ?? countLoss(repeat, 'timeOfDay') ?? [],
  );

const repeatOf = (element: Element): Repeat => ({
  element,
  frequency: digits(element, 'frequency'),
  frequencyMax: digits(element, 'frequencyMax'),
  period: digits(element, 'period'),
  periodMax: digits(element, 'periodMax'),
  periodUnit: text(element, 'periodUnit'),
  count: digits(element, 'count'),
  countMax: digits(element, 'countMax'),
  duration: digits(element, 'duration'),
  durationMax: digits(element, 'durationMax'),
  durationUnit: text(element, 'durationUnit'),
  offset: digits(element, 'offset'),
  dayOfWeek: texts(element, 'dayOfWeek'),
  timeOfDay: timesOfDay(element),
  when: texts(element, 'when'),
});

const boundsOf = (repeat: Element | undefined, times: TimeReader): Bounds => {
  const period = repeat === undefined ? undefined : child(repeat, 'boundsPeriod');
  const range = repeat === undefined ? undefined : child(repeat, 'boundsRange');
  return {
    start: period === undefined ? undefined : times.begin(period, 'start'),
    end: period === undefined ? undefined : times.end(period, 'end'),
    duration: repeat === undefined ? undefined : quantity(repeat, 'boundsDuration'),
    range: range === undefined ? undefined : rangeIn(range),
  };
};

const eventsOf = (timing: Element | undefined, times: TimeReader): string[] =>
  timing === undefined
    ? []
    : texts(timing, 'event').flatMap(written => times.pointOf(written) ?? countLoss(timing, 'event') ?? []);

/** The most doses of one dosage. They are published one by one, so that a few long lists would fill the memory (D32). */
const maxDoses = 10_000;

const checkDoses = ({ entries, events, repeat }: Dosage): void => {
  const lists = [entries, (repeat?.timeOfDay.length ?? 0) + (repeat?.when.length ?? 0) + events.length];
  const doses = [...lists, repeat?.dayOfWeek.length ?? 0].reduce((all, one) => all * Math.max(one, 1), 1);
  if (doses > maxDoses) {
    throw new Failure('ehr-unusable', {
      reason: 'ehr-limit',
      detail: `a dosage of more than ${maxDoses} doses`,
    });
  }
};

/** Throws `Failure` `ehr-unusable` for more than 10,000 doses. */
export const readDosage = (element: Element, times: TimeReader): Dosage => {
  const timing = child(element, 'timing');
  const repeat = timing === undefined ? undefined : child(timing, 'repeat');
  const entries = ordered(element);
  const dosage: Dosage = {
    element,
    sequence: integer(element, 'sequence'),
    lines: uniqueTexts(
      text(element, 'text'),
      ...conceptTexts(element, 'additionalInstruction'),
      timing === undefined ? undefined : conceptText(timing, 'code'),
    ),
    asNeeded: bool(element, 'asNeededBoolean'),
    isAsNeededFor: isPresent(element, 'asNeededCodeableConcept'),
    asNeededFor: conceptText(element, 'asNeededCodeableConcept'),
    entries: entries.length,
    doses: entries.flatMap(entry => doseOf(entry) ?? []),
    rates: entries.flatMap(entry => rateText(entry) ?? []),
    repeat: repeat === undefined ? undefined : repeatOf(repeat),
    events: eventsOf(timing, times),
    bounds: boundsOf(repeat, times),
    maxPerPeriod: child(element, 'maxDosePerPeriod'),
    maxPerAdministration: child(element, 'maxDosePerAdministration'),
    maxPerLifetime: child(element, 'maxDosePerLifetime'),
  };
  checkDoses(dosage);
  return dosage;
};
