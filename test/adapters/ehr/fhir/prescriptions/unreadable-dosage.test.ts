// A dosage that is partly unreadable is never shown as another dosage: three times a day never becomes once a day.
// Expected values are written by hand.
import { describe, expect, test } from 'vitest';
import { masked } from '../support/fhir-server.ts';
import { dose, readDosages, repeat } from '../support/prescriptions.ts';

const path = 'MedicationRequest/dosageInstruction';
const oneTablet = { MinQty: '1 tablett', MaxQty: '1 tablett', DoseOrder: 1, Type: 'NORMAL' };
const read = async (dosage: object) => {
  const { plugins, losses } = await readDosages(dosage);
  return { plugins, losses };
};

describe('how often', () => {
  test.each<[string, object, string[]]>([
    [
      'the number of times',
      { frequency: '3', period: 1, periodUnit: 'd' },
      ['unreadable frequency', 'out-of-bounds period'],
    ],
    [
      'a masked number of times',
      { _frequency: masked, period: 1, periodUnit: 'd' },
      ['withheld frequency', 'out-of-bounds period'],
    ],
    [
      'the highest number of times',
      { frequency: 1, frequencyMax: '3', period: 1, periodUnit: 'd' },
      ['unreadable frequencyMax', 'out-of-bounds frequency', 'out-of-bounds period'],
    ],
    [
      'the period',
      { frequency: 3, period: '1', periodUnit: 'd' },
      ['unreadable period', 'out-of-bounds frequency'],
    ],
    [
      'the longest period',
      { frequency: 1, period: 4, periodMax: {}, periodUnit: 'h' },
      ['unreadable periodMax', 'out-of-bounds frequency', 'out-of-bounds period'],
    ],
    [
      'the unit of the period',
      { frequency: 1, period: 1, periodUnit: ['wk'] },
      ['unreadable periodUnit', 'out-of-bounds frequency', 'out-of-bounds period'],
    ],
  ])('is not shown if %s cannot be read', async (_, members, losses) => {
    expect(await read({ ...dose(1), ...repeat(members) })).toEqual({
      plugins: [{ IX3Dosage: { DoseInstance: [oneTablet] } }],
      losses: losses.map(loss => loss.replace(' ', ` ${path}/timing/repeat/`)),
    });
  });

  test('is not reduced to the readable times of the day', async () => {
    const timeOfDay = ['08:00:00', '25:00:00'];
    expect(await read({ ...dose(1), ...repeat({ timeOfDay }) })).toEqual({
      plugins: [{ IX3Dosage: { DoseInstance: [{ ...oneTablet, NamedTime: '08:00' }] } }],
      losses: [`unreadable ${path}/timing/repeat/timeOfDay`],
    });
  });

  test('is not reduced to the readable days', async () => {
    const { plugins, losses } = await read({ ...dose(1), ...repeat({ dayOfWeek: ['mon', {}] }) });
    expect(plugins).toEqual([{ IX3Dosage: { DosageText: 'mån', DoseInstance: [oneTablet] } }]);
    expect(losses).toEqual([`unreadable ${path}/timing/repeat/dayOfWeek`]);
  });

  test('is not once, where another time cannot be read', async () => {
    const { plugins, losses } = await read({
      ...dose(1),
      timing: { event: ['2026-01-15T08:00:00+01:00', 'later'] },
    });
    expect(plugins).toEqual([
      { IX3Dosage: { DoseInstance: [{ ...oneTablet, DoseTime: { value: '20260115080000' } }] } },
    ]);
    expect(losses).toEqual([`unreadable ${path}/timing/event`]);
  });

  test('is not once, where a repetition cannot be read', async () => {
    const timing = { event: ['2026-01-15T08:00:00+01:00'], repeat: 'daily' };
    expect(await read({ ...dose(1), timing })).toEqual({
      plugins: [{ IX3Dosage: { DoseInstance: [{ ...oneTablet, DoseTime: { value: '20260115080000' } }] } }],
      losses: [`unreadable ${path}/timing/repeat`],
    });
  });

  test('is not just the text, where the timing cannot be read', async () => {
    expect(await read({ text: 'En tablett', timing: 'BID' })).toEqual({
      plugins: [{ IX3Dosage: { DosageText: 'En tablett' } }],
      losses: [`unreadable ${path}/timing`],
    });
  });
});

describe('how much', () => {
  const daily = repeat({ frequency: 1, period: 1, periodUnit: 'd' });
  const tablets = (value: number, members: object = {}) => ({ value, unit: 'tablett', ...members });

  test('is not taken from a quantity beside a range: either may be meant', async () => {
    const doseAndRate = [{ doseQuantity: tablets(4), doseRange: { low: tablets(1), high: tablets(2) } }];
    expect(await read({ ...daily, doseAndRate })).toEqual({
      plugins: [{ IX3Dosage: { NoOfAdminTimes: 1 } }],
      losses: [`unreadable ${path}/doseAndRate/doseQuantity`, `unreadable ${path}/doseAndRate/doseRange`],
    });
  });

  test('is not taken from one of several rates', async () => {
    const rateRatio = { numerator: { value: 100, unit: 'ml' }, denominator: { value: 1, unit: 'h' } };
    const doseAndRate = [{ rateRatio, rateQuantity: { value: 10, unit: 'ml/h' } }];
    expect(await read({ ...daily, doseAndRate })).toEqual({
      plugins: [{ IX3Dosage: { NoOfAdminTimes: 1 } }],
      losses: [`unreadable ${path}/doseAndRate/rateRatio`, `unreadable ${path}/doseAndRate/rateQuantity`],
    });
  });

  test('is not that of the readable entries', async () => {
    const doseAndRate = [{ doseQuantity: tablets(1) }, '2 till natten'];
    expect(await read({ ...daily, doseAndRate })).toEqual({
      plugins: [{ IX3Dosage: { NoOfAdminTimes: 1, DoseInstance: [oneTablet] } }],
      losses: [`unreadable ${path}/doseAndRate`],
    });
  });

  test('is as ordered, where it is calculated too', async () => {
    const entry = (type: string, value: number) => ({
      type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/dose-rate-type', code: type }] },
      doseQuantity: tablets(value),
    });
    const doseAndRate = [entry('calculated', 2), entry('ordered', 1)];
    expect(await read({ ...daily, doseAndRate })).toEqual({
      plugins: [{ NormalDosage: { MinDose: 1, MaxDose: 1, Unit: 'tablett', Time: { TimesPerDay: 1 } } }],
      losses: [`repeated ${path}/doseAndRate`],
    });
  });

  test.each<[string, object, string]>([
    ['cannot be read', { comparator: ['<'] }, 'unreadable'],
    ['is masked', { _comparator: masked }, 'withheld'],
  ])('is not shown if its comparator %s', async (_, comparator, reason) => {
    const doseAndRate = [{ doseQuantity: tablets(5, comparator) }];
    expect(await read({ ...daily, doseAndRate })).toEqual({
      plugins: [{ IX3Dosage: { NoOfAdminTimes: 1 } }],
      losses: [
        `${reason} ${path}/doseAndRate/doseQuantity/comparator`,
        `unmapped ${path}/doseAndRate/doseQuantity/unit`,
      ],
    });
  });

  test('is not taken from the lower end of a range whose upper end cannot be read', async () => {
    const doseAndRate = [{ doseRange: { low: tablets(1), high: { value: '2', unit: 'tablett' } } }];
    expect(await read({ ...daily, doseAndRate })).toEqual({
      plugins: [
        {
          IX3Dosage: {
            NoOfAdminTimes: 1,
            DoseInstance: [{ MinQty: '1 tablett', DoseOrder: 1, Type: 'NORMAL' }],
          },
        },
      ],
      losses: [
        `unreadable ${path}/doseAndRate/doseRange/high/value`,
        `unmapped ${path}/doseAndRate/doseRange/high/unit`,
      ],
    });
  });
});

describe('the limits', () => {
  const daily = { ...dose(1), ...repeat({ frequency: 1, period: 1, periodUnit: 'd' }) };
  const withoutLimit = { IX3Dosage: { NoOfAdminTimes: 1, DoseInstance: [oneTablet] } };

  test.each([
    ['maxDosePerPeriod', '8 per dag'],
    ['maxDosePerAdministration', 2],
    ['maxDosePerLifetime', [{ value: 100 }]],
    ['asNeededBoolean', 'true'],
  ])('a dosage whose %s cannot be read is not shown as one without', async (member, value) => {
    expect(await read({ ...daily, [member]: value })).toEqual({
      plugins: [withoutLimit],
      losses: [`unreadable ${path}/${member}`],
    });
  });

  test('nor one whose asNeededBoolean is masked', async () => {
    expect(await read({ ...daily, _asNeededBoolean: masked })).toEqual({
      plugins: [withoutLimit],
      losses: [`withheld ${path}/asNeededBoolean`],
    });
  });
});

test('a unit of a duration without its number is counted', async () => {
  expect(
    await read({ ...dose(1), ...repeat({ frequency: 1, period: 1, periodUnit: 'd', durationUnit: 'h' }) }),
  ).toEqual({
    plugins: [{ IX3Dosage: { NoOfAdminTimes: 1, DoseInstance: [oneTablet] } }],
    losses: [`out-of-bounds ${path}/timing/repeat/durationUnit`],
  });
});
