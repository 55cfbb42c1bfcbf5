// Generates realistic FHIR resources from a seed, of about the same size as the XML extracts.
import type { Seeded } from '../data/seeded.ts';

const hsaId = (value: string) => [{ system: 'urn:oid:1.2.752.129.2.1.4.1', value }];
const reference = (type: string, id: string | number) => ({ reference: `${type}/${id}` });

const units = ['Vårdcentralen Påhittet', 'Hudmottagningen', 'Ögonmottagningen', 'Medicinkliniken'] as const;
const doctors = ['Tolvan Påhittad', 'Åsa Exempelberg', 'Östen Övningsson', 'Maria Provdotter'] as const;

export const organizations = units.map((name, index) => ({
  resourceType: 'Organization',
  id: `unit-${index}`,
  identifier: hsaId(`SE2321000016-${1000 + index}`),
  name,
  telecom: [{ system: 'phone', use: 'work', value: '010-1030000' }],
  address: [{ use: 'work', line: ['Storgatan 1'], postalCode: '582 23', city: 'Linköping', country: 'SE' }],
}));

export const practitioners = doctors.map((name, index) => ({
  resourceType: 'Practitioner',
  id: `doctor-${index}`,
  identifier: hsaId(`SE2321000016-${2000 + index}`),
  name: [{ use: 'official', text: name }],
  qualification: [{ code: { text: 'Överläkare' } }],
}));

/** A time as servers write it, in UTC. */
const instant = (by: Seeded) => {
  const [, year, month, day, hour, minute] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)/.exec(by.time()) ?? [];
  return `${year}-${month}-${day}T${hour}:${minute}:00Z`;
};

const head = (by: Seeded, id: string) => ({ id, meta: { versionId: '1', lastUpdated: instant(by) } });
const doctor = (by: Seeded) => reference('Practitioner', `doctor-${by.between(0, doctors.length - 1)}`);
const unit = (by: Seeded) => reference('Organization', `unit-${by.between(0, units.length - 1)}`);

export const patientResource = (number: string, id: string) => ({
  resourceType: 'Patient',
  id,
  meta: { versionId: '1', lastUpdated: '2025-11-20T08:00:00Z' },
  identifier: [{ system: 'http://electronichealth.se/identifier/personnummer', value: number }],
  active: true,
  name: [{ use: 'official', family: 'Tolvansson', given: ['Tolvan'] }],
  gender: 'male',
  birthDate: `${number.slice(0, 4)}-${number.slice(4, 6)}-${number.slice(6, 8)}`,
});

const dosage = (by: Seeded) => ({
  sequence: 1,
  text: by.prose(6),
  timing: {
    repeat: { boundsPeriod: { start: instant(by) }, frequency: by.between(1, 4), period: 1, periodUnit: 'd' },
  },
  asNeededBoolean: by.chance(0.2),
  route: { coding: [{ system: 'http://snomed.info/sct', code: '26643006', display: 'Oral användning' }] },
  doseAndRate: [{ doseQuantity: { value: by.between(1, 2), unit: 'tablett' } }],
});

/** A prescription of about 1.5 KB. */
export const medicationRequest = (by: Seeded, patientId: string, id: string) => ({
  resourceType: 'MedicationRequest',
  ...head(by, id),
  identifier: [{ system: 'http://region.example/treatments', value: String(by.between(1, 99_999)) }],
  status: by.chance(0.8) ? 'active' : 'completed',
  intent: 'order',
  category: [{ text: 'Recept' }],
  medicationCodeableConcept: {
    coding: [
      {
        system: 'http://www.whocc.no/atc',
        code: by.one(['C08CA01', 'N02BE01']),
        display: by.one(['amlodipin', 'paracetamol']),
      },
      { system: 'urn:oid:1.2.752.129.2.1.5.1', code: String(by.between(10_000_000, 99_999_999)) },
    ],
    text: by.one(['Exemplipin', 'Påhittol', 'Droppex', 'Nedtrappin']),
  },
  subject: reference('Patient', patientId),
  authoredOn: instant(by),
  requester: doctor(by),
  reasonCode: [{ text: by.prose(5) }],
  dosageInstruction: [dosage(by)],
});

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const section = (by: Seeded, title: string) => ({
  title,
  text: {
    status: 'additional',
    div: `<div xmlns="http://www.w3.org/1999/xhtml"><p>${escaped(by.prose(by.between(15, 60)))}</p></div>`,
  },
});

/** A journal note of about 3 KB. */
export const composition = (by: Seeded, patientId: string, id: string) => ({
  resourceType: 'Composition',
  ...head(by, id),
  status: 'final',
  type: { text: 'Besöksanteckning' },
  subject: reference('Patient', patientId),
  date: instant(by),
  author: [doctor(by)],
  title: by.one(['Mottagningsbesök', 'Årskontroll', 'Telefonkontakt']),
  attester: [{ mode: 'legal', time: instant(by), party: doctor(by) }],
  custodian: unit(by),
  event: [{ period: { start: instant(by) } }],
  section: [
    section(by, 'Aktuellt'),
    section(by, 'Status'),
    section(by, 'Puls'),
    { title: 'Bedömning och åtgärd', section: [section(by, 'Bedömning'), section(by, 'Åtgärd')] },
  ],
});
