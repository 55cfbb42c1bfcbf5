// Notes on a prescription and comments on its drug: for whom they are written, the profile says.
import { describe, expect, test } from 'vitest';
import type { PrescriptionRecord } from '../../../../../src/domain/records/prescription/prescription.ts';
import { eachLoss } from '../../../../support/losses.ts';
import { patient } from '../support/connect.ts';
import { answerOf, elements, group, medication, unmappedIn } from '../support/documents.ts';
import { readAnswer } from '../support/read-answer.ts';

const note = (text: string) => elements({ prescriptionNote: text });
const label = (text: string) => group('dispensationAuthorization', elements({ prescriptionSignatura: text }));
const named = group('drug', group('nplId', elements({ code: '1', displayName: 'Exemplipin' })));
const drug = (comment: string, name = named) => group('drug', elements({ comment }) + name);

const path = 'medicationMedicalRecord/medicationMedicalRecordBody/medicationPrescription';

/** What the patient is told, and what is counted besides what every prescription here lacks. */
const read = async (
  { before = '', after = '' }: { readonly before?: string; readonly after?: string },
  own: object,
) => {
  const document = medication({ id: 'D-1', patient }, '')
    .replace(/<c:drug>.*<\/c:drug>/, after)
    .replace('<c:selfMedication>', `${before}<c:selfMedication>`);
  const [found] = await readAnswer('prescriptions', answerOf('GetMedicationHistory', [document]), {}, own);
  const record = found?.record as PrescriptionRecord | undefined;
  return {
    told: record?.PrescriptionEHRExtract?.[0]?.Prescription?.PrescriptionPatientInstruction,
    losses: eachLoss(found?.losses ?? []).filter(
      ({ path: lost }) => !unmappedIn('prescriptions').some(one => one.path === lost),
    ),
  };
};

const all = { before: note('Tas med mat.'), after: drug('Undvik sol.') + label('1 tablett dagligen.') };

describe('written for the patient', () => {
  const own = { prescriptionNotes: 'patient' };

  test('they are lines after the text on the label', async () => {
    expect(await read(all, own)).toEqual({
      told: '1 tablett dagligen.\nTas med mat.\nUndvik sol.',
      losses: [],
    });
  });

  test('each of them alone is the instruction', async () => {
    expect(await read({ before: note('Tas med mat.'), after: drug('') }, own)).toEqual({
      told: 'Tas med mat.',
      losses: [],
    });
    expect(await read({ after: drug('Undvik sol.') }, own)).toEqual({ told: 'Undvik sol.', losses: [] });
  });

  test('what the label says already is a line once', async () => {
    const told = await read({ ...all, after: drug('Tas med mat.') + label('Tas med mat.') }, own);
    expect(told).toEqual({ told: 'Tas med mat.', losses: [] });
  });

  test('a comment on another drug than that of the prescription is counted', async () => {
    const other = group('drug', group('nplId', elements({ code: '2', displayName: 'Annatfarm' })));
    const dispensed = group('dispensationAuthorization', drug('Skakas.', other));
    expect(await read({ after: drug('Undvik sol.') + dispensed }, own)).toEqual({
      told: 'Undvik sol.',
      // The comment, and the code and name of the other drug.
      losses: Array(3).fill({ path: `${path}/dispensationAuthorization`, reason: 'unmapped', hides: [] }),
    });
  });

  test('a second note is counted, and hides nothing from the rules: no rule reads a note', async () => {
    const twice = note('Tas med mat.') + note('Tas fastande.');
    expect(await read({ before: twice, after: drug('') }, own)).toEqual({
      told: 'Tas med mat.',
      losses: [{ path: `${path}/prescriptionNote`, reason: 'repeated', hides: [] }],
    });
  });
});

describe.each([
  ['for staff', { prescriptionNotes: 'staff' }],
  ['for whom the profile does not say', {}],
])('written %s', (_, own) => {
  test('they are counted, and the text on the label stays', async () => {
    expect(await read(all, own)).toEqual({
      told: '1 tablett dagligen.',
      losses: ['prescriptionNote', 'drug/comment'].map(name => ({
        path: `${path}/${name}`,
        reason: 'unmapped',
        hides: [],
      })),
    });
  });
});
