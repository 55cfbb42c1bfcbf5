// The words of the patient's web app, which are plain functions: what a patient reads must not mislead.
import { expect, test } from 'vitest';

const path = '../../examples/patient-web/format.js';
const { isInForce, isMedicationPast, money, readable, dosageText, leftOutText, refusalText } = (await import(
  path
)) as {
  isInForce: (signal: object, now: string) => boolean;
  isMedicationPast: (prescription: object, now: string) => boolean;
  money: (amount: number) => string;
  readable: (time: string) => string | undefined;
  dosageText: (plugin: object) => string;
  leftOutText: (leftOut: object) => string | undefined;
  refusalText: (error: { word?: string | null; status?: number; message: string }) => string;
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

test('amounts and dates are as a patient writes them', () => {
  expect([money(137.5), money(200)]).toEqual(['137,50 kr', '200 kr']);
  expect([readable('20260115000000'), readable('20260115'), readable('20260115093000')]).toEqual([
    '15 January 2026',
    '15 January 2026',
    '15 January 2026 at 09:30',
  ]);
});

test.each<[string, object, string]>([
  [
    'a simple one',
    { NormalDosage: { DosageText: '1 tablett 3 gånger per dag' } },
    '1 tablett 3 gånger per dag',
  ],
  ['with small letters', { OnceDosage: { dosageText: '1 tablett' } }, '1 tablett'],
  ['the text of the prescriber alone', { FreeTextDosage: { Text: 'Enligt schema' } }, 'Enligt schema'],
  ['without words', { PeriodicDosage: { MinDose: 1 } }, 'see your prescription'],
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
    '2 tabletter per dag, then Enligt schema',
  ],
])('a dosage: %s', (_, plugin, expected) => {
  expect(dosageText(plugin)).toBe(expected);
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
  for (const word of [null, 'constructor', 'new-word']) {
    expect(refusalText({ word, status: 500, message })).toBe(
      'Something went wrong. Tell the support of this app.',
    );
  }
  expect(refusalText({ message: 'Check your connection.' })).toBe('Check your connection.');
});
