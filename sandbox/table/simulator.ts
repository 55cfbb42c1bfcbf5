// Simulates an invented EHR, Nordvik: HTTP with JSON or XML, where an id of the EHR's own leads to the records, which a first call finds by
// the patient's number.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PatientData } from '../extracts/world.ts';
import { createFailures, requestOf, sendFailure } from '../failures.ts';
import { type Listening, listen, orSayWhy } from '../listen.ts';
import { resettable } from '../reset.ts';
import { type Answer, errorAnswer, success, unknown, withResult } from './answers.ts';
import { type Login, sessions } from './sessions.ts';
import { type Format, readBody, writeBody } from './wire.ts';
import { attributes, xmlHit, xmlPatient, xmlPerson, xmlRecords } from './xml-records.ts';

/** A booking. Its state changes when an arrival or a payment is registered. */
export type NordvikBooking = Readonly<Record<string, unknown>> & {
  readonly id: number;
  /** Changes with each write. An arrival names the version that it is about. */
  version?: number;
  status: string;
  paid: boolean;
};

/** What the sandbox's data names a list → the name that it has in Nordvik's answers; undefined if Nordvik has no such list. */
const listNames = {
  contacts: 'visits',
  attentionSignals: 'alerts',
  prescriptions: 'prescriptions',
  journalNotes: 'notes',
  bookings: 'bookings',
  videoMeetings: 'meetings',
} as const satisfies Readonly<Record<Exclude<keyof PatientData, 'patients'>, string | undefined>>;
type ListName = Exclude<(typeof listNames)[keyof typeof listNames], undefined>;

/** Everything that Nordvik holds about one patient. */
export type EhrRecords = {
  /** Its `personNo` is the EHR's own id of the patient. */
  readonly person: { readonly nationalId: string; readonly personNo: number };
  readonly bookings: readonly NordvikBooking[];
} & { readonly [L in ListName]: readonly object[] };

/** Patient number of twelve digits → the patient's data. Nordvik does not know any other number. */
export type NordvikWorld = ReadonlyMap<string, EhrRecords>;

/** A number as Nordvik writes it: 19121212-1212. */
export const hyphenated = (number: string) => `${number.slice(0, 8)}-${number.slice(8)}`;

type Timed = {
  readonly begin?: string;
  readonly end?: string;
  readonly start?: string;
  readonly about?: string;
};

/** The list at a path, which is its name except for video meetings; undefined if there is none. */
const listAt = (path: string): ListName | undefined =>
  Object.values(listNames).find(name => path === (name === 'meetings' ? 'video' : name));

/** Whether a record concerns an interval, of which both ends are optional. */
const isWithin = (record: object, asked: URLSearchParams): boolean => {
  const { begin, start, about, end } = record as Timed;
  const from = begin ?? start ?? about;
  const isEarly = end ?? (begin === undefined ? from : '9') ?? '9';
  return (from ?? '') <= (asked.get('to') ?? '9') && isEarly >= (asked.get('from') ?? '');
};

/** What of an answer names the next page: each list has its own way. */
const nextPage = (list: ListName, asked: URL, { next, total }: { next: number; total: number }) => {
  if (list === 'notes') return { total };
  if (next >= total) return {};
  return { next: list === 'prescriptions' ? `${asked.origin}${asked.pathname}?after=${next}` : String(next) };
};

type Unit = { readonly no?: number };

/** Records as a format writes them. */
const written = (list: ListName, records: readonly object[], format: Format): readonly object[] =>
  format === 'xml' ? records.map(record => xmlRecords[list]({ ...record })) : records;

/** Visits name their unit by its number. The units stand once beside them. */
const withUnits = (visits: readonly object[], format: Format): object => {
  const units = visits.flatMap(visit => ('unit' in visit && visit.unit ? [visit.unit as Unit] : []));
  const named = visits.map(visit => ({
    ...visit,
    unit: 'unit' in visit ? (visit.unit as Unit)?.no : undefined,
  }));
  const listed = [...new Map(units.map(unit => [unit.no, unit])).values()];
  return {
    visits: written('visits', named, format),
    units: format === 'xml' ? listed.map(unit => attributes(unit)) : listed,
  };
};

const page = (
  records: EhrRecords,
  list: ListName,
  { asked, size, format }: { asked: URL; size: number; format: Format },
): object | undefined => {
  const { searchParams } = asked;
  const timed = list === 'visits' || list === 'notes' || list === 'bookings';
  const all = records[list].filter((record: object) => !timed || isWithin(record, searchParams));
  if (list === 'bookings' || list === 'meetings') return { [list]: written(list, all, format) };
  const at = Number(searchParams.get('after') ?? searchParams.get('offset') ?? 0);
  // A cursor that it has never given.
  if (!(at >= 0 && at % size === 0 && (at === 0 || at < all.length))) return undefined;
  const next = at + size;
  const listed = all.slice(at, next);
  return {
    ...(list === 'visits' ? withUnits(listed, format) : { [list]: written(list, listed, format) }),
    paging: { size, ...nextPage(list, asked, { next, total: all.length }) },
  };
};

/** @param expected the version that the request names. */
const markArrived = (booking: NordvikBooking, expected: string | undefined): Answer => {
  if (expected !== undefined && expected !== `"${booking.version}"`)
    return { status: 409, body: { outcome: 'CHANGED', message: 'Bokningen har ändrats.' } };
  if (booking.status === 'IN')
    return { status: 200, body: { outcome: 'ALREADY', message: 'Redan ankommen.' } };
  booking.status = 'IN';
  if (booking.version !== undefined) booking.version++;
  return { status: 200, body: { outcome: 'DONE', message: 'Välkommen. Ta plats i väntrummet.' } };
};

const registerPayment = (booking: NordvikBooking): Answer => {
  if (booking.paid) return { status: 200, body: { outcome: 'ALREADY', message: 'Redan betald.' } };
  if (booking.status === 'PLANNED')
    return { status: 409, body: { outcome: 'REFUSED', message: 'Patienten har inte anlänt.' } };
  booking.paid = true;
  if (booking.version !== undefined) booking.version++;
  return { status: 200, body: { outcome: 'DONE', message: 'Betalningen är registrerad.' } };
};

/** Where patients are found by their number, and where a client logs in. */
const searchPath = '/persons/search';
const loginPath = '/login';

export type NordvikOptions = {
  readonly format: Format;
  /** Creates the data; called again when the simulator is reset. */
  readonly world: () => NordvikWorld;
  /** 0 for any free port. */
  readonly port: number;
  /** How many records a page has. */
  readonly pageSize?: number;
  /** What a login must send. Without it, nobody needs a token. */
  readonly login?: Login | undefined;
  /** Whether an arrival must name the version of its booking (`If-Match`). */
  readonly needsVersion?: boolean;
};

/** Starts the simulator on loopback. */
export const nordvikSimulator = async ({
  format,
  world,
  port,
  pageSize = 100,
  login,
  needsVersion = false,
}: NordvikOptions): Promise<Listening> => {
  const failures = createFailures();
  const { begin, admits } = sessions(login);
  let patients = world();

  /** The number of the patient whom a request for records names by the EHR's own id. */
  const numberIn = ({ pathname }: URL): string => {
    const [, , person] = pathname.split('/');
    const found = [...patients].find(([, records]) => String(records.person.personNo) === person);
    return found?.[0] ?? '';
  };

  const read = (asked: URL, number: string): Answer => {
    const [, , , path] = asked.pathname.split('/');
    const records = patients.get(number);
    if (records === undefined) return unknown('UNKNOWN_ID');
    const { nationalId } = records.person;
    if (path === undefined)
      return success({ person: format === 'xml' ? xmlPerson({ ...records.person }) : records.person });
    const list = listAt(path);
    if (list === undefined) return unknown('UNKNOWN_PATH');
    const owner = format === 'xml' ? { patient: xmlPatient(nationalId) } : { nationalId };
    const found = page(records, list, { asked, size: pageSize, format });
    return found === undefined
      ? unknown('UNKNOWN_PAGE')
      : success({ ...(list === 'bookings' ? owner : {}), ...found });
  };

  /** The patients whom a search finds by a number. */
  const search = (number: string): Answer => {
    const records = patients.get(number);
    if (records === undefined) return unknown('UNKNOWN_PERSON');
    const { nationalId, personNo } = records.person;
    const identifier = [{ type: 'PNR', value: nationalId }];
    return success({ hits: [format === 'xml' ? xmlHit(nationalId, personNo) : { personNo, identifier }] });
  };

  const write = async (request: IncomingMessage, { pathname }: URL): Promise<Answer | undefined> => {
    const { nationalId = '', booking } = await readBody(request, format);
    const number = nationalId.replace('-', '');
    const records = patients.get(number);
    if (records === undefined) return unknown('UNKNOWN_PERSON');
    const isPayment = pathname === '/payments';
    const { 'if-match': expected } = request.headers;
    if (needsVersion && !isPayment && expected === undefined) return errorAnswer(428, 'NO_VERSION');
    const id = isPayment ? booking : pathname.split('/')[2];
    const entry = records.bookings.find(one => String(one.id) === id);
    if (entry === undefined) return unknown('UNKNOWN_BOOKING');
    const fate = failures.write(number, isPayment ? 'payment' : 'arrival', requestOf(request.headers));
    if (fate === 'not-done-untold') return undefined;
    const answer = isPayment ? registerPayment(entry) : markArrived(entry, expected);
    return fate === 'answered' ? answer : undefined;
  };

  const send = (response: ServerResponse, answered: Answer) => {
    const { status, body } = format === 'json' ? withResult(answered) : answered;
    response.writeHead(status, { 'content-type': `application/${format}` });
    response.end(writeBody(body, format));
  };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    if (request.method === 'POST' && url.pathname === loginPath) {
      const { status, body } = await begin(request);
      return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    }
    if (!admits(request)) return send(response, errorAnswer(401, 'NO_TOKEN'));
    const isSearch = request.method === 'POST' && url.pathname === searchPath;
    const number = isSearch
      ? ((await readBody(request, format)).number ?? '').replace('-', '')
      : numberIn(url);
    const isRead = isSearch || request.method === 'GET';
    const failure = isRead ? await failures.read(number, requestOf(request.headers)) : undefined;
    if (failure !== undefined) return sendFailure(response, failure);
    const readAnswer = () => (isSearch ? search(number) : read(url, number));
    const answered = isRead ? readAnswer() : await write(request, url);
    // Nobody hears what became of the write.
    if (answered === undefined) return sendFailure(response, 502);
    return send(response, answered);
  };

  const reset = () => {
    patients = world();
    failures.reset();
  };

  return listen(resettable(reset, orSayWhy(400, answer)), port);
};
