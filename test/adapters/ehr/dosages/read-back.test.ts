// Each sentence about a dose, read back by a parser that knows nothing of the list, is its source: days, times, numbers, units, lengths and
// limits. What it does not say was not sent.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rootElement } from '../../../../src/adapters/ehr/fhir/elements/element.ts';
import { elementTimes } from '../../../../src/adapters/ehr/fhir/elements/times.ts';
import { dosagesOf } from '../../../../src/adapters/ehr/fhir/prescriptions/dosages.ts';
import { wordsIn } from '../../../../src/adapters/ehr/translation/dosage/told-dose.ts';
import { regionTime } from '../../../../src/adapters/time/region-time.ts';

const incomplete = 'Doseringen kan inte visas i sin helhet: fråga vården.';
const times = elementTimes(regionTime('Europe/Stockholm'));
const context = { times, now: '20260115120000', product: wordsIn('') };

/** What a source says, in R4's words but flat. A sentence is read back into the same. */
type Facts = {
  readonly low?: number;
  readonly high?: number;
  readonly unit?: string;
  readonly frequency?: number;
  readonly frequencyMax?: number;
  readonly period?: number;
  readonly periodMax?: number;
  readonly periodUnit?: string;
  readonly dayOfWeek?: readonly string[];
  readonly timeOfDay?: readonly string[];
  readonly when?: readonly string[];
  readonly count?: number;
  readonly event?: readonly string[];
  readonly condition?: string;
  readonly length?: readonly [low: number | null, high: number, unit: string];
  readonly end?: string;
  readonly limit?: readonly [most: number, unit: string, hours: number];
};

const resourceOf = (said: Facts) => {
  const { low, high, unit, condition, length, end, limit, event, ...repeat } = said;
  const ends = { low: low === undefined ? undefined : { value: low, unit }, high: { value: high, unit } };
  const bounds = {
    ...(length && {
      boundsRange: {
        ...(length[0] && { low: { value: length[0] } }),
        high: { value: length[1], code: length[2] },
      },
    }),
    ...(end && { boundsPeriod: { end } }),
  };
  const dosage = {
    timing: { ...(event && { event }), repeat: { ...repeat, ...bounds } },
    ...(high !== undefined && { doseAndRate: [{ doseRange: JSON.parse(JSON.stringify(ends)) }] }),
    ...(condition && { asNeededCodeableConcept: { text: condition } }),
    ...(limit && {
      maxDosePerPeriod: {
        numerator: { value: limit[0], unit: limit[1] },
        denominator: { value: limit[2], code: 'h' },
      },
    }),
  };
  return { resourceType: 'MedicationRequest', dosageInstruction: [dosage] };
};

const sentenceOf = (said: Facts): string | undefined => {
  const root = rootElement<import('fhir/r4.js').MedicationRequest>(resourceOf(said) as never);
  return dosagesOf(root, context).plugins?.[0]?.IX3Dosage.DosageText;
};

const weekdays = { mon: 'måndagar', tue: 'tisdagar', sun: 'söndagar' };
const names = { MORN: 'på morgonen', HS: 'vid sänggåendet', ACM: 'före frukost', C: 'vid måltid' };
const nouns: readonly (readonly [RegExp, string])[] = [
  [/^tabletter$/, 'tablett'],
  [/^timm(?:e|ar)$/, 'h'],
  [/^dag(?:ar)?$/, 'd'],
  [/^veck(?:a|or)$/, 'wk'],
  [/^månad(?:er)?$/, 'mo'],
  [/^år$/, 'a'],
];
const unitOf = (noun = '') => nouns.find(([form]) => form.test(noun))?.[1] ?? noun;
const keyOf = (words: Readonly<Record<string, string>>, word: string) =>
  Object.keys(words).find(key => words[key] === word) ?? `unknown ${word}`;
const numberOf = (digits = '') => Number(digits.replace(',', '.'));
const monthNames =
  'januari februari mars april maj juni juli augusti september oktober november december'.split(' ');
const dayOf = (text: string): string => {
  const [day = '', month = '', year = ''] = text.split(' ');
  return `${year}-${String(monthNames.indexOf(month) + 1).padStart(2, '0')}-${day.padStart(2, '0')}`;
};

/** `2,5-3 tabletter`, `högst 2 tabletter`, `ingen dos`. */
const doseIn = (text: string) => {
  if (text === 'ingen dos') return { low: 0, high: 0 };
  const [, isMost, low, high, noun] = /^(högst )?(?:([\d,]+)-)?([\d,]+) (\S+)$/.exec(text) ?? [];
  if (high === undefined) throw new Error(`no dose: ${text}`);
  const lowest = numberOf(low ?? high);
  return { ...(isMost === undefined && { low: lowest }), high: numberOf(high), unit: unitOf(noun) };
};

/** How often, as far as a part of a sentence says it. */
const oftenIn = (part: string): Facts | undefined => {
  const [, from, to = from, per] = /^(\d+)(?:-(\d+))? gång(?:er)? per (\S+)$/.exec(part) ?? [];
  if (from !== undefined)
    return {
      frequency: Number(from),
      frequencyMax: Number(to),
      period: 1,
      periodMax: 1,
      periodUnit: unitOf(per),
    };
  const [, least, most = least, noun] = /^var (\d+):[ae](?: till (\d+):[ae])? (\S+)$/.exec(part) ?? [];
  if (least !== undefined)
    return { period: Number(least), periodMax: Number(most), periodUnit: unitOf(noun) };
  const [, word, unit] = /^(varje|varannan) (timme|dag|vecka|månad)$/.exec(part) ?? [];
  if (part !== 'varje dag' && word !== undefined) {
    const period = word === 'varje' ? 1 : 2;
    return { period, periodMax: period, periodUnit: unitOf(unit) };
  }
  return undefined;
};

/** Reads a sentence back. */
const readBack = (sentence: string): Facts => {
  const [main = '', limit] = sentence.split('; högst ');
  const [condition = '', before] = /^(?:(vid behov|vid smärta)(?:: |(?=,|$)))?/.exec(main) ?? [];
  const [days = '', named] =
    /^(?:((?:\p{L}+dagar(?:, | och )?)+)(?:: |(?=,|$)))?/u.exec(main.slice(condition.length)) ?? [];
  const facts: Record<string, unknown> = {
    ...(before && { condition: before }),
    ...(named && { dayOfWeek: named.split(/, | och /).map(day => keyOf(weekdays, day)) }),
  };
  const parts = main.slice(condition.length + days.length).split(/: |, /);
  const clocks: string[] = [];
  const whens: string[] = [];
  for (const part of parts) {
    const often = oftenIn(part);
    const [, isMaximum, low, high, noun] = /^i (högst )?(?:(\d+)-)?(\d+) (\S+)$/.exec(part) ?? [];
    if (often !== undefined) Object.assign(facts, often);
    else if (part === 'varje dag') facts.isDaily = true;
    else if (part === 'en gång') facts.count = 1;
    else if (/^\d+ \p{L}+ \d{4}$/u.test(part)) facts.event = [dayOf(part)];
    else if (part.startsWith('till ')) facts.end = dayOf(part.slice(5));
    else if (high !== undefined)
      facts.length = [isMaximum === undefined ? Number(low ?? high) : null, Number(high), unitOf(noun)];
    else if (part !== '')
      for (const portion of part.split(' och ')) {
        const [, dose = '', clock, when] =
          /^(.*?)(?: ?kl\. ([\d:]+)| ?((?:på|vid|före) \p{L}+))?$/u.exec(portion) ?? [];
        if (dose !== '') Object.assign(facts, doseIn(dose));
        if (clock !== undefined) clocks.push(`${clock}:00`);
        if (when !== undefined) whens.push(keyOf(names, when));
      }
  }
  if (clocks.length > 0) facts.timeOfDay = clocks;
  if (whens.length > 0) facts.when = whens;
  const [, most, unit, number = '1', per] =
    /^([\d,]+) (\S+) per (?:(\d+) )?(timme|timmar)$/.exec(limit ?? '') ?? [];
  if (most !== undefined) facts.limit = [numberOf(most), unitOf(unit), Number(number)];
  if (limit !== undefined && per === undefined) throw new Error(`no limit: ${limit}`);
  return facts;
};

/** What a source says, with what R4 leaves to the reader and the sentence says: a range of one number, and every day. */
const meant = (said: Facts): Facts => {
  const {
    frequency,
    frequencyMax = frequency,
    period,
    periodMax = period,
    periodUnit,
    low,
    high,
    count,
    event,
  } = said;
  const number = (said.timeOfDay ?? said.when)?.length ?? 0;
  const isMeal = said.when?.[0] === 'C';
  const isNothing = high === 0;
  const isOfDay =
    number > 0 &&
    !isMeal &&
    said.dayOfWeek === undefined &&
    (period === undefined || (period === 1 && periodUnit === 'd'));
  const isDaily =
    isOfDay ||
    (isNothing && number === 0 && said.dayOfWeek === undefined && period === 1 && periodUnit === 'd');
  const isEvery =
    (period !== undefined && !(period === 1 && periodUnit !== 'h')) || said.dayOfWeek !== undefined;
  return JSON.parse(
    JSON.stringify({
      ...said,
      ...(low === 0 && !isNothing && { low: undefined }),
      ...(isNothing && { unit: undefined }),
      ...(isDaily && said.condition === undefined && { isDaily: true }),
      frequency: isDaily || isEvery ? undefined : frequency,
      frequencyMax: isDaily || isEvery ? undefined : frequencyMax,
      period: isDaily || said.dayOfWeek ? undefined : period,
      periodMax: isDaily || said.dayOfWeek ? undefined : periodMax,
      periodUnit: isDaily || said.dayOfWeek ? undefined : periodUnit,
      count: count ?? (event === undefined ? undefined : 1),
    }),
  );
};

const one = <T>(...values: readonly T[]) => fc.constantFrom(...values);
/** Sources of every kind, most of them of no form of the list. */
const facts = {
  dose: one([1, 1], [0, 0], [0, 2], [undefined, 2], [1, 2.5], [0.5, 0.5]),
  unit: one('tablett', 'ml'),
  often: fc.oneof(
    fc.record({
      frequency: one(1, 2, 3, 24, 25),
      period: one(1, 2, 3),
      periodUnit: one('h', 'd', 'wk', 'mo', 'a'),
    }),
    fc.record({ period: one(1, 2, 4, 8, 1.5), periodUnit: one('h', 'd', 'wk') }),
    fc.record({ frequency: one(1, 3), frequencyMax: one(3, 4), period: one(1), periodUnit: one('d', 'wk') }),
    fc.record({ frequency: one(1), period: one(4), periodMax: one(6), periodUnit: one('h', 'd') }),
    fc.record({ count: one(1, 2) }),
    fc.record({ event: one(['2026-10-15'], ['2026-10-15', '2026-11-15']) }),
  ),
  at: fc.oneof(
    fc.record({ timeOfDay: one(['08:00:00'], ['08:00:00', '20:00:00']) }),
    fc.record({ when: one(['MORN'], ['MORN', 'HS'], ['ACM'], ['C'], ['C', 'MORN']) }),
  ),
  dayOfWeek: one(['mon'], ['mon', 'tue'], ['mon', 'tue', 'sun']),
  condition: one('vid behov', 'vid smärta'),
  long: fc.oneof(
    fc.record({ length: one([5, 10, 'd'], [null, 10, 'wk'], [1, 1, 'mo']) }),
    fc.record({ end: one('2026-06-05') }),
  ),
  limit: one([8, 'tablett', 24], [4, 'ml', 12], [2, 'tablett', 1], [1, 'ml', 24]),
};
const sources: fc.Arbitrary<Facts> = fc
  .uniqueArray(one(...(Object.keys(facts) as (keyof typeof facts)[])), { minLength: 1, maxLength: 4 })
  .chain(names =>
    fc
      .record(facts, { requiredKeys: names })
      .map(all => Object.fromEntries(names.map(name => [name, all[name]])) as Partial<typeof all>),
  )
  .map(({ dose, unit = 'tablett', often, at, long, ...others }) => ({
    ...(dose && { ...(dose[0] !== undefined && { low: dose[0] }), high: dose[1], unit }),
    ...often,
    ...at,
    ...long,
    ...others,
  })) as fc.Arbitrary<unknown> as fc.Arbitrary<Facts>;

test('a sentence, read back, is its source', () => {
  const said = { sentences: 0, lines: 0 };
  fc.assert(
    fc.property(sources, source => {
      const sentence = sentenceOf(source);
      if (sentence === undefined || sentence === incomplete) {
        said.lines++;
        return;
      }
      said.sentences++;
      expect(readBack(sentence), sentence).toEqual(meant(source));
    }),
    { numRuns: 4000 },
  );
  // Both are frequent, or the property would show nothing.
  expect(said.sentences).toBeGreaterThan(400);
  expect(said.lines).toBeGreaterThan(400);
});
