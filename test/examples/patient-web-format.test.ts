// The words of the patient's web app, which are plain functions: what a patient reads must not mislead.
import { expect, test } from 'vitest';

const folder = '../../examples/patient-web';
const { refusalText, UserError } = (await import(`${folder}/errors.js`)) as {
  refusalText: (error: object) => string;
  UserError: typeof Error;
};
const { dosageLines } = (await import(`${folder}/dosage.js`)) as {
  dosageLines: (plugin: object) => { lang: string; text: string }[][];
};
const { isInForce, isMedicationPast, localTime, money, readable, leftOutText, timeOfNote } = (await import(
  `${folder}/format.js`
)) as {
  isInForce: (signal: object, now: string) => boolean;
  isMedicationPast: (prescription: object, now: string) => boolean;
  localTime: (timeZone: string | undefined, at: Date) => string;
  money: (amount: number) => string;
  readable: (time: string) => string | undefined;
  leftOutText: (leftOut: object) => string | undefined;
  timeOfNote: (extract: object | undefined) => string | undefined;
};

const now = '20260115093000';

test.each<[string, object, boolean]>([
  ['nothing said', {}, true],
  ['active', { SignalActive: true }, true],
  ['inactive', { SignalActive: false }, false],
  ['ended', { SignalActive: true, SignalDeletionDate: { value: '20260115092959' } }, false],
  ['ends later', { SignalActive: true, SignalDeletionDate: { value: '20270101000000' } }, true],
  ['an end without a time', { SignalDeletionDate: {} }, true],
  ['not valid any more', { SignalActive: true, UnstructuredType: { Valid: false } }, false],
])('whether a warning is in force: %s', (_, signal, expected) => {
  expect(isInForce(signal, now)).toBe(expected);
});

test.each<[string, object, boolean]>([
  ['nothing said', {}, false],
  ['not in use', { MedicationActive: false }, true],
  [
    'its end has passed',
    { MedicationActive: true, PrescriptionEndDateTime: { value: '20260115000000' } },
    true,
  ],
  ['its end is to come', { PrescriptionEndDateTime: { value: '20260116000000' } }, false],
  ['stopped before its end', { ActualTerminateDate: { value: '20260110000000' } }, true],
  ['entered by mistake', { MedicationTreatmentStatusDetail: { TreatmentStatus: 'INVALIDATED' } }, true],
  ['to be stopped', { MedicationTreatmentStatusDetail: { TreatmentStatus: 'FUTURE_DISCONTINUED' } }, false],
])('whether a medication is past: %s', (_, prescription, expected) => {
  expect(isMedicationPast(prescription, now)).toBe(expected);
});

test('the time is that of the region, wherever the device is', () => {
  const at = new Date('2026-01-14T23:30:00Z');
  expect(localTime('Europe/Stockholm', at)).toBe('20260115003000');
  expect(localTime('Pacific/Niue', at)).toBe('20260114123000');
});

test.each<[string, object | undefined, string | undefined]>([
  [
    'when it is about',
    { Note: { NoteDateTime: { value: '20260101' }, NoteVersionDateTime: { value: '20260102' } } },
    '20260101',
  ],
  ['when it was written', { Note: { NoteVersionDateTime: { value: '20260102' } } }, '20260102'],
  ['when it was stored', { Note: {}, time_created: { value: '20260103' } }, '20260103'],
  ['none', { Note: {} }, undefined],
  ['no extract', undefined, undefined],
])('the time of a note: %s', (_, extract, expected) => {
  expect(timeOfNote(extract)).toBe(expected);
});

test('amounts and dates are as a patient writes them', () => {
  expect([money(137.5), money(200)]).toEqual(['137,50 kr', '200 kr']);
  expect(['20260115000000', '20260115', '20260115235959', '20260115093000'].map(readable)).toEqual([
    '15 January 2026',
    '15 January 2026',
    '15 January 2026',
    '15 January 2026 at 09:30',
  ]);
});

test.each<[string, object, string[]]>([
  [
    'words and numbers',
    {
      NormalDosage: {
        MinDose: 1,
        MaxDose: 2,
        Unit: 'tablett',
        Time: { TimesPerDay: 3 },
        WhenNeeded: {
          MaxDose: { $self: 8, DoseRestriction: 'DAY' },
          MinimumIntervalBetweenDosages: { $self: 4, Type: 'HOUR' },
        },
        DosageText: 'Sväljs hel',
      },
    },
    ['Sväljs hel', '1–2 tablett 3 times a day', 'at most 8 tablett per day at least 4 hours apart'],
  ],
  [
    'words alone',
    { FreeTextDosage: { Text: 'Enligt schema', DosageText: 'Enligt schema' } },
    ['Enligt schema'],
  ],
  ['neither words nor numbers', { IX3Dosage: { DosageOrder: 1 } }, ['see your prescription']],
  [
    'once, with small letters',
    { OnceDosage: { maxDose: 1, unit: 'tablett', dateTime: '20260115080000', dosageText: 'Med vatten' } },
    ['Med vatten', 'up to 1 tablett once 15 January 2026 at 08:00'],
  ],
  [
    'an interval',
    { PeriodicDosage: { MinDose: 0.5, Unit: 'mg', IntervalTime: { $self: 1, Type: 'DAY' } } },
    ['0.5 mg every day'],
  ],
  [
    'times of day',
    {
      OccasionDosage: {
        Unit: 'ml',
        Dosages: {
          OccasionPerDayDosages: { OccasionPerDayDose: [{ MinDose: 1, MaxDose: 1, DoseOrder: 1 }] },
          TimeOfDayDosages: { TimeOfDayDose: [{ MinDose: 2, MaxDose: 2, Time: '08:00' }] },
          SpecifiedTimeDosages: { SpecifiedTimeDose: [{ MinDose: 3, MaxDose: 3, Time: 'till natten' }] },
        },
      },
    },
    ['1 ml as dose 1 of the day', '2 ml at 08:00', '3 ml till natten'],
  ],
  [
    'days of several weeks',
    {
      WeeklyDosage: {
        Unit: 'tablett',
        Weeks: {
          Week: [
            { Doses: [{ Dose: [{ Dose: 1, Dayofweek: 'MONDAY', timeofday: '08:00' }] }] },
            { Doses: [{ Dose: [{ Dose: 2, Dayofweek: 'tue' }] }] },
          ],
        },
      },
    },
    ['1 tablett Monday at 08:00 in week 1 of 2', '2 tablett Tuesday in week 2 of 2'],
  ],
  [
    'every detail',
    {
      IX3Dosage: {
        DosageText: 'varje dag',
        ConditionalText: 'Vid smärta',
        DoseInstance: [
          { MinQty: '0.5 tablett', MaxQty: '0.5 tablett', NamedTime: 'Till natten' },
          { MaxQty: '<5 mg', DoseTime: { value: '20260115080000' } },
        ],
        Rate: '50 ml/h',
        InfusionDuration: { length: '30', TimeType: 'MINUTE' },
        DoseStart: { StartDate: { value: '20260101000000' } },
        DoseEnd: { EndDuration: { length: '7-10', TimeType: 'DAY' } },
      },
    },
    [
      'varje dag',
      'only if: Vid smärta',
      '0.5 tablett Till natten',
      'up to <5 mg 15 January 2026 at 08:00',
      'at a rate of 50 ml/h',
      'each lasts 30 minutes',
      'from 1 January 2026',
      'for 7-10 days',
    ],
  ],
  [
    'a condition of one dose alone',
    {
      IX3Dosage: {
        DosageShortText: '1x3',
        ConditionalText: 'Vid smärta',
        DoseInstance: [
          { MinQty: '1', MaxQty: '1' },
          { MinQty: '2', MaxQty: '2', Conditional: true },
        ],
      },
    },
    ['1x3', '1', '2 only if: Vid smärta'],
  ],
  [
    'a sequence',
    {
      MultiDosage: {
        Dosage: [
          { DosePlugin: { NormalDosage: { DosageText: '2 tabletter per dag' } } },
          { DosePlugin: { FreeTextDosage: { DosageText: 'Enligt schema' } } },
        ],
      },
    },
    ['2 tabletter per dag', 'then Enligt schema'],
  ],
])('a dosage: %s', (_, plugin, expected) => {
  const lines = dosageLines(plugin);
  expect(lines.map(line => line.map(({ text }) => text).join(' '))).toEqual(expected);
});

test('unmapped values are not said to a patient', () => {
  expect(leftOutText({ unmapped: 80 })).toBeUndefined();
  expect(leftOutText({ values: 1, unmapped: 80 })).toBe(
    'This list is not complete: 1 value cannot be shown here. Ask your care provider.',
  );
});

test('a refusal is said by its word, in the app’s own words; a failure of the app itself by its text', () => {
  const message = 'Not allowed to act for this patient.';
  expect(refusalText({ word: 'not-allowed-for-patient', message })).toBe(
    'You may not see the records of this person.',
  );
  for (const error of [{ word: null, message }, { word: 'constructor', message }, new TypeError(message)]) {
    expect(refusalText(error)).toBe('Something went wrong. Tell the support of this app.');
  }
  expect(refusalText(new UserError('Check your connection.'))).toBe('Check your connection.');
});
