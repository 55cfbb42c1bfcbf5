// Simulates an invented EHR, Nordvik: HTTP with JSON, where a patient's number leads to the records, or with XML, where an id of the
// EHR's own does, which a first call finds by the number.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import { exactNumber } from '../../src/domain/model/json.ts';
import { createFailures, requestOf, sendFailure } from '../failures.ts';
import { type Listening, listen } from '../listen.ts';
import { resettable } from '../reset.ts';

export type Format = 'json' | 'xml';

/** A booking. Its state changes when an arrival or a payment is registered. */
export type NordvikBooking = Readonly<Record<string, unknown>> & {
  readonly id: number;
  status: string;
  paid: boolean;
};

/** Everything that Nordvik holds about one patient. */
export type EhrRecords = {
  /** Its `personNo` is the EHR's own id of the patient. */
  readonly person: { readonly nationalId: string; readonly personNo: number };
  readonly visits: readonly object[];
  readonly alerts: readonly object[];
  readonly prescriptions: readonly object[];
  readonly notes: readonly object[];
  readonly meetings: readonly object[];
  readonly bookings: readonly NordvikBooking[];
};

/** Patient number of twelve digits → the patient's data. Nordvik does not know any other number. */
export type NordvikWorld = ReadonlyMap<string, EhrRecords>;

/** A number as Nordvik writes it: 19121212-1212. */
export const hyphenated = (number: string) => `${number.slice(0, 8)}-${number.slice(8)}`;

type Answer = { readonly status: number; readonly body: object };
type Timed = {
  readonly begin?: string;
  readonly end?: string;
  readonly start?: string;
  readonly about?: string;
};

const success = (members: object): Answer => ({
  status: 200,
  body: { generated: new Date().toISOString(), ...members },
});
const unknown = (code: string): Answer => ({ status: 404, body: { error: { code } } });

/** The path of each list → its records. The name of the list in the answer is the path's, except for video meetings. */
const lists = {
  visits: 'visits',
  alerts: 'alerts',
  prescriptions: 'prescriptions',
  notes: 'notes',
  bookings: 'bookings',
  video: 'meetings',
} as const;

const isList = (path: string): path is keyof typeof lists => Object.hasOwn(lists, path);

/** Whether a record concerns an interval, of which both ends are optional. */
const isWithin = (record: object, asked: URLSearchParams): boolean => {
  const { begin, start, about, end } = record as Timed;
  const from = begin ?? start ?? about;
  const isEarly = end ?? (begin === undefined ? from : '9') ?? '9';
  return (from ?? '') <= (asked.get('to') ?? '9') && isEarly >= (asked.get('from') ?? '');
};

/** What of an answer names the next page: each list has its own way. */
const nextPage = (path: keyof typeof lists, asked: URL, { next, total }: { next: number; total: number }) => {
  if (path === 'notes') return { total };
  if (next >= total) return {};
  return { next: path === 'prescriptions' ? `${asked.origin}${asked.pathname}?after=${next}` : String(next) };
};

const page = (
  records: EhrRecords,
  path: keyof typeof lists,
  asked: URL,
  size: number,
): object | undefined => {
  const name = lists[path];
  const { searchParams } = asked;
  const timed = path === 'visits' || path === 'notes' || path === 'bookings';
  const all = records[name].filter(record => !timed || isWithin(record, searchParams));
  if (path === 'bookings' || path === 'video') return { [name]: all };
  const at = Number(searchParams.get('after') ?? searchParams.get('offset') ?? 0);
  // A cursor that it has never given.
  if (!(at >= 0 && at % size === 0 && (at === 0 || at < all.length))) return undefined;
  const next = at + size;
  return {
    [name]: all.slice(at, next),
    paging: { size, ...nextPage(path, asked, { next, total: all.length }) },
  };
};

const markArrived = (booking: NordvikBooking): Answer => {
  if (booking.status === 'IN')
    return { status: 200, body: { outcome: 'ALREADY', message: 'Redan ankommen.' } };
  booking.status = 'IN';
  return { status: 200, body: { outcome: 'DONE', message: 'Välkommen. Ta plats i väntrummet.' } };
};

const registerPayment = (booking: NordvikBooking): Answer => {
  if (booking.paid) return { status: 200, body: { outcome: 'ALREADY', message: 'Redan betald.' } };
  if (booking.status === 'PLANNED')
    return { status: 409, body: { outcome: 'REFUSED', message: 'Patienten har inte anlänt.' } };
  booking.paid = true;
  return { status: 200, body: { outcome: 'DONE', message: 'Betalningen är registrerad.' } };
};

const builder = new XMLBuilder({ suppressEmptyNode: true });
const parser = new XMLParser({ parseTagValue: false });

/** A body as XML: a list of records is an element with one element a record, and lists within a record are repeated elements. */
const toXml = (body: object): string => {
  const members = Object.entries(body).map(([name, value]) =>
    Array.isArray(value) ? [name, value.length === 0 ? '' : { [name.slice(0, -1)]: value }] : [name, value],
  );
  return builder.build({ answer: JSON.parse(JSON.stringify(Object.fromEntries(members), digitsAsText)) });
};

const digitsAsText = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
const exactDigits = (_: string, value: unknown) =>
  typeof value === 'bigint' ? exactNumber(String(value)) : value;

const readBody = async (request: IncomingMessage, format: Format): Promise<Record<string, string>> => {
  const text = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString('utf8');
  return format === 'json' ? JSON.parse(text) : parser.parse(text).change;
};

export type NordvikOptions = {
  readonly format: Format;
  /** Creates the data; called again when the simulator is reset. */
  readonly world: () => NordvikWorld;
  /** 0 for any free port. */
  readonly port: number;
  /** How many records a page has. */
  readonly pageSize?: number;
};

/** Starts the simulator on loopback. */
export const nordvikSimulator = async ({
  format,
  world,
  port,
  pageSize = 100,
}: NordvikOptions): Promise<Listening> => {
  const failures = createFailures();
  let patients = world();

  /** The number of the patient whom a request for records names: by the number, or in XML by the EHR's own id. */
  const numberIn = ({ pathname, searchParams }: URL): string => {
    const [, , person] = pathname.split('/');
    if (person === undefined || format === 'json')
      return (person ?? searchParams.get('nationalId') ?? '').replace('-', '');
    const found = [...patients].find(([, records]) => String(records.person.personNo) === person);
    return found?.[0] ?? '';
  };

  const read = (asked: URL, number: string): Answer => {
    const [, , person, path] = asked.pathname.split('/');
    const records = patients.get(number);
    if (records === undefined)
      return unknown(format === 'xml' && person !== undefined ? 'UNKNOWN_ID' : 'UNKNOWN_PERSON');
    const { nationalId, personNo } = records.person;
    if (person === undefined) return success({ hits: [{ nationalId, personNo }] });
    if (path === undefined) return success({ person: records.person });
    if (!isList(path)) return unknown('UNKNOWN_PATH');
    const owner = path === 'bookings' ? { nationalId } : {};
    const found = page(records, path, asked, pageSize);
    return found === undefined ? unknown('UNKNOWN_PAGE') : success({ ...owner, ...found });
  };

  const write = async (request: IncomingMessage, { pathname }: URL): Promise<Answer | undefined> => {
    const { nationalId = '', booking } = await readBody(request, format);
    const number = nationalId.replace('-', '');
    const records = patients.get(number);
    if (records === undefined) return unknown('UNKNOWN_PERSON');
    const isPayment = pathname === '/payments';
    const id = isPayment ? booking : pathname.split('/')[2];
    const entry = records.bookings.find(one => String(one.id) === id);
    if (entry === undefined) return unknown('UNKNOWN_BOOKING');
    const fate = failures.write(number, isPayment ? 'payment' : 'arrival', requestOf(request.headers));
    if (fate === 'not-done-untold') return undefined;
    const answer = isPayment ? registerPayment(entry) : markArrived(entry);
    return fate === 'answered' ? answer : undefined;
  };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const number = numberIn(url);
    const isRead = request.method === 'GET';
    const failure = isRead ? await failures.read(number, requestOf(request.headers)) : undefined;
    if (failure !== undefined) return sendFailure(response, failure);
    const answered = isRead ? read(url, number) : await write(request, url);
    // Nobody hears what became of the write.
    if (answered === undefined) return sendFailure(response, 502);
    const { status, body } = answered;
    response.writeHead(status, { 'content-type': `application/${format}` });
    response.end(format === 'json' ? JSON.stringify(body, exactDigits) : toXml(body));
  };

  const reset = () => {
    patients = world();
    failures.reset();
  };

  const simulator = resettable(reset, (request, response) => {
    answer(request, response).catch(() => response.writeHead(400).end());
  });
  return listen(simulator, port);
};
