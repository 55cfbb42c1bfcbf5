// Parts of a prescription that could not be read: the values beside them are not published if they would mislead.
import { describe, expect, test } from 'vitest';
import type { PrescriptionRecord } from '../../../../../src/domain/records/prescription/prescription.ts';
import { elements, group, medication } from '../support/documents.ts';
import { readOne } from '../support/read-one.ts';

const patient = '191212121212';
const body = 'medicationMedicalRecordBody/medicationPrescription';

const read = async (change: (document: string) => string) => {
  const document = medication({ id: '1', patient }, '-').replace(
    '<c:selfMedication>false</c:selfMedication>',
    '',
  );
  const { record, lost } = await readOne<PrescriptionRecord>('prescriptions', change(document));
  const prescription = record.PrescriptionEHRExtract?.[0]?.Prescription;
  return { prescription, lost: lost.map(path => path.replace(`${body}/`, '')) };
};

/** The line that stands for a dose that cannot be read completely. */
const incomplete = 'Doseringen kan inte visas i sin helhet: fråga vården.';

/** An element whose text cannot be read, because another namespace adds to it. */
const unreadable = (name: string, text: string) => group(name, `${text}<z xmlns="urn:z">x</z>`);

describe('a dosage', () => {
  const tablet = group('unitDose', elements({ displayName: 'tablett' }));
  const pq = (name: string, value: string, unit: string) => group(name, elements({ value, unit }));
  const dose = group('dose', elements({ low: '1', high: '1' }));
  const thrice = pq('frequency', '3', 'd');
  const frequent = (...parts: string[]) => group('frequencyDosage', parts.join(''));
  const periodic = (...parts: string[]) => group('periodDosage', parts.join(''));
  const text = (words: string) => group('unstructuredDosageInformation', elements({ text: words }));

  const readDosage = async (content: string) => {
    const { prescription, lost } = await read(document =>
      document.replace('<c:dosageInstruction>-</c:dosageInstruction>', tablet + content),
    );
    return { dosage: prescription?.PrescriptionDosages?.DosagePlugin?.[0]?.IX3Dosage, lost };
  };

  test.each<[string, string, string]>([
    [
      'the unit of its dose',
      frequent(group('dose', elements({ low: '500' }) + unreadable('unit', 'm')), thrice),
      'unreadable drug/dosage/setDosage/frequencyDosage/dose/unit',
    ],
    [
      'the upper end of its dose',
      frequent(group('dose', elements({ low: '1' }) + unreadable('high', '2')), thrice),
      'unreadable drug/dosage/setDosage/frequencyDosage/dose/high',
    ],
    [
      'its frequency',
      frequent(dose, '<c:frequency>3 ggr per vecka</c:frequency>'),
      'unreadable drug/dosage/setDosage/frequencyDosage/frequency',
    ],
    [
      'one of two periods',
      periodic(dose, pq('period', '1', 'd'), pq('period', '7', 'd')),
      'repeated drug/dosage/setDosage/periodDosage/period',
    ],
  ])('without %s has only its texts', async (_name, scheme, loss) => {
    const { dosage, lost } = await readDosage(
      elements({ dosageInstruction: 'Enligt schema' }) + group('setDosage', scheme + text('Med mat')),
    );
    expect(dosage).toEqual({ DosageText: `Enligt schema\nMed mat\n${incomplete}` });
    // The values that are not published either, and the unit of the dosage.
    expect(lost).toEqual(expect.arrayContaining([loss, 'unreadable drug/dosage']));
    expect(lost.filter(path => path.startsWith('unmapped drug/dosage/setDosage')).length).toBeGreaterThan(1);
    expect(lost).toContain('unmapped drug/dosage/unitDose');
  });

  describe('that does not say how often', () => {
    const ramp = (start: string) => group('rampedDosage', group('rampStart', start));
    const occasions = (...parts: string[]) =>
      group('occasionDosage', parts.join('') + group('administration', dose));

    test.each([
      ['no frequency', frequent(dose)],
      ['a frequency without a unit', frequent(dose, group('frequency', elements({ value: '3' })))],
      [
        'a frequency without a number',
        frequent(dose, group('frequency', elements({ value: ' ', unit: 'd' }))),
      ],
      ['no period', periodic(dose)],
      ['a period without a number', periodic(dose, group('period', elements({ unit: 'd' })))],
      ['occasions without a period', occasions()],
      ['a ramp from a dose without a frequency', ramp(frequent(dose))],
    ])('%s: has only its texts, and the dose is counted', async (_name, scheme) => {
      const { dosage, lost } = await readDosage(
        elements({ dosageInstruction: 'Enligt schema' }) + group('setDosage', scheme + text('Med mat')),
      );
      expect(dosage).toEqual({ DosageText: `Enligt schema\nMed mat\n${incomplete}` });
      expect(lost).toContain('unreadable drug/dosage');
      expect(lost.filter(path => path.startsWith('unmapped drug/dosage/setDosage/')).length).toBeGreaterThan(
        1,
      );
    });

    test.each([
      ['a frequency alone', frequent(thrice), '3 gånger per dag'],
      ['a single dose', group('singleDose', dose), '1 tablett, en gång'],
      ['occasions', occasions(pq('period', '1', 'wk')), '1 gång per vecka: 1 tablett'],
    ])('%s: is published', async (_name, scheme, words) => {
      const { dosage, lost } = await readDosage(group('setDosage', scheme));
      expect(dosage?.DosageText).toBe(words);
      expect(lost).toEqual(words.includes('tablett') ? [] : ['unmapped drug/dosage/unitDose']);
    });
  });

  test.each([
    ['', '<c:maximumDosage><c:max>4</c:max></c:maximumDosage>'],
    ['', '<c:conditionalDosage><c:condition>vid smärta</c:condition></c:conditionalDosage>'],
    ['<c:day>1</c:day>', ''],
  ])('with an element that the contract does not name has no dose: %s%s', async (within, beside) => {
    const { dosage } = await readDosage(group('setDosage', frequent(dose, thrice) + within) + beside);
    const conditional = beside.includes('condition') ? { Conditional: true } : {};
    expect(dosage).toEqual({ DosageText: incomplete, ...conditional });
  });

  test('with a damaged maximum has no dose', async () => {
    const maximum = periodic(
      group('dose', elements({ low: '1' }) + unreadable('high', '6')),
      pq('period', '1', 'd'),
    );
    const { dosage, lost } = await readDosage(
      group('setDosage', frequent(dose, thrice)) + group('maximumDosage', maximum + text('Se bipacksedeln')),
    );
    expect(dosage).toEqual({ DosageText: `maxdos: Se bipacksedeln\n${incomplete}` });
    expect(lost).toEqual([
      'unreadable drug/dosage/maximumDosage/periodDosage/dose/high',
      'unreadable drug/dosage',
      'unmapped drug/dosage/unitDose',
      ...Array.from({ length: 4 }, () => 'unmapped drug/dosage/setDosage'),
      ...Array.from({ length: 3 }, () => 'unmapped drug/dosage/maximumDosage/periodDosage'),
    ]);
  });

  test('under a damaged condition keeps that it is conditional', async () => {
    const { dosage, lost } = await readDosage(
      group('conditionalDosage', unreadable('conditionDescription', 'vid') + frequent(dose, thrice)),
    );
    expect(dosage).toEqual({ DosageText: incomplete, Conditional: true });
    expect(lost).toContain('unreadable drug/dosage/conditionalDosage/conditionDescription');
  });

  test('with a damaged unit of its doses has none of them', async () => {
    const { dosage } = await readDosage(
      group('unitDose', elements({ displayName: 'ml' })) + group('setDosage', frequent(dose, thrice)),
    );
    expect(dosage).toEqual({ DosageText: incomplete });
  });

  test('without the unit of its length has no length', async () => {
    const interval = group('treatmentInterval', elements({ low: '5', high: '10' }) + unreadable('unit', 'd'));
    const { dosage, lost } = await readDosage(
      elements({ dosageInstruction: 'Enligt schema' }) + group('lengthOfTreatment', interval),
    );
    expect(dosage).toEqual({ DosageText: `Enligt schema\n${incomplete}` });
    expect(lost.filter(path => path === 'unmapped drug/dosage/lengthOfTreatment')).toHaveLength(2);
  });
});

test.each([
  ['drug', elements({ strength: '5' }) + unreadable('strengthUnit', 'm')],
  ['generics', group('strength', elements({ value: '5' }) + unreadable('unit', 'm'))],
])('a strength without its unit is not published: %s', async (name, content) => {
  const { prescription, lost } = await read(document =>
    document.replace(
      '<c:dosage>',
      `${group('unstructuredDrugInformation', elements({ unstructuredInformation: 'Waran' }))}${group(name, content)}<c:dosage>`,
    ),
  );
  expect(prescription?.MainProductTreatment).toEqual({ PrescriptionProductTradeName: 'Waran' });
  expect(lost).toHaveLength(2);
});

describe('whether a prescription is active is unknown', () => {
  const type = elements({ typeOfPrescription: 'I' });
  const status = elements({ prescriptionStatus: 'Active' });
  const whole = /<c:medicationPrescription>.*<\/c:medicationPrescription>/;

  const end = elements({ endOfTreatment: '20270101000000' });

  test.each<[string, (document: string) => string, ...losses: string[]]>([
    [
      'if it has two ends',
      document => document.replace(status, status + end + end),
      'repeated endOfTreatment',
    ],
    [
      'if its type is unreadable',
      document => document.replace(type, unreadable('typeOfPrescription', 'U')),
      'unreadable typeOfPrescription',
    ],
    [
      'if it has two statuses',
      document => document.replace(status, status + elements({ prescriptionStatus: 'Inactive' })),
      'repeated prescriptionStatus',
    ],
    [
      'if there are two prescriptions in the document',
      document =>
        document.replace(
          whole,
          found => found + group('medicationPrescription', elements({ typeOfPrescription: 'U' })),
        ),
      `repeated ${body}`,
      'unreadable drug/dosage',
    ],
  ])('%s', async (_name, change, ...losses) => {
    const { prescription, lost } = await read(change);
    expect(prescription?.MedicationActive).toBeUndefined();
    expect(lost).toEqual([...losses, 'unmapped prescriptionStatus']);
  });

  test.each(['u', 'Utsättning'])('if its type is %s, which a patient can read', async word => {
    const { prescription, lost } = await read(document =>
      document.replace(type, elements({ typeOfPrescription: word })),
    );
    expect(prescription?.MedicationActive).toBeUndefined();
    expect(prescription?.PrescriptionType).toBe('Utsättning');
    expect(lost).toEqual(['unmapped prescriptionStatus']);
  });

  test('if its type is not in the list, which no patient can read', async () => {
    const { prescription, lost } = await read(document =>
      document.replace(type, elements({ typeOfPrescription: 'X' })),
    );
    expect(prescription?.MedicationActive).toBeUndefined();
    expect(prescription).not.toHaveProperty('PrescriptionType');
    expect(lost).toEqual(['unreadable typeOfPrescription', 'unmapped prescriptionStatus']);
  });

  test('but not if it is a discontinuation', async () => {
    const { prescription } = await read(document =>
      document
        .replace(type, elements({ typeOfPrescription: 'U' }))
        .replace(status, status + elements({ prescriptionStatus: 'Inactive' })),
    );
    expect(prescription?.MedicationActive).toBe(false);
  });
});
