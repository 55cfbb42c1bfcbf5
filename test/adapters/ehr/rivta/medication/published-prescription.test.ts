// What is published of a prescription, and what is counted because the extract has no member for it.
import { describe, expect, test } from 'vitest';
import { patient } from '../support/connect.ts';
import { answerOf, elements, group, medication, unmappedIn } from '../support/documents.ts';
import { readAnswer } from '../support/read-answer.ts';

const prescriptionPath = 'medicationMedicalRecord/medicationMedicalRecordBody/medicationPrescription';

/** The losses of every prescription built here. */
const always = unmappedIn('prescriptions');

describe('a prescription', () => {
  const prescription = (change: (document: string) => string) =>
    readAnswer(
      'prescriptions',
      answerOf('GetMedicationHistory', [change(medication({ id: '1', patient }, '1'))]),
    );
  const body = prescriptionPath;
  const lost = (path: string) => ({ path: `${body}/${path}`, reason: 'unmapped', hides: [] });

  test('with an unknown status is neither active nor inactive, and the status is counted', async () => {
    const [found] = await prescription(document => document.replace('>Active<', '>Paused<'));
    expect(found?.losses).toEqual([
      { path: `${body}/prescriptionStatus`, reason: 'unreadable', hides: [] },
      ...always,
    ]);
    expect(JSON.stringify(found?.record)).not.toContain('MedicationActive');
  });

  test('with two names of its drug counts the one that is not published', async () => {
    const [found] = await prescription(document =>
      document.replace(
        '<c:dosage>',
        group('unstructuredDrugInformation', elements({ unstructuredInformation: 'Salva från apoteket' })) +
          group(
            'drug',
            group('nplId', elements({ code: '1', codeSystem: '1.2', displayName: 'Exemplipin' })),
          ) +
          '<c:dosage>',
      ),
    );
    expect(found?.losses).toEqual([...always, lost('drug/unstructuredDrugInformation')]);
    expect(JSON.stringify(found?.record)).toContain('"PrescriptionProductTradeName":"Exemplipin"');
  });

  test('with only a text for its drug has that as the name', async () => {
    const [found] = await prescription(document =>
      document.replace(
        '<c:dosage>',
        `${group('unstructuredDrugInformation', elements({ unstructuredInformation: 'Salva' }))}<c:dosage>`,
      ),
    );
    expect(found?.losses).toEqual(always);
    expect(JSON.stringify(found?.record)).toContain('"PrescriptionProductTradeName":"Salva"');
  });

  test.each<[string, string, (document: string) => string]>([
    [
      'a further reason',
      'additionalPrescriptionReason',
      document =>
        document.replace(
          '<c:selfMedication>',
          `${group('additionalPrescriptionReason', group('reason', elements({ displayName: 'Efter Waran' })))}<c:selfMedication>`,
        ),
    ],
    [
      'a further reason as text',
      'additionalPrescriptionReason',
      document =>
        document.replace(
          '<c:selfMedication>',
          `${group('additionalPrescriptionReason', elements({ otherReason: 'Efter Waran' }))}<c:selfMedication>`,
        ),
    ],
  ])('%s has no member in the extract, and is counted', async (_name, path, change) => {
    const [found] = await prescription(change);
    expect(found?.losses).toHaveLength(2);
    expect(found?.losses).toEqual(expect.arrayContaining([...always, lost(path)]));
    expect(JSON.stringify(found?.record)).not.toContain('Waran');
  });

  test('does not count them if they are empty', async () => {
    const [found] = await prescription(document =>
      document
        .replace(
          '<c:selfMedication>',
          '<c:prescriptionNote/><c:additionalPrescriptionReason/><c:selfMedication>',
        )
        .replace('<c:dosage>', '<c:comment> </c:comment><c:dosage>'),
    );
    expect(found?.losses).toEqual(always);
  });
});
