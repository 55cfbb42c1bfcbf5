// An invented vendor, Fjällvård, as an EHR to damage: patients are found by POST, every answer is an envelope with status 200, units and
// staff stand beside the records, and writes want `If-Match` and the amount that was read. In JSON it is as its interface is described.
// Its XML says the same in other ways: ten digits in place of ids, pages by number with a flag, notes within encounters.
import type { IncomingMessage } from 'node:http';
import { text as bodyOf } from 'node:stream/consumers';
import { type Listening, listen } from '../../../../../sandbox/listen.ts';
import type { PatientNumber } from '../../../../../src/domain/model/patient-number.ts';
import { mixedCaseId } from '../../contract/damage-harness.ts';
import { world } from '../../contract-world.ts';

export type Format = 'json' | 'xml';

/** Bookings that have other states than `world.bookingId`. */
export const arrivedId = 'bok-2';

const units = {
  'u-12': { hsaId: 'SE2321000131-E000000000012', name: 'Vårdcentralen Björken', parent: 'u-1' },
};
const staff = { 's-44': { hsaId: 'SE2321000131-P000000000044', name: 'Åsa Ek', title: 'Läkare' } };

const guids = {
  [world.patient]: 'guid-1',
  [world.other]: 'guid-2',
  [world.empty]: 'guid-3',
} as Readonly<Record<string, string>>;

export const hyphenated = (number: string) => `${number.slice(0, 8)}-${number.slice(8)}`;
const bornOn = (number: string) => `${number.slice(0, 4)}-${number.slice(4, 6)}-${number.slice(6, 8)}`;
/** Ten digits; who turned 100 has a plus. */
export const signed = (number: string) =>
  `${number.slice(2, 8)}${number < '1927' ? '+' : '-'}${number.slice(8)}`;

type Members = Readonly<Record<string, unknown>>;

type Booking = { guid: string; state: string; paid: boolean; revision: string; priceOre: number };

/** The records of a patient, as both formats have them. */
const recordsOf = (number: PatientNumber) => ({
  patient: {
    guid: guids[number],
    identifiers: [{ type: 'PNR', value: hyphenated(number) }],
    name: { given: ['Tolvan', 'Erik', 'Ulf'], preferred: 2, family: 'Tolvansson' },
    sex: 1,
    bornOn: bornOn(number),
    protection: { code: 0 },
    phones: [
      { kind: 'M', number: '070-174 06 05' },
      { kind: 'H', number: '0941-123 45' },
    ],
  },
  encounters: ['enc-1', 'enc-2'].map(guid => ({
    guid,
    state: 30,
    type: { code: 'OUT' },
    unit: 'u-12',
    start: '2026-11-02T09:00:00+01:00',
    // 09:40 in Sweden.
    endMs: 1_793_608_800_000,
    responsible: 's-44',
    voided: false,
  })),
  alerts: [
    {
      guid: 'al-1',
      kind: 'ALLERGY',
      substance: { text: 'Penicillin', codes: [{ system: 'ATC', code: 'J01CE02' }] },
      severity: 3,
      reaction: 'Andnöd',
      recordedMs: 1_554_192_000_000,
      voided: false,
    },
    {
      guid: 'al-2',
      kind: 'WARNING',
      heading: 'Blodförtunnande',
      text: 'Står på Waran',
      recordedMs: 1_554_192_000_000,
      confidential: false,
      voided: false,
    },
  ],
  medications: ['med-1', 'med-2'].map(guid => ({
    guid,
    product: { name: 'Alvedon', strength: '500 mg', form: 'tablett', atc: 'N02BE01' },
    dosage: { text: '1 tablett vid behov' },
    start: '2026-01-03',
    state: 'A',
    prescriber: 's-44',
    indication: 'Smärta',
  })),
  notes: ['note-1', 'note-2'].map((guid, at) => ({
    guid,
    template: { text: 'Mottagningsanteckning' },
    author: 's-44',
    unit: 'u-12',
    writtenMs: 1_793_608_200_000,
    ...(at === 0
      ? { visibility: 'PATIENT' }
      : { visibility: 'DELAYED', visibleFrom: '2026-01-20T00:00:00+01:00' }),
    sections: [{ heading: 'Anamnes', html: '<p>Hosta sedan 2 v.<br/>Ingen <b>feber</b> &amp; trött.</p>' }],
    voided: false,
  })),
  bookings: [
    [world.bookingId, 'BOOKED'],
    [arrivedId, 'ARRIVED'],
    [mixedCaseId, 'BOOKED'],
  ].map(([guid = '', state = ''], at) => ({
    guid,
    state,
    startsAt: '2026-11-25T09:15:00+01:00',
    unit: 'u-12',
    priceOre: 30_050,
    paid: false,
    revision: '7',
    instruction: 'Anmäl dig i kassan',
    minutes: 30,
    mode: 'VIDEO',
    video: { id: 9100 + at, joinUrl: `https://video.example/r/${at}` },
  })),
});

type Records = ReturnType<typeof recordsOf>;

/** Who a record is about: in JSON by the vendor's id, in XML by a number. */
const owned = <T extends object>(format: Format, number: string, record: T, members: Members): T =>
  ({ ...(format === 'json' ? { patientGuid: guids[number] } : members), ...record }) as T;

const elementsOf = (name: string, value: unknown): string => {
  if (Array.isArray(value)) return value.map(item => elementsOf(name, item)).join('');
  const inner =
    typeof value === 'object' && value !== null
      ? Object.entries(value)
          .map(([member, one]) => elementsOf(member, one))
          .join('')
      : String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<${name}>${inner}</${name}>`;
};

/** What a body of a request has under a name, in either format. */
const sentIn = (body: string, name: string): string | undefined =>
  new RegExp(`[<"]${name}[>"]:?"?([^<",}]+)`).exec(body)?.[1];

/** Starts the vendor's EHR, with one record a page. */
export const fjallvardSimulator = (format: Format) => async (): Promise<Listening> => {
  const patients = new Map(
    [world.patient, world.other, world.empty].map(number => {
      const { patient, ...lists } = recordsOf(number);
      const none = { encounters: [], alerts: [], medications: [], notes: [], bookings: [] };
      return [number, number === world.empty ? { patient, ...none } : { patient, ...lists }] as const;
    }),
  );
  const byGuid = (guid: string | undefined) =>
    [...patients].find(([number]) => guids[number] === guid) as [PatientNumber, Records] | undefined;

  /** A page, and what its head says. */
  const page = <T>(query: URLSearchParams, list: readonly T[]) => {
    const offset = format === 'json' ? Number(query.get('offset') ?? 0) : Number(query.get('page')) - 1;
    const meta =
      format === 'json' ? { total: list.length } : { more: offset + 1 < list.length, page: offset + 1 };
    return { meta, part: list.slice(offset, offset + 1) };
  };

  const listOf = (number: PatientNumber, records: Records, name: string, query: URLSearchParams) => {
    const own = <T extends object>(list: readonly T[], members: Members) =>
      list.map(record => owned(format, number, record, members));
    switch (name) {
      case 'encounters': {
        const { meta, part } = page(query, own(records.encounters, { pnr: number.slice(2) }));
        return { meta, data: { encounters: part, units, staff } };
      }
      case 'alerts':
        return { data: { alerts: own(records.alerts, { pnr: signed(number) }) } };
      case 'medications': {
        const named = { pnr: number.slice(2), born: bornOn(number) };
        const { meta, part } = page(query, own(records.medications, named));
        return { meta, data: { medications: part, staff } };
      }
      case 'notes': {
        if (format === 'json') {
          const { meta, part } = page(query, own(records.notes, {}));
          return { meta, data: { notes: part, units, staff } };
        }
        const { meta, part } = page(query, records.notes);
        const encounters = part.map(({ unit, ...note }) => ({ pnr: number, unit, notes: [note] }));
        return { meta, data: { encounters, units, staff } };
      }
      case 'bookings':
        return { data: { bookings: own(records.bookings, { pnr: hyphenated(number) }), units } };
      default:
        return undefined;
    }
  };

  const findBooking = (guid: string | undefined): Booking | undefined =>
    patients.get(world.patient)?.bookings.find(booking => booking.guid === guid);

  const refused = (code: string) => ({ error: { code, message: 'Går inte.' } });

  const write = (method: string, booking: Booking, { headers }: IncomingMessage, body: string) => {
    if (method === 'PATCH') {
      if (headers['if-match'] !== `"${booking.revision}"`) return refused('E_REVISION');
      if (booking.state === 'ARRIVED') return refused('E_ALREADY');
      Object.assign(booking, { state: 'ARRIVED', revision: String(Number(booking.revision) + 1) });
      return { data: { state: booking.state } };
    }
    if (booking.paid) return refused('E_PAID');
    if (Number(sentIn(body, 'amountOre')) !== booking.priceOre) return refused('E_AMOUNT');
    booking.paid = true;
    return { data: { receiptNo: 'K-1001' } };
  };

  const answerTo = (request: IncomingMessage, body: string): Members => {
    const { method = '', url = '', headers } = request;
    if (headers['x-fv-purpose'] !== 'PATIENT') return refused('E_HEADERS');
    const { pathname, searchParams } = new URL(url, 'http://x');
    const [, , , kind, guid, name = ''] = pathname.split('/');
    if (kind === 'patients' && guid === 'search') {
      const number = sentIn(body, 'identifier')?.replace('-', '') as PatientNumber;
      const found = patients.get(number);
      return { data: { hits: found === undefined ? [] : [found.patient] } };
    }
    if (kind === 'bookings') {
      const booking = findBooking(guid);
      return booking === undefined ? refused('E_NOT_FOUND') : write(method, booking, request, body);
    }
    const [number, records] = byGuid(guid) ?? [];
    if (number === undefined || records === undefined) return refused('E_NOT_FOUND');
    if (name === '') return { data: records.patient };
    return listOf(number, records, name, searchParams) ?? refused('E_PATH');
  };

  return listen(async (request, response) => {
    const answer = { meta: {}, ...answerTo(request, await bodyOf(request)) };
    const type = format === 'json' ? 'application/json' : 'application/xml; charset=utf-8';
    response
      .writeHead(200, { 'content-type': type })
      .end(format === 'json' ? JSON.stringify(answer) : elementsOf('answer', answer));
  }, 0);
};
