// A dosage as a patient reads it, in Swedish: one sentence of the closed list (list.ts), in six parts, of which the source decides which
// are there: condition: days: dose and times, how often, how long; limit.
import { definedItems, nonBlank } from '../../values/values.ts';
import { inSentence, isZero, withNoun } from './digits.ts';
import type { Bounds, Dose, DoseLimit, Portion, Regimen } from './dosage.ts';
import { type Form, sentenceForm, withZero } from './list.ts';
import { dateText, everyText, exactly, periodText, perText, timesText } from './time-units.ts';

/** Whether the words of a condition can stand before a sentence: a colon ends them. */
export const isConditionText = (words: string): boolean => !/[:;\n]/.test(words);

const listed = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} och ${items.at(-1)}`;

const joined = (parts: readonly (string | undefined)[], separator: string): string =>
  definedItems(parts.map(nonBlank)).join(separator);

const isZeroDose = ({ high }: Dose): boolean => isZero(high);

/** `2 tabletter`, `1-2 tabletter`, `högst 2 tabletter`, `ingen dos`. */
const doseText = (dose: Dose): string => {
  const { low, high, unit } = dose;
  if (isZeroDose(dose)) return 'ingen dos';
  const upper = withNoun(high, unit, inSentence);
  if (low === undefined || isZero(low)) return `högst ${upper}`;
  return Number(low) === Number(high) ? upper : `${inSentence(low)}-${upper}`;
};

/** `1 kapsel kl. 08:00`, `på morgonen`. */
const portionText = ({ dose, time }: Portion): string =>
  joined([dose && doseText(dose), time && (time.kind === 'clock' ? `kl. ${time.name}` : time.name)], ' ');

/** The slots of the templates that are about how much and how often. */
const slotsOf = ({ portions, timing }: Regimen): Readonly<Record<string, string | undefined>> => {
  const { times, period, weekdays = [], dates: [date] = [] } = timing;
  const isMonthOrYear = period !== undefined && ['MONTH', 'YEAR'].includes(period.unit);
  return {
    dose: listed(portions.map(portionText)),
    times: times && timesText(times),
    every:
      period &&
      (isMonthOrYear && exactly(period) === 1 ? `1 gång ${perText(1, period.unit)}` : everyText(period)),
    weekdays: listed(weekdays),
    date: date && dateText(date),
  };
};

/** How much and how often, by the template of the form. */
const doseAndTime = ({ template }: Form, regimen: Regimen): string => {
  const slots = slotsOf(regimen);
  const isConditional = regimen.condition !== undefined;
  const isNone = regimen.portions.every(({ dose, time }) => dose !== undefined && isZeroDose(dose) && !time);
  const filled = (part: string) => {
    // `ingen dos, 2 gånger per dag` would be a riddle, and what is taken as needed is not taken every day.
    if (/per dag$/.test(part) && isNone) return 'varje dag';
    if (part === 'varje dag' && isConditional) return undefined;
    const text = part.replace(/\{(\w+)\}/g, (_, name) => slots[name] ?? '');
    return nonBlank(text);
  };
  return joined(
    template.split(': ').map(half => joined(half.split(', ').map(filled), ', ')),
    ': ',
  );
};

/** `högst 8 tabletter per dygn`, `högst 2 tabletter per tillfälle`. */
export const limitText = ({ most, unit, per }: DoseLimit): string =>
  `högst ${withNoun(most, unit, inSentence)} ${per === 'occasion' ? 'per tillfälle' : perText(per.number, per.unit)}`;

/** `från 1 juni till 5 juni 2026`, `till 5 juni 2026 kl. 12:00`, `från 1 januari 2027` if that lies ahead. */
const datesText = ({ start, end }: Bounds, now: string): string | undefined => {
  const startDay = start?.slice(0, 8);
  if (end === undefined)
    return start !== undefined && start > now ? `från ${dateText(start.slice(0, 8))}` : undefined;
  const hasYear = startDay?.slice(0, 4) !== end.slice(0, 4);
  return joined([startDay && `från ${dateText(startDay, { hasYear })}`, `till ${dateText(end)}`], ' ');
};

/** How long: `i 10 dagar`, `i högst 10 dagar`, or by dates. @param now the local time, 14 digits. */
export const howLongText = (bounds: Bounds, now: string): string | undefined =>
  bounds.length === undefined
    ? datesText(bounds, now)
    : `i ${bounds.length.isMaximum ? 'högst ' : ''}${periodText(bounds.length)}`;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** The least that is taken in a day on which it is taken. */
const leastOfDay = ({ portions, timing: { times, period } }: Regimen): number => {
  const least = sum(portions.map(({ dose }) => Number(dose?.low ?? 0)));
  if (period?.unit === 'HOUR') return least * (24 / period.high);
  return period?.unit === 'DAY' && portions.length === 1 ? least * (times?.low ?? 1) : least;
};

/** Whether a limit can be that of the doses: in their unit, and no smaller than what is to be taken. */
const isLimitOf = ({ most, unit, per }: DoseLimit, regimen: Regimen): boolean => {
  const doses = regimen.portions.flatMap(({ dose }) => dose ?? []);
  const limit = Number(most);
  const isOfDoses = doses.length > 0 && doses.every(dose => dose.unit[0] === unit[0]);
  const days = per === 'occasion' ? 0 : Math.max(1, per.number / 24);
  return isOfDoses && doses.every(({ high }) => Number(high) <= limit) && leastOfDay(regimen) * days <= limit;
};

/** A sentence, and the form that it has. */
export type Sentence = { readonly text: string; readonly form: number };

/** The sentence of the list for a regimen; undefined if it has none. @param now the local time, 14 digits. */
export const sentenceOf = (regimen: Regimen, now: string): Sentence | undefined => {
  const { condition, portions, limit } = regimen;
  const form = sentenceForm(regimen);
  if (form === undefined) return undefined;
  const doses = portions.flatMap(({ dose }) => dose ?? []);
  const isZeroMeant = condition === undefined && withZero.has(form.number);
  if (doses.some(isZeroDose) && !isZeroMeant) return undefined;
  if (doses.length > 0 && doses.length < portions.length) return undefined;
  if (limit !== undefined && !isLimitOf(limit, regimen)) return undefined;
  const said = joined([condition, doseAndTime(form, regimen)], ': ');
  const whole = joined([said, howLongText(regimen, now)], ', ');
  return { text: joined([whole, limit && limitText(limit)], '; '), form: form.number };
};
