// What the contract suite has to know about FHIR R4 to damage the answers of a server.
import { fhirSimulator } from '../../../../sandbox/fhir/simulator/simulator.ts';
import type { Resource } from '../../../../sandbox/fhir/simulator/store.ts';
import type { CompactTimestamp } from '../../../../src/domain/model/timestamp.ts';
import { listed } from '../../../support/listed.ts';
import {
  type AnswerPlaces,
  type DamageHarness,
  type MatchingRule,
  mixedCaseId,
} from '../contract/damage-harness.ts';
import { connect } from './support/connect.ts';
import { resources, world } from './support/contract-world.ts';

const forever = { from: '19000101000000' as CompactTimestamp, to: '20991231235959' as CompactTimestamp };

const videoLink = { url: 'http://region.example/video-link', valueUrl: 'https://video.example.com/m/1' };

const kinds = new Set(
  listed('Appointment Encounter AllergyIntolerance Flag MedicationRequest DocumentReference Composition'),
);

/** Members that records of a type have here alone. */
const ownMembers: Readonly<Record<string, object>> = {
  Appointment: { extension: [videoLink] },
  MedicationRequest: { requester: { reference: 'PractitionerRole/role' } },
};

/** The same resources, the records with a label that a rule of the profile can name, and a booking with letters in its id. */
const labelled = (): Resource[] =>
  resources().map(resource =>
    kinds.has(resource.resourceType)
      ? {
          ...resource,
          id: resource.id === world.bookingId ? mixedCaseId : resource.id,
          ...ownMembers[resource.resourceType],
          meta: {
            security: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'SPARRAD' }],
          },
        }
      : resource,
  );

const otherPatient = { place: /^entry\[\]\/resource\/(patient|subject)\/reference$/, value: 'Patient/p2' };

const bundle: AnswerPlaces = {
  records: /^entry\[\]$/,
  meaningless: [
    { place: /^(id|total|type|link.*|meta.*)$/, reason: 'about the search' },
    { place: /^entry\[\]\/(fullUrl|search.*)$/, reason: 'about the search' },
    {
      place: /\/use$|\/participant\[\]\/status$|\/section\[\]\/text\/status$/,
      reason: 'chooses among several',
    },
    { place: /\/resource\/class\/code$/, reason: 'its display is published' },
    { place: /\/(verification|clinical)Status\/coding\[\]$/, reason: 'another code of the same concept' },
    { place: /\/resource\/content\[\]$/, reason: 'the same document in another format' },
    { place: /\/extension\[\]\/url$/, reason: 'makes it a video meeting' },
    {
      place:
        /\/resource\/(status|custodian.*|verificationStatus\/coding\[\]\/code)$|\/attachment\/contentType$/,
      reason: 'decides, and has no member of its own',
    },
    { place: /\/meta(\/security.*)?$/, reason: 'read by the rules alone' },
    { place: /\/resource\/(resourceType|id|meta\/(versionId|lastUpdated))$/, reason: 'about the resource' },
  ],
};

const recordsOf = (type: string, status: string): AnswerPlaces => ({
  ...bundle,
  id: /^entry\[\]\/resource\/id$/,
  pages: {
    request: type,
    isLink: true,
    next: (page, cursor, baseUrl) =>
      JSON.stringify({
        ...JSON.parse(page),
        link: [{ relation: 'next', url: `${baseUrl}/fhir/${type}?page=${cursor}` }],
      }),
  },
  decisive: /^entry\[\]\/resource\/(patient|subject)(\/reference)?$/,
  forbidden: [
    otherPatient,
    { place: new RegExp(`^entry\\[\\]/resource/${status}$`), value: 'entered-in-error' },
    { place: /\/resource\/meta\/security\[\]\/code$/, value: 'NOPAT' },
  ],
});

const fhirJson = { 'content-type': 'application/fhir+json' };
const answerOf = (status: number, resource: object) => ({
  status,
  headers: fhirJson,
  bytes: JSON.stringify(resource),
});

/** An outcome that only informs: some servers answer a write with it. */
const informs = {
  resourceType: 'OperationOutcome',
  issue: [
    {
      severity: 'information',
      code: 'informational',
      details: { text: 'Sparat.' },
      diagnostics: 'Updated in 12 ms',
    },
  ],
};

const ofOutcome = 'issue|issue\\[\\](/severity)?';

const appointments = recordsOf('Appointment', 'status');

const bookings: AnswerPlaces = {
  ...appointments,
  states: {
    place: /^entry\[\]\/resource\/status$/,
    words: {
      BOOKED: ['booked'],
      ARRIVED: ['arrived', 'checked-in'],
      ONGOING: [],
      PERFORMED: ['fulfilled'],
      CANCELLED: ['cancelled'],
      MISSED: ['noshow'],
    },
  },
  forbidden: [
    ...(appointments.forbidden ?? []),
    // D16: not listed.
    ...['cancelled', 'noshow'].map(value => ({ place: /^entry\[\]\/resource\/status$/, value })),
  ],
  meaningless: [
    ...(bundle.meaningless ?? []),
    { place: /\/resource\/extension/, reason: 'makes it a video meeting' },
  ],
};

/** Withholds what belongs to the clinic. */
const ofClinic = (looksAt: RegExp): MatchingRule => ({
  name: 'units',
  withhold: { units: ['SE2321000016-1A2B'] },
  looksAt,
});

const labels: MatchingRule = {
  name: 'secrecy levels',
  withhold: { secrecyLevels: ['SPARRAD'] },
  looksAt: /\/meta\b/,
};

export const damageHarness: DamageHarness = {
  name: 'FHIR R4',
  format: 'json',
  patient: world.patient,
  simulator: () => fhirSimulator({ resources: labelled(), port: 0 }),
  open: (url, log) =>
    connect(`${url}/fhir`, {
      log,
      own: { include: false, videoExtensions: ['http://region.example/video-link'] },
    }),
  nameOf: ({ method, url }) => {
    const [, , type = '', id = ''] = url.pathname.split('/');
    const name = id.startsWith('_') ? type : `${type}${id === '' ? '' : '/id'}`;
    return method === 'GET' || id === '_search' ? name : `${method} ${name}`;
  },
  kinds: {
    appointments: {
      interval: forever,
      rules: [ofClinic(/\/participant\b/)],
      answers: { Appointment: bookings },
    },
    patients: {
      rules: [ofClinic(/\/managingOrganization\b/)],
      answers: { Patient: { ...bundle, id: /^entry\[\]\/resource\/id$/, unknownPatient: /^entry(\[\])?$/ } },
    },
    contacts: {
      interval: forever,
      rules: [ofClinic(/\/(serviceProvider|participant)\b/), labels],
      answers: { Encounter: recordsOf('Encounter', 'status') },
    },
    attentionSignals: {
      interval: forever,
      rules: [ofClinic(/\/recorder\b/)],
      answers: {
        AllergyIntolerance: recordsOf('AllergyIntolerance', 'verificationStatus/coding\\[\\]/code'),
        Flag: recordsOf('Flag', 'status'),
      },
    },
    prescriptions: {
      interval: forever,
      rules: [ofClinic(/\/requester\b/)],
      answers: { MedicationRequest: recordsOf('MedicationRequest', 'status') },
    },
    journalNotes: {
      interval: forever,
      rules: [
        ofClinic(/\/(custodian|author|context)\b/),
        labels,
        {
          name: 'note templates',
          withhold: { noteTemplates: ['Mottagningsbesök', 'Utskrivning'] },
          looksAt: /\/resource\/(description|title)$/,
        },
        {
          name: 'keywords',
          withhold: { keywords: ['Aktuellt', 'Bedömning'] },
          looksAt: /\/(attachment|section\[\])\/title$/,
        },
      ],
      answers: {
        DocumentReference: recordsOf('DocumentReference', 'status'),
        Composition: recordsOf('Composition', 'status'),
      },
    },
    videoMeetings: { interval: forever, answers: { Appointment: recordsOf('Appointment', 'status') } },
  },
  writes: {
    arrive: {
      bookingId: mixedCaseId,
      request: 'PATCH Appointment/id',
      sends: ({ bookingId }) => ({
        method: 'PATCH',
        path: `/fhir/Appointment/${bookingId}`,
        headers: { 'content-type': 'application/json-patch+json', 'if-match': 'W/"1"' },
        body: JSON.stringify([{ op: 'replace', path: '/status', value: 'arrived' }]),
      }),
      result: new RegExp(`^(resourceType|id|status|${ofOutcome})$`),
      answers: [
        answerOf(200, {
          resourceType: 'Appointment',
          id: mixedCaseId,
          status: 'arrived',
          start: '2026-01-15T08:30:00Z',
          participant: [{ actor: { reference: 'Patient/p1' }, status: 'accepted' }],
        }),
        answerOf(200, informs),
      ],
      doneBy: [200, 204],
      notDoneBy: [401],
    },
    pay: {
      bookingId: mixedCaseId,
      request: 'POST PaymentNotice',
      sends: ({ bookingId, paymentType }) => ({
        method: 'POST',
        path: '/fhir/PaymentNotice',
        headers: {
          'content-type': 'application/fhir+json',
          'if-none-exist': `identifier=http%3A%2F%2Fregion.example%2Fpayments%7CAppointment%2F${bookingId}&status=active`,
        },
        body: JSON.stringify({
          resourceType: 'PaymentNotice',
          identifier: [{ system: 'http://region.example/payments', value: `Appointment/${bookingId}` }],
          status: 'active',
          request: { reference: `Appointment/${bookingId}` },
          created: '2026-01-15T12:00:00+01:00',
          paymentDate: '2026-01-15',
          payment: { type: 'PaymentReconciliation', display: paymentType },
          recipient: { identifier: { system: 'urn:oid:1.2.752.129.2.1.4.1', value: 'SE2321000016-0001' } },
          amount: {
            extension: [
              { url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'unknown' },
            ],
          },
          paymentStatus: {
            coding: [{ system: 'http://terminology.hl7.org/CodeSystem/paymentstatus', code: 'paid' }],
          },
        }),
      }),
      result: new RegExp(`^(resourceType|status|identifier|identifier\\[\\]/.*|${ofOutcome})$`),
      answers: [
        answerOf(201, {
          resourceType: 'PaymentNotice',
          id: '1',
          status: 'active',
          identifier: [{ system: 'http://region.example/payments', value: `Appointment/${mixedCaseId}` }],
          created: '2026-01-15T12:00:00+01:00',
          paymentStatus: { coding: [{ code: 'paid' }] },
        }),
        answerOf(201, informs),
      ],
      doneBy: [200, 201, 204],
      notDoneBy: [401],
      meaningless: [
        { place: /^id$/, reason: 'about the resource' },
        { place: /^identifier\[\]$/, reason: 'one of them is ours' },
      ],
    },
  },
};

/**
 * An answer with what a record refers to. Of it, the record has what it says about itself.
 * @param others members that records of this kind have no place for: the reference stands for a whole resource.
 */
const related = (others?: RegExp): AnswerPlaces => ({
  isReferredTo: true,
  sameValues: [{ place: /\/resource\/id$/, reason: 'names the resource' }],
  meaningless: [
    { place: /^(id|total|type|link.*)$/, reason: 'about the search' },
    { place: /^entry\[\]$/, reason: 'another one is not referred to' },
    { place: /^entry\[\]\/(fullUrl|search.*)$/, reason: 'about the search' },
    { place: /\/use$|\/active$|^active$|\/name\[\]$|\/identifier\[\]$/, reason: 'chooses among several' },
    { place: /(^|\/)meta(\/(versionId|lastUpdated))?$/, reason: 'about the resource' },
    ...(others === undefined ? [] : [{ place: others, reason: 'of the resource, not of the record' }]),
  ],
});

/** The search for the patient, of a kind that publishes nothing of it but the number. */
const owner = (others: RegExp): AnswerPlaces => {
  const { meaningless = [] } = related(others);
  return {
    publishesNothing: true,
    meaningless: [
      ...meaningless,
      { place: /^entry\[\]\/resource\/id$/, reason: 'the records are asked for by it' },
    ],
    unknownPatient: /^entry(\[\])?$/,
  };
};

/** The same resources, and what is only asked for because of them: an older Patient with an allergy, a relative, a payment. */
const connected = (): Resource[] => [
  ...labelled().map(resource => {
    if (resource.resourceType === 'Composition')
      return { ...resource, custodian: { reference: 'Organization/clinic' } };
    if (resource.resourceType !== 'Patient' || resource.id !== 'p1') return resource;
    return {
      ...resource,
      meta: { security: [{ code: 'HTEST' }] },
      link: [{ type: 'replaces', other: { reference: 'Patient/old' } }],
    };
  }),
  {
    resourceType: 'Patient',
    id: 'old',
    active: false,
    identifier: [
      { system: 'http://electronichealth.se/identifier/samordningsnummer', value: '197010632391' },
    ],
  },
  {
    resourceType: 'AllergyIntolerance',
    id: 'a2',
    clinicalStatus: { coding: [{ code: 'active' }] },
    code: { text: 'Jordnötter' },
    patient: { reference: 'Patient/old' },
    recordedDate: '2010-03-12T13:00:00Z',
  },
  {
    resourceType: 'RelatedPerson',
    id: 'r1',
    active: true,
    patient: { reference: 'Patient/p1' },
    relationship: [{ text: 'Mor' }],
    name: [{ family: 'Tolvansson', given: ['Påhittad'] }],
    telecom: [{ system: 'phone', value: '08-4650040' }],
  },
  {
    resourceType: 'PaymentNotice',
    id: 'n1',
    status: 'active',
    request: { reference: `Appointment/${mixedCaseId}` },
    paymentStatus: {
      coding: [{ system: 'http://terminology.hl7.org/CodeSystem/paymentstatus', code: 'paid' }],
    },
  },
];

/** The clinic is found by a reference, or is itself the answer. */
const clinicUnit = ofClinic(/\/(managingOrganization|organization|identifier(\[\](\/(system|value))?)?$)/);

/** @param list a list whose further pages are named in the same way, or that has none. */
const withoutPages = ({ pages: _, ...list }: AnswerPlaces): AnswerPlaces => list;

const olderAllergies = withoutPages(recordsOf('AllergyIntolerance', 'verificationStatus/coding\\[\\]/code'));

/** What is asked for beside the first page of the records: further pages, the owner, linked Patients and references. */
export const besideHarness: DamageHarness = {
  ...damageHarness,
  name: 'FHIR R4, what is asked for beside the first page',
  writes: {},
  // Its records are the Appointments of the first page.
  damagedElsewhere: ['videoMeetings'],
  mostDamages: 40,
  simulator: () => fhirSimulator({ resources: connected(), port: 0, mostPerPage: 1 }),
  nameOf: received => {
    const { searchParams } = received.url;
    if (searchParams.has('_getpages')) return 'next';
    const ids = searchParams.get('_id');
    const patient = searchParams.get('patient');
    const name = damageHarness.nameOf(received);
    if (ids !== null) return `${name} ${ids}`;
    return patient === null ? name : `${name} of ${patient}`;
  },
  kinds: {
    appointments: {
      interval: forever,
      rules: [clinicUnit],
      needsNoRule: { state: 'the states of bookings are damaged where the list is' },
      answers: {
        Patient: owner(/\/resource\/(gender|birthDate|managingOrganization.*|meta.*)$/),
        'Location room': related(/\/resource\/name$/),
        'Organization clinic': related(/\/identifier\[\]\/system$/),
        'Practitioner doctor': related(/\/identifier/),
        PaymentNotice: {
          ...related(/\/(id|request\/reference|paymentStatus\/coding\[\])$/),
          publishesNothing: true,
        },
      },
    },
    patients: {
      rules: [clinicUnit],
      answers: {
        'RelatedPerson of Patient/p1': related(/\/resource\/id$/),
        'Patient/id': { ...related(/^meta/), publishesNothing: true },
        'Organization clinic': related(/\/resource\/name$/),
      },
    },
    contacts: {
      interval: forever,
      rules: [clinicUnit],
      answers: {
        next: withoutPages(recordsOf('Encounter', 'status')),
        'Organization clinic': related(),
        'Organization region': related(),
        'PractitionerRole role': related(),
      },
    },
    attentionSignals: {
      interval: forever,
      answers: {
        Patient: {
          ...owner(/\/resource\/(name.*|telecom.*|gender|birthDate|managingOrganization.*|meta.*)$/),
          protects: [{ place: /\/resource\/meta\/security\[\]\/code$/, value: 'sekretessmarkering' }],
        },
        'Patient/id': { ...related(/^(identifier|meta)/), publishesNothing: true },
        'AllergyIntolerance of Patient/old': {
          ...olderAllergies,
          meaningless: [
            ...(olderAllergies.meaningless ?? []),
            { place: /\/clinicalStatus\/coding\[\]$/, reason: "one of them is HL7's" },
          ],
        },
      },
    },
    prescriptions: { interval: forever, answers: { 'Medication amlodipin': related() } },
    journalNotes: {
      interval: forever,
      rules: [clinicUnit, labels],
      answers: {
        'Organization clinic': related(),
        'Encounter 1': related(/\/resource\/(class|participant|meta).*$/),
      },
    },
  },
};
