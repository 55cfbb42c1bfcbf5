// An invented EHR, Nordvik, over real HTTP: the same answers in JSON and in XML. Its tables are those of the sandbox.
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import { listen } from '../../../../sandbox/listen.ts';
import { table } from '../../../../src/adapters/ehr/table/index.ts';
import { regionTime } from '../../../../src/adapters/time/region-time.ts';
import { systemAt } from '../calls.ts';
import { world } from '../contract-world.ts';

export type Format = 'json' | 'xml';

const hyphenated = (number: string) => `${number.slice(0, 8)}-${number.slice(8)}`;

const unit = { hsaId: 'SE2321000016-1A2B', no: 1253, name: 'Hudmottagningen' };
const common = (owner: string) => ({
  nationalId: hyphenated(owner),
  audience: 'PATIENT',
  updated: '2026-01-15T10:15:00',
});

const person = (owner: string) => ({
  nationalId: hyphenated(owner),
  personNo: 40217,
  updated: '2026-01-15T10:15:00',
  name: { family: 'Tolvansson', given: 'Tolvan Erik', calledBy: 'Tolvan' },
  born: '1912-12-12',
  sex: 'M',
  secrecy: 'NONE',
  addresses: [{ type: 'HOME', street: 'Hittepågatan 12', zip: '583 36', town: 'Linköping' }],
  mobile: '070-000 00 00',
  email: 'tolvan@example.com',
  listedAt: unit,
});

const visit = (owner: string, id: number) => ({
  ...common(owner),
  id,
  begin: '2026-01-15T09:30:00',
  end: '2026-01-15T10:00:00',
  status: 'IN',
  type: 'VISIT',
  blocked: 'N',
  secrecyLevels: ['Skyddad'],
  unit,
  staff: [{ hsaId: 'SE2321000016-0LAK', name: 'Påhittad Läkarsson', role: 'LK' }],
});

const alert = (owner: string, id: number) => ({
  ...common(owner),
  retracted: false,
  id,
  since: '2010-03-12',
  state: 'ACTIVE',
  category: 'ALLERGY',
  title: 'Penicillin',
  text: 'Uppgift från patienten.',
  severity: 3,
  unit,
});

const prescription = (owner: string, treatment: number) => ({
  ...common(owner),
  registered: '2026-01-15T10:00:00',
  firstDay: '15.01.2026',
  lastDay: '25.01.2026',
  treatment,
  status: 'ONGOING',
  drug: {
    name: 'Exemplipin',
    strength: 800,
    unit: 'mg',
    form: 'Tablett',
    atc: 'J01CE02',
    atcName: 'fenoximetylpenicillin',
  },
  asNeeded: false,
  dosage: '1 tablett 3 gånger per dag',
  reason: 'Halsfluss',
  unit,
  prescriber: { hsaId: 'SE2321000016-0LAK', name: 'Påhittad Läkarsson', role: 'LK' },
});

const note = (owner: string, id: number) => ({
  ...common(owner),
  id,
  saved: '2026-01-15T10:00:00',
  about: '2026-01-15T09:30:00',
  signed: '2026-01-15T10:10:00',
  template: 'Mottagningsbesök',
  secrecyLevels: ['Skyddad'],
  headings: [{ heading: 'Aktuellt', texts: [{ text: 'Torr hosta.' }, { text: 'Feber.' }] }],
  unit,
  author: { hsaId: 'SE2321000016-0LAK', name: 'Påhittad Läkarsson', role: 'LK' },
});

const meeting = (owner: string) => ({
  nationalId: hyphenated(owner),
  audience: 'PATIENT',
  id: 349576,
  start: 1784100600,
  end: 1784102400,
  title: 'Videobesök',
  url: 'https://video.example.com/m/349576',
  unit: { hsaId: 'SE2321000016-1A2B', no: 1253, name: 'Hudmottagningen' },
  host: { name: 'Påhittad Läkarsson', role: 'LK' },
  guests: [{ name: 'Påhittad Sköterskesson', role: 'SSK' }],
});

type Booking = Record<string, unknown> & { id: number; status: string; paid: boolean };

const booking = (): Booking => ({
  audience: 'PATIENT',
  id: Number(world.bookingId),
  start: '2026-01-15T09:30:00',
  status: 'PLANNED',
  paid: false,
  unit,
  bring: 'Ta med legitimation.',
  info: 'Ring på klockan.',
  price: { amount: '200,50', reduction: 0, why: 'Frikort' },
});

const people: Readonly<Record<string, boolean>> = {
  [world.patient]: true,
  [world.other]: true,
  [world.empty]: false,
};

const xmlBuilder = new XMLBuilder({ suppressEmptyNode: true });
const xmlParser = new XMLParser({ parseTagValue: false });

const generated = { generated: '2026-01-15T12:00:00Z' };

/** The answers to reads: one record a page. */
const read = (
  kind: string,
  owner: string,
  asked: URL,
  bookings: ReadonlyMap<string, Booking>,
): object | undefined => {
  const has = people[owner];
  if (has === undefined) return undefined;
  const lists: Readonly<Record<string, readonly object[]>> = {
    visits: [visit(owner, 59062), visit(owner, 59063)],
    alerts: [alert(owner, 1), alert(owner, 2)],
    prescriptions: [prescription(owner, 7), prescription(owner, 8)],
    notes: [note(owner, 58723), note(owner, 58724)],
  };
  if (kind === '') return { person: person(owner), ...generated };
  if (kind === 'bookings') {
    const held = bookings.get(owner);
    return { nationalId: hyphenated(owner), bookings: held === undefined ? [] : [held], ...generated };
  }
  if (kind === 'video') return { meetings: has ? [meeting(owner)] : [], ...generated };
  if (lists[kind] === undefined) return { error: { code: 'UNKNOWN_PATH' } };
  const all = has ? lists[kind] : [];
  const at = Number(asked.searchParams.get('after') ?? asked.searchParams.get('offset') ?? 0);
  const isLast = at + 1 >= all.length;
  const next = String(at + 1);
  const pages: Readonly<Record<string, object>> = {
    visits: isLast ? {} : { next },
    alerts: isLast ? {} : { next },
    prescriptions: isLast ? {} : { next: `${asked.origin}${asked.pathname}?after=${next}` },
    notes: { total: all.length },
  };
  return { [kind]: all.slice(at, at + 1), ...generated, paging: { size: 1, ...pages[kind] } };
};

/** Starts the EHR. It keeps arrivals and payments. */
export const nordvik = (format: Format) => async () => {
  const bookings = new Map([world.patient, world.other].map(owner => [owner as string, booking()]));

  const write = (path: string, body: Record<string, string>): readonly [number, object] => {
    const owner = (body.nationalId ?? '').replace('-', '');
    const held = bookings.get(owner);
    if (people[owner] === undefined) return [404, { error: { code: 'UNKNOWN_PERSON' } }];
    const id = body.booking ?? path.split('/')[2];
    if (held === undefined || String(held.id) !== id) return [404, { error: { code: 'UNKNOWN_BOOKING' } }];
    const isPayment = path === '/payments';
    const isDone = isPayment ? held.paid : held.status === 'IN';
    if (isPayment) held.paid = true;
    else held.status = 'IN';
    return [200, { outcome: isDone ? 'ALREADY' : 'DONE', message: 'Välkommen.' }];
  };

  const answer = async (request: IncomingMessage): Promise<readonly [number, object]> => {
    const url = new URL(request.url ?? '', `http://${request.headers.host}`);
    if (request.method === 'GET') {
      const [, , number = '', kind = ''] = url.pathname.split('/');
      const found = read(kind, number.replace('-', ''), url, bookings);
      if (found === undefined) return [404, { error: { code: 'UNKNOWN_PERSON' } }];
      return ['error' in found ? 404 : 200, found];
    }
    const chunks: Buffer[] = await Array.fromAsync(request);
    const text = Buffer.concat(chunks).toString();
    const body = format === 'json' ? JSON.parse(text) : xmlParser.parse(text).change;
    return write(url.pathname, body as Record<string, string>);
  };

  return listen(async (request, response) => {
    const [status, body] = await answer(request);
    response.writeHead(status, { 'content-type': `application/${format}` });
    response.end(format === 'json' ? JSON.stringify(body) : xmlBuilder.build({ answer: body }));
  }, 0);
};

const jsonTables = join(import.meta.dirname, '../../../../sandbox/table/nordvik');

/** The tables of the same EHR in XML: the records are the same, and a root element is around them. */
const xmlTables = (): string => {
  const folder = join(mkdtempSync(join(tmpdir(), 'nordvik-')), 'nordvik');
  cpSync(jsonTables, folder, { recursive: true });
  const { kinds, writes, unknownPatient, ...rest } = JSON.parse(
    readFileSync(join(jsonTables, 'system.json'), 'utf8'),
  );
  const inRoot = (path: string) => `answer/${path}`;
  const keysInRoot = (members: object) =>
    Object.fromEntries(Object.entries(members).map(([path, value]) => [inRoot(path), value]));
  for (const kind of Object.values<Record<string, unknown>>(kinds)) {
    for (const name of ['items', 'record'])
      if (kind[name] !== undefined) kind[name] = inRoot(kind[name] as string);
    if (kind.beside !== undefined) kind.beside = keysInRoot(kind.beside as object);
    for (const part of [kind.owner, kind.next] as Record<string, string>[])
      for (const name of ['answer', 'cursor', 'total', 'link'])
        if (part?.[name] !== undefined) part[name] = inRoot(part[name]);
  }
  for (const one of Object.values<{ body: unknown; results: Record<string, unknown>[] }>(writes)) {
    one.body = { change: one.body };
    for (const result of one.results) {
      result.body = keysInRoot(result.body as object);
      if (result.comment !== undefined) result.comment = inRoot(result.comment as string);
    }
  }
  const system = {
    ...rest,
    format: 'xml',
    unknownPatient: { ...unknownPatient, body: keysInRoot(unknownPatient.body) },
    kinds,
    writes,
  };
  writeFileSync(join(folder, 'system.json'), JSON.stringify(system));
  return folder;
};

/** Opens the adapter with the tables of a format. */
export const openNordvik = (format: Format) => {
  const tables = format === 'json' ? jsonTables : xmlTables();
  return (url: string) =>
    table.open(systemAt(url, { profileMembers: { tables } }), {
      time: regionTime('Europe/Stockholm'),
      clock: Date.now,
      reserveNumbersRoot: undefined,
    });
};
