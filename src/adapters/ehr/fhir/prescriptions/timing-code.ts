// The codes of how often a medicine is taken (HL7's code system GTSAbbreviation).
//
// R4 says that such a code and the structured timing beside it state the same, and that either may be used. Where they do not, nobody
// knows which of the two is right, so there is no dose.
import type * as R4 from 'fhir/r4.js';
import { exactly, exactSpan } from '../../translation/dosage/digits.ts';
import type { Timing } from '../../translation/dosage/dosage.ts';
import {
  dayUnit,
  hour,
  month,
  type Period,
  type TimeUnit,
  week,
} from '../../translation/dosage/time-units.ts';
import { eventTiming, type TimeOfDay } from '../../translation/dosage/times-of-day.ts';
import { type Coding, type Concept, conceptOf } from '../elements/coded.ts';
import { child, countLoss, type Element } from '../elements/element.ts';
import { listedTimes } from './timing.ts';

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
  readonly part?: PartOfDay;
};

/** A part of the day: its code, and which named times and hours are in it. */
type PartOfDay = {
  readonly code: string;
  readonly names: RegExp;
  readonly from: string;
  readonly to: string;
};

const timesADay = (times: number): TimingCode => ({ times, period: 1, unit: dayUnit });
const every = (period: number, unit: TimeUnit): TimingCode => ({ times: 1, period, unit });
const daily = (part: PartOfDay): TimingCode => ({ ...every(1, dayUnit), part });

/** Codes that mean the same without a system. */
const unambiguous: ReadonlyMap<string, TimingCode> = new Map([
  ['BID', timesADay(2)],
  ['TID', timesADay(3)],
  ['QID', timesADay(4)],
  ['QD', every(1, dayUnit)],
  ['QOD', every(2, dayUnit)],
]);

/** Codes that mean this in HL7's system alone: in another one, `MO` may be Monday. */
const ofSystem: ReadonlyMap<string, TimingCode> = new Map([
  ['AM', daily({ code: 'MORN', names: /på morgonen$|^vid uppvaknandet$/, from: '04', to: '12' })],
  ['PM', daily({ code: 'AFT', names: /på eftermiddagen$/, from: '12', to: '18' })],
  ['BED', daily({ code: 'HS', names: /^vid sänggåendet$/, from: '18', to: '24' })],
  ['WK', every(1, week)],
  ['MO', every(1, month)],
]);

/** `Q4H`: every fourth hour. */
const everyHours = /^Q([1-9]\d?)H$/;

const timingCodeOf = ({ system, code = '' }: Pick<Coding, 'system' | 'code'>): TimingCode | undefined => {
  const isOfSystem = system !== undefined && systems.has(system);
  if (system !== undefined && !isOfSystem) return undefined;
  const [, hours] = everyHours.exec(code) ?? [];
  if (hours !== undefined) return every(Number(hours), hour);
  return unambiguous.get(code) ?? (isOfSystem ? ofSystem.get(code) : undefined);
};

const secondsIn: Readonly<Record<string, number>> = {
  MINUTE: 60,
  HOUR: 3600,
  DAY: 86_400,
  WEEK: 604_800,
  MONTH: 2_629_800,
  YEAR: 31_557_600,
};

const seconds = (period: number, { type = '' }: TimeUnit): number => period * (secondsIn[type] ?? Number.NaN);

const isInPart = ({ name, kind }: TimeOfDay, { names, from, to }: PartOfDay): boolean =>
  kind === 'clock' ? name >= from && name < to : names.test(name);

/** Whether a timing is as often as a code says, or does not say how often. */
const isAsOften = (timing: Timing, code: TimingCode): boolean => {
  const { times, period, timesOfDay = [], weekdays = [] } = timing;
  if ([times, period].some(span => span !== undefined && exactly(span) === undefined)) return false;
  const { part } = code;
  if (part !== undefined && !timesOfDay.every(time => isInPart(time, part))) return false;
  if (weekdays.length > 0 && code.unit !== week) return false;
  const listed = listedTimes(timing);
  // Meals are not counted.
  if (!listed && times === undefined && period === undefined) return true;
  const number = times === undefined ? listed || 1 : (exactly(times) ?? Number.NaN);
  const { low = '1', unit = weekdays.length === 0 ? dayUnit : week }: Partial<Period> = period ?? {};
  return number * seconds(code.period, code.unit) === code.times * seconds(Number(low), unit);
};

/** A timing with what only its code says. */
const completed = (timing: Timing, { times, period, unit, part }: TimingCode): Timing => {
  const partOfDay = part && eventTiming(part.code);
  const isNamed = partOfDay !== undefined && (timing.timesOfDay ?? []).length === 0;
  return {
    ...timing,
    ...(timing.period === undefined
      ? { times: timing.times ?? exactSpan(String(times)), period: { ...exactSpan(String(period)), unit } }
      : {}),
    ...(isNamed ? { timesOfDay: [partOfDay] } : {}),
  };
};

/** Whether a text is only a code of a concept, or its display. */
const repeats = (written: string, { code, display }: Partial<Coding>): boolean =>
  [code, display].some(word => word?.toLowerCase() === written.toLowerCase());

/** The words of a concept without a known code. */
const wordsOf = ({ text, codings }: Concept): string | undefined => {
  const isCode = codings.some(({ code }) => repeats(text ?? '', { code }));
  const display = codings.find(
    coding => coding.display !== undefined && coding.display !== coding.code,
  )?.display;
  return (isCode ? undefined : text) ?? display;
};

/**
 * A timing, completed by its code, and the words beside that. A code that contradicts the structured timing or itself is counted, and so is
 * an unknown one without words.
 */
export const withTimingCode = (
  element: Element<R4.Timing> | undefined,
  timing: Timing,
): { readonly timing: Timing; readonly words?: string | undefined } => {
  const concept = element && conceptOf(child(element, 'code'));
  if (element === undefined || concept === undefined) return { timing };
  const { text, codings } = concept;
  const known = [...codings, { system: undefined, code: text?.trim() }].flatMap(
    coding => timingCodeOf(coding) ?? [],
  );
  const [code, ...others] = known;
  if (code === undefined) {
    const words = wordsOf(concept);
    return { timing, words: words ?? (codings.length === 0 ? undefined : countLoss(element, 'code')) };
  }
  const isContradicted =
    (timing.dates ?? []).length > 0 ||
    !isAsOften(timing, code) ||
    others.some(other => JSON.stringify(other) !== JSON.stringify(code));
  if (isContradicted) return { timing, words: countLoss(element, 'code') };
  const isCode = timingCodeOf({ system: undefined, code: text?.trim() }) !== undefined;
  const isOwn = !isCode && !codings.some(coding => repeats(text ?? '', coding));
  return { timing: completed(timing, code), words: isOwn ? text : undefined };
};
