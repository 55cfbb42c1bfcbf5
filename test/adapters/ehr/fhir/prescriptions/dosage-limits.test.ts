// The limits and rates of a dosage: in their member if they fit there, else in words, else counted. Expected values are
// written by hand.
import { describe, expect, test } from 'vitest';
import { dose, readDosages, repeat } from '../support/prescriptions.ts';

const unreadable = 'unreadable MedicationRequest/dosageInstruction';
const outOfBounds = 'out-of-bounds MedicationRequest/dosageInstruction/timing/repeat';

describe('how long a dosage lasts', () => {
  const read = async (bounds: object) => {
    const { plugins, losses } = await readDosages({
      ...dose(1),
      ...repeat({ frequency: 3, period: 1, periodUnit: 'd', ...bounds }),
    });
    const { DosageText: words, DoseEnd: end } = plugins[0].IX3Dosage ?? {};
    return { words, end, losses };
  };

  test.each<[string, object, string, string]>([
    ['a duration', { boundsDuration: { value: 10, unit: 'dagar', code: 'd' } }, '10', 'DAY'],
    ['less than a duration', { boundsDuration: { value: 10, comparator: '<', code: 'd' } }, '<10', 'DAY'],
    [
      'a range',
      { boundsRange: { low: { value: 7, code: 'd' }, high: { value: 10, code: 'd' } } },
      '7-10',
      'DAY',
    ],
    [
      'a range, the unit at its end',
      { boundsRange: { low: { value: 2 }, high: { value: 3, code: 'wk' } } },
      '2-3',
      'WEEK',
    ],
  ])('%s has a member', async (_, bounds, length, TimeType) => {
    expect(await read(bounds)).toEqual({
      words: undefined,
      end: { DoseEndType: 'DURATION', EndDuration: { length, TimeType } },
      losses: [],
    });
  });

  const days = { value: 10, code: 'd' };
  test.each<[string, object, string]>([
    ['a unit without a code', { boundsDuration: { value: 10, unit: 'dagar' } }, 'i 10 dagar'],
    ['seconds', { boundsDuration: { value: 10, code: 's' } }, 'i 10 sekunder'],
    ['two units', { boundsRange: { low: days, high: { value: 2, code: 'wk' } } }, 'i 10 dagar till 2 veckor'],
    ['the upper end alone', { boundsRange: { high: days } }, 'i högst 10 dagar'],
    ['the lower end alone', { boundsRange: { low: { value: 1, code: 'mo' } } }, 'i minst 1 månad'],
    [
      'a range in a unit without a code',
      { boundsRange: { low: { value: 7 }, high: { value: 10, unit: 'dagar' } } },
      'i 7-10 dagar',
    ],
  ])('%s: in words', async (_, bounds, words) => {
    expect(await read(bounds)).toEqual({ words, end: undefined, losses: [] });
  });

  test('words come after the frequency and the limits', async () => {
    const { plugins } = await readDosages({
      text: 'Vid behov.',
      ...dose(1),
      ...repeat({ frequency: 1, period: 1, periodUnit: 'wk', boundsRange: { high: days } }),
      maxDosePerPeriod: { numerator: { value: 8 }, denominator: { value: 24, code: 'h' } },
    });
    expect(plugins[0].IX3Dosage.DosageText).toBe(
      'Vid behov.\n1 gång per vecka; högst 8 per 24 timmar; i högst 10 dagar',
    );
  });

  test.each<[string, object, string[]]>([
    ['a duration', { boundsDuration: { value: 10 } }, [`${outOfBounds}/boundsDuration`]],
    ['a range', { boundsRange: { low: { value: 7 }, high: { value: 10 } } }, [`${outOfBounds}/boundsRange`]],
  ])('%s without a unit is counted', async (_, bounds, losses) => {
    expect(await read(bounds)).toEqual({ words: undefined, end: undefined, losses });
  });

  test.each<[string, object, string]>([
    ['a duration', { boundsDuration: { code: 'd' } }, 'boundsDuration'],
    ['the end of a range', { boundsRange: { low: { code: 'd' } } }, 'boundsRange/low'],
  ])('%s without a value is counted', async (_, bounds, path) => {
    expect((await read(bounds)).losses).toEqual([`${unreadable}/timing/repeat/${path}`]);
  });
});

test('a masked quantity is counted once, as withheld', async () => {
  const url = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason';
  const masked = { extension: [{ url, valueCode: 'masked' }] };
  const { losses } = await readDosages({
    doseAndRate: [{ doseQuantity: { unit: 'mg', _value: masked } }],
    ...repeat({ when: ['C'], boundsDuration: masked }),
  });
  expect(losses.toSorted()).toEqual([
    'unmapped MedicationRequest/dosageInstruction/doseAndRate/doseQuantity/unit',
    'withheld MedicationRequest/dosageInstruction/doseAndRate/doseQuantity/value',
    'withheld MedicationRequest/dosageInstruction/timing/repeat/boundsDuration',
  ]);
});

describe('a rate', () => {
  const read = async (rate: object) => {
    const { plugins, losses } = await readDosages({ text: 'Dropp', doseAndRate: [rate] });
    return { rate: plugins[0].IX3Dosage?.Rate, losses };
  };
  const perHour = (value: number, unit = 'ml/h') => ({ value, unit });

  test.each<[string, object, string]>([
    ['a number', { rateQuantity: perHour(50) }, '50 ml/h'],
    ['a range', { rateRange: { low: perHour(50), high: perHour(100) } }, '50-100 ml/h'],
    [
      'a range in two units',
      { rateRange: { low: perHour(50), high: perHour(0.1, 'l/h') } },
      '50 ml/h till 0.1 l/h',
    ],
    ['the upper end alone', { rateRange: { high: perHour(100) } }, 'högst 100 ml/h'],
    ['the lower end alone', { rateRange: { low: perHour(50) } }, 'minst 50 ml/h'],
    [
      'a ratio',
      { rateRatio: { numerator: { value: 1, unit: 'l' }, denominator: { value: 8, unit: 'h' } } },
      '1 l/8 h',
    ],
    [
      'a ratio with comparators',
      {
        rateRatio: {
          numerator: { value: 100, unit: 'ml' },
          denominator: { value: 1, comparator: '>', unit: 'h' },
        },
      },
      '100 ml/>1 h',
    ],
  ])('%s', async (_, written, rate) => {
    expect(await read(written)).toEqual({ rate, losses: [] });
  });

  test.each<[string, object, string]>([
    ['a number', { rateQuantity: { unit: 'ml/h' } }, 'rateQuantity'],
    ['a range', { rateRange: {} }, 'rateRange'],
    ['an end', { rateRange: { low: { unit: 'ml/h' } } }, 'rateRange/low'],
  ])('%s without a value is counted', async (_, written, path) => {
    const { plugins, losses } = await readDosages({ text: 'Dropp', doseAndRate: [written] });
    expect(plugins[0].IX3Dosage).not.toHaveProperty('Rate');
    expect(losses).toEqual([`${unreadable}/doseAndRate/${path}`]);
  });
});

describe('how long each time takes', () => {
  const read = async (members: object) => {
    const { plugins, losses } = await readDosages({ ...dose(1, 'ml'), ...repeat(members) });
    const { DosageText: words, InfusionDuration: member } = plugins[0].IX3Dosage;
    return { words, member, losses };
  };

  test('seconds have no type: in words', async () => {
    expect(await read({ duration: 30, durationUnit: 's' })).toEqual({
      words: 'pågår 30 sekunder',
      member: undefined,
      losses: [],
    });
    expect((await read({ duration: 30, durationMax: 45, durationUnit: 's' })).words).toBe(
      'pågår 30 sekunder, högst 45 sekunder',
    );
  });

  test('a number without a unit of time is counted', async () => {
    expect(await read({ duration: 30 })).toEqual({
      words: undefined,
      member: undefined,
      losses: [`${outOfBounds}/duration`],
    });
  });
});

describe('when a medicine is taken', () => {
  test('a unit of time without its number is counted', async () => {
    const { plugins, losses } = await readDosages({
      ...dose(1),
      ...repeat({ frequency: 2, periodUnit: 'd' }),
    });
    expect(plugins[0].IX3Dosage.DosageText).toBe('2 gånger');
    expect(losses).toEqual([`${outOfBounds}/periodUnit`]);
  });

  test.each<[string, string[], string]>([
    ['before meals', ['ACM', 'AC'], '30 minuter före'],
    ['after a meal', ['PCV'], '30 minuter efter'],
    ['after another event', ['MORN'], '30 minuter efter'],
    ['before one meal and after another', ['ACM', 'PCV'], '30 minuter före respektive efter'],
  ])('minutes %s', async (_, when, words) => {
    const { plugins, losses } = await readDosages({ ...dose(1), ...repeat({ when, offset: 30 }) });
    expect(plugins[0].IX3Dosage.DosageText).toBe(words);
    expect(losses).toEqual([]);
  });

  test.each<[string, object, string]>([
    ['at most once', { frequencyMax: 1, period: 1, periodUnit: 'd' }, 'högst 1 gång per dag'],
    ['at most twice', { countMax: 2 }, 'sammanlagt högst 2 gånger'],
  ])('%s', async (_, members, words) => {
    const { plugins } = await readDosages({ ...dose(1), ...repeat(members) });
    expect(plugins[0].IX3Dosage.DosageText).toBe(words);
  });

  test.each(['24:00:00', '24:00', '08:60:00', '08:00:60', '8:00'])('%s is not a time of day', async time => {
    const { plugins, losses } = await readDosages({
      ...dose(1),
      ...repeat({ timeOfDay: ['08:00:00', time] }),
    });
    expect(plugins[0].IX3Dosage.DoseInstance).toEqual([
      { NamedTime: '08:00', MinQty: '1 tablett', MaxQty: '1 tablett', DoseOrder: 1, Type: 'NORMAL' },
    ]);
    expect(losses).toEqual([`${unreadable}/timing/repeat/timeOfDay`]);
  });
});
