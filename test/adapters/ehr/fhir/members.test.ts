// Profile members of a FHIR system: what they make the system offer, and their faults at start.
import { describe, expect, test } from 'vitest';
import { regionOf } from '../../../config/support.ts';
import { listed } from '../../../support/listed.ts';
import { connect } from './support/connect.ts';

const least = {
  adapter: 'fhir',
  baseUrl: 'https://fhir.example.internal/r4',
  protectedIdentity: 'not-said',
  prescriptionNotes: 'patient',
};

const read = (members: object, profile: object = {}) => regionOf({ ehr: { ...least, ...members } }, profile);

const place = (path: string) => `REGION_FILE /systems/ehr/${path}`;

test('the required members are enough to offer all seven kinds', async () => {
  const { region, faults } = await read({});
  expect(faults).toEqual([]);
  expect(Object.keys(region?.sources ?? {})).toEqual(
    listed('appointments patients contacts attentionSignals videoMeetings prescriptions journalNotes'),
  );
});

test('accepts all members', async () => {
  const { faults } = await read({
    identifiers: { personal: ['http://a.example'], hsaId: ['urn:oid:1.2.752.29.4.19'] },
    resources: ['Patient', 'Appointment', 'PaymentNotice', 'RelatedPerson', 'Composition'],
    knownAs: ['http://127.0.0.1:8080/fhir', 'https://inner.example.internal/fhir/'],
    include: false,
    patientSearch: 'post',
    pageSize: 50,
    search: {
      DocumentReference: { category: 'clinical-note' },
      RelatedPerson: { '-relationship-level': 'http://hl7.org/fhir/resource-types|Patient' },
    },
    protectedIdentity: 'security-label',
    withheldLabels: ['http://terminology.hl7.org/CodeSystem/v3-Confidentiality|V', '|local'],
    flagCategories: ['A*', 'drug'],
    intents: ['order', 'plan'],
    prescriptionNotes: 'staff',
    arrival: 'update',
    arrivalStatus: 'checked-in',
    payment: { identifierSystem: 'urn:x', recipient: { reference: 'Organization/1' } },
    videoExtensions: ['http://region.example/video'],
    contentOrigins: ['https://files.example.internal'],
    guardianCodes: ['http://terminology.hl7.org/CodeSystem/v3-RoleCode|GUARD'],
    ehrSystem: 'SE2321000016-FHIR',
  });
  expect(faults).toEqual([]);
});

describe('the listed resource types decide what is offered', () => {
  test.each<[string, string[], string[]]>([
    ['Patient alone', ['Patient'], ['patients']],
    ['Appointment', ['Patient', 'Appointment'], ['appointments', 'patients', 'videoMeetings']],
    ['Flag', ['Patient', 'Flag'], ['patients', 'attentionSignals']],
    ['AllergyIntolerance', ['Patient', 'AllergyIntolerance'], ['patients', 'attentionSignals']],
    ['Composition', ['Patient', 'Composition'], ['patients', 'journalNotes']],
    ['resources that no kind is made of', ['Patient', 'Organization', 'Binary', 'Medication'], ['patients']],
  ])('%s', async (_, resources, kinds) => {
    const { region, faults } = await read({ resources });
    expect(faults).toEqual([]);
    expect(Object.keys(region?.sources ?? {})).toEqual(kinds);
  });

  test('a kind that is bound to the system but not offered is a fault', async () => {
    const sources = { patients: 'ehr', contacts: 'ehr' };
    expect((await read({ resources: ['Patient', 'Flag'] }, { sources })).places).toEqual([
      'REGION_FILE /sources/contacts',
    ]);
  });

  test('a register of guardians needs RelatedPerson', async () => {
    const representation = { from: ['register'] };
    expect((await read({}, { representation })).places).toEqual(['REGION_FILE /representation/from']);
    expect((await read({ resources: ['Patient', 'RelatedPerson'] }, { representation })).faults).toEqual([]);
  });

  test.each<[string, object, string[]]>([
    ['both', {}, ['arrive', 'pay']],
    ['no arrival', { arrival: 'none' }, ['pay']],
    ['no recipient of payments', { payment: undefined }, ['arrive']],
    ['no PaymentNotice', { resources: ['Patient', 'Appointment'] }, ['arrive']],
    ['neither', { arrival: 'none', payment: undefined }, []],
    ['no Appointment', { resources: ['Patient', 'PaymentNotice'] }, []],
  ])('transitions: %s', async (_, own, offered) => {
    const { ehr, close } = connect('http://127.0.0.1:9/fhir', { own });
    expect(Object.keys(ehr.writer ?? {})).toEqual(offered);
    await close();
  });
});

describe('a fault', () => {
  test.each<[string, object, string]>([
    ['no word on protected identity', { protectedIdentity: undefined }, 'protectedIdentity'],
    ['the former word on protected identity', { protectedIdentity: 'untold' }, 'protectedIdentity'],
    ['a misspelled member', { withheldLabel: ['a|b'] }, 'withheldLabel'],
    ['a misspelled member of identifiers', { identifiers: { hsa: ['x'] } }, 'identifiers/hsa'],
    ['an empty list of identifiers', { identifiers: { personal: [] } }, 'identifiers/personal'],
    ['a resource that nobody knows', { resources: ['Patient', 'Apointment'] }, 'resources/1'],
    ['no Patient', { resources: ['Appointment'] }, 'resources'],
    ['an alternative base URL without TLS', { knownAs: ['http://fhir.example/r4'] }, 'knownAs/0'],
    ['an alternative base URL with a query', { knownAs: ['https://fhir.example/r4?a=b'] }, 'knownAs/0'],
    ['an alternative base URL that is not a URL', { knownAs: ['https://[1'] }, 'knownAs/0'],
    ['an origin with a path', { contentOrigins: ['https://files.example/a'] }, 'contentOrigins/0'],
    ['no page at all', { pageSize: 0 }, 'pageSize'],
    [
      'parameters of a type that is not searched by patient',
      { search: { Patient: { x: 'y' } } },
      'search/Patient',
    ],
    ['a parameter that is set already', { search: { Flag: { patient: 'x' } } }, 'search/Flag/patient'],
    ['one with a modifier', { search: { Flag: { 'patient:Patient': 'x' } } }, 'search/Flag/patient:Patient'],
    ['a chained search parameter', { search: { Flag: { 'subject.name': 'x' } } }, 'search/Flag/subject.name'],
    ['one that says how to answer', { search: { Flag: { _sort: 'x' } } }, 'search/Flag/_sort'],
    ['a label without a system and a bar', { withheldLabels: ['NOPAT'] }, 'withheldLabels/0'],
    ['a guardian without one', { guardianCodes: ['GUARD'] }, 'guardianCodes/0'],
    ['another way to arrive', { arrival: 'post' }, 'arrival'],
    ['another status', { arrivalStatus: 'here' }, 'arrivalStatus'],
    ['payments to nobody', { payment: { identifierSystem: 'urn:x' } }, 'payment/recipient'],
    [
      'a misspelled member of payment',
      { payment: { identifierSystem: 'u', recipient: { reference: 'a' }, x: 1 } },
      'payment/x',
    ],
    ['no intent', { intents: [] }, 'intents'],
    ['no word on notes on prescriptions', { prescriptionNotes: undefined }, 'prescriptionNotes'],
    ['another word on them', { prescriptionNotes: 'both' }, 'prescriptionNotes'],
  ])('%s', async (_, members, path) => {
    expect((await read(members)).places).toEqual([place(path)]);
  });

  test.each([undefined, 'both'])('in prescriptionNotes names what may stand there: %s', async word => {
    expect((await read({ prescriptionNotes: word })).faults.map(({ expected }) => expected)).toEqual([
      '"patient" or "staff": for whom the notes on prescriptions are written',
    ]);
  });

  test('is no missing word on notes where MedicationRequest is not listed', async () => {
    const resources = ['Patient', 'Appointment'];
    expect((await read({ resources, prescriptionNotes: undefined })).faults).toEqual([]);
  });

  test('a recipient given in two ways', async () => {
    const recipient = { reference: 'Organization/1', identifier: { system: 'u', value: '1' } };
    expect((await read({ payment: { identifierSystem: 'urn:x', recipient } })).places).toContain(
      place('payment/recipient'),
    );
  });
});
