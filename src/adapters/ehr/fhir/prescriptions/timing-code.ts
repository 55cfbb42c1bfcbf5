// The codes of how often a medicine is taken (HL7's code system GTSAbbreviation), in Swedish.
//
// R4 says that such a code and the structured timing beside it state the same, and that either may be used. Where they do not, nobody
// knows which of the two is right, so there is no dose.
import type * as R4 from 'fhir/r4.js';
import {
  day,
  everyPeriod,
  hour,
  month,
  perPeriod,
  type TimeUnit,
  timesText,
  timeUnitOf,
  week,
} from '../../translation/swedish-dosage.ts';
import { type Coding, type Concept, conceptOf, textOfConcept } from '../elements/coded.ts';
import { child, countLoss, type Element } from '../elements/element.ts';
import { hasOnly, listedTimes, type Repeat } from './timing.ts';

/** The code system in R4, in STU3, and as an OID. */
const systems: ReadonlySet<string> = new Set([
  'http://terminology.hl7.org/CodeSystem/v3-GTSAbbreviation',
  'http://hl7.org/fhir/v3/GTSAbbreviation',
  'urn:oid:2.16.840.1.113883.5.139',
]);

type TimingCode = {
  readonly words: string;
  readonly times: number;
  readonly period: number;
  readonly unit: TimeUnit;
  /** The part of the day, if the code names one. */
  readonly part?: PartOfDay;
};

/** Which named times and hours are in a part of the day. */
type PartOfDay = { readonly when: RegExp; readonly fromHour: number; readonly toHour: number };

const morning: PartOfDay = { when: /^(?:MORN|WAKE)/, fromHour: 4, toHour: 11 };
const afternoon: PartOfDay = { when: /^AFT/, fromHour: 12, toHour: 17 };
const bedtime: PartOfDay = { when: /^HS$/, fromHour: 18, toHour: 23 };

const timesADay = (times: number): TimingCode => ({
  words: `${timesText(String(times))} ${perPeriod('1', day)}`,
  times,
  period: 1,
  unit: day,
});

const every = (period: number, unit: TimeUnit): TimingCode => ({
  words: everyPeriod(String(period), unit),
  times: 1,
  period,
  unit,
});

const daily = (words: string, part: PartOfDay): TimingCode => ({ ...every(1, day), words, part });

/** Codes that mean the same in every system. */
const unambiguous: ReadonlyMap<string, TimingCode> = new Map([
  ['BID', timesADay(2)],
  ['TID', timesADay(3)],
  ['QID', timesADay(4)],
  ['QD', every(1, day)],
  ['QOD', every(2, day)],
]);

/** Codes that mean this in HL7's system alone: in another one, `MO` may be Monday. */
const ofSystem: ReadonlyMap<string, TimingCode> = new Map([
  ['AM', daily('varje morgon', morning)],
  ['PM', daily('varje eftermiddag', afternoon)],
  ['BED', daily('vid sänggåendet', bedtime)],
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

const isInPart = ({ when, timeOfDay }: Repeat, { when: named, fromHour, toHour }: PartOfDay): boolean =>
  when.every(code => named.test(code)) &&
  timeOfDay.every(time => Number(time.slice(0, 2)) >= fromHour && Number(time.slice(0, 2)) <= toHour);

/** Whether a repeat is as often as a code says, or does not say how often. */
const isAsOften = (repeat: Repeat, code: TimingCode): boolean => {
  const { frequency, frequencyMax, period, periodMax, periodUnit, dayOfWeek } = repeat;
  if (hasOnly(repeat, 'count', 'countMax', 'duration', 'durationMax', 'durationUnit')) return true;
  if (frequencyMax !== undefined || periodMax !== undefined) return false;
  if (code.part !== undefined && !isInPart(repeat, code.part)) return false;
  if (dayOfWeek.length > 0 && code.unit !== week) return false;
  const listed = listedTimes(repeat);
  // Meals are not counted.
  if (listed === undefined && frequency === undefined && period === undefined) return true;
  const times = frequency === undefined ? listed || 1 : Number(frequency);
  const unit = timeUnitOf(periodUnit) ?? (dayOfWeek.length === 0 ? day : week);
  return times * seconds(code.period, code.unit) === code.times * seconds(Number(period ?? 1), unit);
};

/** Whether a text only repeats a coding. */
const repeats = (written: string, { code, display }: Coding): boolean =>
  [code, display].some(word => word?.toLowerCase() === written.toLowerCase());

const known = ({ text, codings }: Concept): readonly TimingCode[] =>
  [...codings, { system: undefined, code: text?.trim() }].flatMap(coding => timingCodeOf(coding) ?? []);

/**
 * The words of `timing.code`: its text, and of a code alone what it means. Undefined if there is none, and if it contradicts the
 * structured timing or itself: then it is counted.
 * @param timing.isListed whether the times are listed as dates.
 */
export const timingCodeText = (
  timing: Element<R4.Timing>,
  { repeat, hasEvents }: { readonly repeat: Repeat | undefined; readonly hasEvents: boolean },
): string | undefined => {
  const concept = conceptOf(child(timing, 'code'));
  if (concept === undefined) return undefined;
  const codes = known(concept);
  const [code] = codes;
  if (code === undefined) return textOfConcept(concept);
  const isContradicted =
    hasEvents ||
    codes.some(other => other.words !== code.words || (repeat !== undefined && !isAsOften(repeat, other)));
  if (isContradicted) return countLoss(timing, 'code');
  const { text, codings } = concept;
  const isOwn = text !== undefined && timingCodeOf({ system: undefined, code: text.trim() }) === undefined;
  return isOwn && !codings.some(coding => repeats(text, coding)) ? text : code.words;
};
