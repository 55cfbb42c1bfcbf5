// What the contract suite has to know about FHIR R4 to damage the answers of a server.
import { fhirSimulator } from '../../../../sandbox/fhir/simulator/simulator.ts';
import type { Resource } from '../../../../sandbox/fhir/simulator/store.ts';
import type { CompactTimestamp } from '../../../../src/domain/model/timestamp.ts';
import type { AnswerPlaces, DamageHarness } from '../contract/damage-harness.ts';
import { connect } from './support/connect.ts';
import { resources, world } from './support/contract-world.ts';

const forever = { from: '19000101000000' as CompactTimestamp, to: '20991231235959' as CompactTimestamp };

const videoLink = { url: 'http://region.example/video-link', valueUrl: 'https://video.example.com/m/1' };

const kinds = new Set([
  'Appointment',
  'Encounter',
  'AllergyIntolerance',
  'Flag',
  'MedicationRequest',
  'DocumentReference',
  'Composition',
]);

/** The same resources, the records with a label that a rule of the profile can name. */
const labelled = (): Resource[] =>
  resources().map(resource =>
    kinds.has(resource.resourceType)
      ? {
          ...resource,
          ...(resource.resourceType === 'Appointment' ? { extension: [videoLink] } : {}),
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
    { place: /\/verificationStatus\/coding\[\]$/, reason: 'another code of the same concept' },
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
  cursor: {
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

const appointments = recordsOf('Appointment', 'status');

const bookings: AnswerPlaces = {
  ...appointments,
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

export const damageHarness: DamageHarness = {
  name: 'FHIR R4',
  format: 'json',
  patient: world.patient,
  simulator: () => fhirSimulator({ resources: labelled(), port: 0 }),
  open: url =>
    connect(`${url}/fhir`, {
      own: { include: false, videoExtensions: ['http://region.example/video-link'] },
    }),
  nameOf: ({ method, url }) => {
    const [, , type = '', id = ''] = url.pathname.split('/');
    const name = id.startsWith('_') ? type : `${type}${id === '' ? '' : '/id'}`;
    return method === 'GET' || id === '_search' ? name : `${method} ${name}`;
  },
  kinds: {
    appointments: { interval: forever, answers: { Appointment: bookings } },
    patients: { answers: { Patient: { ...bundle, unknownPatient: /^entry(\[\])?$/ } } },
    contacts: { interval: forever, answers: { Encounter: recordsOf('Encounter', 'status') } },
    attentionSignals: {
      interval: forever,
      answers: {
        AllergyIntolerance: recordsOf('AllergyIntolerance', 'verificationStatus/coding\\[\\]/code'),
        Flag: recordsOf('Flag', 'status'),
      },
    },
    prescriptions: {
      interval: forever,
      answers: { MedicationRequest: recordsOf('MedicationRequest', 'status') },
    },
    journalNotes: {
      interval: forever,
      answers: {
        DocumentReference: recordsOf('DocumentReference', 'status'),
        Composition: recordsOf('Composition', 'status'),
      },
    },
    videoMeetings: { interval: forever, answers: { Appointment: recordsOf('Appointment', 'status') } },
  },
};
