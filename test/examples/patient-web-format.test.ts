// The words of the patient's web app, which are plain functions: what a patient reads must not mislead.
import { expect, test } from 'vitest';

const path = '../../examples/patient-web/format.js';
const { isInForce, dosageText } = (await import(path)) as {
  isInForce: (signal: object, now: string) => boolean;
  dosageText: (plugin: object) => string;
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
