// A dosage as a patient reads it, in Swedish: how much and how often, a line each. The published dosage has no members for a frequency,
// a ramp or a maximum, and a dose without them is dangerous: nobody must read `2 tabletter` without learning how often.

import { definedItems } from '../../values/values.ts';
import { exactly, exactSpan, inSentence, isEqual, isZero } from './digits.ts';
import type {
  Amount,
  AmountRange,
  Comparator,
  Dosage,
  DoseLimit,
  DosePart,
  Intake,
  Length,
  Ramp,
  Regimen,
  Timing,
} from './dosage.ts';
import { statementsOf } from './same-statement.ts';
import {
  dayUnit,
  everyPeriod,
  nounFor,
  periodText,
  perLimitPeriod,
  perPeriod,
  timesText,
} from './time-units.ts';

const listed = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} och ${items.at(-1)}`;

/** The parts that are not empty, with a separator. */
const joined = (parts: readonly (string | undefined)[], separator: string): string =>
  parts.filter(part => part !== undefined && part !== '').join(separator);

const comparatorWords: Readonly<Record<Comparator, string>> = {
  '<': 'mindre än ',
  '<=': 'högst ',
  '>=': 'minst ',
  '>': 'mer än ',
};

/** How the digits of an amount are written. */
type Format = (digits: string) => string;

/** An amount: `2 tabletter`, `mindre än 5 mg`; its digits alone, if it has no unit. */
const amountText = ({ digits, unit, comparator }: Amount, format: Format): string =>
  `${comparator === undefined ? '' : comparatorWords[comparator]}${format(digits)}${
    unit === undefined ? '' : ` ${nounFor(digits, unit)}`
  }`;

const isSame = (one: Amount, other: Amount): boolean =>
  isEqual(one.digits, other.digits) &&
  one.unit?.[0] === other.unit?.[0] &&
  one.comparator === other.comparator;

/** An amount or a range: `2 tabletter`, `1-2 tabletter`, `500 mg till 1 g`, `högst 2 tabletter`, `minst 1 tablett`. */
export const rangeText = ({ low, high }: AmountRange, format: Format = inSentence): string => {
  if (low === undefined || high === undefined) {
    const end = low ?? high;
    if (end === undefined) return '';
    return `${low === undefined ? 'högst' : 'minst'} ${amountText(end, format)}`;
  }
  if (isSame(low, high)) return amountText(low, format);
  const isPlain = low.unit?.[0] === high.unit?.[0] && (low.comparator ?? high.comparator) === undefined;
  return isPlain
    ? `${format(low.digits)}-${amountText(high, format)}`
    : `${amountText(low, format)} till ${amountText(high, format)}`;
};

const noDose = 'ingen dos';

/** A dose. Exactly 0 is an instruction too, and a range from 0 has only an upper end. A number must not run into what follows it. */
const doseText = (dose: AmountRange | undefined): string => {
  if (dose === undefined) return '';
  const { low, high } = dose;
  if (high !== undefined && isZero(high.digits)) return noDose;
  const text = rangeText(low !== undefined && isZero(low.digits) ? { high } : dose);
  return (high ?? low)?.unit === undefined ? `${text} (utan enhet)` : text;
};

/** How many times a day, by the times that are listed; undefined if it is not known. */
const timesADay = (timesOfDay: Timing['timesOfDay'] = []): number | undefined =>
  timesOfDay.every(({ isDaily }) => isDaily) ? timesOfDay.length : undefined;

/** `08:00` → `kl. 08:00`; named times and words follow. */
const timesOfDayText = (timesOfDay: Timing['timesOfDay'] = []): string => {
  if (timesOfDay.length === 0) return '';
  const ofKind = (kind: string) =>
    listed(timesOfDay.filter(time => time.kind === kind).map(({ name }) => name));
  const clocks = ofKind('clock');
  return joined([clocks && `kl. ${clocks}`, ofKind('named'), ofKind('words')], ', ');
};

/** `2026-01-16 kl. 08:00` */
const dateText = (time: string): string =>
  time.replace(
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/,
    (_, year, month, day, hour, minute, second) =>
      `${year}-${month}-${day} kl. ${hour}:${minute}${second === '00' ? '' : `:${second}`}`,
  );

/** Whether it is taken once: a frequency says that a single date is when it begins. */
const isOnce = ({ count, dates = [], period }: Pick<Timing, 'count' | 'dates' | 'period'>): boolean =>
  count === undefined ? dates.length === 1 && period === undefined : exactly(count) === 1;

/** `3 gånger per dag`; undefined if the number of times follows from the interval and the listed times. */
const numberText = ({ times, period, timesOfDay = [] }: Timing): string | undefined => {
  if (period === undefined) return undefined;
  const isOneUnit = exactly(period) === 1;
  if (times === undefined) {
    const number = isOneUnit && period.unit === dayUnit ? (timesADay(timesOfDay) ?? 0) : 0;
    return number < 2 ? undefined : `${timesText(exactSpan(String(number)))} ${perPeriod(period)}`;
  }
  const followsFromInterval = exactly(times) === 1 && (timesOfDay.length === 1 || !isOneUnit);
  return followsFromInterval ? undefined : `${timesText(times)} ${perPeriod(period)}`;
};

/** The days of the period: `1-6`, `1, 3 och 5`. */
const dayNumbers = (days: readonly number[]): string => {
  const [first = 0] = days;
  const isRun = days.length > 2 && days.every((day, at) => day === first + at);
  return isRun ? `${first}-${days.at(-1)}` : listed(days.map(String));
};

const hoursIn: Readonly<Record<string, number>> = { HOUR: 1 / 24, DAY: 1, WEEK: 7 };

/** The days of a period; undefined if it is not made of a number of whole days. */
export const daysIn = (period: NonNullable<Timing['period']>): number | undefined => {
  const number = (exactly(period) ?? Number.NaN) * (hoursIn[period.unit.type ?? ''] ?? Number.NaN);
  return Number.isInteger(number) ? number : undefined;
};

/** At which interval: `varje dag`, `dag 1-6 varje vecka`, `dag 4 av 28, sedan börjar det om`. */
const intervalText = ({ period, days, times }: Timing): string | undefined => {
  if (period === undefined) return undefined;
  const every = everyPeriod(period);
  if (days === undefined) return every;
  const count = times === undefined || exactly(times) === 1 ? '' : `${timesText(times)} `;
  const length = daysIn(period);
  return length === undefined || every === 'varje vecka'
    ? `${count}dag ${dayNumbers(days)} ${every}`
    : `${count}dag ${dayNumbers(days)} av ${length}, sedan börjar det om`;
};

/** How much and when: `1 kapsel på morgonen, varje dag`, `2 tabletter, 3 gånger per dag, kl. 08:00, 14:00 och 20:00`. */
const doseAndTime = ({ dose, timing }: Intake): string => {
  const { timesOfDay = [], weekdays = [], dates = [], days } = timing;
  const amount = doseText(dose);
  const times = timesOfDayText(timesOfDay);
  // `ingen dos, 2 gånger per dag` would be a riddle.
  const number = days === undefined && amount !== noDose ? numberText(timing) : undefined;
  const when = [listed(weekdays), isOnce(timing) ? 'en gång' : '', listed(dates.map(dateText))];
  if (number !== undefined) return joined([amount, number, ...when, times], ', ');
  // The source's own words need not fit behind the dose, and a number must not run into it.
  const fits = timesOfDay.every(
    ({ kind, name }) => kind === 'clock' || (kind === 'named' && !/^\d/.test(name)),
  );
  return joined([joined([amount, times], fits ? ' ' : ', '), intervalText(timing), ...when], ', ');
};

const intakeText = (intake: Intake): string => {
  const { rate, timing } = intake;
  const { duration, count } = timing;
  return joined(
    [
      doseAndTime(intake),
      rate && `hastighet ${rangeText(rate)}`,
      duration && `pågår ${periodText(duration)}`,
      count === undefined || isOnce({ count }) ? '' : `sammanlagt ${timesText(count)}`,
    ],
    '; ',
  );
};

const rampText = ({ step, isReduction, every, from, to }: Ramp): string => {
  const end = (parts: readonly DosePart[]) => parts.map(partText).join(' / ');
  const change = `${isReduction ? 'minskas' : 'ändras'} med ${amountText(step, inSentence)}`;
  return `dosen ${change} ${everyPeriod(every)}; från ${end(from)}; till ${end(to)}`;
};

const partText = (part: DosePart): string => {
  if (part.kind === 'intake') return intakeText(part);
  return part.kind === 'ramp' ? rampText(part) : part.text;
};

/** `högst 8 tabletter per dygn`, `högst 2 tabletter per tillfälle`, `högst 4 gånger per dygn`. */
const limitText = ({ most, times, per }: DoseLimit): string => {
  const amount = most && rangeText({ low: most.low ?? most.high, high: most.high ?? most.low });
  const number =
    times === undefined || (most !== undefined && exactly(times) === 1) ? undefined : timesText(times);
  const limits = [amount, number].filter(limit => limit !== undefined).map(limit => `högst ${limit}`);
  if (per === 'occasion') return `${limits.join(', ')} per tillfälle`;
  return per === 'lifetime'
    ? `${limits.join(', ')} under livet`
    : `${limits.join(', ')} ${perLimitPeriod(per)}`;
};

const limitLine = (limit: DoseLimit | DosePart): string => {
  if (limit.kind === 'limit') return limitText(limit);
  return limit.kind === 'intake'
    ? `högst ${intakeText(limit).replace(/^högst /, '')}`
    : `maxdos: ${partText(limit)}`;
};

/** How long the treatment lasts, if the published members do not say it exactly. */
export const lengthText = ({ range, isMaximum }: Length): string =>
  `behandling i ${isMaximum ? 'högst ' : ''}${rangeText(range)}`;

/**
 * How much and how often, as lines. What the prescriber's own words say is not repeated, unless they leave out the condition. A maximum
 * follows a single line of dose on that line; after several, which it limits together, it has its own. A dose under a condition begins
 * with it.
 */
export const regimenLines = ({ parts, limits }: Regimen, dosage: Dosage): string[] => {
  const texts = definedItems([...dosage.texts, ...(dosage.laterTexts ?? [])]);
  const condition = dosage.condition?.text ?? (dosage.asNeeded === true ? 'vid behov' : undefined);
  const isConditionSaid =
    condition === undefined || texts.some(text => text.toLowerCase().includes(condition.toLowerCase()));
  const isSaid = statementsOf(isConditionSaid ? texts : []);
  const isNew = (line: string) => !isSaid(line);
  const always = parts.filter(part => part.condition === undefined).map(partText);
  const newLimits = limits.map(limitLine).filter(isNew);
  const lines = always.filter(isNew);
  const whole =
    always.length === 1 ? [joined([...lines, ...newLimits], '; ')] : [...lines, joined(newLimits, '; ')];
  const conditional = parts
    .filter(part => part.condition !== undefined)
    .map(part => `${part.condition}: ${partText(part)}`);
  const said = [
    ...whole
      .filter(line => line !== '')
      .map(line => (condition === undefined ? line : `${condition}: ${line}`)),
    ...conditional.filter(isNew),
  ];
  return said.length === 0 && condition !== undefined && !isConditionSaid ? [condition] : said;
};
