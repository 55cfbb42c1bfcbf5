// Bookings of the legacy interface: values that are there twice (extracts.md, "XML": the first one is published, but decides
// nothing), and the limits of a list (D32).
import { expect, test } from 'vitest';
import { extracts } from '../../../../src/adapters/ehr/extracts/index.ts';
import { regionTime } from '../../../../src/adapters/time/region-time.ts';
import type { AppointmentList } from '../../../../src/domain/model/appointment.ts';
import type { Call } from '../../../../src/ports/call.ts';
import { xml } from '../../../support/servers/ehr-server.ts';
import { failureOf, newCall, systemAt } from '../calls.ts';
import { newQuery, openExtracts } from './open-extracts.ts';

/** The most bytes of a list (D32). */
const largest = 8 * 1024 * 1024;

/** The list, and what it lacks, if the EHR answers with these bookings. */
const read = async (bookings: string, call: Partial<Call> = {}) => {
  const { ehr } = await openExtracts((_, response) => xml(response, `<Bookings>${bookings}</Bookings>`), {
    maxAnswerBytes: 2 * largest,
  });
  const found = await Array.fromAsync(ehr.appointments?.(newQuery({ call: newCall(call) })) ?? []);
  const [list] = found as { record: AppointmentList; losses: unknown[] }[];
  return { ...list?.record, listLosses: list?.losses };
};

const start = '<StartTime>20100101093000</StartTime>';
const startPath = (kind: string) => ({ path: `${kind}/StartTime`, reason: 'repeated', hides: ['time'] });

test('a start that is there twice is published, and no interval excludes the booking', async () => {
  const later = '<StartTime>20260715093000</StartTime>';
  const { appointments, registered, listLosses } = await read(
    `<Booking><ContactId>1</ContactId>${start}${later}</Booking><Booking><ContactId>2</ContactId>${start}</Booking>` +
      `<RegisteredBooking><BookingId>3</BookingId>${later}${start}</RegisteredBooking>`,
  );
  expect(appointments).toMatchObject([
    { booking: { ContactId: '1', StartTime: '2010-01-01 09:30' }, losses: [startPath('Booking')] },
    { booking: { ContactId: '2' }, start: '20100101093000' },
  ]);
  expect(appointments?.[0]?.start).toBeUndefined();
  expect(appointments?.[1]?.losses).toBeUndefined();
  expect(registered).toMatchObject([
    { booking: { StartTime: '2026-07-15 09:30' }, losses: [startPath('RegisteredBooking')] },
  ]);
  expect(registered?.[0]?.start).toBeUndefined();
  expect(listLosses).toEqual([]);
});

test('ids and words are trimmed, and no other texts', async () => {
  const { resultCode, appointments, registered } = await read(
    '<ResultCode> INFO</ResultCode><Comment/>' +
      '<Booking><ContactId>\n59062 </ContactId><CareGiver> Region </CareGiver><Status> BOOKED\n</Status>' +
      '<PaymentStatus>\tPAID </PaymentStatus>' +
      '<PaymentDetails><Price> 200,00 </Price><Reduction>0</Reduction><ReductionReason> </ReductionReason></PaymentDetails></Booking>' +
      '<RegisteredBooking><BookingId> B-771 </BookingId><PatientInformation>a\n b</PatientInformation></RegisteredBooking>',
  );
  expect(resultCode).toBe('INFO');
  expect(appointments).toMatchObject([
    {
      booking: {
        ContactId: '59062',
        CareGiver: ' Region ',
        PaymentDetails: { Price: 200, Reduction: 0, ReductionReason: ' ' },
      },
      state: 'BOOKED',
      payment: 'PAID',
    },
  ]);
  expect(registered).toMatchObject([{ booking: { BookingId: 'B-771', PatientInformation: 'a\n b' } }]);
});

/** A booking that the one before it does not change. */
const next = '<Booking><ContactId>2</ContactId><Status>BOOKED</Status></Booking>';

// What happens to a booking whose state is not understood is for the EHR to decide (D16).
test.each([
  [
    'that is there twice',
    '<Status>ARRIVED</Status><Status>BOOKED</Status><PaymentStatus>PAID</PaymentStatus><PaymentStatus>UNPAID</PaymentStatus>',
    'repeated',
  ],
  ['with an unknown word', '<Status>PRELIMINARY</Status><PaymentStatus>paid</PaymentStatus>', 'unreadable'],
] as const)('a state %s is counted, and not understood', async (_, states, reason) => {
  const { appointments } = await read(`<Booking><ContactId>1</ContactId>${states}</Booking>${next}`);
  expect(appointments).toEqual([
    {
      booking: { ContactId: '1', Any: [] },
      start: undefined,
      state: 'UNKNOWN',
      payment: 'UNKNOWN',
      losses: [
        { path: 'Booking/Status', reason, hides: ['state'] },
        { path: 'Booking/PaymentStatus', reason, hides: ['state'] },
      ],
    },
    { booking: { ContactId: '2', Any: [] }, start: undefined, state: 'BOOKED' },
  ]);
});

test.each([
  [
    'beside an attribute, with blanks around it',
    ' Status="BOOKED"',
    '<Status>ARRIVED</Status><PaymentStatus> PAID </PaymentStatus>',
    { state: 'ARRIVED', payment: 'PAID' },
  ],
  ['of nothing', '', '<Status> </Status><PaymentStatus/>', { state: undefined, payment: undefined }],
])('a state %s is no loss', async (_, attribute, states, expected) => {
  const { appointments } = await read(`<Booking${attribute}><ContactId>1</ContactId>${states}</Booking>`);
  expect(appointments).toEqual([{ booking: { ContactId: '1', Any: [] }, start: undefined, ...expected }]);
});

test('a start or a state that cannot be read hides it, and such a state is not understood', async () => {
  const { listLosses, appointments } = await read(
    '<Booking><StartTime>idag</StartTime><Status>BOO<b/>KED<b>!</b></Status><PaymentStatus>PAID<b>?</b></PaymentStatus></Booking>' +
      '<RegisteredBooking><StartTime>idag</StartTime></RegisteredBooking>',
  );
  expect(listLosses).toEqual([
    { path: 'Booking/StartTime', reason: 'unreadable', hides: ['time'] },
    { path: 'Booking/Status', reason: 'unreadable', hides: ['state'] },
    { path: 'Booking/PaymentStatus', reason: 'unreadable', hides: ['state'] },
    { path: 'RegisteredBooking/StartTime', reason: 'unreadable', hides: ['time'] },
  ]);
  expect(appointments).toMatchObject([{ state: 'UNKNOWN', payment: 'UNKNOWN' }]);
});

test('a state in an element of its own is not understood', async () => {
  const { appointments } = await read(
    '<Booking><Status><Code>AVBOKAD</Code></Status></Booking><Booking><Status>BOOKED</Status></Booking>',
  );
  expect(appointments).toMatchObject([{ state: 'UNKNOWN' }, { state: 'BOOKED' }]);
});

const repeatedCode = 'a repeated or unreadable ResultCode';

test.each([
  ['there twice', '<ResultCode>OK</ResultCode><ResultCode>ERROR</ResultCode>', repeatedCode],
  ['unreadable', '<ResultCode>OK<b>!</b></ResultCode>', repeatedCode],
  ['none of the three', '<ResultCode>WARNING</ResultCode>', 'an unknown ResultCode'],
])('a list whose result is %s is unusable: it may be an error', async (_, code, message) => {
  await expect(read(code)).rejects.toMatchObject({ code: 'ehr-unusable', reason: 'ehr-document', message });
});

test('values of a list besides its bookings that have no place are lost with the list', async () => {
  const { listLosses } = await read(
    '<ResultCode a="1">OK</ResultCode><Comment><b>Stängt.</b></Comment><Any>a<b/></Any><Patient c="1"/>',
  );
  expect(listLosses).toEqual(
    ['ResultCode/a', 'Comment/b', 'Any', 'Patient/c'].map(path => ({ path, reason: 'unmapped', hides: [] })),
  );
});

test('free-form objects of a booking are its own', async () => {
  const { appointments, registered, any } = await read(
    '<Booking><Any>a</Any><Any b="1"/></Booking><RegisteredBooking><Any>c</Any></RegisteredBooking><RegisteredBooking/>',
  );
  expect(appointments?.map(({ booking }) => booking)).toEqual([{ Any: [{ $self: 'a' }, { b: '1' }] }]);
  expect(registered?.map(({ booking }) => booking)).toEqual([{ Any: [{ $self: 'c' }] }, { Any: [] }]);
  expect(any).toEqual([]);
});

test('text in place of bookings is unusable: it does not say that there are none', async () => {
  expect(await failureOf(read('Stängt.'))).toBe('ehr-unusable');
});

test('a list has 8 MiB at most', async () => {
  const around = '<Bookings></Bookings>'.length;
  expect(await read(' '.repeat(largest - around))).toMatchObject({ appointments: [] });
  expect(await failureOf(read(' '.repeat(largest - around + 1)))).toBe('ehr-unusable');
});

test('a list counts towards the budget also when it has been read, because it is held whole', async () => {
  const added: number[] = [];
  await read('<Booking><ContactId>1</ContactId></Booking>'.repeat(5000), {
    memory: { add: bytes => void added.push(bytes) },
  });
  expect(added.reduce((sum, bytes) => sum + bytes, 0)).toBeGreaterThan(1_000_000);
});

test('a list with nothing in it has empty lists, and the comment of its result', async () => {
  const nothing = { appointments: [], registered: [], patient: undefined, any: [], listLosses: [] };
  expect(await read('')).toEqual({ ...nothing, resultCode: 'OK', comment: '' });
  expect(await read('<ResultCode> INFO </ResultCode><Comment>Stängt.</Comment><Any>x</Any>')).toEqual({
    ...nothing,
    resultCode: 'INFO',
    comment: 'Stängt.',
    any: [{ $self: 'x' }],
  });
});

test('a file is read like an answer, and nothing can be written to it', async () => {
  const region = { time: regionTime('Europe/Stockholm'), clock: Date.now, reserveNumbersRoot: undefined };
  const bytes = Buffer.from('<Bookings><Booking><ContactId>1</ContactId></Booking></Bookings>');
  const opened = extracts.openFile?.(bytes, systemAt('http://127.0.0.1:9'), region);
  if (opened === undefined) throw new Error('no files');
  const found = await Array.fromAsync(opened.ehr.appointments?.(newQuery()) ?? []);
  expect(found).toMatchObject([{ record: { appointments: [{ booking: { ContactId: '1' } }] }, losses: [] }]);
  expect(opened.ehr.writer).toBeUndefined();
  expect(opened.isOpen()).toBe(false);
  await opened.close();
});
