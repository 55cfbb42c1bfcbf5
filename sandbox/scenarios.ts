// The scenarios that the sandbox tells: for each a line that begins with curl and works as it is. Here are those of the
// first region, and those that are the same in every region.
import { bookingIds } from './patients/bookings.ts';
import { people } from './patients/patients.ts';

export type Scenario = {
  /** What the line shows. */
  readonly shows: string;
  /** Who asks: an account that has signed in, or the partner's client. */
  readonly as: string;
  readonly path: string;
  /** The `patient` header. */
  readonly patient?: string;
  /** A write: what is sent, and how. */
  readonly send?: { readonly method: 'POST' | 'PUT'; readonly body: object };
  /** What the answer's status is. */
  readonly status: number;
};

export const journal = '/patients/journalnotes/';

/** A patient of whom no region has heard. */
export const stranger = '196204052382';

export const arrive = (id: string): Pick<Scenario, 'path' | 'send'> => ({
  path: `/patients/appointments/?id=${id}`,
  send: { method: 'PUT', body: { status: 'arrived' } },
});

export const pay = (contactId: string): Pick<Scenario, 'path' | 'send'> => ({
  path: '/patients/paymentnotice/',
  send: { method: 'POST', body: { status: 'PAID', contactId, paymentType: 'CARD' } },
});

/** The ten operations, in an order in which each shows something. */
const operations: readonly Scenario[] = [
  {
    shows: '3: the booked appointments of Tolvan, one in every state',
    as: 'tolvan',
    path: '/patients/appointments/',
    status: 200,
  },
  {
    shows: '1: a payment before the arrival: the EHR refuses, and the refusal is in the body',
    as: 'tolvan',
    ...pay(bookingIds.booked),
    status: 200,
  },
  {
    shows: '2: Tolvan has arrived (once more: INFO)',
    as: 'tolvan',
    ...arrive(bookingIds.booked),
    status: 200,
  },
  { shows: '1: and has paid (once more: INFO)', as: 'tolvan', ...pay(bookingIds.booked), status: 200 },
  {
    shows: '2: an appointment that is cancelled cannot be arrived at',
    as: 'tolvan',
    ...arrive(bookingIds.cancelled),
    status: 200,
  },
  { shows: '4: the patient, older form', as: 'tolvan', path: '/patients/patient/', status: 200 },
  {
    shows: '5: the patient, v2: the same extract under other names',
    as: 'tolvan',
    path: '/patients/patient/?api-version=v2',
    status: 200,
  },
  {
    shows: '6: contacts since 20 November 2026; one has no end, and is still open',
    as: 'tolvan',
    path: '/patients/contacts/?api-version=v2&fromDateTime=2026-11-20T00:00:00',
    status: 200,
  },
  {
    shows: '7: attention signals of 2026: the allergy is from 2010 and still holds',
    as: 'tolvan',
    path: '/patients/attentionsignals/?fromDateTime=2026-01-01T00:00:00',
    status: 200,
  },
  {
    shows: '8: 64 of 70 video meetings; x-left-out says that there are more, and that a link was too long',
    as: 'tolvan',
    path: '/patients/videomeetings/',
    status: 200,
  },
  {
    shows: '9: a prescription of every dosage plugin',
    as: 'tolvan',
    path: '/patients/medications/',
    status: 200,
  },
  { shows: '10: the journal notes', as: 'tolvan', path: journal, status: 200 },
];

/** What has nothing to do with what a region offers. */
export const sharedScenarios: readonly Scenario[] = [
  {
    shows: 'journal notes of 2026 alone',
    as: 'tolvan',
    path: `${journal}?fromDateTime=2026-01-01T00:00:00&toDateTime=2026-12-31T23:59:59`,
    status: 200,
  },
  {
    shows: 'a guardian reads for her child',
    as: 'guardian',
    path: journal,
    patient: people.child.number,
    status: 200,
  },
  {
    shows: 'she is refused for a child with protected identity',
    as: 'guardian',
    path: journal,
    patient: people.protectedChild.number,
    status: 403,
  },
  {
    shows: 'and for a stranger',
    as: 'guardian',
    path: journal,
    patient: people.tolvan.number,
    status: 403,
  },
  {
    shows: 'the one with protected identity reads her own',
    as: 'protected',
    path: journal,
    status: 200,
  },
  {
    shows: 'a partner reads for a patient with a coordination number',
    as: 'partner',
    path: journal,
    patient: people.coordination.number,
    status: 200,
  },
  { shows: 'of whom the EHR holds nothing: an empty list', as: 'empty', path: journal, status: 200 },
  { shows: 'a journal of 2,000 notes', as: 'long', path: journal, status: 200 },
  {
    shows: 'a time that is none: a 400 that says what is expected',
    as: 'tolvan',
    path: `${journal}?fromDateTime=yesterday`,
    status: 400,
  },
];

const unknown: Scenario = {
  shows: 'a patient whom the EHR does not know',
  as: 'partner',
  path: journal,
  patient: stranger,
  status: 404,
};

export const scenarios: readonly Scenario[] = [...operations, ...sharedScenarios, unknown];

export type CurlOf = {
  readonly url: string;
  readonly key: string;
  readonly token: string;
  readonly scenario: Scenario;
};

/** One line for a shell. */
export const curl = ({ url, key, token, scenario }: CurlOf): string => {
  const { send, patient, path } = scenario;
  const body =
    send === undefined
      ? []
      : [`-X ${send.method}`, "-H 'Content-Type: application/json'", `-d '${JSON.stringify(send.body)}'`];
  return [
    'curl -s -i',
    ...body,
    `-H 'Ocp-Apim-Subscription-Key: ${key}'`,
    ...(patient === undefined ? [] : [`-H 'patient: ${patient}'`]),
    `-H 'Authorization: Bearer ${token}'`,
    `'${url}${path}'`,
  ].join(' ');
};
