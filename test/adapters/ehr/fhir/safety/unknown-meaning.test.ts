// Rules and modifiers that the adapter does not know may reverse the meaning of an element, which is therefore never read without them.
import { describe, expect, test } from 'vitest';
import { failureOf, newCall } from '../../calls.ts';
import { patient } from '../support/connect.ts';
import { allergy, appointment, bundle, masked, outcome } from '../support/fhir-server.ts';
import { openAt, readAll } from '../support/read-all.ts';

const modifierExtension = [{ url: 'http://region.example/not', valueBoolean: true }];
const implicitRules = 'http://region.example/rules';

describe('an answer is unusable', () => {
  const entry = { resource: allergy('1') };
  const warning = { resource: outcome('warning', 'informational') };
  const noted = (members: object) => ({
    entry: [entry, { resource: { ...warning.resource, ...members } }],
  });
  test.each<[string, object]>([
    ['with rules', { implicitRules }],
    ['with a modified entry', { entry: [{ ...entry, modifierExtension }] }],
    ['with a modified search mode', { entry: [{ ...entry, search: { mode: 'match', modifierExtension } }] }],
    ['with a modified link', { link: [{ relation: 'self', url: 'x', modifierExtension }] }],
    ['with a link that is not an object', { link: ['AllergyIntolerance?page=2'] }],
    [
      'with a link whose relation cannot be read',
      { link: [{ relation: ['next'], url: 'AllergyIntolerance?page=2' }] },
    ],
    ['with rules of an outcome', noted({ implicitRules })],
    [
      'with a modified issue',
      noted({ issue: [{ severity: 'warning', code: 'informational', modifierExtension }] }),
    ],
  ])('%s', async (_, members) => {
    const { read } = await openAt({ '/AllergyIntolerance': bundle([], members) });
    expect(await failureOf(read('attentionSignals'))).toBe('ehr-unusable');
  });

  test('but not with an outcome that only informs, and other links', async () => {
    const link = [{ relation: 'self', url: 'http://elsewhere.example/' }];
    const answers = { '/AllergyIntolerance': bundle([], { ...noted({}), link }) };
    expect(await readAll('attentionSignals', answers)).toHaveLength(1);
  });
});

describe("a record is the patient's only if all that names the patient can be read", () => {
  const identifier = { system: 'http://electronichealth.se/identifier/personnummer', value: patient };
  const ownerOf = async (named: object) => {
    const [found] = await readAll('attentionSignals', {
      '/AllergyIntolerance': bundle([allergy('1', { patient: named })]),
    });
    return found?.record.AttentionSignalEHRExtract[0].Patient.PatientID;
  };

  test('by a number alone', async () => {
    expect(await ownerOf({ identifier })).toMatchObject({ extension: patient });
  });

  test('by a number of a type that is written as its definition', async () => {
    const type = 'http://hl7.org/fhir/StructureDefinition/Patient';
    const { read } = await openAt({
      '/Appointment': bundle([appointment({ participant: [{ actor: { type, identifier } }] })]),
    });
    const [found] = await read('appointments');
    expect(found?.record).toMatchObject({ appointments: [{ booking: { ContactId: '59062' } }] });
  });

  test.each<[string, object]>([
    ['that cannot be read', { reference: ['Patient/p2'] }],
    ['that is masked', { _reference: masked }],
  ])('not with a reference beside it %s', async (_, reference) => {
    expect(await ownerOf({ identifier, ...reference })).toEqual({ extension: 'Patient:?' });
  });

  test('an appointment is not theirs by the number of a practitioner or a relative', async () => {
    const foreign = { reference: 'Patient/p2' };
    for (const type of ['Practitioner', 'RelatedPerson']) {
      const participant = [{ actor: foreign }, { actor: { type, identifier } }];
      const { read } = await openAt({ '/Appointment': bundle([appointment({ participant })]) });
      const [found] = await read('appointments');
      expect(found?.record).toMatchObject({ patient: { PersonNumbers: [{ Number: 'Patient:Patient/p2' }] } });
    }
  });
});

test('an appointment whose version cannot be read is never written', async () => {
  const { writer, server } = await openAt({
    'GET /Appointment/59062': appointment({ meta: { versionId: ['7'] } }),
  });
  const command = { patient, bookingId: '59062', call: newCall() };
  expect(await failureOf(writer().arrive(command))).toBe('booking-incomplete');
  expect(server.received.filter(({ method }) => method !== 'GET')).toEqual([]);
});
