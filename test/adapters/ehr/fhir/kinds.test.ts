// Flags by category, video meetings by the place of their link, payments and states by references to the appointment, and
// several Patient records of one person. Expected values are written by hand.
import { describe, expect, test } from 'vitest';
import type { CompactTimestamp } from '../../../../src/domain/model/timestamp.ts';
import type { Loss } from '../../../../src/ports/ehr.ts';
import { failureOf } from '../calls.ts';
import { patient } from './support/connect.ts';
import {
  type Answer,
  allergy,
  appointment,
  bundle,
  json,
  outcome,
  own,
  tolvan,
} from './support/fhir-server.ts';
import { type Answers, only, openAt, readAll } from './support/read-all.ts';

describe('a flag by its category', () => {
  const alerts = 'http://hl7.se/fhir/r4/ig/medicalalertinformation';
  const swedish = `${alerts}/CodeSystem/SEAlertInformationCategoryCS`;
  const hl7 = 'http://terminology.hl7.org/CodeSystem/flag-category';
  const label = {
    url: `${alerts}/StructureDefinition/SEAlertLabelExtension`,
    valueCodeableConcept: { text: 'Etikett' },
  };
  const flag = (members: object) => ({
    resourceType: 'Flag',
    id: 'f1',
    status: 'active',
    subject: own,
    code: { text: 'Sak', coding: [{ code: 'S1' }] },
    period: { start: '2026-01-15', end: '2026-02-01' },
    extension: [label],
    ...members,
  });
  const read = (resource: object, members: object = {}) =>
    readAll('attentionSignals', { '/Flag': bundle([resource]) }, members);
  const signalOf = async (resource: object, members: object = {}) =>
    only(await read(resource, members)).record.AttentionSignalEHRExtract[0].AttentionSignal;
  const category = (system: string | undefined, code: string) => [
    { coding: [{ system, code, display: `Kategori ${code}` }] },
  ];

  const headed = { Heading: 'Etikett', Comment: 'Sak' };
  const condition = {
    Heading: 'Etikett',
    DiagnosisCode: 'S1',
    DiagnosisDescription: 'Sak',
    DiagnosisDateTime: { value: '20260115000000' },
  };
  const treatment = {
    Heading: 'Etikett',
    TreatmentCode: 'S1',
    TreatmentDescription: 'Sak',
    TreatmentDateTime: { value: '20260115000000' },
  };
  const blocks = [
    ...['A', 'A1', 'A3', 'A4'].map(code => [code, { TreatmentAndConditionType: condition }] as const),
    ['A2', { TreatmentAndConditionType: treatment }] as const,
    ...['B', 'B1', 'B2'].map(code => [code, { ContagiousDiseaseType: headed }] as const),
    ...['C', 'C1', 'C2', 'C3', 'C4'].map(
      code => [code, { HypersensitivityType: { ...headed, Agent: ['Sak'] } }] as const,
    ),
    ...['D', 'D1', 'D2'].map(code => [code, { NonStandardProcedureType: headed }] as const),
    ...['E', 'E1', 'A9'].map(code => [code, { UnstructuredType: headed }] as const),
  ];

  test.each(blocks)('%s', async (code, block) => {
    expect(await signalOf(flag({ category: category(swedish, code) }))).toEqual({
      RcId: { extension: 'Flag/f1' },
      SignalVerifiedDateTime: '20260115000000',
      SignalDeletionDate: { value: '20260201235959' },
      SignalActive: true,
      SignalWarningSubType: `Kategori ${code}`,
      ...block,
    });
  });

  test.each(['diet', 'drug', 'lab', 'clinical', 'safety'])("HL7's %s is a warning", async code => {
    expect(await signalOf(flag({ category: category(hl7, code) }))).toMatchObject({
      UnstructuredType: headed,
    });
  });

  test.each<[string, string | undefined]>([
    ['behavioral', hl7],
    ['admin', hl7],
    // The asterisk has a meaning only in the Swedish system.
    ['A1', 'http://region.example/categories'],
    // HL7's words mean a warning only in HL7's system.
    ['diet', 'http://region.example/flaggor'],
    ['clinical', 'http://region.example/flaggor'],
    ['safety', 'http://region.example/flaggor'],
    ['safety', undefined],
  ])('%s of %s is for staff only: withheld', async (code, system) => {
    expect(await read(flag({ category: category(system, code) }))).toEqual([
      { record: undefined, losses: [] },
    ]);
  });

  test('the categories that the profile lists replace the defaults', async () => {
    const members = { flagCategories: ['behavioral'] };
    expect(await signalOf(flag({ category: category(hl7, 'behavioral') }), members)).toMatchObject({
      UnstructuredType: headed,
    });
    expect(await read(flag({ category: category(swedish, 'A1') }), members)).toEqual([
      { record: undefined, losses: [] },
    ]);
  });

  test('of several categories the Swedish one decides, and one listed category is enough', async () => {
    const both = [...category(hl7, 'admin'), ...category(swedish, 'B1')];
    expect(await signalOf(flag({ category: both }))).toMatchObject({
      SignalWarningSubType: 'Kategori B1',
      ContagiousDiseaseType: headed,
    });
  });

  test('without a display text, the code is the heading', async () => {
    const bare = flag({ category: category(swedish, 'B'), extension: undefined });
    expect(await signalOf(bare)).toMatchObject({ ContagiousDiseaseType: { Heading: 'Sak' } });
  });

  test.each([
    ['active', true],
    ['inactive', false],
    [undefined, undefined],
  ])('status %s: active %s', async (status, active) => {
    expect((await signalOf(flag({ status }))).SignalActive).toBe(active);
  });

  test('its severity, its agent with an ATC code, and its links', async () => {
    const resource = flag({
      category: category(swedish, 'C1'),
      code: {
        coding: [{ system: 'http://www.whocc.no/atc', code: 'J01CE02', display: 'Fenoximetylpenicillin' }],
      },
      extension: [
        label,
        {
          url: `${alerts}/StructureDefinition/SECriticalityLevelExtension`,
          valueCodeableConcept: { text: 'Livshotande' },
        },
        {
          url: 'http://hl7.org/fhir/StructureDefinition/flag-detail',
          valueReference: { reference: 'AllergyIntolerance/1' },
        },
      ],
    });
    expect(await signalOf(resource)).toMatchObject({
      HypersensitivityType: {
        Severity: 'Livshotande',
        Agent: ['Fenoximetylpenicillin'],
        SignalATCCodes: { SignalATCCode: [{ code: 'J01CE02', codeSystem: 'http://www.whocc.no/atc' }] },
      },
      MedicalRecordLinks: { MedicalRecordLinkData: [{ RcId: { extension: 'AllergyIntolerance/1' } }] },
    });
  });
});

describe('the verification and clinical status of an allergy', () => {
  const coded = (code: string) => ({ coding: [{ code }] });
  const clinical = (code: string) => ({
    system: 'http://terminology.hl7.org/CodeSystem/allergyintolerance-clinical',
    code,
  });
  test.each<[string, object, boolean | undefined]>([
    ['active', { clinicalStatus: coded('active') }, true],
    ['inactive', { clinicalStatus: coded('inactive') }, false],
    ['resolved', { clinicalStatus: coded('resolved') }, false],
    [
      'refuted, though active',
      { clinicalStatus: coded('active'), verificationStatus: coded('refuted') },
      false,
    ],
    [
      "active in HL7's code system, whatever the region's own says",
      { clinicalStatus: { coding: [{ system: 'urn:oid:1.2.3', code: 'resolved' }, clinical('active')] } },
      true,
    ],
    ['unconfirmed', { verificationStatus: coded('unconfirmed') }, undefined],
    ['unknown status', {}, undefined],
  ])('%s', async (_, members, active) => {
    const found = await readAll('attentionSignals', {
      '/AllergyIntolerance': bundle([allergy('1', members)]),
    });
    expect(only(found).record.AttentionSignalEHRExtract[0].AttentionSignal.SignalActive).toBe(active);
  });

  test.each([
    ['http://snomed.info/sct', '716186003'],
    ['http://snomed.info/sct', '409137002'],
    ['http://snomed.info/sct', '428607008'],
    ['http://snomed.info/sct', '429625007'],
    ['http://snomed.info/sct', '428197003'],
    ['http://snomed.info/sct', '1003774007'],
    ['http://hl7.org/fhir/uv/ips/CodeSystem/absent-unknown-uv-ips', 'no-allergy-info'],
  ])('the statement %s %s of no known allergy is not a hypersensitivity', async (system, code) => {
    const members = {
      code: { text: 'Ingen känd', coding: [{ system, code }] },
      note: [{ text: 'Tillfrågad.' }],
    };
    const found = await readAll('attentionSignals', {
      '/AllergyIntolerance': bundle([allergy('1', members)]),
    });
    const { AttentionSignal } = only(found).record.AttentionSignalEHRExtract[0];
    expect(AttentionSignal).toMatchObject({
      UnstructuredType: { Heading: 'Ingen känd', Comment: 'Tillfrågad.' },
    });
    expect(AttentionSignal).not.toHaveProperty('HypersensitivityType');
  });

  test('has all that is known of the substances and the reactions', async () => {
    const atc = (system: string, code: string) => ({ coding: [{ system, code }] });
    const members = {
      code: { text: 'Nötter', ...atc('http://www.whocc.no/atc', 'J01') },
      category: ['food', null, 'medication'],
      criticality: 'high',
      verificationStatus: { text: 'Bekräftad' },
      recordedDate: '2026-01-15T10:00:00Z',
      onsetPeriod: { start: '2026-01-15', end: '2026-02' },
      onsetString: 'Som barn',
      onsetAge: { value: 5 },
      onsetRange: { low: { value: 3 } },
      lastOccurrence: '2020',
      recorder: { type: 'Practitioner', display: 'Doktor Ett' },
      asserter: { type: 'Practitioner', display: 'Doktor Två' },
      note: [{ text: 'Svår.' }],
      reaction: [
        { substance: { text: 'Nötter' } },
        {
          substance: { text: 'Ägg', ...atc('urn:oid:1.2.752.129.2.2.3.1.1', 'J02') },
          manifestation: [{ text: 'Klåda' }, { text: 'Kräkning' }],
          severity: 'severe',
        },
        {
          description: 'Svullen läpp',
          manifestation: [{ text: 'Klåda' }],
          severity: 'mild',
          note: [{ text: 'Gick över.' }],
          onset: '2020',
          exposureRoute: { text: 'Oralt' },
        },
      ],
    };
    const { record, losses } = only(
      await readAll('attentionSignals', { '/AllergyIntolerance': bundle([allergy('1', members)]) }),
    );
    const { AttentionSignal, CareProviders } = record.AttentionSignalEHRExtract[0];
    expect(AttentionSignal).toEqual({
      RcId: { extension: 'AllergyIntolerance/1' },
      SignalVerifiedDateTime: '20260115000000',
      SignalWarningSubType: 'food, medication',
      HypersensitivityType: {
        Heading: 'Nötter',
        Severity: 'high',
        Certitude: 'Bekräftad',
        Agent: ['Nötter', 'Ägg'],
        SignalATCCodes: {
          SignalATCCode: [
            { code: 'J01', codeSystem: 'http://www.whocc.no/atc' },
            { code: 'J02', codeSystem: '1.2.752.129.2.2.3.1.1' },
          ],
        },
        ReactionTypes: ['Klåda', 'Kräkning'],
        Reaction: 'Klåda, Kräkning (severe)\nSvullen läpp (mild)',
        Comment: 'Svår.\nGick över.\nSom barn',
      },
    });
    expect(CareProviders).toEqual({
      CareProvider: [
        { CareProviderType: 'recorder', CareProviderName: 'Doktor Ett' },
        { CareProviderType: 'asserter', CareProviderName: 'Doktor Två' },
      ],
    });
    expect(losses).toEqual(
      [
        'onsetPeriod/end',
        'onsetAge',
        'onsetRange',
        'lastOccurrence',
        'reaction/onset',
        'reaction/exposureRoute',
      ].map(member => `unmapped AllergyIntolerance/${member}`),
    );
  });
});

describe('the unit of an appointment', () => {
  const hsaId = [{ system: 'urn:oid:1.2.752.129.2.1.4.1', value: 'SE2321000016-1003' }];
  const room = { resourceType: 'Location', id: 'l1', name: 'Rum 3', address: { line: ['Storgatan 1'] } };
  const service = {
    resourceType: 'HealthcareService',
    id: 's1',
    providedBy: { reference: 'Organization/o1' },
  };
  const clinic = { resourceType: 'Organization', id: 'o1', name: 'Kliniken', identifier: hsaId };
  const ward = { resourceType: 'Location', id: 'l2', name: 'Avdelningen', identifier: hsaId };
  const unitOf = async (references: readonly string[], along: readonly object[]) => {
    const participant = [{ actor: own }, ...references.map(reference => ({ actor: { reference } }))];
    const answers = { '/Appointment': bundle([appointment({ participant }), ...along]) };
    const found = only(await readAll('appointments', answers));
    const [{ booking, losses }] = found.record.appointments;
    return { unit: booking.PerformingUnit, losses };
  };
  const inRoom = { Id: 'Location/l1', Address: { StreetAddress: 'Storgatan 1' } };

  test.each<[string, readonly string[], readonly object[], object]>([
    [
      'a room without a unit, and a service that has one',
      ['Location/l1', 'HealthcareService/s1'],
      [room, service, clinic],
      { ...inRoom, Name: 'Kliniken', HSAId: 'SE2321000016-1003' },
    ],
    [
      'a room without a unit, and a place that has one',
      ['Location/l1', 'Location/l2'],
      [room, ward],
      { Id: 'Location/l2', Name: 'Avdelningen', HSAId: 'SE2321000016-1003' },
    ],
    ['a room alone', ['Location/l1'], [room], { ...inRoom, Name: 'Rum 3' }],
  ])('%s', async (_, references, along, expected) => {
    expect((await unitOf(references, along)).unit).toEqual(expected);
  });

  describe('a participant of an unknown type, which may be the unit', () => {
    const clinicById = { identifier: { system: 'urn:oid:1.2.752.129.2.1.4.1', value: 'SE2321000016-1003' } };
    const lossesWith = async (...actors: object[]) => {
      const participant = [{ actor: own }, ...actors.map(actor => ({ actor }))];
      const answers = { '/Appointment': bundle([appointment({ participant }), room, clinic, ward]) };
      const [booking] = only(await readAll('appointments', answers)).record.appointments;
      return booking.losses.filter(({ reason }: Loss) => reason !== 'unmapped');
    };
    const actorIsCounted = { path: 'Appointment/participant/actor', reason: 'unreadable', hides: [] };

    test.each<[string, object]>([
      ['by identifier', clinicById],
      ['by display', { display: 'Kliniken' }],
    ])('%s: it is counted, and rules of units withhold the booking', async (_, actor) => {
      const unitIsUnknown = { path: 'Appointment/participant', reason: 'unreadable', hides: ['unit'] };
      expect(await lossesWith(actor)).toEqual([actorIsCounted, unitIsUnknown]);
      expect(await lossesWith(actor, { reference: 'Location/l1' })).toEqual([actorIsCounted, unitIsUnknown]);
    });

    test('it is only counted if another participant has a unit', async () => {
      expect(await lossesWith(clinicById, { reference: 'Location/l2' })).toEqual([actorIsCounted]);
    });

    test('a stated type is enough', async () => {
      expect(await lossesWith({ ...clinicById, type: 'Practitioner' })).toEqual([]);
      expect(await lossesWith({ ...clinicById, type: 'Location' })).toEqual([]);
    });
  });

  test('a service whose unit is not found, so rules of units withhold it', async () => {
    const { losses } = await unitOf(['Location/l1', 'HealthcareService/s1'], [room, service]);
    expect(losses).toEqual([{ path: 'Appointment/participant', reason: 'unreadable', hides: ['unit'] }]);
  });
});

describe('video meetings and their links', () => {
  const service = 'http://hl7.org/fhir/5.0/StructureDefinition/extension-Appointment.virtualService';
  const link = 'https://video.example/m/1';
  const place = (members: object) => ({ resourceType: 'Location', id: 'l1', name: 'Rum', ...members });
  const at = (...ids: string[]) => ({
    participant: [{ actor: own }, ...ids.map(id => ({ actor: { reference: `Location/${id}` } }))],
  });
  const read = (one: object, along: object[] = [], members: object = {}) =>
    readAll('videoMeetings', { '/Appointment': bundle([one, ...along]) }, members);
  const linkOf = async (...args: Parameters<typeof read>) =>
    only(await read(...args)).record.meeting.meetingLink;
  const telecom = (value: string) => [{ system: 'url', value }];
  const inService = (address: object) => ({
    extension: [{ url: service, extension: [{ url: 'address', ...address }] }],
  });

  test.each<[string, object]>([
    ['valueUrl', { valueUrl: link }],
    ['valueUri', { valueUri: link }],
    ['valueString', { valueString: link }],
    ['valueContactPoint', { valueContactPoint: { system: 'url', value: link } }],
    ['one extension deeper', { extension: [{ url: 'x', valueUrl: link }] }],
  ])('link in the virtual service extension: %s', async (_, address) => {
    expect(await linkOf(appointment(inService(address)))).toBe(link);
  });

  test('link in an extension that the profile lists, and in no other', async () => {
    const url = 'http://region.example/link';
    const one = appointment({ extension: [{ url, valueUrl: link }] });
    expect(await linkOf(one, [], { videoExtensions: [url] })).toBe(link);
    expect(await read(one)).toEqual([]);
  });

  test('link in a Location', async () => {
    expect(await linkOf(appointment(at('l1')), [place({ telecom: telecom(link) })])).toBe(link);
  });

  test('additional information is published if it is a URL, otherwise left out and counted', async () => {
    const further = (valueString: string) => {
      const address = { url: 'address', valueUrl: link };
      return appointment({
        extension: [{ url: service, extension: [address, { url: 'additionalInfo', valueString }] }],
      });
    };
    const found = only(await read(further('https://video.example/discover')));
    expect(found.record.meeting.server).toEqual({ discoveryURI: 'https://video.example/discover' });
    const { record, losses } = only(await read(further('Tolvan 191212121212')));
    expect(record.meeting).not.toHaveProperty('server');
    expect(losses).toEqual(['unreadable Appointment/extension/extension']);
  });

  test("of several rooms, the patient's and never the staff's", async () => {
    const rooms = [
      place({ id: 'l1', name: 'Provider room', telecom: telecom('https://video.example/staff') }),
      place({ id: 'l2', telecom: telecom('https://video.example/other') }),
      place({ id: 'l3', type: [{ coding: [{ code: 'PATIENT-ROOM' }] }], telecom: telecom(link) }),
    ];
    expect(await linkOf(appointment(at('l1', 'l2', 'l3')), rooms)).toBe(link);
    expect(await linkOf(appointment(at('l1', 'l2')), rooms.slice(0, 2))).toBe('https://video.example/other');
    expect(await read(appointment(at('l1')), rooms.slice(0, 1))).toEqual([]);
  });

  test('a virtual Location without a link is still a meeting', async () => {
    const virtual = place({ physicalType: { coding: [{ code: 'vi' }] } });
    expect(only(await read(appointment(at('l1')), [virtual])).record.meeting).not.toHaveProperty(
      'meetingLink',
    );
  });

  test('a link that is not https is left out and counted', async () => {
    const virtual = place({
      physicalType: { coding: [{ code: 'vi' }] },
      telecom: telecom('http://video.example/1'),
    });
    const { record, losses } = only(await read(appointment(at('l1')), [virtual]));
    expect(record.meeting).not.toHaveProperty('meetingLink');
    expect(losses).toContain('unreadable Location/telecom');
  });

  test.each<[string, object, string]>([
    ['http', inService({ valueUrl: 'http://video.example/1' }), 'extension/extension'],
    ['no URL', inService({ valueString: 'Rum 1' }), 'extension/extension'],
    ['in a listed extension', { extension: [{ url: 'http://x', valueUrl: 'zoommtg://1' }] }, 'extension'],
  ])(
    'an appointment whose only link is not https is a meeting without a link: %s',
    async (_, members, path) => {
      const { record, losses } = only(
        await read(appointment(members), [], { videoExtensions: ['http://x'] }),
      );
      expect(record.meeting).toEqual({ actionId: 59062, startDateTimeInUnix: Date.UTC(2026, 0, 15, 8, 30) });
      expect(losses).toEqual([`unreadable Appointment/${path}`]);
    },
  );

  test('a masked link is counted as withheld', async () => {
    const url = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason';
    const masked = { _valueUrl: { extension: [{ url, valueCode: 'masked' }] } };
    const { record, losses } = only(await read(appointment(inService(masked))));
    expect(record.meeting).not.toHaveProperty('meetingLink');
    expect(losses).toEqual(['withheld Appointment/extension/extension/valueUrl']);
  });

  test('a link that is not https gives way to one of a Location, and is counted', async () => {
    const one = appointment({ ...at('l1'), ...inService({ valueUrl: 'http://video.example/1' }) });
    const { record, losses } = only(await read(one, [place({ telecom: telecom(link) })]));
    expect(record.meeting.meetingLink).toBe(link);
    expect(losses).toEqual(['unreadable Appointment/extension/extension']);
  });

  test('a visit to a place with another link is counted, not shown: it may be the web page of a clinic', async () => {
    const room = place({ telecom: telecom('zoommtg://video.example/1') });
    const one = appointment(at('l1'));
    expect(await read(one, [room])).toEqual([{ record: undefined, losses: [] }]);
    const interval = { from: '20260201000000' as CompactTimestamp };
    const answers = { '/Appointment': bundle([one, room]) };
    expect(await readAll('videoMeetings', answers, {}, { interval })).toEqual([]);
    expect(await read(one, [{ ...room, name: 'Provider room' }])).toEqual([]);
  });

  test.each(['cancelled', 'noshow', 'proposed', 'waitlist', 'entered-in-error'])(
    'an appointment with status %s is not a meeting',
    async status => {
      expect(await read(appointment({ status, ...inService({ valueUrl: link }) }))).toEqual([]);
    },
  );

  test('times, people and id', async () => {
    const person = (text: string, code: string) => ({
      type: [{ coding: [{ code }] }],
      actor: { reference: `Practitioner/${code}`, display: text },
    });
    const one = appointment({
      ...inService({ valueUrl: link }),
      minutesDuration: 30,
      appointmentType: { text: 'Uppföljning' },
      participant: [{ actor: own }, person('Deltagare', 'ATND'), person('Ansvarig', 'PPRF')],
    });
    expect(only(await read(one)).record).toEqual({
      meeting: {
        actionId: 59062,
        startDateTimeInUnix: Date.UTC(2026, 0, 15, 8, 30),
        endDateTimeInUnix: Date.UTC(2026, 0, 15, 9, 0),
        serviceName: 'Uppföljning',
        meetingLink: link,
        mainStaff: { name: 'Ansvarig', type: 'PPRF' },
        otherStaffList: [{ name: 'Deltagare', type: 'ATND' }],
      },
      start: '20260115093000',
      end: '20260115100000',
    });
  });

  test.each([
    ['who attends', ['CON', 'ATND'], 'ATND'],
    ['the first one', ['CON', 'REF'], 'CON'],
  ])('without a primary performer, the main professional is %s', async (_, codes, main) => {
    const participant = codes.map(code => ({
      type: [{ coding: [{ code }] }],
      actor: { reference: `Practitioner/${code}`, display: code },
    }));
    const one = appointment({
      ...inService({ valueUrl: link }),
      participant: [{ actor: own }, ...participant],
    });
    expect(only(await read(one)).record.meeting.mainStaff).toEqual({ name: main, type: main });
  });

  test('a phone number of a room is no link', async () => {
    const room = place({ telecom: [{ system: 'phone', value: 'https://video.example/no' }] });
    expect(await read(appointment(at('l1')), [room])).toEqual([]);
  });

  test.each([
    ['007', undefined],
    ['12345678901234567', 12345678901234567n],
    ['123456789012345678', undefined],
    ['a1', undefined],
  ])('the id %s: %s', async (id, actionId) => {
    const { meeting } = only(await read(appointment({ id, ...inService({ valueUrl: link }) }))).record;
    expect(meeting.actionId).toBe(actionId);
  });

  test("another patient's meeting makes the answer unusable", async () => {
    const foreign = appointment({ participant: [{ actor: { reference: 'Patient/p2' } }] });
    const { read: readFrom } = await openAt({ '/Appointment': bundle([foreign]) });
    expect(await failureOf(readFrom('videoMeetings'))).toBe('ehr-unusable');
  });
});

describe('several Patient records of one person', () => {
  const personal = 'http://electronichealth.se/identifier/personnummer';
  const other = (members: object = {}) => ({ ...tolvan(), id: 'p2', ...members });
  const linked = (type: string, id = 'p2') => [{ type, other: { reference: `Patient/${id}` } }];
  const bySubject: Answer = ({ query }, response) => {
    const reference = query.get('patient') ?? '';
    json(response, bundle([allergy(reference.slice(8), { patient: { reference } })]));
  };
  const idsOf = async (answers: Answers) =>
    (await readAll('attentionSignals', { '/AllergyIntolerance': bySubject, ...answers })).map(
      ({ record }) => record.AttentionSignalEHRExtract[0].Patient.PatientInternalID,
    );

  test.each(['replaces', 'replaced-by', 'seealso', 'refer'])('a link %s is followed', async type => {
    const answers = {
      '/Patient': bundle([tolvan({ link: linked(type) })]),
      '/Patient/p2': other({ identifier: [] }),
    };
    expect(await idsOf(answers)).toEqual(['p1', 'p2']);
  });

  test.each([
    ['replaces', ['p1', 'p2']],
    ['seealso', ['p1']],
  ])('a linked record with another number: %s', async (type, ids) => {
    const answers = {
      '/Patient': bundle([tolvan({ link: linked(type) })]),
      '/Patient/p2': other({ identifier: [{ system: personal, value: '198507302381' }] }),
    };
    expect(await idsOf(answers)).toEqual(ids);
  });

  test('a deleted record ends the branch; an unavailable one fails the read', async () => {
    const answers = { '/Patient': bundle([tolvan({ link: linked('replaces') })]) };
    const gone: Answer = (_, response) => json(response, outcome('error', 'deleted'), 410);
    expect(await idsOf({ ...answers, '/Patient/p2': gone })).toEqual(['p1']);
    const broken: Answer = (_, response) => json(response, outcome('error', 'x'), 500);
    const { read } = await openAt({ ...answers, '/Patient/p2': broken });
    expect(await failureOf(read('attentionSignals'))).toBe('ehr-unusable');
  });

  test('more than 16 are refused', async () => {
    const chain: Answer = ({ path }, response) => {
      const n = Number(path.slice(path.lastIndexOf('p') + 1));
      json(response, other({ id: `p${n}`, link: linked('replaces', `p${n + 1}`) }));
    };
    const answers = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`/Patient/p${at + 2}`, chain]));
    const { read } = await openAt({ '/Patient': bundle([tolvan({ link: linked('replaces') })]), ...answers });
    expect(await failureOf(read('attentionSignals'))).toBe('ehr-unusable');
  });

  test.each<[string, object, object, string]>([
    ['the one that is not replaced', { link: linked('replaced-by') }, {}, 'p2'],
    ['the active one', { active: false, link: linked('seealso') }, {}, 'p2'],
    [
      'the newest',
      { link: linked('seealso'), meta: { lastUpdated: '2026-01-01T00:00:00Z' } },
      { meta: { lastUpdated: '2026-01-02T00:00:00Z' } },
      'p2',
    ],
    ['the one with the smallest id', { link: linked('seealso') }, {}, 'p1'],
  ])('%s is published', async (_, first, second, id) => {
    for (const both of [
      [tolvan(first), other(second)],
      [other(second), tolvan(first)],
    ]) {
      const found = await readAll('patients', { '/Patient': bundle(both) });
      expect(only(found).record.PatientEHRExtract[0].Patient.PatientInternalID).toBe(id);
    }
  });

  describe('of which the match is replaced', () => {
    const newer = { meta: { lastUpdated: '2026-06-01T00:00:00Z' } };
    const answers = {
      '/Patient': bundle([tolvan({ link: [...linked('replaced-by'), ...linked('seealso', 'p3')] })]),
      '/Patient/p2': other({ link: linked('replaced-by', 'p4') }),
      '/Patient/p3': other({ id: 'p3', identifier: [], ...newer }),
      '/Patient/p4': other({ id: 'p4', active: false }),
    };
    const gone: Answer = (_, response) => json(response, outcome('error', 'deleted'), 410);
    const published = async (changes: Answers = {}) =>
      only(await readAll('patients', { ...answers, ...changes })).record.PatientEHRExtract[0].Patient
        .PatientInternalID;

    test('the end of the chain is published, not a record that is merely similar', async () => {
      expect(await published()).toBe('p4');
    });

    test.each<[string, Answers, string]>([
      ['its last record is deleted', { '/Patient/p4': gone }, 'p1'],
      ['all of its other records are deleted', { '/Patient/p2': gone }, 'p1'],
      ['it is a circle', { '/Patient/p4': other({ id: 'p4', link: linked('replaced-by', 'p1') }) }, 'p1'],
      [
        'its last record says itself what it replaces',
        {
          '/Patient/p2': other({ link: linked('seealso', 'p4') }),
          '/Patient/p4': other({ id: 'p4', link: linked('replaces', 'p1') }),
        },
        'p2',
      ],
    ])('%s', async (_, changes, id) => {
      expect(await published(changes)).toBe(id);
    });
  });
});

describe('an appointment with its payments and visits', () => {
  const status = (system: string, code: string) => ({ paymentStatus: { coding: [{ system, code }] } });
  const paymentSystem = 'http://terminology.hl7.org/CodeSystem/paymentstatus';
  const notice = (members: object) => ({
    resourceType: 'PaymentNotice',
    id: 'n1',
    status: 'active',
    request: { reference: 'Appointment/59062' },
    ...members,
  });
  const read = async (answers: Answers, own_: object = {}) =>
    only(await readAll('appointments', { '/Appointment': bundle([appointment()]), ...answers }, own_)).record
      .appointments[0];

  test.each<[string, object[], string | undefined]>([
    ['no PaymentNotice', [], 'UNPAID'],
    ['status paid', [notice(status(paymentSystem, 'paid'))], 'PAID'],
    ['status cleared', [notice(status(paymentSystem, 'cleared'))], 'PAID'],
    ['no status', [notice({})], undefined],
    ['paid in another code system', [notice(status('http://x', 'paid'))], undefined],
    [
      'a withheld notice',
      [notice({ ...status(paymentSystem, 'paid'), meta: { security: [{ code: 'NOPAT' }] } })],
      undefined,
    ],
    [
      'an unknown status of the notice',
      [notice({ status: 'okant', ...status(paymentSystem, 'paid') })],
      undefined,
    ],
    [
      'a status that is not a text',
      [notice({ status: ['active'], ...status(paymentSystem, 'paid') })],
      undefined,
    ],
    ['a request that is not an object', [notice({ request: 'Appointment/59062' })], undefined],
    ['a reference that is not a text', [notice({ request: { reference: {} } })], undefined],
    ['a cancelled notice', [notice({ status: 'cancelled', ...status(paymentSystem, 'paid') })], 'UNPAID'],
    [
      'a notice of another appointment',
      [notice({ request: { reference: 'Appointment/1' }, ...status(paymentSystem, 'paid') })],
      'UNPAID',
    ],
    ['a suppressed notice', [outcome('information', 'suppressed')], undefined],
  ])('%s: %s', async (_, notices, payment) => {
    expect((await read({ '/PaymentNotice': bundle(notices) })).payment).toBe(payment);
  });

  test('the payment status is unknown if the system does not offer payments', async () => {
    const { server, read: readFrom } = await openAt(
      { '/Appointment': bundle([appointment()]) },
      { own: { resources: ['Patient', 'Appointment'] } },
    );
    const [found] = (await readFrom('appointments')) as unknown as [{ record: { appointments: object[] } }];
    expect(found.record.appointments[0]).toMatchObject({ payment: undefined });
    expect(server.received.map(({ path }) => path)).toEqual(['/fhir/Patient', '/fhir/Appointment']);
  });

  test('what a booking has no member for is published as texts, and never the comment of the staff', async () => {
    const one = appointment({
      status: 'cancelled',
      end: '2026-01-15T10:00:00+01:00',
      cancelationReason: { text: 'Förhinder' },
      serviceType: [{ text: 'Kardiologi' }, { text: 'EKG' }, { text: 'Kardiologi' }],
      appointmentType: { text: 'Återbesök' },
      description: 'Kontroll',
      comment: 'Ring maken först',
      patientInstruction: 'Fasta',
      participant: [
        { actor: own },
        { actor: { reference: 'Practitioner/1', display: 'Doktor Ett' } },
        { actor: { reference: 'Practitioner/2', display: 'Doktor Två' } },
      ],
    });
    const { record } = only(await readAll('appointments', { '/Appointment': bundle([one]) }));
    expect(record.appointments[0].booking).toEqual({
      ContactId: '59062',
      PatientInformation: 'Fasta',
      StartTime: '2026-01-15 09:30',
      TypedStartDateTime: '2026-01-15T08:30:00Z',
      Any: [
        {
          status: 'cancelled',
          end: '2026-01-15 10:00',
          service: 'Kardiologi; EKG',
          appointmentType: 'Återbesök',
          description: 'Kontroll',
          practitioner: 'Doktor Ett',
          cancelationReason: 'Förhinder',
        },
      ],
    });
  });

  const visit = (members: object) => ({
    resourceType: 'Encounter',
    id: 'e1',
    subject: own,
    appointment: [{ reference: 'Appointment/59062' }],
    ...members,
  });
  test.each<[string, object, object, string | undefined]>([
    ['has started with triage', {}, { status: 'triaged' }, 'ARRIVED'],
    ['has arrived', {}, { status: 'arrived' }, 'ARRIVED'],
    ['is in progress', {}, { status: 'in-progress' }, 'ONGOING'],
    ['is interrupted by a leave', {}, { status: 'onleave' }, 'ONGOING'],
    ['is cancelled', {}, { status: 'cancelled' }, 'BOOKED'],
    ['is finished', {}, { status: 'finished' }, 'PERFORMED'],
    ['is behind the state of the appointment', { status: 'fulfilled' }, { status: 'arrived' }, 'PERFORMED'],
    ['belongs to a cancelled appointment', { status: 'cancelled' }, { status: 'finished' }, 'CANCELLED'],
    ['belongs to a missed appointment', { status: 'noshow' }, { status: 'finished' }, 'MISSED'],
    ['is entered in error', {}, { status: 'entered-in-error' }, 'BOOKED'],
    ["is another patient's", {}, { status: 'finished', subject: { reference: 'Patient/p2' } }, 'BOOKED'],
    [
      'belongs to another appointment',
      {},
      { status: 'finished', appointment: [{ reference: 'Appointment/1' }] },
      'BOOKED',
    ],
    ['is withheld', {}, { status: 'finished', meta: { security: [{ code: 'NOPAT' }] } }, 'BOOKED'],
    ['belongs to a pending appointment', { status: 'pending' }, { status: 'planned' }, undefined],
  ])('a visit that %s', async (_, members, encounter, state) => {
    const found = await read({
      '/Appointment': bundle([appointment(members)]),
      '/Encounter': bundle([visit(encounter)]),
    });
    expect(found.state).toBe(state);
  });

  test("another patient's appointment in a list is reported with that patient's id", async () => {
    const foreign = appointment({ id: '2', participant: [{ actor: { reference: 'Patient/p2' } }] });
    const { record } = only(
      await readAll('appointments', { '/Appointment': bundle([appointment(), foreign]) }),
    );
    expect(record.patient).toEqual({ PersonNumbers: [{ Number: 'Patient:Patient/p2' }] });
    expect(JSON.stringify(record.patient)).not.toContain(patient);
  });

  test("a group appointment is the patient's if the patient is one of the participants", async () => {
    const group = appointment({ participant: [{ actor: { reference: 'Patient/p2' } }, { actor: own }] });
    const { record } = only(await readAll('appointments', { '/Appointment': bundle([group]) }));
    expect(record.appointments).toHaveLength(1);
    expect(record.patient.PersonNumbers[0].Number).toBe(patient);
  });
});

test('as many reasons as a record may hold are read; more are unusable', async () => {
  const visitFor = (reasons: number) => ({
    resourceType: 'Encounter',
    id: '1',
    subject: { reference: 'Patient/p1' },
    reasonCode: Array.from({ length: reasons }, (_, index) => ({ text: `${index}` })),
  });
  const { record } = only(await readAll('contacts', { '/Encounter': bundle([visitFor(15_990)]) }));
  expect(record.contactEHRExtract[0].contact.contactCategory1).toMatch(/^0; 1; .*; 15989$/);
  await expect(readAll('contacts', { '/Encounter': bundle([visitFor(16_001)]) })).rejects.toMatchObject({
    code: 'ehr-unusable',
    reason: 'ehr-limit',
  });
});
