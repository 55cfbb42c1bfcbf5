// Faults that would harm a patient: a lost warning, a partial record shown as complete, a resource of another patient or of
// nobody, a permission that was never granted. Expected values follow the standard and the region's rules.
import { describe, expect, test } from 'vitest';
import type { CompactTimestamp } from '../../../../src/domain/model/timestamp.ts';
import { failureOf, newCall } from '../calls.ts';
import { patient, type ReadOptions } from './support/connect.ts';
import {
  allergy,
  appointment,
  bundle,
  json,
  noteOf,
  outcome,
  own,
  tolvan,
  videoLink,
  visit,
} from './support/fhir-server.ts';
import { readPrescription, request } from './support/prescriptions.ts';
import { type Answers, only, openAt, readAll } from './support/read-all.ts';

const nopat = { security: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'NOPAT' }] };
const subsetted = {
  tag: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationValue', code: 'SUBSETTED' }],
};

/** A content of a note. */
const plain = { contentType: 'text/plain', data: 'QQ==' };

const readCode = async (answers: Answers): Promise<string> => {
  const { read } = await openAt(answers);
  return failureOf(read('attentionSignals'));
};

describe('a resource shortened by the server (SUBSETTED)', () => {
  test('is never shown as a complete record', async () => {
    const answers = { '/AllergyIntolerance': bundle([allergy('1', { meta: subsetted })]) };
    expect(await readCode(answers)).toBe('ehr-unusable');
  });

  test('is fetched again in full if it was an included resource', async () => {
    const organization = { resourceType: 'Organization', id: 'o1', name: 'Half a name', meta: subsetted };
    const recorder = { reference: 'PractitionerRole/1' };
    const role = {
      resourceType: 'PractitionerRole',
      id: '1',
      organization: { reference: 'Organization/o1' },
      practitioner: { display: 'Doktor Ett' },
    };
    const found = only(
      await readAll('attentionSignals', {
        '/AllergyIntolerance': bundle([allergy('1', { recorder }), organization, role]),
        '/Organization': bundle([{ ...organization, meta: {}, name: 'Kliniken' }]),
      }),
    );
    expect(found.record.AttentionSignalEHRExtract[0].Units.Unit[0].UnitName).toBe('Kliniken');
  });

  test('is not updated, because the update would delete its other elements', async () => {
    const { writer, server } = await openAt({
      'GET /Appointment/59062': appointment({ meta: { versionId: '7', ...subsetted } }),
    });
    const command = { patient, bookingId: '59062', call: newCall() };
    expect(await failureOf(writer().arrive(command))).toBe('ehr-unreachable');
    expect(server.received.filter(({ method }) => method !== 'GET')).toEqual([]);
  });
});

describe('an entry with a wrong search mode', () => {
  const inMode = (resource: object, mode: unknown) => bundle([], { entry: [{ resource, search: { mode } }] });

  // No search asks for resources of its own type to come along.
  test.each(['match', 'include', 'outcome', 'Match', '', ['match'], 7, null])(
    'an entry of the type asked for is a match whatever its mode says: %j',
    async mode => {
      const kinds = {
        attentionSignals: ['/AllergyIntolerance', allergy('1')],
        contacts: ['/Encounter', visit({})],
        videoMeetings: ['/Appointment', appointment({ extension: [videoLink] })],
        prescriptions: ['/MedicationRequest', request({ medicationCodeableConcept: undefined })],
        journalNotes: ['/DocumentReference', noteOf({}, { content: [] })],
      } as const;
      for (const [kind, [path, resource]] of Object.entries(kinds))
        expect(await readAll(kind as keyof typeof kinds, { [path]: inMode(resource, mode) })).toHaveLength(1);
      const [list] = await readAll('appointments', { '/Appointment': inMode(appointment(), mode) });
      expect(list).toMatchObject({ record: { appointments: [{ state: 'BOOKED' }] } });
    },
  );

  test('nor is a patient, a visit or a payment of an appointment taken for one that came along', async () => {
    const visited = visit({ appointment: [{ reference: 'Appointment/59062' }], status: 'in-progress' });
    const [list] = await readAll('appointments', {
      '/Patient': inMode(tolvan(), 'include'),
      '/Appointment': bundle([appointment()]),
      '/Encounter': inMode(visited, 'include'),
    });
    expect(list).toMatchObject({ record: { appointments: [{ state: 'ONGOING' }] } });
  });

  test.each<[string, object]>([
    ['with a mode that cannot be read', { resource: visit({}), search: { mode: ['match'] } }],
    [
      'of an unknown type, without a mode',
      { resource: { ...allergy('1'), resourceType: 'Allergyintolerance' } },
    ],
  ])('an entry of another type %s is not left out', async (_, entry) => {
    expect(await readCode({ '/AllergyIntolerance': bundle([], { entry: [entry] }) })).toBe('ehr-unusable');
  });

  test.each([
    ['no issues', undefined],
    ['issues that are not a list', {}],
    ['an issue that is not an object', ['error']],
  ])('an OperationOutcome with %s may hide an error', async (_, issue) => {
    const answers = {
      '/AllergyIntolerance': bundle([allergy('1'), { resourceType: 'OperationOutcome', issue }]),
    };
    expect(await readCode(answers)).toBe('ehr-unusable');
  });
});

describe('a withheld medicine withholds its prescription', () => {
  const referring = (medicationReference: object, members: object = {}) =>
    request({ medicationCodeableConcept: undefined, medicationReference, ...members });
  const medication = { resourceType: 'Medication', id: 'x', code: { text: 'Hemlipin' }, meta: nopat };

  test.each<[string, object[]]>([
    ['included', [referring({ reference: 'Medication/x', display: 'Hemlipin' }), medication]],
    ['contained', [referring({ reference: '#x', display: 'Hemlipin' }, { contained: [medication] })]],
  ])('%s', async (_, resources) => {
    const found = await readAll('prescriptions', { '/MedicationRequest': bundle(resources) });
    expect(found).toEqual([{ record: undefined, losses: [] }]);
  });

  test('fetched', async () => {
    const found = await readAll('prescriptions', {
      '/MedicationRequest': bundle([referring({ reference: 'Medication/x' })]),
      '/Medication': bundle([medication]),
    });
    expect(found).toEqual([{ record: undefined, losses: [] }]);
  });
});

test('a resource of another type is not read as the medicine that a prescription names', async () => {
  const contained = [{ resourceType: 'Organization', id: 'x', code: { text: 'Hemlipin' } }];
  const one = request({
    medicationCodeableConcept: undefined,
    medicationReference: { reference: '#x' },
    contained,
  });
  const found = await readAll('prescriptions', { '/MedicationRequest': bundle([one]) });
  expect(JSON.stringify(found)).not.toContain('Hemlipin');
});

describe('a medication request whose intent', () => {
  const intended = (members: object) =>
    request({ intent: undefined, authoredOn: '2026-01-15T10:00:00Z', ...members });
  const read = (members: object, asked: ReadOptions = {}) =>
    readAll('prescriptions', { '/MedicationRequest': bundle([intended(members)]) }, {}, asked);

  test.each<[string, object]>([
    ['is missing', {}],
    ['is null', { intent: null }],
    ['is not a text', { intent: ['order'] }],
    ['is not a code of the standard', { intent: 'ordered' }],
    ['is the name of an object property', { intent: 'constructor' }],
  ])('%s is left out and counted: it may be a prescription', async (_, members) => {
    expect(await read(members)).toEqual([{ record: undefined, losses: [] }]);
  });

  describe.each(['proposal', 'plan', 'instance-order', 'option'])('is %s', intent => {
    const found = async (members: object, asked: ReadOptions = {}) => {
      const { ehr } = await openAt({ '/MedicationRequest': bundle([intended({ intent, ...members })]) });
      const question = { patient, interval: {}, call: newCall(), ...asked };
      return Array.fromAsync(ehr.prescriptions?.(question) ?? []);
    };

    test('is no prescription, and counted as unmapped (D29)', async () => {
      expect(await found({})).toEqual([{ omitted: 'unmapped', path: 'MedicationRequest/intent' }]);
    });

    test('is not counted outside the interval, nor for a draft', async () => {
      const from = '20260201000000' as CompactTimestamp;
      expect(await found({}, { interval: { from } })).toEqual([]);
      expect(await found({ status: 'draft' })).toEqual([]);
    });

    test('is withheld where no patient may see it, or its source has taken it back (D35)', async () => {
      for (const members of [{ meta: { security: [{ code: 'NOPAT' }] } }, { status: 'entered-in-error' }])
        expect(await found(members)).toEqual([{ record: undefined, losses: [] }]);
    });
  });

  test('is missing is not counted outside the interval, nor for a draft or another patient', async () => {
    const from = '20260201000000' as CompactTimestamp;
    expect(await read({}, { interval: { from } })).toEqual([]);
    expect(await read({ status: 'draft' })).toEqual([]);
    const [foreign] = await read({ subject: { reference: 'Patient/p2' } });
    expect(foreign?.record).toEqual({
      PrescriptionEHRExtract: [{ Patient: { PatientId: { extension: 'Patient:Patient/p2' } } }],
    });
  });
});

describe('forms of references', () => {
  /** A vendor's base URL whose path contains a segment that looks like a resource type. */
  const base = 'https://ehr.example/api/FHIR/R4';
  const knownAs = { knownAs: [base] };
  const practitioner = { resourceType: 'Practitioner', id: '1', name: [{ text: 'Doktor Ett' }] };
  const organization = {
    resourceType: 'Organization',
    id: 'o1',
    name: 'Kliniken',
    identifier: [{ system: 'urn:oid:1.2.752.129.2.1.4.1', value: 'SE2321000016-1003' }],
  };
  const location = {
    resourceType: 'Location',
    id: 'l1',
    name: 'Rum 1',
    managingOrganization: { reference: 'Organization/o1' },
  };

  const absolute = (reference: string) => ({ reference: `${base}/${reference}` });
  const contained = (...resources: { id: string }[]) => ({ contained: resources });

  const bookingOf = async (actors: object[], resources: object[], members: object = {}) => {
    const participant = [{ actor: own }, ...actors.map(actor => ({ actor }))];
    const one = appointment({ participant, ...members });
    const found = only(
      await readAll('appointments', { '/Appointment': bundle([one, ...resources]) }, knownAs),
    );
    return found.record.appointments[0].booking;
  };

  test('an absolute reference to the recorder of an allergy', async () => {
    const one = allergy('1', { recorder: absolute('Practitioner/1') });
    const { record, losses } = only(
      await readAll('attentionSignals', { '/AllergyIntolerance': bundle([one, practitioner]) }, knownAs),
    );
    expect(record.AttentionSignalEHRExtract[0].CareProviders.CareProvider).toEqual([
      { CareProviderType: 'recorder', CareProviderInternalID: '1', CareProviderName: 'Doktor Ett' },
    ]);
    expect(losses).toEqual([]);
  });

  test.each<[string, object[], object[], object]>([
    ['absolute', [absolute('Location/l1'), absolute('Practitioner/1')], [location, practitioner], {}],
    ['contained', [{ reference: '#l1' }, { reference: '#1' }], [], contained(location, practitioner)],
  ])('%s references to the location and the people of a booking', async (_, actors, along, members) => {
    const booking = await bookingOf(actors, [...along, organization], members);
    expect(booking.PerformingUnit).toMatchObject({ Name: 'Kliniken', HSAId: 'SE2321000016-1003' });
    expect(booking.Any[0].practitioner).toBe('Doktor Ett');
  });

  test('references by the fullUrl of an entry', async () => {
    const entry = [
      {
        resource: appointment({
          participant: [
            { actor: own },
            { actor: { reference: 'urn:uuid:1' } },
            { actor: { reference: 'urn:uuid:2' } },
          ],
        }),
      },
      { fullUrl: 'urn:uuid:1', resource: { ...location, id: undefined }, search: { mode: 'include' } },
      { fullUrl: 'urn:uuid:2', resource: { ...practitioner, id: undefined }, search: { mode: 'include' } },
    ];
    const found = only(await readAll('appointments', { '/Appointment': bundle([], { entry }) }));
    const { booking } = found.record.appointments[0];
    expect(booking.PerformingUnit.Name).toBe('Rum 1');
    expect(booking.Any[0].practitioner).toBe('Doktor Ett');
  });

  test('a contained unit and a contained person are published without their ids', async () => {
    const clinic = { resourceType: 'Organization', id: 'o1', name: 'Kliniken' };
    const one = visit({
      ...contained(clinic, practitioner),
      serviceProvider: { reference: '#o1' },
      participant: [{ individual: { reference: '#1' } }],
    });
    const { record, losses } = only(await readAll('contacts', { '/Encounter': bundle([one]) }));
    const [extract] = record.contactEHRExtract;
    expect(extract.units).toEqual({ unit: [{ unitName: 'Kliniken' }] });
    expect(extract.contactPerformingUnit).toBeUndefined();
    expect(extract.careProviders.careProvider).toEqual([{ careProviderName: 'Doktor Ett' }]);
    expect(losses).toEqual([]);
  });
});

describe('withheld and missing units', () => {
  const unit = (partOf: object) => ({ resourceType: 'Organization', id: 'o1', name: 'Kliniken', partOf });
  const note = noteOf(plain, { custodian: { reference: 'Organization/o1' } });
  const readNote = async (partOf: object, above: object[]) =>
    only(
      await readAll('journalNotes', {
        '/DocumentReference': bundle([note, unit(partOf)]),
        '/Organization': bundle(above),
      }),
    );

  test('the name of a withheld care provider is not published', async () => {
    const partOf = { reference: 'Organization/o2', display: 'Hemliga vårdgivaren' };
    const above = { resourceType: 'Organization', id: 'o2', name: 'Hemliga vårdgivaren', meta: nopat };
    const { record, losses } = await readNote(partOf, [above]);
    expect(JSON.stringify(record)).not.toContain('Hemliga');
    expect(losses).toEqual(['withheld Organization/meta/security']);
  });

  test('a missing care provider is counted', async () => {
    const { losses } = await readNote({ reference: 'Organization/o2' }, []);
    expect(losses).toEqual(['unreadable Organization/partOf']);
  });
});

describe('a dosage with long lists (D32)', () => {
  const many = <T>(one: T, length: number) => Array.from({ length }, () => one);
  const dose = { doseQuantity: { value: 1, unit: 'tablett' } };
  const read = async (doseAndRate: object[], repeat: object) => {
    const { prescription } = await readPrescription({
      dosageInstruction: [{ doseAndRate, timing: { repeat } }],
    });
    return prescription.PrescriptionDosages.DosagePlugin[0].IX3Dosage;
  };
  const notWhole = { DosageText: 'Doseringen kan inte visas i sin helhet: fråga vården.' };

  test('is shown with up to 1,000 times', async () => {
    const minutes = (number: number) =>
      Array.from({ length: number }, (_, at) =>
        [Math.floor(at / 60), at % 60, 0].map(part => String(part).padStart(2, '0')).join(':'),
      );
    expect((await read([dose], { timeOfDay: minutes(1000) })).DoseInstance).toHaveLength(1000);
    expect(await read([dose], { timeOfDay: minutes(1001) })).toEqual(notWhole);
  });

  test('is not shown with several doses, of which nobody knows whether all are to be taken', async () => {
    expect(await read(many(dose, 400), { timeOfDay: many('08:00:00', 400) })).toEqual(notWhole);
  });
});

describe('a name whose code is said to be unknown', () => {
  const nullFlavor = 'http://terminology.hl7.org/CodeSystem/v3-NullFlavor';
  const absentReason = 'http://terminology.hl7.org/CodeSystem/data-absent-reason';
  const named = (system: string, code: string) => ({ coding: [{ system, code }], text: 'Jordnötter' });
  const agentOf = async (code: object) => {
    const { record, losses } = only(
      await readAll('attentionSignals', { '/AllergyIntolerance': bundle([allergy('1', { code })]) }),
    );
    const { Heading, Agent } = record.AttentionSignalEHRExtract[0].AttentionSignal.HypersensitivityType ?? {};
    return { Heading, Agent, losses };
  };

  test.each([
    [nullFlavor, 'UNK'],
    [nullFlavor, 'OTH'],
    [absentReason, 'unknown'],
    [absentReason, 'as-text'],
  ])('of an allergy (%s %s) is still published', async (system, code) => {
    expect(await agentOf(named(system, code))).toEqual({
      Heading: 'Jordnötter',
      Agent: ['Jordnötter'],
      losses: [],
    });
  });

  test('of an allergy is not published if it is masked', async () => {
    const { Heading, losses } = await agentOf(named(absentReason, 'masked'));
    expect({ Heading, losses }).toEqual({
      Heading: 'Allergi',
      losses: ['withheld AllergyIntolerance/code'],
    });
  });

  test('of a drug is still published', async () => {
    const coding = [{ system: nullFlavor, code: 'OTH' }];
    const { prescription } = await readPrescription({
      medicationCodeableConcept: { coding, text: 'Exemplipin' },
    });
    expect(prescription.MainProductTreatment).toEqual({ PrescriptionProductTradeName: 'Exemplipin' });
  });
});

describe('a flag without a category', () => {
  test.each([
    ['at all', undefined],
    ['in its list', []],
    [
      'that is known',
      [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/data-absent-reason', code: 'unknown' }] }],
    ],
    [
      'that is known by more than a text',
      [
        {
          coding: [{ system: 'http://terminology.hl7.org/CodeSystem/data-absent-reason', code: 'unknown' }],
          text: 'Övrigt',
        },
      ],
    ],
  ])('%s is a warning', async (_, category) => {
    const flag = {
      resourceType: 'Flag',
      id: 'f1',
      status: 'active',
      subject: own,
      code: { text: 'Blodsmitta' },
      category,
    };
    const { record } = only(await readAll('attentionSignals', { '/Flag': bundle([flag]) }));
    expect(record.AttentionSignalEHRExtract[0].AttentionSignal.UnstructuredType).toEqual({
      Heading: 'Blodsmitta',
    });
  });
});

describe('times are never invented', () => {
  test('a contact with an unreadable start has no end either, and both are counted', async () => {
    const period = { start: '2026-02-30', end: '2026-01-15T10:00:00Z' };
    const visit = { resourceType: 'Encounter', id: 'e1', status: 'finished', subject: own, period };
    const { record, losses } = only(await readAll('contacts', { '/Encounter': bundle([visit]) }));
    expect(record.contactEHRExtract[0].contact).not.toHaveProperty('contactEndDateTime');
    expect(losses).toEqual(['unreadable Encounter/period/start', 'unreadable Encounter/period/end']);
  });

  const absent = (code: string) => ({
    extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: code }],
  });
  const timeOf = async (members: object) => {
    const { record, losses } = only(
      await readAll('attentionSignals', { '/AllergyIntolerance': bundle([allergy('1', members)]) }),
    );
    return { time: record.AttentionSignalEHRExtract[0].AttentionSignal.SignalVerifiedDateTime, losses };
  };

  test.each<[string, object, string[]]>([
    ['is masked', { _recordedDate: absent('masked') }, ['withheld AllergyIntolerance/recordedDate']],
    [
      'is masked, beside a known one',
      { _recordedDate: absent('masked'), onsetDateTime: '2026-01-15' },
      ['withheld AllergyIntolerance/recordedDate', 'unreadable AllergyIntolerance/onsetDateTime'],
    ],
    [
      'is in a masked period, beside a known one',
      { onsetPeriod: absent('masked'), recordedDate: '2026-01-15' },
      ['withheld AllergyIntolerance/onsetPeriod', 'unreadable AllergyIntolerance/recordedDate'],
    ],
    [
      'is in an unreadable period, beside a known one',
      { onsetPeriod: '2026', recordedDate: '2026-01-15' },
      ['unreadable AllergyIntolerance/onsetPeriod', 'unreadable AllergyIntolerance/recordedDate'],
    ],
  ])('a warning whose time %s has none: no interval hides it', async (_, members, losses) => {
    expect(await timeOf(members)).toEqual({ time: undefined, losses });
  });

  test('a time that is said to be unknown was not sent', async () => {
    const members = { _recordedDate: absent('unknown'), onsetDateTime: '2026-01-15' };
    expect(await timeOf(members)).toEqual({ time: '20260115000000', losses: [] });
  });
});

describe('the content of a note', () => {
  const noteAt = (url: string) => noteOf({ contentType: 'text/plain', url });

  test('an OperationOutcome instead of the content is never shown as its text', async () => {
    const { read } = await openAt({
      '/DocumentReference': bundle([noteAt('Binary/1')]),
      '/Binary/1': outcome('error', 'exception'),
    });
    expect(await failureOf(read('journalNotes'))).toBe('ehr-unusable');
  });

  const readNote = async (url: string, answer: object) => {
    const path = `/${url}`;
    const { record, losses } = only(
      await readAll('journalNotes', { '/DocumentReference': bundle([noteAt(url)]), [path]: answer }),
    );
    return { text: record.JournalNoteEHRExtract[0].Note.Records.Record[0].Value[0].$self, losses };
  };

  test.each<[string, object]>([
    ['Patient/p2', { resourceType: 'Patient', id: 'p2', name: [{ family: 'Provsson' }] }],
    ['Composition/1', { resourceType: 'Composition', id: '1', meta: nopat, title: 'Not for the patient' }],
    ['Observation', bundle([{ resourceType: 'Observation', id: '1', subject: { reference: 'Patient/p2' } }])],
  ])(
    "a resource instead of the content (%s) is never shown as its text: it may be another patient's",
    async (url, resource) => {
      expect(await readNote(url, resource)).toEqual({
        text: undefined,
        losses: ['unreadable DocumentReference/content'],
      });
    },
  );

  const data = Buffer.from('Anteckning.').toString('base64');
  const binary = (members: object) => ({
    resourceType: 'Binary',
    contentType: 'text/plain',
    data,
    ...members,
  });

  test("a Binary that the server keeps with another patient's access rights is withheld", async () => {
    const securityContext = { reference: 'Patient/p2' };
    expect(await readNote('Binary/1', binary({ securityContext }))).toEqual({
      text: undefined,
      losses: ['withheld Binary/securityContext'],
    });
  });

  test.each([[own], [{ reference: 'DocumentReference/d1' }]])(
    'a Binary with the rights of %j is read',
    async securityContext => {
      expect(await readNote('Binary/1', binary({ securityContext }))).toEqual({
        text: 'Anteckning.',
        losses: [],
      });
    },
  );
});

describe('a contained resource whose type is the name of an object property', () => {
  test.each(['constructor', 'toString', '__proto__'])('%s', async resourceType => {
    const recorder = { reference: '#x', display: 'Doktor Ett' };
    const contained = [{ resourceType, id: 'x' }];
    const found = only(
      await readAll('attentionSignals', {
        '/AllergyIntolerance': bundle([allergy('1', { recorder, contained })]),
      }),
    );
    expect(found.record.AttentionSignalEHRExtract[0].AttentionSignal.HypersensitivityType.Heading).toBe(
      'Penicillin',
    );
  });
});

describe('a reserve number', () => {
  test.each(['nationelltReservnummer', 'nationelltReservnumer'])('under the system %s', async name => {
    const number = '191212TF1212';
    const identifier = [{ system: `http://electronichealth.se/identifier/${name}`, value: number }];
    const { read, server } = await openAt({ '/Patient': bundle([tolvan({ identifier })]) });
    const found = await read('patients', { patient: number as typeof patient });
    expect(found).toHaveLength(1);
    expect(server.received[0]?.query.get('identifier')).toBe(
      'http://electronichealth.se/identifier/nationelltReservnummer|191212TF1212,' +
        'http://electronichealth.se/identifier/nationelltReservnummer|191212TF-1212',
    );
  });
});

test('an appointment whose version is not valid in a header is never updated', async () => {
  const { writer, server } = await openAt({
    'GET /Appointment/59062': appointment({ meta: { versionId: '7"\r\nx: 1' } }),
    'PATCH /Appointment/59062': (_received, response) => json(response, appointment({ status: 'arrived' })),
  });
  const command = { patient, bookingId: '59062', call: newCall() };
  expect(await failureOf(writer().arrive(command))).toBe('booking-incomplete');
  expect(server.received.filter(({ method }) => method !== 'GET')).toEqual([]);
});

describe('guardians: unreadable data grants no permission', () => {
  const guard = { system: 'http://terminology.hl7.org/CodeSystem/v3-RoleCode', code: 'GUARD' };
  const guardian = (members: object = {}) => ({
    resourceType: 'RelatedPerson',
    id: 'r1',
    patient: own,
    relationship: [{ coding: [guard] }],
    identifier: [{ system: 'http://electronichealth.se/identifier/personnummer', value: '19850730-2381' }],
    ...members,
  });
  const guardiansOf = async (related: object, main: object = {}) => {
    const { relations } = await openAt({
      '/Patient': bundle([tolvan({ birthDate: '2015-03-01', ...main })]),
      '/RelatedPerson': bundle([related]),
    });
    if (relations === undefined) throw new Error('no relations');
    return relations({ patient, call: newCall() });
  };
  const granted = { guardian: '198507302381', from: undefined, to: undefined };
  const absent = {
    extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'unknown' }],
  };
  const personal = 'http://electronichealth.se/identifier/personnummer';

  test('a guardian', async () => {
    expect(await guardiansOf(guardian())).toEqual({ birthDate: '20150301', guardians: [granted] });
  });

  test.each<[string, object, object]>([
    ['with start and end', { start: '2020-01-02', end: '2033-03-01' }, { from: '20200102', to: '20330301' }],
    ['a year as its start means the last day of the year', { start: '2020' }, { from: '20201231' }],
    ['a month as its end means the first day of the month', { end: '2033-03' }, { to: '20330301' }],
    ['an end at noon excludes its day', { end: '2033-03-01T12:00:00+01:00' }, { to: '20330228' }],
    ['an end at 23:58 excludes its day', { end: '2033-03-01T23:58:59+01:00' }, { to: '20330228' }],
    ['an end at 23:59 includes its day', { end: '2033-03-01T23:59+01:00' }, { to: '20330301' }],
    ['an end as local time', { end: '2033-01-01T00:00:00' }, { to: '20321231' }],
    ['an end in UTC is another day here', { end: '2033-02-28T23:30:00Z' }, { to: '20330228' }],
    ['a start at midnight includes its day', { start: '2020-01-01T23:00:00Z' }, { from: '20200102' }],
    ['a start after midnight excludes its day', { start: '2020-02-28T00:00:01' }, { from: '20200229' }],
    ['a start within the second after midnight', { start: '2020-02-28T00:00:00.5' }, { from: '20200229' }],
  ])('a period: %s', async (_, period, days) => {
    expect((await guardiansOf(guardian({ period }))).guardians).toEqual([{ ...granted, ...days }]);
  });

  test.each<[string, object]>([
    ['no longer active', { active: false }],
    ['active as a string', { active: 'false' }],
    ['of which it is not said whether it is active', { active: null, _active: absent }],
    ["another patient's", { patient: { reference: 'Patient/p2' } }],
    ["nobody's", { patient: undefined }],
    ['a mother, which does not imply custody', { relationship: [{ coding: [{ ...guard, code: 'MTH' }] }] }],
    ['a code of another system', { relationship: [{ coding: [{ system: 'http://x', code: 'GUARD' }] }] }],
    ['a code without a system', { relationship: [{ coding: [{ code: 'GUARD' }] }] }],
    ['a text without a code', { relationship: [{ text: 'GUARD' }] }],
    ['no number', { identifier: undefined }],
    [
      'two numbers',
      {
        identifier: [
          { system: personal, value: '198507302381' },
          { system: personal, value: '191212121220' },
        ],
      },
    ],
    [
      'a number beside one that is said to be unknown',
      {
        identifier: [
          { system: personal, value: '198507302381' },
          { system: personal, _value: absent },
        ],
      },
    ],
    [
      'a number beside an identifier that cannot be read',
      { identifier: [{ system: personal, value: '198507302381' }, 'another'] },
    ],
    [
      'a coordination number',
      {
        identifier: [
          { system: 'http://electronichealth.se/identifier/samordningsnummer', value: '198507902381' },
        ],
      },
    ],
    ['a security label', { meta: nopat }],
    ['implicit rules', { implicitRules: 'http://region.example/rules' }],
    ['a modifier extension', { modifierExtension: [{ url: 'http://x', valueBoolean: true }] }],
    ['a period that is not an object', { period: '2020' }],
    ['a period that is said to be unknown', { period: absent }],
    ['a period with neither start nor end', { period: {} }],
    ['a start that is not a date', { period: { start: '2020-02-30' } }],
    ['a start on the last day that can be written', { period: { start: '9999-12-31T12:00:00+01:00' } }],
    ['an absent end (data-absent-reason)', { period: { _end: absent } }],
    ['an absent start (data-absent-reason)', { period: { _start: absent, end: '2033-03-01' } }],
  ])('%s', async (_, members) => {
    expect((await guardiansOf(guardian(members))).guardians).toEqual([]);
  });

  test.each<[string, object]>([
    ['who has died', { deceasedBoolean: true }],
    ['who has died, as a string', { deceasedBoolean: 'true' }],
    ['who has died on a known day', { deceasedDateTime: '2026-01-01' }],
    ['who has died on an unknown day', { _deceasedDateTime: absent }],
    ['whose record is inactive', { active: false }],
    ['of whose record it is not said whether it is active', { _active: absent }],
    ['whose record has implicit rules', { implicitRules: 'http://region.example/rules' }],
    [
      'whose record has a modifier extension',
      { modifierExtension: [{ url: 'http://x', valueBoolean: true }] },
    ],
    ['whose record is replaced', { link: [{ type: 'replaced-by', other: { reference: 'Patient/p1' } }] }],
  ])('a patient %s has no guardian', async (_, main) => {
    expect((await guardiansOf(guardian(), main)).guardians).toEqual([]);
  });

  test('a living patient has a guardian', async () => {
    expect((await guardiansOf(guardian(), { deceasedBoolean: false })).guardians).toEqual([granted]);
  });

  test('a partial date of birth is not used', async () => {
    expect((await guardiansOf(guardian(), { birthDate: '2015' })).birthDate).toBeUndefined();
  });
});
