// The patient in whose records every member occurs that FHIR has an element for, for app developers. Each kind of record comes from
// a unit of the region, and once more from a private practice, whose units have no HSA-id.
import { units } from '../patients/parts.ts';
import { people } from '../patients/patients.ts';
import { organizationBy } from './resources/care-units.ts';
import {
  coded,
  concept,
  narrative,
  paragraph,
  reference,
  resource,
  status,
  subjectOf,
  swedish,
  systems,
} from './resources/parts.ts';
import { nameInUse, numberIdentifier, registeredAddress } from './resources/patient.ts';
import type { Resource } from './simulator/store.ts';

const person = people.complete;
const changed = '2026-01-15T10:15:00+01:00';
const morning = '2026-01-15T09:30:00+01:00';
const noon = '2026-01-15T12:00:00+01:00';
/** A level that a region's own system gives records. The service shows it, and its rules may withhold by it. */
const meta = {
  lastUpdated: changed,
  security: [{ system: 'http://region.example/secrecy', code: 'Skyddad' }],
};

const clinic = organizationBy({ UnitID: { extension: units.skin.HSAId } });
const practice = reference('Organization', 'practice');
const physician = reference('PractitionerRole', 'physician');
const privatePhysician = reference('PractitionerRole', 'private-physician');

const position = (code: string, text: string) =>
  coded({ system: 'http://region.example/positions', code }, text);

const atc = { system: systems.atc, version: '2026', code: 'J01CE02', display: 'fenoximetylpenicillin' };

/** The private practice, its owner, and two physicians. */
const parties = (): Resource[] => [
  resource('Organization', 'practice-owner', {
    identifier: [{ system: 'http://region.example/organizations', value: '7001' }],
    name: 'Påhittade Läkarbolaget',
  }),
  resource('Organization', 'practice', {
    identifier: [{ system: 'http://region.example/organizations', value: '7002' }],
    name: 'Påhittade Läkargruppen',
    partOf: reference('Organization', 'practice-owner'),
    telecom: [
      { system: 'phone', use: 'work', value: '013-00 00 00' },
      { system: 'email', use: 'work', value: 'mottagning@example.com' },
    ],
    address: [
      {
        use: 'work',
        line: ['Påhittade torget 1'],
        postalCode: '583 36',
        city: 'Exempelstad',
        state: 'Östergötlands län',
        country: 'Sverige',
      },
    ],
  }),
  resource('Practitioner', 'physician', {
    identifier: [{ system: systems.hsa, value: 'SE2321000016-P003' }],
    name: [{ use: 'official', given: ['Tilltänkt'], family: 'Överläkarsson' }],
  }),
  resource('PractitionerRole', 'physician', {
    practitioner: reference('Practitioner', 'physician'),
    organization: clinic,
    code: [position('201010', 'Överläkare')],
  }),
  resource('PractitionerRole', 'private-physician', {
    practitioner: reference('Practitioner', 'physician'),
    organization: practice,
    code: [position('201012', 'Specialistläkare')],
  }),
];

const patient = (id: string): Resource =>
  resource('Patient', id, {
    meta: { lastUpdated: changed },
    identifier: [
      numberIdentifier(person.number, { isHyphenated: false }),
      // A number that she had before, and one under which other systems know her.
      { ...numberIdentifier('196408832388', { isHyphenated: false }), use: 'old' },
      { ...numberIdentifier('196408232392', { isHyphenated: false }), use: 'secondary' },
      { system: 'http://region.example/passports', type: concept('Passnummer'), value: 'X0000000' },
    ],
    active: true,
    name: [
      {
        extension: [{ url: swedish.middleName, valueString: 'Mellan' }],
        use: 'official',
        family: person.family,
        given: [person.given],
        _given: [nameInUse],
      },
    ],
    telecom: [
      { system: 'phone', use: 'mobile', value: '070-000 00 00' },
      { system: 'email', use: 'home', value: 'ifylla@example.com' },
    ],
    gender: 'female',
    birthDate: '1964-08-23',
    address: [
      {
        extension: [registeredAddress],
        use: 'home',
        line: ['c/o Påhittad', 'Hittepågatan 12'],
        postalCode: '583 36',
        city: 'Exempelstad',
        district: '80',
        state: '05',
        country: 'Sverige',
      },
      { use: 'temp', line: ['Påhittsgade 1'], city: '0000 Eksempelby', country: 'DK' },
      { use: 'billing', text: 'Box 1, Exempelstad' },
    ],
    contact: [
      {
        relationship: [concept('Son')],
        name: { text: 'Påhittad Fullsson', given: ['Påhittad'], family: 'Fullsson' },
        telecom: [
          { system: 'phone', use: 'home', value: '013-00 00 00' },
          { system: 'phone', use: 'work', value: '010-000 00 00' },
        ],
        address: {
          text: 'Hittepågatan 12, 583 36 Exempelstad',
          line: ['c/o Påhittad', 'Hittepågatan 12'],
          postalCode: '583 36',
          city: 'Exempelstad',
        },
      },
    ],
    generalPractitioner: [clinic],
    managingOrganization: clinic,
  });

const performing = 'https://fhir.cambio.se/StructureDefinition/encounterPerformingUnit';

const place = (id: string, name: string, type: string): Resource =>
  resource('Location', id, { name, physicalType: status('location-physical-type', type) });

/** A stay at the hospital, and a visit to the practice for which the patient has arrived. */
const encounters = (id: string): Resource[] => [
  place('room-59901', '12', 'ro'),
  place('bed-59901', 'A', 'bd'),
  resource('Encounter', '59901', {
    meta,
    extension: [{ url: performing, valueReference: clinic }],
    status: 'finished',
    class: { system: systems.actCode, code: 'IMP', display: 'Slutenvård' },
    type: [concept('Inläggning')],
    serviceType: concept('Hudsjukvård'),
    reasonCode: [concept('Rosfeber')],
    subject: subjectOf(id),
    participant: [{ type: [concept('Läkare')], individual: physician }],
    period: { start: '2026-01-12T09:30:00+01:00', end: noon },
    statusHistory: [
      {
        status: 'onleave',
        period: { start: '2026-01-13T10:00:00+01:00', end: '2026-01-13T18:00:00+01:00' },
      },
    ],
    location: ['room-59901', 'bed-59901'].map(stay => ({ location: reference('Location', stay) })),
    hospitalization: { dischargeDisposition: concept('Ordinärt boende') },
    serviceProvider: clinic,
  }),
  resource('Encounter', '59903', {
    meta,
    extension: [{ url: performing, valueReference: practice }],
    status: 'arrived',
    class: { system: systems.actCode, code: 'AMB', display: 'Öppenvård' },
    type: [concept('Återbesök')],
    subject: subjectOf(id),
    participant: [{ type: [concept('Läkare')], individual: privatePhysician }],
    period: { start: morning },
    serviceProvider: practice,
  }),
];

const alerts = 'http://hl7.se/fhir/r4/ig/medicalalertinformation';
const labelled = (label: string) => ({
  url: `${alerts}/StructureDefinition/SEAlertLabelExtension`,
  valueCodeableConcept: concept(label),
});

type FlagOf = {
  readonly id: string;
  readonly category: readonly [code: string, display: string];
  readonly label: string;
  readonly code: object;
};

const flag = (patientId: string, { id, category: [code, display], label, code: said }: FlagOf): Resource =>
  resource('Flag', id, {
    meta: { lastUpdated: changed },
    extension: [
      labelled(label),
      {
        url: 'http://hl7.org/fhir/StructureDefinition/flag-detail',
        valueReference: reference('AllergyIntolerance', '900'),
      },
    ],
    status: 'active',
    category: [coded({ system: `${alerts}/CodeSystem/SEAlertInformationCategoryCS`, code, display })],
    code: said,
    subject: subjectOf(patientId),
    period: { start: '2026-01-15', end: '2036-01-15' },
    author: practice,
  });

const signals = (id: string): Resource[] => [
  resource('AllergyIntolerance', '900', {
    meta: { lastUpdated: changed },
    clinicalStatus: status('allergyintolerance-clinical', 'active'),
    verificationStatus: status('allergyintolerance-verification', 'confirmed', 'Säker'),
    category: ['medication'],
    criticality: 'high',
    code: { coding: [atc], text: 'Fenoximetylpenicillin' },
    patient: subjectOf(id),
    recordedDate: morning,
    recorder: physician,
    asserter: privatePhysician,
    note: [{ text: 'Uppgift från patienten.' }],
    reaction: [{ manifestation: [concept('Hudutslag')], severity: 'severe' }],
  }),
  flag(id, {
    id: '901',
    category: ['B', 'Smitta'],
    label: 'Blodsmitta',
    code: concept('Uppgift från patienten.'),
  }),
  flag(id, {
    id: '902',
    category: ['D', 'Vårdrutinavvikelse'],
    label: 'Tar inte emot blod',
    code: concept('Skriftligt besked finns.'),
  }),
  flag(id, {
    id: '903',
    category: ['A2', 'Medicinsk behandling'],
    label: 'Pacemaker',
    code: coded({ system: 'urn:oid:1.2.752.116.1.3.2.1.4', code: 'FPE00' }, 'Inläggning av pacemaker'),
  }),
  flag(id, {
    id: '904',
    category: ['A1', 'Medicinskt tillstånd'],
    label: 'Hjärtrytmrubbning',
    code: coded({ system: 'urn:oid:1.2.752.116.1.1.1', code: 'I49.5' }, 'Sjuk sinusknuta'),
  }),
  flag(id, {
    id: '905',
    category: ['E', 'Ej strukturerad uppmärksamhetsinformation'],
    label: 'Fallrisk',
    code: concept('Efter operation.'),
  }),
];

const tablets = (low: number, high: number) => [
  { doseRange: { low: { value: low, unit: 'tablett' }, high: { value: high, unit: 'tablett' } } },
];
const dosage = (text: string, repeat: object, doseAndRate: object[] = tablets(1, 2)) => ({
  text,
  timing: { repeat },
  doseAndRate,
});
const daily = { frequency: 3, period: 1, periodUnit: 'd' };
const tablet = [{ doseQuantity: { value: 1, unit: 'tablett' } }];

/** A dosage in each form that one can have in this region. */
const dosages: readonly object[] = [
  {
    ...dosage('1–2 tabletter 3 gånger per dag', daily),
    patientInstruction: 'Tas i samband med måltid.',
    route: coded({ system: 'http://snomed.info/sct', code: '26643006' }, 'Oral användning'),
    site: concept('Munhåla'),
    method: concept('Svälj'),
  },
  dosage('1–2 tabletter varannan vecka', { frequency: 1, period: 2, periodUnit: 'wk' }),
  dosage('1–2 tabletter morgon och kväll', { timeOfDay: ['08:00:00', '20:00:00'] }),
  dosage('1 tablett varje måndag', { dayOfWeek: ['mon'], timeOfDay: ['08:00:00'] }, tablet),
  { text: 'Enligt särskilt schema' },
  { text: '1–2 tabletter en gång', timing: { event: [morning] }, doseAndRate: tablets(1, 2) },
];

const pill = (id: string): Resource =>
  resource('Medication', `drug-${id}`, {
    code: {
      coding: [atc, { system: 'urn:oid:1.2.752.129.2.1.5.1', code: '20260101000017' }],
      text: 'Fullständin',
    },
    form: concept('Filmdragerad tablett'),
    ingredient: [
      {
        itemCodeableConcept: concept('fenoximetylpenicillinkalium'),
        strength: { numerator: { value: 800, unit: 'mg' }, denominator: { value: 1 } },
      },
    ],
  });

type RequestOf = {
  readonly id: string;
  readonly status: 'active' | 'completed' | 'stopped';
  readonly requester: object;
  readonly encounter: object;
  readonly dosageInstruction: readonly object[];
  readonly more?: object;
};

const request = (patientId: string, { id, more, ...of }: RequestOf): Resource[] => [
  pill(id),
  resource('MedicationRequest', id, {
    meta: { lastUpdated: changed },
    groupIdentifier: { system: 'http://region.example/treatments', value: id },
    intent: 'order',
    category: [concept('Ordination')],
    medicationReference: reference('Medication', `drug-${id}`),
    subject: subjectOf(patientId),
    authoredOn: morning,
    reasonCode: [concept('Halsfluss')],
    ...of,
    ...more,
  }),
];

const stay = reference('Encounter', '59901');
const visit = reference('Encounter', '59903');

const prescriptions = (id: string): Resource[] => [
  ...dosages.flatMap((of, index) =>
    request(id, {
      id: String(8900 + index),
      status: 'active',
      requester: physician,
      encounter: stay,
      dosageInstruction: [of],
    }),
  ),
  ...request(id, {
    id: '8910',
    status: 'completed',
    requester: privatePhysician,
    encounter: visit,
    dosageInstruction: [
      {
        sequence: 1,
        text: '1 tablett vid värk',
        asNeededCodeableConcept: concept('värk'),
        timing: {
          repeat: { boundsPeriod: { start: '2026-01-15', end: '2026-01-25' }, ...daily, when: ['MORN'] },
        },
        doseAndRate: tablet,
      },
    ],
  }),
  ...request(id, {
    id: '8911',
    status: 'stopped',
    requester: physician,
    encounter: stay,
    more: { statusReason: concept('Biverkningar') },
    dosageInstruction: [
      {
        sequence: 1,
        text: 'Dropp',
        timing: {
          event: [morning],
          repeat: { boundsDuration: { value: 10, code: 'd', unit: 'dagar' }, duration: 8, durationUnit: 'h' },
        },
        doseAndRate: [
          { rateRatio: { numerator: { value: 50, unit: 'ml' }, denominator: { value: 1, unit: 'h' } } },
        ],
      },
      {
        sequence: 2,
        text: '1 tablett',
        timing: {
          repeat: { boundsPeriod: { start: '2026-01-25' }, frequency: 1, period: 1, periodUnit: 'd' },
        },
        doseAndRate: tablet,
      },
    ],
  }),
];

const section = (title: string, text: string, inner: readonly object[] = []) => ({
  title,
  text: narrative(paragraph(text)),
  ...(inner.length === 0 ? {} : { section: inner }),
});

const note = (
  patientId: string,
  id: string,
  author: object,
  custodian: object | undefined,
  encounter: object,
) =>
  resource('Composition', id, {
    meta,
    status: 'final',
    type: concept('Besöksanteckning'),
    subject: subjectOf(patientId),
    encounter,
    date: noon,
    author: [author],
    title: 'Mottagningsbesök',
    attester: [{ mode: 'legal', time: noon, party: author }],
    custodian,
    event: [{ period: { start: morning } }],
    section: [section('Aktuellt', 'Torr hosta.', [section('Bedömning', 'Virusutlöst.')])],
  });

/** An appointment at a place with a "care of" address. */
const appointment = (id: string): Resource[] => [
  resource('Location', 'annex', {
    name: 'Annexet',
    managingOrganization: clinic,
    address: {
      use: 'work',
      line: ['c/o Påhittade skolan', 'Påhittade gatan 12'],
      postalCode: '583 36',
      city: 'Exempelstad',
      country: 'Sverige',
    },
  }),
  resource('Appointment', '59090', {
    status: 'booked',
    serviceType: [concept('Återbesök')],
    start: '2026-12-07T14:30:00+01:00',
    end: '2026-12-07T15:00:00+01:00',
    patientInstruction: 'Ta med legitimation.',
    participant: [subjectOf(id), reference('Location', 'annex'), physician].map(actor => ({
      actor,
      status: 'accepted',
    })),
  }),
];

/** A Patient whom the private practice is responsible for. */
export const ofPractice = (patient: Resource): Resource => ({
  ...patient,
  generalPractitioner: [practice],
  managingOrganization: practice,
});

/** The records of the patient with this id. */
export const completeResources = (id: string): Resource[] => [
  ...parties(),
  patient(id),
  ...encounters(id),
  ...signals(id),
  ...prescriptions(id),
  note(id, '61900', physician, clinic, stay),
  note(id, '61901', privatePhysician, practice, visit),
  ...appointment(id),
];
