// D35, what was never true: a record that its source has taken back may be about somebody else. It is withheld and counted.
import { describe, expect, test } from 'vitest';
import type { CompactTimestamp } from '../../../../../src/domain/model/timestamp.ts';
import type { RecordKind } from '../../../../../src/domain/records/index.ts';
import { allergy, bundle, own, visit } from '../support/fhir-server.ts';
import { readPrescription, request } from '../support/prescriptions.ts';
import { only, readAll } from '../support/read-all.ts';

const withdrawn = 'entered-in-error';
const coded = (code: string) => ({ coding: [{ code }] });
const flag = (members: object) => ({ resourceType: 'Flag', id: 'f1', subject: own, ...members });
const document = (members: object) => ({
  resourceType: 'DocumentReference',
  id: 'd1',
  subject: own,
  content: [{ attachment: { contentType: 'text/plain', data: 'QnJhLg==' } }],
  ...members,
});
const composition = (members: object) => ({
  resourceType: 'Composition',
  id: 'c1',
  subject: own,
  ...members,
});

type Sent = { readonly resourceType: string };
const read = (kind: RecordKind, resource: Sent, asked = {}) =>
  readAll(kind, { [`/${resource.resourceType}`]: bundle([resource]) }, {}, asked);

const records: readonly (readonly [string, RecordKind, Sent])[] = [
  ['a contact', 'contacts', visit({ status: withdrawn })],
  ['an allergy', 'attentionSignals', allergy('1', { verificationStatus: coded(withdrawn) })],
  [
    'an allergy with another verification status beside it',
    'attentionSignals',
    allergy('1', { verificationStatus: { coding: [{ code: 'confirmed' }, { code: withdrawn }] } }),
  ],
  ['a flag', 'attentionSignals', flag({ status: withdrawn })],
  ['a prescription', 'prescriptions', request({ status: withdrawn }) as unknown as Sent],
  ['a document', 'journalNotes', document({ status: withdrawn })],
  ['the content of a document', 'journalNotes', document({ status: 'current', docStatus: withdrawn })],
  ['a composition', 'journalNotes', composition({ status: withdrawn })],
];

test("an allergy whose verification in HL7's code system is another one is published", async () => {
  const system = 'http://terminology.hl7.org/CodeSystem/allergyintolerance-verification';
  const own = { system: 'urn:oid:1.2.3', code: withdrawn };
  const resource = allergy('1', { verificationStatus: { coding: [own, { system, code: 'confirmed' }] } });
  const { record } = only(await read('attentionSignals', resource));
  expect(record.AttentionSignalEHRExtract[0].AttentionSignal.HypersensitivityType.Heading).toBe('Penicillin');
});

test.each(records)('%s is withheld and counted', async (_, kind, resource) => {
  expect(await read(kind, resource)).toEqual([{ record: undefined, losses: [] }]);
});

test('one outside the interval is not counted', async () => {
  const interval = { from: '20260201000000' as CompactTimestamp };
  const past = visit({ status: withdrawn, period: { start: '2026-01-15', end: '2026-01-16' } });
  expect(await read('contacts', past, { interval })).toEqual([]);
});

test("another patient's is recognized, so it is reported as foreign", async () => {
  const foreign = visit({ status: withdrawn, subject: { reference: 'Patient/p2' } });
  expect(only(await read('contacts', foreign)).record).toEqual({
    contactEHRExtract: [{ patient: { patientID: { extension: 'Patient:Patient/p2' } } }],
  });
});

describe('what a record refers to is as if it were not there', () => {
  const medicationReference = { reference: 'Medication/x', display: 'Exemplipin 10 mg' };
  const medication = (members: object) => ({
    resourceType: 'Medication',
    id: 'x',
    code: { text: 'Felipin' },
    form: { text: 'Tablett' },
    ...members,
  });

  test('a medicine: the prescription has the name in its own reference, and lacks the rest', async () => {
    const { prescription, losses } = await readPrescription(
      { medicationCodeableConcept: undefined, medicationReference },
      medication({ status: withdrawn }),
    );
    expect(prescription.MainProductTreatment).toEqual({ PrescriptionProductTradeName: 'Exemplipin 10 mg' });
    expect(losses).toEqual(['withheld Medication/status']);
  });

  test('a medicine that no patient may see still withholds the prescription', async () => {
    const security = [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'NOPAT' }];
    const answers = {
      '/MedicationRequest': bundle([
        request({ medicationCodeableConcept: undefined, medicationReference }),
        medication({ status: withdrawn, meta: { security } }),
      ]),
    };
    expect(await readAll('prescriptions', answers)).toEqual([{ record: undefined, losses: [] }]);
  });

  test('the contact of a prescription: its id stays, without its type', async () => {
    const contact = visit({ status: withdrawn, type: [{ text: 'Återbesök' }] });
    const answers = {
      '/MedicationRequest': bundle([request({ encounter: { reference: 'Encounter/e1' } }), contact]),
    };
    const { record, losses } = only(await readAll('prescriptions', answers));
    expect(record.PrescriptionEHRExtract[0].HCMContact).toEqual({ rc_id: { extension: 'Encounter/e1' } });
    expect(losses).toEqual(['withheld Encounter/status']);
  });
});
