// The codes of how often a medicine is taken (HL7's code system GTSAbbreviation).
//
// R4 says that such a code and the structured timing beside it state the same, and that either may be used. Where they do not, nobody
// knows which of the two is right, so there is no dose.
import type * as R4 from 'fhir/r4.js';
import type { Timing } from '../../translation/dosage/dosage.ts';
import { exactly, type NumberRange, type TimeUnit } from '../../translation/dosage/time-units.ts';
import { eventTiming, type TimeOfDay } from '../../translation/dosage/times-of-day.ts';
import { definedItems } from '../../values/values.ts';
import { type Coding, type Concept, conceptOf } from '../elements/coded.ts';
import { child, countLoss, type Element } from '../elements/element.ts';

/** The code system in R4, in STU3, and as an OID. */
const systems: ReadonlySet<string> = new Set([
  'http://terminology.hl7.org/CodeSystem/v3-GTSAbbreviation',
  'http://hl7.org/fhir/v3/GTSAbbreviation',
  'urn:oid:2.16.840.1.113883.5.139',
]);

type TimingCode = {
  readonly times: number;
  readonly period: number;
  readonly unit: TimeUnit;
  /** The part of the day, if the code names one. */
  readonly part?: TimeOfDay | undefined;
};

const timesADay = (times: number): TimingCode => ({ times, period: 1, unit: 'DAY' });
const every = (period: number, unit: TimeUnit): TimingCode => ({ times: 1, period, unit });
const daily = (part: string): TimingCode => ({ ...timesADay(1), part: eventTiming(part) });

/** Codes that mean the same without a system. */
const unambiguous: ReadonlyMap<string, TimingCode> = new Map([
  ['BID', timesADay(2)],
  ['TID', timesADay(3)],
  ['QID', timesADay(4)],
  ['QD', timesADay(1)],
  ['QOD', every(2, 'DAY')],
]);

/** Codes that mean this in HL7's system alone: in another one, `MO` may be Monday. */
const ofSystem: ReadonlyMap<string, TimingCode> = new Map([
  ['AM', daily('MORN')],
  ['PM', daily('AFT')],
  ['BED', daily('HS')],
  ['WK', every(1, 'WEEK')],
  ['MO', every(1, 'MONTH')],
]);

/** `Q4H`: every fourth hour. */
const everyHours = /^Q([1-9]\d?)H$/;

/** The system of Belgium's national codes, which are HL7's. */
const belgian = /^https:\/\/www\.ehealth\.fgov\.be\/standards\/fhir\/.*timing-abbreviation$/;

const timingCodeOf = ({ system, code = '' }: Pick<Coding, 'system' | 'code'>): TimingCode | undefined => {
  const isOfSystem = system !== undefined && (systems.has(system) || belgian.test(system));
  if (system !== undefined && !isOfSystem) return undefined;
  const [, hours] = everyHours.exec(code) ?? [];
  if (hours !== undefined) return every(Number(hours), 'HOUR');
  return unambiguous.get(code) ?? (isOfSystem ? ofSystem.get(code) : undefined);
};

/** The words of a concept without a known code: no text or display that is only a code, which may change how often. */
const wordsOf = ({ text, codings }: Concept): string | undefined => {
  const codes = codings.map(({ code }) => code?.toLowerCase());
  return definedItems([text, ...codings.map(({ display }) => display)]).find(
    words => !codes.includes(words.toLowerCase()),
  );
};

/**
 * What a timing's code says, and its words: those of an unknown code, or its own words beside a known one. Codes that contradict each
 * other are counted, and so is an unknown one without words.
 */
export const timingCodeIn = (element: Element<R4.Timing> | undefined) => {
  const concept = conceptOf(child(element, 'code'));
  if (element === undefined || concept === undefined) return {};
  const { text, codings } = concept;
  const textCode = timingCodeOf({ system: undefined, code: text?.trim() });
  const [code, ...others] = definedItems([...codings.map(timingCodeOf), textCode]);
  if (code === undefined) {
    return { words: wordsOf(concept) ?? (codings.length === 0 ? undefined : countLoss(element, 'code')) };
  }
  if (others.some(other => JSON.stringify(other) !== JSON.stringify(code)))
    return { words: countLoss(element, 'code') };
  const repeated = codings.flatMap(coding => [coding.code?.toLowerCase(), coding.display?.toLowerCase()]);
  const isOwn = textCode === undefined && !repeated.includes(text?.toLowerCase());
  return { code, words: isOwn ? text : undefined };
};

const isUnlike = (said: NumberRange | undefined, number: number): boolean =>
  said !== undefined && exactly(said) !== number;

/** A timing with what its code says; undefined if the two do not say the same. */
export const withTimingCode = (
  { timing, timesOfDay }: { readonly timing: Timing; readonly timesOfDay: readonly TimeOfDay[] },
  code: TimingCode | undefined,
) => {
  if (code === undefined) return { timing, timesOfDay };
  const { times, period, unit, part } = code;
  const isOtherPeriod =
    timing.period !== undefined && (timing.period.unit !== unit || isUnlike(timing.period, period));
  const isOtherPart = part !== undefined && timesOfDay.some(({ name }) => name !== part.name);
  if (isUnlike(timing.times, times) || isOtherPeriod || isOtherPart) return undefined;
  const span = (number: number) => ({ low: number, high: number });
  return {
    timing: { ...timing, times: span(times), period: { ...span(period), unit } },
    timesOfDay: timesOfDay.length === 0 && part !== undefined ? [part] : timesOfDay,
  };
};
