// The contract's tables once more, copied by hand from the specification (nothing of it comes from src/http), and the
// few ways in which the table suite asks the service and judges its errors.
import { connect } from 'node:net';
import { expect } from 'vitest';
import { extractLists } from '../../sandbox/extracts/lists.ts';
import type { ObjectTree } from '../../sandbox/record-builders/record-trees.ts';
import { type EhrServer, xml } from '../support/servers/ehr-server.ts';
import { type Answered, hashOf, key, type ServiceRequest } from '../support/service/service.ts';

export type Row = {
  readonly number: number;
  /** Its name in the access log (D23). */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  /** The query of a usual call. */
  readonly query: string;
  readonly scope: string;
  /** The same scope, with a dot (D5). */
  readonly dotted: string;
  /** Error statuses that the contract's own text lists. */
  readonly documented: readonly number[];
  /** The shape of its error bodies: 1 `{statusCode, message}`, 2 `{error, path, status, timestamp}`. */
  readonly shape: 1 | 2;
  /** Whether it takes the date-time filter. */
  readonly interval: boolean;
  /** What becomes of `api-version` on its path: its absence, `v2`, anything else (D9). A number is an operation's. */
  readonly versions: { readonly absent: number; readonly v2: number; readonly other: 400 };
  /** The body of a usual call. */
  readonly body?: object;
  /** Where the legacy interface has what it answers (extracts.md). */
  readonly ehr: string;
};

const usual = [401, 403, 429];
const unversioned = { absent: 200, v2: 400, other: 400 } as const;

export const rows: readonly Row[] = [
  {
    number: 1,
    name: 'paymentNotice',
    method: 'POST',
    path: '/patients/paymentnotice/',
    query: '',
    scope: 'user/PaymentNotice-write',
    dotted: 'user/PaymentNotice.write',
    documented: usual,
    shape: 1,
    interval: false,
    versions: unversioned,
    body: { status: 'PAID', contactId: '59062', paymentType: 'CARD' },
    ehr: '/bookings',
  },
  {
    number: 2,
    name: 'appointmentChange',
    method: 'PUT',
    path: '/patients/appointments/',
    query: '?id=59062',
    scope: 'user/Appointment-write',
    dotted: 'user/Appointment.write',
    documented: usual,
    shape: 1,
    interval: false,
    versions: unversioned,
    body: { status: 'arrived' },
    ehr: '/bookings',
  },
  {
    number: 3,
    name: 'appointments',
    method: 'GET',
    path: '/patients/appointments/',
    query: '',
    scope: 'user/Appointment-read',
    dotted: 'user/Appointment.read',
    documented: usual,
    shape: 1,
    interval: true,
    versions: unversioned,
    ehr: '/bookings',
  },
  {
    number: 4,
    name: 'patient',
    method: 'GET',
    path: '/patients/patient/',
    query: '',
    scope: 'user/Patient-read',
    dotted: 'user/Patient.read',
    documented: usual,
    shape: 1,
    interval: false,
    versions: { absent: 4, v2: 5, other: 400 },
    ehr: '/extracts/patient',
  },
  {
    number: 5,
    name: 'patientV2',
    method: 'GET',
    path: '/patients/patient/',
    query: '?api-version=v2',
    scope: 'user/Patient-read',
    dotted: 'user/Patient.read',
    documented: usual,
    shape: 1,
    interval: false,
    versions: { absent: 4, v2: 5, other: 400 },
    ehr: '/extracts/patient',
  },
  {
    number: 6,
    name: 'contacts',
    method: 'GET',
    path: '/patients/contacts/',
    query: '?api-version=v2',
    scope: 'user/Contact-read',
    dotted: 'user/Contact.read',
    documented: usual,
    shape: 2,
    interval: true,
    versions: { absent: 200, v2: 200, other: 400 },
    ehr: '/extracts/contacts',
  },
  {
    number: 7,
    name: 'attentionSignals',
    method: 'GET',
    path: '/patients/attentionsignals/',
    query: '',
    scope: 'user/AttentionSignal-read',
    dotted: 'user/AttentionSignal.read',
    documented: usual,
    shape: 2,
    interval: true,
    versions: unversioned,
    ehr: '/extracts/attentionsignals',
  },
  {
    number: 8,
    name: 'videoMeetings',
    method: 'GET',
    path: '/patients/videomeetings/',
    query: '',
    scope: 'user/VideoMeeting-read',
    dotted: 'user/VideoMeeting.read',
    documented: [401, 403, 404, 429, 500],
    shape: 2,
    interval: true,
    versions: unversioned,
    ehr: '/videomeetings',
  },
  {
    number: 9,
    name: 'medications',
    method: 'GET',
    path: '/patients/medications/',
    query: '',
    scope: 'user/MedicationPrescription-read',
    dotted: 'user/MedicationPrescription.read',
    documented: usual,
    shape: 1,
    interval: true,
    versions: unversioned,
    ehr: '/extracts/prescriptions',
  },
  {
    number: 10,
    name: 'journalNotes',
    method: 'GET',
    path: '/patients/journalnotes/',
    query: '',
    scope: 'user/JournalNote-read',
    dotted: 'user/JournalNote.read',
    documented: usual,
    shape: 1,
    interval: true,
    versions: unversioned,
    ehr: '/extracts/journalnotes',
  },
];

export const isWrite = ({ method }: Row) => method !== 'GET';

export const rowOf = (number: number): Row => {
  const row = rows.find(candidate => candidate.number === number);
  if (row === undefined) throw new Error(`the contract has no operation ${number}`);
  return row;
};

/** All scopes of the contract, for callers who may use every operation. */
export const everyScope = [...new Set(rows.map(({ scope }) => scope))].join(' ');

export type AskOptions = Omit<ServiceRequest, 'path' | 'method'> & {
  /** Added to the query. */
  readonly more?: string;
  readonly base?: string;
};

/** A usual call of an operation, but for what is given. */
export const call = (row: Row, { more = '', base = '', ...rest }: AskOptions = {}): ServiceRequest => {
  const query = [row.query.slice(1), more].filter(part => part !== '').join('&');
  return {
    method: row.method,
    path: `${base}${row.path}${query === '' ? '' : `?${query}`}`,
    ...(row.body === undefined ? {} : { body: row.body }),
    ...rest,
  };
};

export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** What every answer has, and every JSON answer (D12). */
export const expectStamped = ({ headers }: Answered) => {
  expect(headers.get('x-request-id')).toMatch(uuid);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-type')).toMatch(/^application\/json; ?charset=utf-8$/i);
};

const unavailable = 'The service is not available. Try again later.';
const invalid = /^(?:The (?:parameter|header|query) |fromDateTime must)/;

/** The words of `x-error` for a sentence (D30), by hand. Only the sentence for a service that cannot answer has two. */
const wordsFor = (sentence: string): readonly string[] => {
  const word = wordBySentence[sentence];
  if (word !== undefined) return [word];
  if (sentence === unavailable) return ['overloaded', 'service-unavailable'];
  if (/^The (?:body must|member) /.test(sentence)) return ['invalid-body'];
  return invalid.test(sentence) ? ['invalid-parameter'] : [];
};

const wordBySentence: Readonly<Record<string, string>> = {
  'HTTPS through the trusted proxy is required.': 'proxy-required',
  'Resource not found': 'not-found',
  'Method not allowed': 'method-not-allowed',
  'The request cannot be read.': 'request-unreadable',
  'Access denied due to missing subscription key.': 'key-missing',
  'Access denied due to invalid subscription key.': 'key-invalid',
  'Rate limit is exceeded. Try again in 5 seconds.': 'rate-limited',
  'Invalid access token.': 'token-invalid',
  'The subscription key belongs to another client.': 'client-mismatch',
  'Insufficient scope.': 'scope-missing',
  'Not allowed from this address.': 'subscription-not-allowed',
  'This subscription may not call this operation.': 'subscription-not-allowed',
  'Not allowed to act for this patient.': 'not-allowed-for-patient',
  'No patient in the access token or the patient header.': 'no-patient',
  'The body did not arrive in time.': 'invalid-body',
  'The body is larger than 64 KiB.': 'body-too-large',
  'Send application/json in UTF-8.': 'unsupported-media-type',
  'No such patient.': 'no-such-patient',
  'Not offered by this region.': 'not-offered',
  'The health record system is not available. Try again later.': 'ehr-unavailable',
  'The health record system did not answer in time.': 'ehr-too-slow',
  'The health record system gave an unusable answer.': 'ehr-unusable',
  'The outcome is not known. Repeating the request is safe.': 'outcome-unknown',
  'The outcome is not known. Ask the care unit before repeating the request.': 'outcome-unknown',
  'Unexpected error.': 'unexpected',
};

type Expected = {
  readonly status: number;
  /** The exact words, or what is to be found in them. */
  readonly text: string | RegExp;
};

/** An error is as the specification has it: status, words, shape with its exact members, headers. */
export const expectFault = (answered: Answered, row: Row | undefined, { status, text }: Expected) => {
  const words = typeof text === 'string' ? text : expect.stringMatching(text);
  const body =
    row?.shape === 2
      ? { error: words, path: row.path, status, timestamp: expect.any(Number) }
      : { statusCode: status, message: words };
  expect({ status: answered.status, body: answered.body }).toStrictEqual({ status, body });
  expect(wordsFor(answered.body.message ?? answered.body.error)).toContain(answered.headers.get('x-error'));
  expectStamped(answered);
};

const headersOf = (lines: readonly string[]) =>
  new Headers(
    lines.map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );

/** Sends text as it is, over a connection of its own, and reads until the service ends it. */
export const speak = (url: string, text: string): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text));
    socket.on('data', chunk => chunks.push(Buffer.from(chunk)));
    socket.on('error', reject);
    socket.on('close', () => {
      const [head = '', body = ''] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n', 2);
      const [line = '', ...lines] = head.split('\r\n');
      const isJson = body.startsWith('{') || body.startsWith('[');
      resolve({
        status: Number(line.split(' ')[1]),
        headers: headersOf(lines),
        text: body,
        body: isJson ? JSON.parse(body) : undefined,
      });
    });
  });

/** A call as text, with headers that may stand twice. */
export const raw = (
  { method = 'GET', path }: Pick<ServiceRequest, 'method' | 'path'>,
  headers: readonly (readonly [string, string])[],
  body = '',
): string => {
  const lines = [['host', 'service.test'], ['connection', 'close'], ...headers].map(
    ([name, value]) => `${name}: ${value}`,
  );
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
};

/** The usual headers of a call, for `raw`. */
export const credentials = (token: string): [string, string][] => [
  ['ocp-apim-subscription-key', key],
  ['authorization', `Bearer ${token}`],
];

/** A subscription whose key is known by its name. */
export const subscription = (name: string, more: object = {}) => ({
  name,
  keys: [hashOf(`${name}-key`)],
  rateLimit: 1_000_000,
  ...more,
});

const lists: Readonly<Record<string, string>> = {
  '/bookings':
    '<Bookings><ResultCode>OK</ResultCode><Booking><ContactId>59062</ContactId><Status>BOOKED</Status>' +
    '<PaymentStatus>UNPAID</PaymentStatus></Booking></Bookings>',
  '/videomeetings': '<VideoMeetings><VideoMeeting><ActionId>349576</ActionId></VideoMeeting></VideoMeetings>',
};

const written = '<ResultRecord><ResultCode>OK</ResultCode><Comment>Noterat.</Comment></ResultRecord>';

/**
 * One answer of the legacy interface: one record of the kind that the path asks for.
 * @param flag whether the extract says that the identity is protected; undefined: it does not say.
 */
export const documentOf = (path: string, patient: string, flag?: boolean): string => {
  const extracts = Object.values(extractLists).find(list => list.path === path);
  if (extracts === undefined) return lists[path] ?? '<Unknown/>';
  const { root, element, tree } = extracts;
  const number = 'PatientId' in (tree.Patient as ObjectTree) ? 'PatientId' : 'PatientID';
  const said = flag === undefined ? '' : `<PatientProtectedId>${flag}</PatientProtectedId>`;
  const version = '<XSDVersion version="0.21"/>';
  return `<${root}>${version}<${element}><Patient><${number} extension="${patient}"/>${said}</Patient></${element}></${root}>`;
};

/** The same without its records. */
export const emptyDocumentOf = (path: string): string =>
  documentOf(path, '').replace(/^(<\w+>).*(<\/\w+>)$/, '$1$2');

/** The smallest EHR: one record of each kind for whomever is asked for, and every write is done. */
export const smallEhr =
  (isProtected: (patient: string) => boolean = () => false): EhrServer['answer'] =>
  ({ method, path, query }, response) => {
    if (method !== 'GET') return xml(response, written);
    const patient = query.get('patient') ?? '';
    return xml(response, documentOf(path, patient, isProtected(patient)));
  };
