// What the contract suite has to know about the legacy extracts to damage them (extracts.md).
import { ehrSimulator } from '../../../../sandbox/extracts/simulator.ts';
import type { PatientData } from '../../../../sandbox/extracts/world.ts';
import { people } from '../../../../sandbox/patients/patients.ts';
import { tolvanData } from '../../../../sandbox/patients/tolvan.ts';
import { extracts } from '../../../../src/adapters/ehr/extracts/index.ts';
import { regionTime } from '../../../../src/adapters/time/region-time.ts';
import type { PatientNumber } from '../../../../src/domain/model/patient-number.ts';
import type { CompactTimestamp } from '../../../../src/domain/model/timestamp.ts';
import { systemAt } from '../calls.ts';
import type { AnswerPlaces, DamageHarness, MatchingRule } from '../contract/damage-harness.ts';

const patient = people.tolvan.number as PatientNumber;

const secret = { SecrecyLevel: ['Spärrad'] };

/** Tolvan's data without what the rules of video meetings cut, and with values that every rule of a profile finds. */
const data = (): PatientData => {
  const all = tolvanData(people.tolvan);
  const { Booking = [], ...bookings } = all.bookings;
  return {
    ...all,
    contacts: all.contacts.map(({ Contact, ...extract }) => ({
      ...extract,
      Contact: { ...Contact, ContactShareInfo: false, ContactSecrecyLevels: secret },
    })),
    attentionSignals: all.attentionSignals.filter((_, at) => at === 0 || at === 4),
    prescriptions: all.prescriptions
      .slice(0, 2)
      .map(extract => ({ ...extract, HCMContact: { ...extract.HCMContact, ContactSecrecyLevels: secret } })),
    journalNotes: all.journalNotes.map(({ Note, ...extract }) => ({
      ...extract,
      Note: { ...Note, NoteSecrecyLevels: secret },
    })),
    bookings: { ...bookings, Booking: Booking.slice(0, 2) },
    videoMeetings: all.videoMeetings.slice(0, 2),
  };
};

const units = ['SE2321000016-1A2B', 'SE2321000016-1A2C', 'SE2321000016-1A2D', 'SE2321000016-1A2E'];
const ofUnits = (looksAt: RegExp): MatchingRule => ({ name: 'units', withhold: { units }, looksAt });

const forever = { from: '19000101000000' as CompactTimestamp, to: '20991231235959' as CompactTimestamp };

const sameValues = [
  { place: /./, reason: 'a member is published under the name that it has: none can be read for another' },
];

const extractsOf = (root: string, extract: string, id = 'PatientID'): AnswerPlaces => {
  const owner = `${root}/${extract}/Patient/${id}`;
  return {
    records: new RegExp(`^${root}/${extract}$`),
    decisive: new RegExp(`^${owner}(/@?extension)?$`),
    // D17: a record without a number was asked for by patient.
    mayBeMissing: /./,
    id: new RegExp(`^${root}/${extract}/\\w+/(rc_id|RcId|NoteId)/extension$|/ContacInternaltID$`),
    sameValues,
    notOwner: [{ place: /\/ehr_id\/extension$/, reason: "the id of the patient's record in the EHR" }],
    protects: [{ place: new RegExp(`^${root}/${extract}/Patient/PatientProtectedId$`), value: 'true' }],
  };
};

const { id: _none, ...patientPlaces } = extractsOf('PatientEHRExtracts', 'PatientEHRExtract');

const patientExtracts: AnswerPlaces = {
  ...patientPlaces,
  protection: /^PatientEHRExtracts\/PatientEHRExtract\/Patient\/PatientProtectedId$/,
};

const withoutVersion = (places: AnswerPlaces): AnswerPlaces => ({
  ...places,
  meaningless: [{ place: /\/XSDVersion\b/, reason: 'the v2 layout has no version' }],
});

const xml = { 'content-type': 'application/xml; charset=utf-8' };
const patientElement = `<Patient extension="${patient}" root="1.2.752.129.2.1.3.1"/>`;

export const damageHarness: DamageHarness = {
  name: 'legacy extracts',
  format: 'xml',
  patient,
  simulator: () => ehrSimulator({ world: new Map([[patient, data()]]), port: 0, varied: false }),
  open: (url, log) => {
    const time = regionTime('Europe/Stockholm');
    return extracts.open(systemAt(url), { time, clock: Date.now, reserveNumbersRoot: undefined, log });
  },
  nameOf: ({ method, url }) =>
    method === 'PUT' ? 'PUT /bookings' : `${method === 'GET' ? '' : `${method} `}${url.pathname}`,
  kinds: {
    appointments: {
      interval: forever,
      rules: [ofUnits(/Booking\/PerformingUnit\/HSAId$/)],
      answers: {
        '/bookings': {
          records: /^Bookings\/(Registered)?Booking$/,
          sameValues,
          defaults: /^Bookings\/(ResultCode|Comment)$/,
          decisive: /^Bookings\/Patient\/PersonNumbers\/Number$/,
          mayBeMissing: /./,
          forbidden: [
            // D16: not listed.
            ...['CANCELLED', 'MISSED'].map(value => ({ place: /^Bookings\/Booking\/Status$/, value })),
          ],
          id: /Booking\/(ContactId|BookingId)$/,
          states: {
            place: /^Bookings\/Booking\/Status$/,
            words: {
              BOOKED: ['BOOKED'],
              ARRIVED: ['ARRIVED'],
              ONGOING: ['ONGOING'],
              PERFORMED: ['PERFORMED'],
              CANCELLED: ['CANCELLED'],
              MISSED: ['MISSED'],
            },
          },
          payments: {
            place: /^Bookings\/Booking\/PaymentStatus$/,
            words: { UNPAID: ['UNPAID'], PAID: ['PAID'] },
          },
        },
      },
    },
    patients: {
      rules: [ofUnits(/AccessZoneUnit\/UnitID(\/@?extension)?$/)],
      answers: { '/extracts/patient': patientExtracts },
    },
    contacts: {
      interval: forever,
      rules: [
        ofUnits(/ContactPerformingUnit\/UnitID(\/@?extension)?$/),
        { name: 'unshared contacts', withhold: { unsharedContacts: true }, looksAt: /\/ContactShareInfo$/ },
        { name: 'secrecy levels', withhold: { secrecyLevels: ['spärrad'] }, looksAt: /\/SecrecyLevel$/ },
      ],
      answers: {
        '/extracts/contacts': withoutVersion(extractsOf('ContactEHRExtracts', 'ContactEHRExtract')),
      },
    },
    attentionSignals: {
      interval: forever,
      rules: [ofUnits(/CareUnit\/UnitID(\/@?extension)?$/)],
      answers: {
        '/extracts/attentionsignals': extractsOf('AttentionSignalEHRExtracts', 'AttentionSignalEHRExtract'),
      },
    },
    prescriptions: {
      interval: forever,
      rules: [
        ofUnits(/CreationUnit\/UnitID(\/@?extension)?$/),
        { name: 'secrecy levels', withhold: { secrecyLevels: ['spärrad'] }, looksAt: /\/SecrecyLevel$/ },
      ],
      answers: {
        '/extracts/prescriptions': extractsOf(
          'PrescriptionEHRExtracts',
          'PrescriptionEHRExtract',
          'PatientId',
        ),
      },
    },
    journalNotes: {
      interval: forever,
      rules: [
        ofUnits(/(CareUnit|AccessZoneUnit)\/UnitID(\/@?extension)?$/),
        {
          name: 'note templates',
          withhold: { noteTemplates: ['Akutanteckning', 'Mottagningsbesök', 'Telefonkontakt'] },
          looksAt: /\/NoteTemplateName$/,
        },
        { name: 'keywords', withhold: { keywords: ['Aktuellt'] }, looksAt: /\/Keyword$/ },
        { name: 'secrecy levels', withhold: { secrecyLevels: ['spärrad'] }, looksAt: /\/SecrecyLevel$/ },
      ],
      answers: { '/extracts/journalnotes': extractsOf('JournalNoteEHRExtracts', 'JournalNoteEHRExtract') },
    },
    videoMeetings: {
      interval: forever,
      answers: {
        '/videomeetings': { records: /^VideoMeetings\/VideoMeeting$/, id: /\/ActionId$/, sameValues },
      },
    },
  },
  writes: {
    arrive: {
      bookingId: '59062',
      request: 'PUT /bookings',
      sends: ({ bookingId }) => ({
        method: 'PUT',
        path: `/bookings/${bookingId}`,
        headers: xml,
        body: `<AppointmentChange>${patientElement}<ContactId>${bookingId}</ContactId><Status>arrived</Status></AppointmentChange>`,
      }),
      result: /^ResultRecord\/ResultCode$/,
    },
    pay: {
      bookingId: '59063',
      request: 'POST /payments',
      sends: ({ bookingId, paymentType }) => ({
        method: 'POST',
        path: '/payments',
        headers: xml,
        body: `<Payment>${patientElement}<ContactId>${bookingId}</ContactId><PaymentType>${paymentType}</PaymentType><Status>PAID</Status></Payment>`,
      }),
      result: /^ResultRecord\/ResultCode$/,
    },
  },
  unknownPatient: {
    status: 404,
    headers: { 'content-type': 'application/xml' },
    bytes: '<Fault><Code>PATIENT_UNKNOWN</Code><Message>not here</Message></Fault>',
  },
  refusal: {
    status: 409,
    headers: { 'content-type': 'application/xml' },
    bytes: '<ResultRecord><ResultCode>ERROR</ResultCode><Comment>Stängt.</Comment></ResultRecord>',
  },
};
