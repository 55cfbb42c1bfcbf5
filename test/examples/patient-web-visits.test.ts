// The example web app's visits: which booking is which video meeting, and what the patient can do about a visit.
import { describe, expect, test } from 'vitest';

const folder = '../../examples/patient-web';
type Visit = { key: string; start: string; booking?: object; meeting?: object; isRegistered: boolean };
const { actionsOf, inGroups, joining, matched, visitsOf } = (await import(
  `${folder}/records/bookings.js`
)) as {
  actionsOf: (visit: Visit, context: object) => { canArrive: boolean; canPay: boolean };
  inGroups: (visits: object[], now: string) => { upcoming: Visit[]; earlier: Visit[] };
  joining: (meeting: object, time: number) => string;
  matched: (bookings: object[], meetings: object[]) => Map<object, object>;
  visitsOf: (answer: object, meetings: object[], options: object) => Visit[];
};
const { calendarOf } = (await import(`${folder}/calendar.js`)) as { calendarOf: (visit: object) => string };
const now = '20260115093000';
const start = Date.parse('2026-01-15T13:30:00Z');
const booking = (ContactId: string, more = {}) => ({
  ContactId,
  StartTime: '2026-01-15 14:30',
  TypedStartDateTime: '2026-01-15T13:30:00Z',
  PerformingUnit: { Name: 'Hudmottagningen' },
  ...more,
});
const meeting = (actionId: string, more = {}) => ({
  actionId,
  startDateTimeInUnix: start,
  performingUnitName: 'Hudmottagningen',
  ...more,
});

describe('a booking is the visit of a meeting', () => {
  test.each<[string, object[], object[], [number, number][]]>([
    [
      'with the same number',
      [booking('59084', { StartTime: 'x' })],
      [meeting('59084', { startDateTimeInUnix: 0 })],
      [[0, 0]],
    ],
    ['with the same digits', [booking('C-9007199254740997')], [meeting('9007199254740997')], [[0, 0]]],
    [
      'not with a number that a double would make the same',
      [booking('9007199254740996', { TypedStartDateTime: '' })],
      [meeting('9007199254740997')],
      [],
    ],
    ['with the same start and unit', [booking('1')], [meeting('2')], [[0, 0]]],
    ['not with another unit', [booking('1')], [meeting('2', { performingUnitName: 'Ögon' })], []],
    ['not with another start', [booking('1')], [meeting('2', { startDateTimeInUnix: start + 1 })], []],
    ['not where two bookings have the start and unit', [booking('1'), booking('3')], [meeting('2')], []],
    ['not where two meetings have them', [booking('1')], [meeting('2'), meeting('3')], []],
    [
      'of the others where a number has one already',
      [booking('1'), booking('3')],
      [meeting('1'), meeting('2')],
      [
        [0, 0],
        [1, 1],
      ],
    ],
    [
      'not without a unit',
      [booking('1', { PerformingUnit: {} })],
      [meeting('2', { performingUnitName: undefined })],
      [],
    ],
    ['not without a number', [booking('', { TypedStartDateTime: '' })], [meeting('')], []],
  ])('%s', (_, bookings, meetings, expected) => {
    expect([...matched(bookings, meetings)]).toEqual(
      expected.map(([one, other]) => [bookings[one], meetings[other]]),
    );
  });

  test('a meeting without one is a visit of its own, and the booking keeps its own', () => {
    const visits = visitsOf(
      { Booking: [booking('1')], RegisteredBooking: [] },
      [meeting('2', { performingUnitName: 'Ögon' })],
      { localTimeOf: () => '20260115143000' },
    );
    expect(
      visits.map(one => [one.key, one.start, one.booking !== undefined, one.meeting !== undefined]),
    ).toEqual([
      ['1', '20260115143000', true, false],
      ['video-2', '20260115143000', false, true],
    ]);
  });
});

const context = { isOffered: () => true, now };
const visitIn = (
  Status: string | undefined,
  PaymentStatus: string | undefined,
  more: object = {},
  of: Partial<Visit> = {},
) => ({
  key: '1',
  start: '20260115143000',
  booking: { ...booking('1'), Any: [{ Status, PaymentStatus }], PaymentDetails: { Price: 200 }, ...more },
  isRegistered: false,
  ...of,
});

test.each<[string, Visit, string]>([
  ['booked today', visitIn('BOOKED', 'UNPAID'), 'arrive'],
  ['booked tomorrow', visitIn('BOOKED', 'UNPAID', { StartTime: '2026-01-16 14:30' }), ''],
  ['arrived', visitIn('ARRIVED', 'UNPAID'), 'pay'],
  ['arrived, without a price', visitIn('ARRIVED', 'UNPAID', { PaymentDetails: undefined }), 'pay'],
  ['arrived, for free', visitIn('ARRIVED', 'UNPAID', { PaymentDetails: { Price: 0 } }), ''],
  ['over, and not paid', visitIn('PERFORMED', 'UNPAID', { StartTime: '2026-01-10 14:30' }), 'pay'],
  ['arrived and paid', visitIn('ARRIVED', 'PAID'), ''],
  ['a state that is not said', visitIn(undefined, undefined), 'arrive pay'],
  ['a state that is not understood', visitIn('UNKNOWN', 'UNPAID'), ''],
  ['a payment that is not understood', visitIn('BOOKED', 'UNKNOWN'), ''],
  ['by video', visitIn('BOOKED', 'UNPAID', {}, { meeting: meeting('1') }), ''],
  [
    'by telephone',
    visitIn('BOOKED', 'UNPAID', { Any: [{ Status: 'BOOKED' }, { service: 'Telefontid' }] }),
    '',
  ],
  ['not open for check-in', visitIn(undefined, undefined, {}, { isRegistered: true }), ''],
])('what the patient can do about a visit: %s', (_, visit, expected) => {
  const { canArrive, canPay } = actionsOf(visit, context);
  expect([canArrive && 'arrive', canPay && 'pay'].filter(Boolean).join(' ')).toBe(expected);
  expect(actionsOf(visit, { ...context, isOffered: () => false })).toEqual({
    canArrive: false,
    canPay: false,
  });
});

const link = { meetingLink: 'https://video.example.com/m/1', endDateTimeInUnix: start + 30 * 60_000 };
test.each<[string, object, number, string]>([
  ['16 minutes before', link, start - 16 * 60_000, 'early'],
  ['15 minutes before', link, start - 15 * 60_000, 'open'],
  ['at its end', link, start + 30 * 60_000, 'open'],
  ['after its end', link, start + 31 * 60_000, 'over'],
  ['without a link', { ...link, meetingLink: undefined }, start, 'no-link'],
  ['with a link that is not https', { ...link, meetingLink: 'javascript:alert(1)' }, start, 'no-link'],
  ['without a start', { ...link, startDateTimeInUnix: undefined }, start, 'open'],
])('whether a meeting can be joined: %s', (_, more, time, expected) => {
  expect(joining(meeting('1', more), time)).toBe(expected);
});

test('visits of today and later come first, the nearest first; those of earlier days are the latest first', () => {
  const visits = ['20260116', '20260115080000', '20260114', '20260110', ''].map(one => ({ start: one }));
  const { upcoming, earlier } = inGroups(visits, now);
  expect(upcoming.map(one => one.start)).toEqual(['20260115080000', '20260116', '']);
  expect(earlier.map(one => one.start)).toEqual(['20260114', '20260110']);
});

test('a visit for a calendar has the time zone of the region', () => {
  const text = calendarOf({
    id: '59062@app.example',
    title: 'Provtagning · Hudmottagningen; fasta',
    place: 'Påhittade gatan 12, 583 36 Exempelstad',
    start: '20260715093000',
    time: Date.parse('2026-07-15T07:30:00Z'),
    timeZone: 'Europe/Stockholm',
    now: Date.parse('2026-07-01T10:00:00Z'),
  });
  const zone =
    'TZID:Europe/Stockholm|BEGIN:STANDARD|DTSTART:19700101T000000|TZOFFSETFROM:+0200|TZOFFSETTO:+0200';
  const event =
    'UID:59062@app.example|DTSTAMP:20260701T100000Z|DTSTART;TZID=Europe/Stockholm:20260715T093000';
  const said =
    'SUMMARY:Provtagning · Hudmottagningen\\; fasta|LOCATION:Påhittade gatan 12\\, 583 36 Exempelstad';
  const inside = `BEGIN:VTIMEZONE|${zone}|END:STANDARD|END:VTIMEZONE|BEGIN:VEVENT|${event}|${said}|END:VEVENT`;
  const whole = `BEGIN:VCALENDAR|VERSION:2.0|PRODID:-//patient-web//EN|${inside}|END:VCALENDAR|`;
  expect(text).toBe(whole.replaceAll('|', '\r\n'));
});

test.each<[string, string, string[]]>([
  ['75 octets', 'x'.repeat(67), [`SUMMARY:${'x'.repeat(67)}`]],
  ['76 octets', 'x'.repeat(68), [`SUMMARY:${'x'.repeat(67)}`, ' x']],
  [
    // 8 + 66 octets, then a character of two: it would end at the 76th.
    'a character on the border',
    `${'x'.repeat(66)}å${'y'.repeat(72)}z`,
    [`SUMMARY:${'x'.repeat(66)}`, ` å${'y'.repeat(72)}`, ' z'],
  ],
  [
    'characters of four octets',
    '🩺'.repeat(36),
    [`SUMMARY:${'🩺'.repeat(16)}`, ` ${'🩺'.repeat(18)}`, ` ${'🩺'.repeat(2)}`],
  ],
])('a long line of a calendar is folded after 75 octets: %s', (_, title, expected) => {
  const text = calendarOf({ id: '1', title, start: '20260715093000', time: 0, timeZone: 'UTC', now: 0 });
  const lines = text.split('\r\n');
  const at = lines.findIndex(line => line.startsWith('SUMMARY:'));
  expect(lines.slice(at, lines.indexOf('END:VEVENT'))).toEqual(expected);
});
