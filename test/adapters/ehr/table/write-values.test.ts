// Writes that send back what was read of the booking: its version in a header, its amount in the body.
import { expect, test } from 'vitest';
import type { Ehr } from '../../../../src/ports/ehr.ts';
import { forThisFile } from '../../../support/for-this-file.ts';
import { failureOf, newCall } from '../calls.ts';
import { world } from '../contract-world.ts';
import { type Answer, faultsOf, tableEhr, withTables } from './table-ehr.ts';

const { patient } = world;

const ehr = await forThisFile(tableEhr());

const arrive = {
  method: 'PATCH',
  path: '/bookings/{booking}',
  headers: { 'If-Match': '"{booking:revision}"', 'X-Reason': 'arrival' },
  body: { patient: '{patient}', state: 'ARRIVED' },
  results: [
    { status: 200, body: { 'data/state': ['ARRIVED'] }, result: 'OK' },
    { status: 200, body: { 'error/code': ['E_ALREADY'] }, result: 'INFO', comment: 'error/message' },
    { status: 200, body: { error: 'present' }, result: 'ERROR', comment: 'error/message' },
  ],
};
const pay = {
  method: 'POST',
  path: '/bookings/{booking}/payments',
  body: {
    patient: '{patient}',
    amountOre: '{booking:price/ore}',
    paid: '{booking:paid}',
    method: '{paymentType}',
  },
  results: [{ status: 200, body: { 'data/receiptNo': 'present' }, result: 'OK', comment: 'data/receiptNo' }],
};
const tables = (writes: object = { arrive, pay }, format = 'json') => ({
  'system.json': {
    format,
    unknownPatient: { status: 404, body: { 'a/code': ['UNKNOWN'] } },
    kinds: {
      appointments: {
        path: '/{patient}',
        items: format === 'json' ? 'list' : 'a/list/one',
        owner: { record: 'who' },
        visible: 'all',
      },
    },
    writes,
  },
  'appointments.json': {
    ContactId: 'id',
    Status: { from: 'state', words: { B: 'BOOKED', A: 'ARRIVED' } },
    PaymentStatus: { from: 'paid', words: { true: 'PAID', false: 'UNPAID' } },
    'PaymentDetails/Price': { from: 'price/ore', shift: -2 },
  },
});

const booking = { who: patient, id: 'B1', state: 'B', paid: false, price: { ore: 30000 }, revision: '7' };

/** Reads the bookings for a request, and writes for it. */
const readAndWrite = async <T>(
  sent: string,
  write: (ehr: Ehr, request: object) => Promise<T>,
  { files = tables(), answer = '{}' }: { files?: ReturnType<typeof tables>; answer?: Answer } = {},
): Promise<T> => {
  ehr.answer(({ method }) => (method === 'GET' ? sent : answer));
  return withTables(ehr, files, async opened => {
    const request = {};
    for await (const _ of opened.appointments?.({ patient, interval: {}, call: newCall({ request }) }) ?? []);
    return write(opened, request);
  });
};
const arriving = (opened: Ehr, request: object) =>
  opened.writer?.arrive?.({ patient, bookingId: 'B1', call: newCall({ request }) }) ??
  Promise.reject(new Error('none'));
const paying = (opened: Ehr, request: object) =>
  opened.writer?.pay?.({ patient, bookingId: 'B1', paymentType: 'CARD', call: newCall({ request }) }) ??
  Promise.reject(new Error('none'));
const listOf = (one: object = booking) => JSON.stringify({ list: [one] });
const writes = () => ehr.asked.filter(({ method }) => method !== 'GET');

test('the version that was read goes into a header', async () => {
  const answer = '{"data":{"state":"ARRIVED"}}';
  const { result } = await readAndWrite(listOf(), arriving, { answer });
  expect(result).toEqual({ ResultCode: 'OK', Comment: '', Any: [] });
  expect(writes()).toMatchObject([
    {
      method: 'PATCH',
      url: '/bookings/B1',
      headers: { 'if-match': '"7"', 'x-reason': 'arrival' },
      body: `{"patient":"${patient}","state":"ARRIVED"}`,
    },
  ]);
});

test('what is sent back counts as read', async () => {
  ehr.answer(() => listOf());
  const losses = await withTables(ehr, tables(), async opened => {
    const found = [];
    for await (const one of opened.appointments?.({ patient, interval: {}, call: newCall() }) ?? [])
      found.push(one);
    return (found as unknown as { record: { appointments: { losses: unknown[] }[] } }[])[0]?.record
      .appointments[0]?.losses;
  });
  expect(losses).toEqual([]);
});

test.each([
  ['{"error":{"code":"E_ALREADY","message":"Redan anländ"}}', 'INFO', 'Redan anländ'],
  ['{"error":{"code":"E_REVISION","message":"Ändrad"}}', 'ERROR', 'Ändrad'],
])('a result by what is there: %s', async (answer, ResultCode, Comment) => {
  const { result } = await readAndWrite(listOf(), arriving, { answer });
  expect(result).toEqual({ ResultCode, Comment, Any: [] });
});

test.each([
  ['that has none of it', '{"data":{}}'],
  ['with an object for the word', '{"error":{"code":{"no":"E_ALREADY"}}}'],
  ['with a list for the word', '{"error":{"code":["E_ALREADY"]}}'],
  ['with a text for the object around it', '{"error":"E_ALREADY"}'],
])('an answer %s leaves the outcome unknown', async (_, answer) => {
  expect(await failureOf(readAndWrite(listOf(), arriving, { answer }))).toBe('outcome-unknown');
});

test.each<[string, string, string]>([
  ['a number', '30000', '"amountOre":30000,"paid":false'],
  ['digits that a double would not keep', '30000.50', '"amountOre":30000.50,"paid":false'],
  ['a text', '"30000"', '"amountOre":"30000","paid":false'],
])('an amount goes into the body digit for digit: %s', async (_, ore, sent) => {
  const answer = '{"data":{"receiptNo":"K-1001"}}';
  const list = listOf().replace('30000', ore);
  const { result } = await readAndWrite(list, paying, { answer });
  expect(result).toEqual({ ResultCode: 'OK', Comment: 'K-1001', Any: [] });
  expect(writes()[0]?.body).toBe(`{"patient":"${patient}",${sent},"method":"CARD"}`);
});

test.each<[string, object]>([
  ['no version', { ...booking, revision: null }],
  ['an object', { ...booking, revision: { no: 7 } }],
  ['a quotation mark', { ...booking, revision: '7", "8' }],
  ['a line feed', { ...booking, revision: '7\nX-Admin: 1' }],
  ['another letter than those of ASCII', { ...booking, revision: 'å' }],
])('a booking whose version cannot be sent back is not written: %s', async (_, sent) => {
  expect(await failureOf(readAndWrite(listOf(sent), arriving))).toBe('booking-incomplete');
  expect(writes()).toEqual([]);
});

test.each<[string, object]>([
  ['no price', { ...booking, price: null }],
  ['a price without an amount', { ...booking, price: {} }],
  ['a blank amount', { ...booking, price: { ore: ' ' } }],
])('a booking without the amount that a payment needs cannot be paid: %s', async (_, sent) => {
  expect(await failureOf(readAndWrite(listOf(sent), paying))).toBe('booking-incomplete');
  expect(writes()).toEqual([]);
});

test('a booking that was not read for this request is not written', async () => {
  const other = (opened: Ehr) => arriving(opened, {});
  expect(await failureOf(readAndWrite(listOf(), other))).toBe('ehr-unreachable');
  expect(writes()).toEqual([]);
});

test('the values of a booking in XML', async () => {
  const payment = { ...pay, body: { payment: { '@amount': '{booking:@ore}', method: '{paymentType}' } } };
  const files = tables(
    {
      pay: {
        ...payment,
        path: '/{patient}/{booking}',
        results: [{ status: 200, body: { 'a/no': 'present' }, result: 'OK' }],
      },
    },
    'xml',
  );
  files['appointments.json'] = {
    ...files['appointments.json'],
    'PaymentDetails/Price': { from: '@ore', shift: -2 },
  };
  const list = `<a><list><one ore="30000"><who>${patient}</who><id>B1</id><state>B</state><paid>false</paid></one></list></a>`;
  const { result } = await readAndWrite(list, paying, { files, answer: '<a><no>K-1</no></a>' });
  expect(result.ResultCode).toBe('OK');
  expect(writes()[0]?.body).toContain('<payment amount="30000"><method>CARD</method></payment>');
});

const withoutPaid = () => {
  const files = tables();
  const { PaymentStatus: _, ...rows } = files['appointments.json'];
  return { ...files, 'appointments.json': rows } as ReturnType<typeof tables>;
};

test('an EHR whose bookings do not say that they are paid: a lost answer is an outcome that nobody can read', async () => {
  const lost = readAndWrite(listOf(), paying, { files: withoutPaid(), answer: '{"other":1}' });
  await expect(lost).rejects.toMatchObject({
    code: 'outcome-unreadable',
    reason: 'ehr-outcome-unreadable',
  });
  expect(writes()).toHaveLength(1);
  const answer = '{"data":{"receiptNo":"K-1001"}}';
  expect((await readAndWrite(listOf(), paying, { files: withoutPaid(), answer })).result.ResultCode).toBe(
    'OK',
  );
  // Arrivals have a word.
  expect(await failureOf(readAndWrite(listOf(), arriving, { files: withoutPaid(), answer: '{}' }))).toBe(
    'outcome-unknown',
  );
});

const received = { status: 202, body: { 'data/receipt': ['M'] }, result: 'pending' };
const payingLater = (result: object = received) =>
  tables({ arrive, pay: { ...pay, results: [...pay.results, result] } });

test('a payment that the EHR only says it has received: the outcome is not known, and it is not sent again', async () => {
  const paid = readAndWrite(listOf(), paying, {
    files: payingLater(),
    answer: { status: 202, body: '{"data":{"receipt":"M"}}' },
  });
  // The use case neither repeats such a write nor says that repeating it is safe.
  await expect(paid).rejects.toMatchObject({ code: 'outcome-unreadable' });
  expect(writes()).toHaveLength(1);
});

test.each<[string, object, string]>([
  ['a comment, which nobody would see', { comment: 'data/text' }, 'no comment'],
  ['a status that receives nothing', { status: 409 }, 'a status from 200 to 299 for pending'],
])('pending cannot have %s', async (_, members, expected) => {
  expect(faultsOf(payingLater({ ...received, ...members }))).toEqual([expect.stringContaining(expected)]);
});

const own =
  'a header of the EHR’s own, such as If-Match: others are in headers of the profile, or written by the service';

test.each<[string, object, string]>([
  ['the authorization', { headers: { Authorization: 'Basic x' } }, own],
  ['the length', { headers: { 'Content-Length': '3' } }, own],
  ['a name that is none', { headers: { 'If Match': 'x' } }, own],
  [
    'two placeholders',
    { headers: { 'If-Match': '{booking:a}{booking:b}' } },
    'a text without { and }, or nothing but {patient} or {booking}',
  ],
  [
    'a value of the booking in the path',
    { path: '/bookings/{booking}/{booking:no}' },
    '{booking}; a value of it, {booking:PATH}, goes into headers and the body of a write',
  ],
  [
    'a path that is none',
    { headers: { 'If-Match': '{booking:a//b}' } },
    'a path with a name between the slashes, and none at its ends',
  ],
])('a fault: %s', (_, members, expected) => {
  expect(faultsOf(tables({ arrive: { ...arrive, ...members } }))).toContain(
    `region/system.json: ${expected}`,
  );
});

test('a read has no values of a booking', () => {
  const files = tables();
  const { kinds } = files['system.json'];
  const appointments = {
    ...kinds.appointments,
    method: 'POST',
    body: { who: '{patient}', no: '{booking:no}' },
  };
  expect(
    faultsOf({ ...files, 'system.json': { ...files['system.json'], kinds: { appointments } } } as never),
  ).toEqual(['region/system.json: a text without { and }, or nothing but {patient} or {from} or {to}']);
});
