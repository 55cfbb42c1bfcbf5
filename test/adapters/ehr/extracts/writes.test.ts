// Notifying the legacy EHR of arrivals and payments: what is sent, and what each answer means (extracts.md; D21).
import type { ServerResponse } from 'node:http';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listen } from '../../../../sandbox/listen.ts';
import { extracts } from '../../../../src/adapters/ehr/extracts/index.ts';
import { regionTime } from '../../../../src/adapters/time/region-time.ts';
import type { PatientNumber } from '../../../../src/domain/model/patient-number.ts';
import type { ResultRecord } from '../../../../src/domain/records/transition.ts';
import type { Arrival, EhrWriter, PaymentNotice } from '../../../../src/ports/ehr.ts';
import { listed } from '../../../support/listed.ts';
import { type EhrServer, ehrServer, xml } from '../../../support/servers/ehr-server.ts';
import { failureOf, newCall, requestId, systemAt } from '../calls.ts';

const openedAt = (
  baseUrl: string,
  { reserveNumbersRoot, timeoutMs }: { reserveNumbersRoot?: string; timeoutMs?: number } = {},
): Required<EhrWriter> => {
  const system = systemAt(baseUrl, timeoutMs === undefined ? {} : { timeoutMs });
  const opened = extracts.open(system, {
    time: regionTime('Europe/Stockholm'),
    clock: Date.now,
    reserveNumbersRoot,
  });
  onTestFinished(opened.close);
  const { arrive, pay } = opened.ehr.writer ?? {};
  if (arrive === undefined || pay === undefined) throw new Error('not both transitions');
  return { arrive, pay };
};

const writerAt = (...written: Parameters<typeof openedAt>): Writer => {
  const { arrive, pay } = openedAt(...written);
  return {
    arrive: async arrival => (await arrive(arrival)).result,
    pay: async payment => (await pay(payment)).result,
  };
};

/** Both transitions, with the results alone. */
type Writer = {
  arrive(arrival: Arrival): Promise<ResultRecord>;
  pay(payment: PaymentNotice): Promise<ResultRecord>;
};

const ok = '<ResultRecord><ResultCode>OK</ResultCode><Comment>Välkommen.</Comment></ResultRecord>';

const start = async (answer: EhrServer['answer'] = (_, response) => xml(response, ok)) => {
  const server = await ehrServer(answer);
  onTestFinished(server.close);
  return server;
};

const tolvan = '191212121212' as PatientNumber;

const arrivalOf = (bookingId: string, patient = tolvan) => ({ patient, bookingId, call: newCall() });
const paymentOf = (bookingId: string, paymentType: 'CASH' | 'CARD' = 'CARD', patient = tolvan) => ({
  ...arrivalOf(bookingId, patient),
  paymentType,
});

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  preserveOrder: false,
  processEntities: true,
  htmlEntities: false,
  numberParseOptions: { hex: false, leadingZeros: false },
});

const parsed = (body: string): unknown => {
  expect(XMLValidator.validate(body)).toBe(true);
  return parser.parse(body);
};

describe('what is sent', () => {
  test('an arrival', async () => {
    const server = await start();
    await writerAt(server.url).arrive(arrivalOf('59062'));
    const [asked, ...others] = server.received;
    expect(others).toEqual([]);
    expect(asked).toMatchObject({ method: 'PUT', path: '/bookings/59062' });
    expect([...(asked?.query ?? [])]).toEqual([]);
    expect(parsed(asked?.body ?? '')).toEqual({
      AppointmentChange: {
        Patient: { '@extension': '191212121212', '@root': '1.2.752.129.2.1.3.1' },
        ContactId: '59062',
        Status: 'arrived',
      },
    });
  });

  test.each(['CASH', 'CARD'] as const)('a payment (%s)', async paymentType => {
    const server = await start();
    await writerAt(server.url).pay(paymentOf('59062', paymentType));
    const [asked, ...others] = server.received;
    expect(others).toEqual([]);
    expect(asked).toMatchObject({ method: 'POST', path: '/payments' });
    expect(parsed(asked?.body ?? '')).toEqual({
      Payment: {
        Patient: { '@extension': '191212121212', '@root': '1.2.752.129.2.1.3.1' },
        ContactId: '59062',
        PaymentType: paymentType,
        Status: 'PAID',
      },
    });
  });

  test('as XML in UTF-8, below a base URL with a path, with the id of the request', async () => {
    const server = await start();
    const writer = writerAt(`${server.url}/cosmic`);
    await writer.arrive(arrivalOf('59062'));
    await writer.pay(paymentOf('59062'));
    expect(server.received.map(({ path }) => path)).toEqual(['/cosmic/bookings/59062', '/cosmic/payments']);
    for (const { headers } of server.received) {
      expect(headers).toMatchObject({
        'content-type': 'application/xml; charset=utf-8',
        accept: 'application/xml',
        'x-request-id': requestId,
      });
    }
  });

  test.each([
    ['191212121212', '1.2.752.129.2.1.3.1'],
    ['201907152399', '1.2.752.129.2.1.3.1'],
    ['197010632391', '1.2.752.129.2.1.3.3'],
    ['20200101R123', '1.2.752.97.3.1.3'],
  ])('the patient %s, with the root for its kind of number', async (patient, root) => {
    const server = await start();
    const writer = writerAt(server.url, { reserveNumbersRoot: '1.2.752.97.3.1.3' });
    await writer.arrive(arrivalOf('1', patient as PatientNumber));
    await writer.pay(paymentOf('1', 'CARD', patient as PatientNumber));
    const Patient = { '@extension': patient, '@root': root };
    const bodies = server.received.map(({ body }) => parsed(body));
    expect(bodies).toMatchObject([{ AppointmentChange: { Patient } }, { Payment: { Patient } }]);
  });
});

describe('ids of any characters', () => {
  const ids: readonly [id: string, path: string][] = [
    ['a&b<c>d"e\'f', "/bookings/a%26b%3Cc%3Ed%22e'f"],
    ['&amp;', '/bookings/%26amp%3B'],
    [']]>', '/bookings/%5D%5D%3E'],
    ['<!-- x -->', '/bookings/%3C!--%20x%20--%3E'],
    ['</ContactId>', '/bookings/%3C%2FContactId%3E'],
    ['007', '/bookings/007'],
    ['1e3', '/bookings/1e3'],
    ['true', '/bookings/true'],
    ['a/b', '/bookings/a%2Fb'],
    ['a\\b', '/bookings/a%5Cb'],
    ['%2F', '/bookings/%252F'],
    ['%2e%2ea', '/bookings/%252e%252ea'],
    ['a?b=c#d', '/bookings/a%3Fb%3Dc%23d'],
    ['a b+c', '/bookings/a%20b%2Bc'],
    ['a;b,c:d@e', '/bookings/a%3Bb%2Cc%3Ad%40e'],
    ['...', '/bookings/...'],
    ['åäö', '/bookings/%C3%A5%C3%A4%C3%B6'],
    ['😀', '/bookings/%F0%9F%98%80'],
    ['__proto__', '/bookings/__proto__'],
  ];

  test.each(ids)('%s is one path segment, and text in the body', async (id, path) => {
    const server = await start();
    const writer = writerAt(server.url);
    await writer.arrive(arrivalOf(id));
    await writer.pay(paymentOf(id));
    expect(server.received.map(one => one.path)).toEqual([path, '/payments']);
    const bodies = server.received.map(({ body }) => parsed(body));
    expect(bodies).toMatchObject([{ AppointmentChange: { ContactId: id } }, { Payment: { ContactId: id } }]);
  });

  test.each(listed(`. .. ..; ..;a=b %2e%2e .%252E ../payments a/../b a\\..\\b a%2f..%2fb`))(
    '%s would change the path: the booking is unknown, and nothing is sent',
    async id => {
      const server = await start();
      expect(await failureOf(writerAt(server.url).arrive(arrivalOf(id)))).toBe('booking-unknown');
      expect(server.received).toEqual([]);
    },
  );
});

/** Both writes. */
const bothWrites: readonly [name: string, write: (writer: Writer) => Promise<unknown>][] = [
  ['arrival', writer => writer.arrive(arrivalOf('59062'))],
  ['payment', writer => writer.pay(paymentOf('59062'))],
];

describe.each(bothWrites)('an answer to an %s', (_, write) => {
  const result = (code: string, rest = '<Comment/>') =>
    `<ResultRecord><ResultCode>${code}</ResultCode>${rest}</ResultRecord>`;

  test.each([
    ['OK', 200, ok, { ResultCode: 'OK', Comment: 'Välkommen.', Any: [] }],
    ['INFO', 200, result('INFO'), { ResultCode: 'INFO', Comment: '', Any: [] }],
    [
      'ERROR',
      200,
      result('ERROR', '<Comment>Nej.</Comment>'),
      { ResultCode: 'ERROR', Comment: 'Nej.', Any: [] },
    ],
    [
      'a refusal',
      409,
      result('ERROR', '<Comment>Nej.</Comment>'),
      { ResultCode: 'ERROR', Comment: 'Nej.', Any: [] },
    ],
    ['trimmed, without a comment', 200, result('\n OK ', ''), { ResultCode: 'OK', Comment: '', Any: [] }],
    [
      'with Any',
      200,
      result('OK', '<Any a="1"/><Comment/><Any>x</Any>'),
      { ResultCode: 'OK', Comment: '', Any: [{ a: '1' }, { $self: 'x' }] },
    ],
    [
      'with a prefix',
      200,
      ok.replaceAll('ResultRecord', 'r:ResultRecord').replace('>', ' xmlns:r="urn:r">'),
      { ResultCode: 'OK', Comment: 'Välkommen.', Any: [] },
    ],
  ])('%s (%i) is passed on', async (_what, status, body, record) => {
    const server = await start((_received, response) => xml(response, body, status));
    expect(await write(writerAt(server.url))).toEqual(record);
    expect(server.received).toHaveLength(1);
  });

  const fault = (code: string) => `<Fault><Code>${code}</Code><Message>not here</Message></Fault>`;

  test.each([
    ['BOOKING_UNKNOWN', 'booking-unknown'],
    ['PATIENT_UNKNOWN', 'patient-unknown'],
    [' BOOKING_UNKNOWN\n', 'booking-unknown'],
  ])('404 with the fault code %j comes from the EHR', async (code, failure) => {
    const server = await start((_received, response) => xml(response, fault(code), 404));
    expect(await failureOf(write(writerAt(server.url)))).toBe(failure);
    expect(server.received).toHaveLength(1);
  });

  const html = '<html><body>Not Found</body></html>';

  test.each([
    ['404 of another code', 404, fault('OTHER')],
    ['404 of two codes', 404, fault('BOOKING_UNKNOWN</Code><Code>OTHER')],
    ['404 without a code', 404, '<Fault/>'],
    ['404 of a proxy', 404, html],
    ['404 without a body', 404, ''],
    ['404 with a result', 404, ok],
    ['a fault with another status than 404', 200, fault('BOOKING_UNKNOWN')],
    ['a fault with 400', 400, fault('BOOKING_UNKNOWN')],
    ['200 of a proxy', 200, html],
    ['200 without a body', 200, ''],
    ['200 cut', 200, ok.slice(0, -5)],
    ['200 with an unknown code', 200, result('MAYBE')],
    ['200 with an empty code', 200, result('')],
    ['200 without a code', 200, '<ResultRecord><Comment/></ResultRecord>'],
    ['200 with a document type', 200, `<!DOCTYPE ResultRecord>${ok}`],
    ['200 of another root', 200, ok.replaceAll('ResultRecord', 'Result')],
    ['200 with two codes', 200, result('OK', '<ResultCode>ERROR</ResultCode>')],
    ['200 with an element in the code', 200, result('OK<b>!</b>')],
    ['409 with OK', 409, ok],
    ['409 without a result', 409, html],
    ['409 with a fault', 409, fault('BOOKING_UNKNOWN')],
    ['409 without a body', 409, ''],
    ['201', 201, ok],
    ['202', 202, ok],
    ['400', 400, ok],
    ['401', 401, ''],
    ['403', 403, ok],
    ['408', 408, ''],
    ['429', 429, ''],
    ['500', 500, ok],
    ['502', 502, html],
    ['503', 503, ''],
    ['504', 504, ''],
  ])('%s leaves the outcome unknown', async (_what, status, body) => {
    const server = await start((_received, response) => xml(response, body, status));
    expect(await failureOf(write(writerAt(server.url)))).toBe('outcome-unknown');
    expect(server.received).toHaveLength(1);
  });

  test.each([
    [409, ok, 'status 409 with OK'],
    [500, ok, 'status 500'],
    [404, html, 'status 404'],
    [200, result('MAYBE'), 'an unknown ResultCode'],
    [409, result('MAYBE'), 'an unknown ResultCode'],
    [200, result('OK', '<ResultCode>ERROR</ResultCode>'), 'a repeated or unreadable ResultCode'],
    [200, '<Result/>', 'the root is not ResultRecord'],
  ])('%i %s: the log says why', async (status, body, message) => {
    const server = await start((_received, response) => xml(response, body, status));
    await expect(write(writerAt(server.url))).rejects.toMatchObject({ code: 'outcome-unknown', message });
  });

  test.each([204, 301, 307, 308])('a redirect (%i) is not followed', async status => {
    const server = await start((_received, response) =>
      response.writeHead(status, { location: '/elsewhere' }).end(),
    );
    expect(await failureOf(write(writerAt(server.url)))).toBe('outcome-unknown');
    expect(server.received).toHaveLength(1);
  });

  /** Begins an answer of 1000 bytes, sends some of them, and breaks off. */
  const breakAfter = (text: string) => (response: ServerResponse) => {
    response.writeHead(200, { 'content-length': 1000 });
    response.write(text, () => response.destroy());
  };

  const breaks: readonly [what: string, answer: (response: ServerResponse) => unknown][] = [
    ['before the status line', response => response.destroy()],
    ['after the status line', breakAfter(ok.slice(0, 20))],
    ['after what is a whole result', breakAfter(ok)],
    ['with garbage', response => response.socket?.end('garbage\r\n\r\n')],
  ];

  test.each(breaks)('a connection that breaks %s leaves the outcome unknown', async (_what, answer) => {
    const server = await start((_received, response) => answer(response));
    expect(await failureOf(write(writerAt(server.url)))).toBe('outcome-unknown');
    expect(server.received).toHaveLength(1);
  });

  test.each([
    ['before the status line', () => undefined],
    ['within the answer', (response: ServerResponse) => response.writeHead(200).write(ok.slice(0, 20))],
  ])('that times out %s leaves the outcome unknown', async (_what, answer) => {
    const server = await start((_received, response) => answer(response));
    expect(await failureOf(write(writerAt(server.url, { timeoutMs: 1000 })))).toBe('outcome-unknown');
    expect(server.received).toHaveLength(1);
  });

  test('a refused connection certainly did not notify the EHR', async () => {
    const gone = await listen(() => undefined, 0);
    await gone.close();
    expect(await failureOf(write(writerAt(gone.url)))).toBe('ehr-unreachable');
  });
});

describe('what a result lacks', () => {
  const twice =
    '<ResultRecord><ResultCode>OK</ResultCode><Comment>Ja.</Comment><Comment>Nej.</Comment></ResultRecord>';

  test.each([
    ['a second comment', 200, twice],
    ['a second comment of a refusal', 409, twice.replace('OK', 'ERROR')],
  ])('%s', async (_, status, body) => {
    const server = await start((_received, response) => xml(response, body, status));
    const { arrive, pay } = openedAt(server.url);
    for (const { result, losses } of [await arrive(arrivalOf('59062')), await pay(paymentOf('59062'))]) {
      expect(result.Comment).toBe('Ja.');
      expect(losses).toEqual([{ path: 'Comment', reason: 'repeated', hides: [] }]);
    }
  });
});
