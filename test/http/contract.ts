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

const unversioned = { absent: 200, v2: 400, other: 400 } as const;
const ofPatient = { absent: 4, v2: 5, other: 400 } as const;
const ofContacts = { absent: 200, v2: 200, other: 400 } as const;
const v2 = '?api-version=v2';

/** A row by its parts. The path is below `/patients/`, and the scope without `user/`. */
const row = (
  [number, name, method, path, query]: readonly [number, string, Row['method'], string, string],
  [scope, shape, interval, ehr]: readonly [string, Row['shape'], boolean, string],
  more: Partial<Row> = {},
): Row => ({
  ...{ number, name, method, path: `/patients/${path}/`, query, shape, interval, ehr },
  scope: `user/${scope}`,
  dotted: `user/${scope.replace('-', '.')}`,
  documented: [401, 403, 429],
  versions: unversioned,
  ...more,
});

const payment = { status: 'PAID', contactId: '59062', paymentType: 'CARD' };

export const rows: readonly Row[] = [
  row([1, 'paymentNotice', 'POST', 'paymentnotice', ''], ['PaymentNotice-write', 1, false, '/bookings'], {
    body: payment,
  }),
  row(
    [2, 'appointmentChange', 'PUT', 'appointments', '?id=59062'],
    ['Appointment-write', 1, false, '/bookings'],
    { body: { status: 'arrived' } },
  ),
  row([3, 'appointments', 'GET', 'appointments', ''], ['Appointment-read', 1, true, '/bookings']),
  row([4, 'patient', 'GET', 'patient', ''], ['Patient-read', 1, false, '/extracts/patient'], {
    versions: ofPatient,
  }),
  row([5, 'patientV2', 'GET', 'patient', v2], ['Patient-read', 1, false, '/extracts/patient'], {
    versions: ofPatient,
  }),
  row([6, 'contacts', 'GET', 'contacts', v2], ['Contact-read', 2, true, '/extracts/contacts'], {
    versions: ofContacts,
  }),
  row(
    [7, 'attentionSignals', 'GET', 'attentionsignals', ''],
    ['AttentionSignal-read', 2, true, '/extracts/attentionsignals'],
  ),
  row([8, 'videoMeetings', 'GET', 'videomeetings', ''], ['VideoMeeting-read', 2, true, '/videomeetings'], {
    documented: [401, 403, 404, 429, 500],
  }),
  row(
    [9, 'medications', 'GET', 'medications', ''],
    ['MedicationPrescription-read', 1, true, '/extracts/prescriptions'],
  ),
  row(
    [10, 'journalNotes', 'GET', 'journalnotes', ''],
    ['JournalNote-read', 1, true, '/extracts/journalnotes'],
  ),
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

/** What a client is told: status, sentence, and the word of `x-error` (D12, D30). */
export type Said = { readonly status: number; readonly text: string | RegExp; readonly word: string };

const says = (status: number, text: string | RegExp, word: string): Said => ({ status, text, word });
const away = 'The service is not available. Try again later.';

/** All that a client can be told, by hand. Operation 8 has 404 and 500 in place of some statuses. */
export const said = {
  proxyRequired: says(403, 'HTTPS through the trusted proxy is required.', 'proxy-required'),
  notFound: says(404, 'Resource not found', 'not-found'),
  otherMethod: says(405, 'Method not allowed', 'method-not-allowed'),
  unreadable: says(400, 'The request cannot be read.', 'request-unreadable'),
  noKey: says(401, 'Access denied due to missing subscription key.', 'key-missing'),
  badKey: says(401, 'Access denied due to invalid subscription key.', 'key-invalid'),
  tooMany: says(429, 'Rate limit is exceeded. Try again in 5 seconds.', 'rate-limited'),
  badToken: says(401, 'Invalid access token.', 'token-invalid'),
  otherClient: says(403, 'The subscription key belongs to another client.', 'client-mismatch'),
  noScope: says(403, 'Insufficient scope.', 'scope-missing'),
  otherAddress: says(403, 'Not allowed from this address.', 'subscription-not-allowed'),
  otherOperation: says(403, 'This subscription may not call this operation.', 'subscription-not-allowed'),
  badNumber: says(400, /^The header patient must be one patient number: /, 'invalid-parameter'),
  notAllowed: says(403, 'Not allowed to act for this patient.', 'not-allowed-for-patient'),
  noPatient: says(403, 'No patient in the access token or the patient header.', 'no-patient'),
  badParameter: says(400, /^(?:The (?:parameter|header|query) |fromDateTime must)/, 'invalid-parameter'),
  badBody: says(400, /^The (?:body must|member) /, 'invalid-body'),
  lateBody: says(408, 'The body did not arrive in time.', 'invalid-body'),
  largeBody: says(413, 'The body is larger than 64 KiB.', 'body-too-large'),
  otherMediaType: says(415, 'Send application/json in UTF-8.', 'unsupported-media-type'),
  noSuchPatient: says(404, 'No such patient.', 'no-such-patient'),
  notOffered: says(501, 'Not offered by this region.', 'not-offered'),
  ehrAway: says(503, 'The health record system is not available. Try again later.', 'ehr-unavailable'),
  ehrLate: says(504, 'The health record system did not answer in time.', 'ehr-too-slow'),
  ehrUnusable: says(502, 'The health record system gave an unusable answer.', 'ehr-unusable'),
  outcomeUnknown: says(504, 'The outcome is not known. Repeating the request is safe.', 'outcome-unknown'),
  outcomeUnreadable: says(
    504,
    'The outcome is not known. Ask the care unit before repeating the request.',
    'outcome-unknown',
  ),
  overloaded: says(503, away, 'overloaded'),
  unavailable: says(503, away, 'service-unavailable'),
  unexpected: says(500, 'Unexpected error.', 'unexpected'),
};

/** The words that a sentence may have. Only the sentence for a service that cannot answer has two. */
const wordsFor = (sentence: string): readonly string[] =>
  Object.values(said)
    .filter(({ text }) => (typeof text === 'string' ? text === sentence : text.test(sentence)))
    .map(({ word }) => word);

type Expected = Omit<Said, 'word'> & Partial<Said>;

/** An error is as the specification has it: status, words, shape with its exact members, headers. */
export const expectFault = (answered: Answered, row: Row | undefined, { status, text, word }: Expected) => {
  const words = typeof text === 'string' ? text : expect.stringMatching(text);
  const body =
    row?.shape === 2
      ? { error: words, path: row.path, status, timestamp: expect.any(Number) }
      : { statusCode: status, message: words };
  expect({ status: answered.status, body: answered.body }).toStrictEqual({ status, body });
  const allowed = word === undefined ? wordsFor(answered.body.message ?? answered.body.error) : [word];
  expect(allowed).toContain(answered.headers.get('x-error'));
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

/** The lines of headers, which may stand twice. */
export const headerLines = (headers: readonly (readonly [string, unknown])[]): string =>
  headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');

/** A call as text. */
export const raw = (
  { method = 'GET', path }: Pick<ServiceRequest, 'method' | 'path'>,
  headers: readonly (readonly [string, string])[],
  body = '',
): string =>
  `${method} ${path} HTTP/1.1\r\n${headerLines([['host', 'service.test'], ['connection', 'close'], ...headers])}\r\n${body}`;

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
