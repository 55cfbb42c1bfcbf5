// The scenarios that the sandbox prints as curl commands: those of the first region, and those that all regions share.
import type { ErrorWord } from '../src/http/errors/error-words.ts';
import { bookingIds } from './patients/bookings.ts';
import { failingBookings } from './patients/failing.ts';
import { people } from './patients/patients.ts';

export type Scenario = {
  /** What the command shows; a leading number is the operation's. */
  readonly shows: string;
  /** Who calls: a signed-in account, or the partner client. */
  readonly as: string;
  readonly path: string;
  /** The `patient` header. */
  readonly patient?: string;
  /** For a write: method and body. */
  readonly send?: { readonly method: 'POST' | 'PUT'; readonly body: object };
  /** The expected status. */
  readonly status: number;
  /** The expected `x-error`, if the status is an error. */
  readonly error?: ErrorWord;
  /** Whether the body is too large to print in a terminal. */
  readonly isLarge?: true;
};

export const journal = '/patients/journalnotes/';

/** Operation → where Tolvan's records are read: contacts since November, and warnings of a year, so that older ones still hold. */
const tolvansPaths = {
  3: '/patients/appointments/',
  4: '/patients/patient/',
  5: '/patients/patient/?api-version=v2',
  6: '/patients/contacts/?api-version=v2&fromDateTime=2026-11-20T00:00:00',
  7: '/patients/attentionsignals/?fromDateTime=2026-01-01T00:00:00',
  8: '/patients/videomeetings/',
  9: '/patients/medications/',
  10: journal,
} as const;

/** Tolvan reads his own records, and the region answers. */
export const tolvanReads = (operation: keyof typeof tolvansPaths, shows: string): Scenario => ({
  shows: `${operation}: ${shows}`,
  as: 'tolvan',
  path: tolvansPaths[operation],
  status: 200,
});

/** A patient who is unknown in every region. */
export const stranger = '196204052382';

export const arrive = (id: string): Pick<Scenario, 'path' | 'send'> => ({
  path: `/patients/appointments/?id=${id}`,
  send: { method: 'PUT', body: { status: 'arrived' } },
});

export const pay = (contactId: string): Pick<Scenario, 'path' | 'send'> => ({
  path: '/patients/paymentnotice/',
  send: { method: 'POST', body: { status: 'PAID', contactId, paymentType: 'CARD' } },
});

/** The two writes, in the order in which they do something. */
export const transitions: readonly Scenario[] = [
  {
    shows: '1: pay before arriving: the EHR refuses, and says so in the body',
    as: 'tolvan',
    ...pay(bookingIds.booked),
    status: 200,
  },
  {
    shows: '2: mark the arrival (paste it twice: INFO)',
    as: 'tolvan',
    ...arrive(bookingIds.booked),
    status: 200,
  },
  { shows: '1: pay (paste it twice: INFO)', as: 'tolvan', ...pay(bookingIds.booked), status: 200 },
  {
    shows: '2: a cancelled appointment cannot be marked as arrived',
    as: 'tolvan',
    ...arrive(bookingIds.cancelled),
    status: 200,
  },
];

export const tooManyMeetings: Scenario = {
  shows: '8: 64 of 71 video meetings; x-left-out counts the rest, and a link that is too long',
  as: 'long',
  path: tolvansPaths[8],
  status: 200,
};

/** The ten operations, ordered so that each one has something to show. */
const operations: readonly Scenario[] = [
  tolvanReads(
    3,
    'booked appointments in most states, and today’s: one to arrive at and pay, and one by video',
  ),
  ...transitions,
  tolvanReads(4, 'patient information, older form'),
  tolvanReads(5, 'patient information, v2: the same under other names'),
  tolvanReads(6, 'contacts since 20 November 2026; one is still open'),
  tolvanReads(7, 'warnings of 2026: an allergy from 2010 still holds'),
  tolvanReads(8, 'video meetings; x-left-out counts a link that is too long'),
  tooManyMeetings,
  tolvanReads(9, 'one prescription of each kind of dosage'),
  tolvanReads(10, 'journal notes'),
];

/** Scenarios that work in every region. */
export const sharedScenarios: readonly Scenario[] = [
  {
    shows: '10: journal notes of 2026 only',
    as: 'tolvan',
    path: `${journal}?fromDateTime=2026-01-01T00:00:00&toDateTime=2026-12-31T23:59:59`,
    status: 200,
  },
  {
    shows: '10: she reads for her child',
    as: 'guardian',
    path: journal,
    patient: people.child.number,
    status: 200,
  },
  {
    shows: '10: refused for her child with protected identity',
    as: 'guardian',
    path: journal,
    patient: people.protectedChild.number,
    status: 403,
    error: 'not-allowed-for-patient',
  },
  {
    shows: '10: refused for somebody she may not act for',
    as: 'guardian',
    path: journal,
    patient: people.tolvan.number,
    status: 403,
    error: 'not-allowed-for-patient',
  },
  {
    shows: '10: she reads her own notes',
    as: 'protected',
    path: journal,
    status: 200,
  },
  {
    shows: '10: a patient with a coordination number',
    as: 'partner',
    path: journal,
    patient: people.coordination.number,
    status: 200,
  },
  { shows: '10: a patient with no records: an empty list', as: 'empty', path: journal, status: 200 },
  {
    shows: '9: prescriptions with every member that this region has',
    as: 'complete',
    path: '/patients/medications/',
    status: 200,
  },
  {
    shows: '10: a journal of 2,000 notes and one without a time, measured instead of shown',
    as: 'long',
    path: journal,
    status: 200,
    isLarge: true,
  },
  {
    shows: '10: an invalid time: a 400 that says what is expected',
    as: 'tolvan',
    path: `${journal}?fromDateTime=yesterday`,
    status: 400,
    error: 'invalid-parameter',
  },
];

/** A part of a journal, as an app asks for one that is too long for it. */
export const slice: Scenario = {
  shows: '10: a week of her journal; the note without a time is in every part, so keep it once',
  as: 'long',
  path: `${journal}?fromDateTime=2019-01-01T00:00:00&toDateTime=2019-01-07T23:59:59`,
  status: 200,
};

/** Failures to try that every region has: the EHR's, a slow answer and an incomplete one. */
export const failures: readonly Scenario[] = [
  {
    shows: '10: the EHR gives an unusable answer',
    as: 'unusable',
    path: journal,
    status: 502,
    error: 'ehr-unusable',
  },
  {
    shows: '10: the EHR is not available',
    as: 'unavailable',
    path: journal,
    status: 503,
    error: 'ehr-unavailable',
  },
  {
    shows: '10: the EHR does not answer in time',
    as: 'too_slow',
    path: journal,
    status: 504,
    error: 'ehr-too-slow',
  },
  {
    shows: '10: the EHR takes four seconds: show that something is happening',
    as: 'slow',
    path: journal,
    status: 200,
  },
  {
    shows: '10: x-left-out: a note is withheld, and a value has no member in the record',
    as: 'partial',
    path: journal,
    status: 200,
  },
];

/** Writes whose outcome nobody hears of, each followed by its repetition. */
const unknownOutcomes: readonly Scenario[] = [
  {
    shows: '2: the arrival is done, but its outcome is unknown',
    as: 'unknown_done',
    ...arrive(failingBookings.unknownDone),
    status: 504,
    error: 'outcome-unknown',
  },
  {
    shows: '2: repeat it: INFO, it was done before',
    as: 'unknown_done',
    ...arrive(failingBookings.unknownDone),
    status: 200,
  },
  {
    shows: '2: the arrival is not done, and its outcome is unknown too',
    as: 'unknown_not_done',
    ...arrive(failingBookings.unknownNotDone),
    status: 504,
    error: 'outcome-unknown',
  },
  {
    shows: '2: repeat it: OK, it is done now',
    as: 'unknown_not_done',
    ...arrive(failingBookings.unknownNotDone),
    status: 200,
  },
];

export const unknown: Scenario = {
  shows: '10: a patient whom the EHR does not know',
  as: 'partner',
  path: journal,
  patient: stranger,
  status: 404,
  error: 'no-such-patient',
};

/** The scenarios of a region with writes: its own for the ten operations, and those that all such regions share. */
export const withSharedScenarios = (own: readonly Scenario[]): readonly Scenario[] => [
  ...own,
  ...sharedScenarios,
  slice,
  unknown,
  ...failures,
  ...unknownOutcomes,
];

export const scenarios: readonly Scenario[] = withSharedScenarios(operations);
