// Prescriptions with their parts in unusual places: what is published, and what is counted.
import { describe, expect, test } from 'vitest';
import type { PrescriptionRecord } from '../../../../../src/domain/records/prescription/prescription.ts';
import { elements, group, medication } from '../support/documents.ts';
import { readOne } from '../support/read-one.ts';

const patient = '191212121212';
const body = 'medicationMedicalRecordBody/medicationPrescription';

/** The content of `medicationPrescription`, in place of its drug. */
type Parts = { readonly content?: string; readonly type?: string; readonly header?: string };

const read = async ({ content = '', type = elements({ typeOfPrescription: 'I' }), header = '' }: Parts) => {
  const document = medication({ id: 'D-1', patient }, '')
    .replace(/<c:drug>.*<\/c:drug>/, content)
    .replace('<c:selfMedication>false</c:selfMedication>', '')
    .replace('<c:typeOfPrescription>I</c:typeOfPrescription>', type)
    .replace('</c:medicationMedicalRecordHeader>', `${header}</c:medicationMedicalRecordHeader>`);
  const { record, lost } = await readOne<PrescriptionRecord>('prescriptions', document);
  const extract = record.PrescriptionEHRExtract?.[0];
  return { extract, prescription: extract?.Prescription, lost };
};

const ii = (name: string, extension: string) => group(name, elements({ root: '1.2.3', extension }));
const named = (name: string, code?: string) =>
  group('drug', group('nplId', elements({ code, displayName: name })));
const dosed = (instruction: string) => group('dosage', elements({ dosageInstruction: instruction }));
const drug = (...content: string[]) => group('drug', content.join(''));
const authorization = (...content: string[]) => group('dispensationAuthorization', content.join(''));
const administration = (...content: string[]) => group('administration', content.join(''));

describe('a discontinuation', () => {
  const discontinued = elements({ typeOfPrescription: 'U' });

  test('is never active, and belongs to the chain of its drug', async () => {
    const { prescription, lost } = await read({
      type: discontinued,
      content: ii('prescriptionChainId', 'KEDJA-1') + drug(named('Waran')),
    });
    expect(prescription).toMatchObject({
      PrescriptionType: 'Utsättning',
      MedicationActive: false,
      MedicationTreatmentStatusDetail: { TreatmentStatus: 'DISCONTINUED' },
      MedicationTreatmentId: { root: '1.2.3', extension: 'KEDJA-1' },
    });
    // Its own id has no member beside the chain, and `Active` only says that a discontinuation is the last of its chain.
    expect(lost).toEqual([
      `unmapped ${body}/prescriptionId`,
      `unmapped ${body}/prescriptionId`,
      `unmapped ${body}/prescriptionStatus`,
    ]);
  });

  test.each([
    ['I and U', 'I', 'U'],
    ['U and I', 'U', 'I'],
  ])('is recognized even if the document says %s', async (_name, one, other) => {
    const type = elements({ typeOfPrescription: one }) + elements({ typeOfPrescription: other });
    const { prescription, lost } = await read({ type });
    expect(prescription).toMatchObject({ MedicationActive: false, PrescriptionType: 'Utsättning' });
    expect(lost).toContain(`repeated ${body}/typeOfPrescription`);
  });

  test('and the prescription that it ends have the same treatment', async () => {
    const chain = ii('prescriptionChainId', 'KEDJA-1');
    const [begun, ended] = [
      await read({ content: chain }),
      await read({ content: chain, type: discontinued }),
    ];
    expect(begun.prescription?.MedicationActive).toBe(true);
    expect(ended.prescription?.MedicationTreatmentId).toEqual(begun.prescription?.MedicationTreatmentId);
  });
});

describe('the drug', () => {
  const productOf = ({ prescription }: Awaited<ReturnType<typeof read>>) =>
    prescription?.MainProductTreatment?.PrescriptionProductTradeName;
  const dosesOf = ({ prescription }: Awaited<ReturnType<typeof read>>) =>
    prescription?.PrescriptionDosages?.DosagePlugin?.map(({ IX3Dosage }) => IX3Dosage?.DosageText);

  test('to be dispensed is used if the prescription names none', async () => {
    const found = await read({ content: authorization(drug(named('Waran'), dosed('1 om dagen'))) });
    expect([productOf(found), dosesOf(found), found.lost]).toEqual(['Waran', ['1 om dagen'], []]);
  });

  test('that was administered is used if nothing else names one', async () => {
    const given = administration(drug(named('Waran'), dosed('1 om dagen')));
    const later = administration(drug(named('Alvedon')));
    const found = await read({ content: given + later });
    expect([productOf(found), dosesOf(found)]).toEqual(['Waran', ['1 om dagen']]);
    expect(found.lost).toEqual([`unmapped ${body}/administration`]);
  });

  test('that was prescribed takes precedence; another one is counted with its dose', async () => {
    const found = await read({
      content: drug(named('Waran')) + authorization(drug(named('Alvedon'), dosed('8 om dagen'))),
    });
    expect([productOf(found), dosesOf(found)]).toEqual(['Waran', undefined]);
    expect(found.lost).toEqual([
      `unmapped ${body}/dispensationAuthorization`,
      `unmapped ${body}/dispensationAuthorization`,
    ]);
  });

  test('gets the dose that is given with the same drug elsewhere', async () => {
    const found = await read({
      content:
        drug(named('Waran', '19620101000018')) +
        authorization(drug(named('Waran 2,5 mg', '19620101000018'), dosed('1 om dagen'))),
    });
    expect([productOf(found), dosesOf(found)]).toEqual(['Waran', ['1 om dagen']]);
  });

  test.each<[string, string, string[] | undefined]>([
    ['of the same name', 'waran', ['1 om dagen']],
    ['of another name', 'Alvedon', undefined],
  ])('gets the dose of a package %s', async (_name, name, doses) => {
    const pack = group('drugArticle', group('nplPackId', elements({ code: '7', displayName: name })));
    const found = await read({
      content: drug(named('Waran', '19620101000018')) + authorization(drug(pack, dosed('1 om dagen'))),
    });
    expect([productOf(found), dosesOf(found)]).toEqual(['Waran', doses]);
  });

  test.each([
    ['the prescription', drug(dosed('1 om dagen')), authorization(drug(named('Waran')))],
    ['the dispensation', drug(named('Waran')), authorization(drug(dosed('1 om dagen')))],
  ])('gets the dose that has no drug, from %s', async (_name, prescribed, dispensed) => {
    const found = await read({ content: prescribed + dispensed });
    expect([productOf(found), dosesOf(found), found.lost]).toEqual(['Waran', ['1 om dagen'], []]);
  });

  test("gets the prescription's own dose before any other", async () => {
    const found = await read({
      content:
        drug(named('Waran'), dosed('1 om dagen')) + authorization(drug(named('Waran'), dosed('2 om dagen'))),
    });
    expect(dosesOf(found)).toEqual(['1 om dagen']);
    expect(found.lost).toContain(`unmapped ${body}/dispensationAuthorization`);
  });

  test('gets no dose of another strength: that is counted', async () => {
    const sized = (strength: string, name = '') =>
      group('drug', name + elements({ strength, strengthUnit: 'mg' }));
    const waran = group('nplId', elements({ code: '1', displayName: 'Waran' }));
    const found = await read({
      content: drug(sized('5'), dosed('2 tabletter')) + authorization(drug(sized('2.5', waran))),
    });
    expect([productOf(found), dosesOf(found)]).toEqual(['Waran', undefined]);
    expect(found.prescription?.MainProductTreatment?.PrescriptionProductStrengthNumeric).toBe('2,5');
    // The strength, its unit and the instruction.
    expect(found.lost.filter(path => path === `unmapped ${body}/drug`)).toHaveLength(3);
  });

  test('with only a form and a strength is published with these', async () => {
    const generics = group(
      'generics',
      elements({ form: 'Tablett' }) + group('strength', elements({ value: '5', unit: 'mg' })),
    );
    const { prescription, lost } = await read({ content: drug(generics) });
    expect(prescription?.MainProductTreatment).toEqual({
      PrescriptionProductDrugFormTextSv: 'Tablett',
      PrescriptionProductStrengthNumeric: '5',
      PrescriptionProductStrengthNumericUnit: 'mg',
    });
    expect(lost).toEqual([]);
  });

  test('is named by a text rather than by a code', async () => {
    const written = group('unstructuredDrugInformation', elements({ unstructuredInformation: 'Waran' }));
    const coded = group('drug', group('nplId', elements({ code: '19620101000018', codeSystem: '1.2' })));
    const { prescription, lost } = await read({ content: drug(written, coded) });
    expect(prescription?.MainProductTreatment).toEqual({
      PrescriptionProductNplID: { root: '1.2', extension: '19620101000018' },
      PrescriptionProductTradeName: 'Waran',
    });
    expect(lost).toEqual([]);
  });
});

test('the text of the label is the instruction to the patient; the rest of the dispensation is counted', async () => {
  const { prescription, lost } = await read({
    content: authorization(
      elements({
        validUntil: '20270101',
        packageUnit: 'burk',
        prescriptionSignatura: '1 tablett till natten',
      }),
    ),
  });
  expect(prescription?.PrescriptionPatientInstruction).toBe('1 tablett till natten');
  expect(lost).toEqual(
    ['validUntil', 'packageUnit'].map(name => `unmapped ${body}/dispensationAuthorization/${name}`),
  );
});

describe('who and when', () => {
  const professional = (name: string, who: string) =>
    group(name, elements({ healthcareProfessionalName: who }));

  test('lists the prescriber first, then the evaluator, then the professional responsible for the document', async () => {
    const { extract, lost } = await read({
      content:
        group(
          'prescriber',
          elements({ authorTime: '20260110080000', healthcareProfessionalName: 'Förskriva Påhittad' }),
        ) + professional('evaluator', 'Utvärdera Påhittad'),
    });
    expect(extract?.CareProviders?.CareProviders?.[0]?.CareProvider).toEqual([
      { CareProviderType: 'prescriber', CareProviderName: 'Förskriva Påhittad' },
      { CareProviderType: 'evaluator', CareProviderName: 'Utvärdera Påhittad' },
    ]);
    expect(lost).toEqual([`unmapped ${body}/prescriber/authorTime`]);
  });

  test('publishes why it ended, and when to evaluate it', async () => {
    const { prescription, lost } = await read({
      content:
        elements({ evaluationTime: '20260701080000' }) +
        group('endOfTreatmentReason', elements({ code: '1', displayName: 'Biverkning' })),
    });
    expect(prescription).toMatchObject({
      FollowUpDateTime: { value: '20260701080000' },
      PrescriptionCancelComment: 'Biverkning',
    });
    expect(lost).toEqual([`unmapped ${body}/endOfTreatmentReason/code`]);
  });

  const withdrawn = elements({ nullified: 'false', nullifiedReason: 'Fel patient' });

  test('publishes why it was withdrawn, if nothing says why it ended', async () => {
    const { prescription, lost } = await read({ header: withdrawn });
    expect(prescription?.PrescriptionCancelComment).toBe('Fel patient');
    expect(lost).toEqual([]);
  });

  test('counts why it was withdrawn, if it says why it ended', async () => {
    const { prescription, lost } = await read({
      header: withdrawn,
      content: group('endOfTreatmentReason', elements({ originalText: 'Biverkning' })),
    });
    expect(prescription?.PrescriptionCancelComment).toBe('Biverkning');
    expect(lost).toContain('unmapped medicationMedicalRecordHeader/nullifiedReason');
  });

  test.each([
    ['the same day', '20260116120000', []],
    ['another day', '20250101080000', [`unmapped ${body}/startOfFirstTreatment`]],
  ])('the start of the first treatment on %s', async (_name, first, expected) => {
    const content = elements({ startOfFirstTreatment: first, startOfTreatment: '20260116080000' });
    const { prescription, lost } = await read({ content });
    expect(prescription?.PrescriptionStartDateTime).toEqual({ value: '20260116080000' });
    expect(lost).toEqual(expected);
  });

  test('counts that the patient takes it without help', async () => {
    const { lost } = await read({ content: elements({ selfMedication: 'true' }) });
    expect(lost).toEqual([`unmapped ${body}/selfMedication`]);
  });
});

describe('a treatment', () => {
  // The tests' clock starts at 2026-06-01 10:00 in Stockholm.
  const ends = (endOfTreatment: string) =>
    read({ type: elements({ typeOfPrescription: 'I', endOfTreatment }) });
  const ended = {
    MedicationActive: false,
    MedicationTreatmentStatusDetail: { TreatmentStatus: 'ENDED' },
  };

  test('that has ended is not active, whatever its status', async () => {
    const { prescription, lost } = await ends('20260601095959');
    expect(prescription).toMatchObject(ended);
    // Its status is `Active`.
    expect(lost).toContain(`unmapped ${body}/prescriptionStatus`);
  });

  test('that ends later is as its status says', async () => {
    const { prescription } = await ends('20260602000000');
    expect(prescription).toMatchObject({ MedicationActive: true });
    expect(prescription).not.toHaveProperty('MedicationTreatmentStatusDetail');
  });

  test('that has ended and been discontinued is discontinued', async () => {
    const type = elements({ typeOfPrescription: 'U', endOfTreatment: '20260101000000' });
    expect((await read({ type })).prescription).toMatchObject({
      MedicationActive: false,
      MedicationTreatmentStatusDetail: { TreatmentStatus: 'DISCONTINUED' },
    });
  });
});

test.each(['', ' '])('a short notation that is blank is absent: "%s"', async shortNotation => {
  const dosage = group('dosage', elements({ dosageInstruction: '1 om dagen', shortNotation }));
  const { prescription } = await read({ content: drug(dosage) });
  expect(prescription?.PrescriptionDosages).toEqual({
    DosagePlugin: [{ IX3Dosage: { DosageText: '1 om dagen' } }],
  });
});
