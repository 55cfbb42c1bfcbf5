// The words of the patient's web app, which are plain functions: what a patient reads must not mislead.
import { expect, test } from 'vitest';

const path = '../../examples/patient-web/format.js';
const { isInForce, dosageText, leftOutText, refusalText } = (await import(path)) as {
  isInForce: (signal: object, now: string) => boolean;
  dosageText: (plugin: object) => string;
  leftOutText: (leftOut: object) => string | undefined;
  refusalText: (error: { word: string | null; message: string }) => string;
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

test('a refusal is said by its word; one without, or with an unknown word, by its text', () => {
  const message = 'Not allowed to act for this patient.';
  expect(refusalText({ word: 'not-allowed-for-patient', message })).toBe(
    'You may not see the records of this person.',
  );
  for (const word of [null, 'constructor', 'new-word']) expect(refusalText({ word, message })).toBe(message);
});
