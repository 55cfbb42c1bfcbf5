// The scenarios of the RIV-TA region: its answers, and what its contracts do not offer.
import { bookingIds } from '../patients/bookings.ts';
import {
  arrive,
  failures,
  journal,
  pay,
  type Scenario,
  sharedScenarios,
  slice,
  stranger,
  tolvanReads,
} from '../scenarios.ts';
import { reserve } from './patients/more-patients.ts';

const operations: readonly Scenario[] = [
  tolvanReads(3, 'the booked appointments of Tolvan at three facilities, in one answer'),
  {
    shows: '1: a payment, which this region does not offer: ERROR in the body',
    as: 'tolvan',
    ...pay(bookingIds.booked),
    status: 200,
  },
  {
    shows: '2: an arrival, which this region does not offer: ERROR in the body',
    as: 'tolvan',
    ...arrive(bookingIds.booked),
    status: 200,
  },
  tolvanReads(4, 'the patient, older layout, from the population register'),
  {
    shows: '5: the patient, v2: emigrated (not deceased)',
    as: 'empty',
    path: '/patients/patient/?api-version=v2',
    status: 200,
  },
  {
    shows:
      '6: contacts since November; one is ongoing; one that the patient may not see and one that was taken back are left out',
    as: 'tolvan',
    path: '/patients/contacts/?api-version=v2&fromDateTime=2026-11-01T00:00:00',
    status: 200,
  },
  tolvanReads(7, 'attention signals of 2026: the allergy is from 2010 and still holds'),
  {
    shows: '8: video meetings, which this region does not offer: 404, as operation 8 has no 501',
    as: 'tolvan',
    path: '/patients/videomeetings/',
    status: 404,
    error: 'not-offered',
  },
  tolvanReads(9, 'prescriptions by name, by substance and as text, each with another form of dosage'),
  tolvanReads(
    10,
    'the journal notes; DocBook becomes text, and x-left-out counts what the patient may not see',
  ),
];

const sources: readonly Scenario[] = [
  {
    shows: '9: one of two source systems is unreachable: x-left-out says sources=1',
    as: 'coordination',
    path: '/patients/medications/',
    status: 200,
  },
  {
    shows: '6: a source system answers with older data: x-left-out says sources=1, even for an empty list',
    as: 'coordination',
    path: '/patients/contacts/?api-version=v2',
    status: 200,
  },
  {
    shows: '7: no source system is reachable: 503, never an empty list of warnings',
    as: 'coordination',
    path: '/patients/attentionsignals/',
    status: 503,
    error: 'ehr-unavailable',
  },
];

const withReserveNumber: readonly Scenario[] = [
  {
    shows: '10: a patient with a reserve number of the region',
    as: 'partner',
    path: journal,
    patient: reserve.number,
    status: 200,
  },
  {
    shows: '9: a discontinued drug: neither its prescription nor its discontinuation is active',
    as: 'partner',
    path: '/patients/medications/',
    patient: reserve.number,
    status: 200,
  },
];

const unknown: Scenario = {
  shows: 'a patient whom no system knows: the contract can only answer with an empty list',
  as: 'partner',
  path: journal,
  patient: stranger,
  status: 200,
};

/** The contract requires a time of each note, so a source that has none sends one that does not exist. */
const untimedSlice: Scenario = {
  ...slice,
  shows: '10: a week of her journal; the note whose time is unreadable (values=1) is in every part',
};

export const rivtaScenarios: readonly Scenario[] = [
  ...operations,
  ...sharedScenarios,
  untimedSlice,
  ...sources,
  ...withReserveNumber,
  unknown,
  ...failures,
];
