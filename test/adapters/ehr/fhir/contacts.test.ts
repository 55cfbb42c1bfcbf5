// The members of a contact, row by row of the mapping. Expected values are written by hand.
import { describe, expect, test } from 'vitest';
import { bundle, visit } from './support/fhir-server.ts';
import { only, readAll } from './support/read-all.ts';

const read = async (members: object, ...along: object[]) => {
  const { record, losses } = only(
    await readAll('contacts', { '/Encounter': bundle([visit(members), ...along]) }),
  );
  const [extract] = record.contactEHRExtract;
  return { extract, contact: extract.contact, losses };
};

test.each<[string, string | undefined, boolean]>([
  ['planned', 'PLANNED', true],
  ['arrived', 'ARRIVED', true],
  ['triaged', 'ARRIVED', true],
  ['in-progress', 'ONGOING', true],
  ['onleave', 'ONGOING', true],
  ['finished', 'PERFORMED', true],
  ['cancelled', 'CANCELLED', true],
  ['unknown', undefined, true],
])('the status %s', async (status, contactStatus, contactActive) => {
  const { contact } = await read({ status });
  expect(contact.contactStatus).toBe(contactStatus);
  expect(contact.contactStatusConfigurationId).toBe(status);
  expect(contact.contactActive).toBe(contactActive);
});

test('what it was about, when, and its secrecy levels', async () => {
  const security = [
    { system: 'http://terminology.hl7.org/CodeSystem/v3-Confidentiality', code: 'R' },
    { system: 'http://terminology.hl7.org/CodeSystem/v3-Confidentiality', code: 'N' },
    { system: 'http://terminology.hl7.org/CodeSystem/v3-Confidentiality', code: 'M' },
    { system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'HTEST' },
    { system: 'http://region.example/levels', code: 'PSY' },
    { system: 'http://region.example/levels', code: 'PSY' },
  ];
  const { contact, losses } = await read({
    meta: { lastUpdated: '2026-01-16T08:00:00Z', security },
    class: { code: 'AMB', display: 'Öppenvård' },
    type: [{ text: 'Återbesök' }, { text: 'Provtagning' }],
    serviceType: { text: 'Kardiologi' },
    reasonCode: [{ text: 'Bröstsmärta' }, { text: 'Yrsel' }],
    reasonReference: [{ display: 'Förmaksflimmer' }, { display: 'Yrsel' }],
    period: { start: '2026-01-15T08:30:00+01:00', end: '2026-01-15' },
    statusHistory: [
      { status: 'onleave', period: { start: '2026-01-02', end: '2026-01-03' } },
      { status: 'onleave', period: { start: '2026-01-09', end: '2026-01-10' } },
      { status: 'in-progress', period: { start: '2026-01-11' } },
    ],
    diagnosis: [{ condition: { display: 'I48' } }],
  });
  expect(contact).toEqual({
    rcId: { extension: 'Encounter/e1' },
    contactInternalID: 'e1',
    contactVersionDateTime: { value: '20260116090000' },
    contactTypeOfVisit: 'Återbesök',
    contactVisitType: 'Öppenvård',
    contactCategory1: 'Bröstsmärta; Yrsel; Förmaksflimmer',
    contactCategory2: 'Kardiologi',
    contactStatus: 'PERFORMED',
    contactStatusConfigurationId: 'finished',
    contactActive: true,
    contactBeginDateTime: { value: '20260115083000' },
    contactEndDateTime: { value: '20260115235959' },
    contactHomeleaveBeginDateTime: { value: '20260109000000' },
    contactHomeleaveEndDateTime: { value: '20260110235959' },
    contactSecrecyLevels: { secrecyLevel: ['R', 'PSY'] },
  });
  expect(losses).toEqual([
    'repeated Encounter/type',
    // Of the states other than a leave, with what they have of a period.
    'unmapped Encounter/statusHistory/period',
    'unmapped Encounter/statusHistory/period',
    'unmapped Encounter/statusHistory/period',
    'unmapped Encounter/diagnosis',
  ]);
});

test('without a time, it has no version time either', async () => {
  const { extract } = await read({ meta: { lastUpdated: '2026-01-16T08:00:00Z' } });
  expect(extract).not.toHaveProperty('timeCreated');
  expect(extract.contact).not.toHaveProperty('contactVersionDateTime');
});

describe('the units', () => {
  const url = 'https://fhir.cambio.se/StructureDefinition/encounterPerformingUnit';
  const unit = (id: string) => ({
    display: `Enhet ${id}`,
    identifier: { system: 'urn:oid:1.2.752.29.4.19', value: id },
  });
  const published = (extension: string) => ({ unitID: { root: '1.2.752.129.2.1.4.1', extension } });

  test.each([url, `${url}|1.2`])('performing by %s, responsible by serviceProvider', async known => {
    const { extract, losses } = await read({
      extension: [{ url: known, valueReference: unit('SE1-1') }],
      serviceProvider: unit('SE1-2'),
    });
    expect(extract.contactPerformingUnit).toEqual(published('SE1-1'));
    expect(extract.contactResponsibleUnit).toEqual(published('SE1-2'));
    expect(extract.contactAccessZoneUnit).toEqual(published('SE1-1'));
    expect(extract.contact.contactPerformingUnit).toBe('Enhet SE1-1');
    expect(losses).toEqual([]);
  });

  test('performing by serviceProvider: no responsible unit', async () => {
    const { extract } = await read({ serviceProvider: unit('SE1-2') });
    expect(extract.contactPerformingUnit).toEqual(published('SE1-2'));
    expect(extract).not.toHaveProperty('contactResponsibleUnit');
  });
});

test('the practitioners, each in their role, and no other participants', async () => {
  const { extract, losses } = await read({
    participant: [
      { type: [{ text: 'Behandlare' }], individual: { reference: 'Practitioner/1', display: 'Doktor Ett' } },
      { individual: { reference: 'RelatedPerson/1', display: 'Mor' } },
      { individual: { type: 'PractitionerRole', display: 'Doktor Två' } },
    ],
  });
  expect(extract.careProviders).toEqual({
    careProvider: [
      { careProviderType: 'Behandlare', careProviderName: 'Doktor Ett' },
      { careProviderName: 'Doktor Två' },
    ],
  });
  expect(losses).toEqual([]);
});

test('the discharge, with the end of the stay', async () => {
  const hospitalization = {
    destination: { reference: 'Organization/o1' },
    dischargeDisposition: { text: 'Annat sjukhus' },
  };
  const period = { start: '2026-01-15', end: '2026-01-17T11:00:00+01:00' };
  const { contact } = await read(
    { period, hospitalization },
    { resourceType: 'Organization', id: 'o1', name: 'Provstads sjukhus' },
  );
  expect(contact.discharge).toEqual({
    dischargeDestination: 'Provstads sjukhus',
    dischargeDateTime: { value: '20260117110000' },
  });
  expect((await read({ period })).contact).not.toHaveProperty('discharge');
});
