// What clients send, over HTTP: the patient header (D7), the interval (D8), bodies and ids (D10), and that a 400 names
// the parameter and never repeats its value (D11).
import { beforeEach, describe, expect, it } from 'vitest';
import { forThisFile } from '../support/for-this-file.ts';
import { inTurn } from '../support/in-turn.ts';
import { listed } from '../support/listed.ts';
import { ehrServer } from '../support/servers/ehr-server.ts';
import { startIssuer } from '../support/servers/issuer.ts';
import { type Answered, startService } from '../support/service/service.ts';
import {
  call,
  credentials,
  everyScope,
  expectFault,
  isWrite,
  type Row,
  raw,
  rowOf,
  rows,
  smallEhr,
  speak,
} from './contract.ts';

const own = '191212121212';
const payment = rowOf(1);
const arrival = rowOf(2);

const issuer = await forThisFile(startIssuer());
const ehr = await forThisFile(ehrServer(smallEhr()));
const settings = { AUTH_PARTNER_CLIENTS: 'partner' };
const service = await forThisFile(startService({ issuer, ehr: ehr.url, settings }));
// Without anchors, so it shows that the value is matched as a whole.
const profile = { reserveNumbers: '[0-9]{8}[A-Z][0-9]{3}|R', reserveNumbersRoot: '1.2.752.97.3.1.3' };
/** The same in a region with reserve numbers. */
const reserving = await forThisFile(startService({ issuer, ehr: ehr.url, settings, profile }));
/** A partner's token: it may name any patient. */
const partner = await issuer.sign({ client_id: 'partner', scope: everyScope });
/** A patient's own token. */
const token = await issuer.sign({ patient: own, scope: everyScope });

beforeEach(() => {
  ehr.received.length = 0;
});

/** It is 400, names what is wrong, does not repeat the value, and the EHR has heard nothing of it. */
const expectInvalid = (
  answered: Answered,
  row: Row,
  { names, value }: { names: string; value?: unknown },
) => {
  expectFault(answered, row, { status: 400, text: new RegExp(`\\b${names}\\b`) });
  if (typeof value === 'string' && value.trim().length > 2) expect(answered.text).not.toContain(value);
  expect(ehr.received).toEqual([]);
};

describe('the patient header (D7)', () => {
  const good: readonly [string, string, string][] = [
    ['12 digits', '191212121212', '191212121212'],
    ['8 digits, hyphen, 4 digits', '19121212-1212', '191212121212'],
    ['a coordination number', '197010632391', '197010632391'],
    ['a coordination number with a hyphen', '19701063-2391', '197010632391'],
  ];
  const reserve = '20260101R123';

  const bad: readonly [string, string][] = [
    ['nothing', ''],
    ['a wrong check digit', '191212121213'],
    ['a wrong check digit of a coordination number', '197010632392'],
    ['30 February', '201902302395'],
    ['month 13', '201913152391'],
    ['day 0', '201907002396'],
    ['day 92', '197010922396'],
    ['day 59', '197013592394'],
    ['a coordination number of month 13', '197013632398'],
    ['10 digits', '8507302381'],
    ['10 digits with a hyphen', '850730-2381'],
    ['13 digits', '1912121212120'],
    ['a plus sign', '19121212+1212'],
    ['a space', '19121212 1212'],
    ['a hyphen elsewhere', '1912121-21212'],
    ['two hyphens', '1912-1212-1212'],
    ['two numbers', '191212121212, 201907152399'],
    ['the same number twice', '191212121212,191212121212'],
    ['letters', 'tolvan'],
    ['a number with a letter', '19121212121A'],
    ['a temporary number', '19121212TF12'],
    ['a reserve number of no region', '20260101R123'],
  ];

  const badReserves: readonly [string, string][] = [
    ['in lower case', '20260101r123'],
    ['with more after it', '20260101R1234'],
    ['with more before it', '120260101R123'],
    ['with a hyphen', '20260101-R123'],
    ['with the other alternative', 'R20260101'],
  ];

  describe.each(rows)('operation $number', row => {
    it.each(good)('takes %s', async (_, patient, asked) => {
      expect((await service.ask(call(row, { token: partner, patient }))).status).toBe(200);
      expect(ehr.received[0]?.query.get('patient')).toBe(asked);
    });

    it('accepts a reserve number as it was sent, if the region has them', async () => {
      expect((await reserving.ask(call(row, { token: partner, patient: reserve }))).status).toBe(200);
      expect(ehr.received[0]?.query.get('patient')).toBe(reserve);
    });

    it.each(inTurn(bad, row.number))('refuses %s', async (_, patient) => {
      const answered = await service.ask(call(row, { token: partner, patient }));
      expectInvalid(answered, row, { names: 'patient', value: patient });
    });

    it.each(inTurn(badReserves, row.number))('refuses a reserve number %s', async (_, patient) => {
      const answered = await reserving.ask(call(row, { token: partner, patient }));
      expectInvalid(answered, row, { names: 'patient', value: patient });
    });

    it.each([own, '201907152399'])('refuses two headers, the second %s', async second => {
      const twice = [
        ['patient', own],
        ['patient', second],
      ] as const;
      const answered = await speak(service.url, raw(call(row), [...credentials(token), ...twice]));
      expectInvalid(answered, row, { names: 'patient' });
    });

    it('refuses it before it says whether the caller may act for someone', async () => {
      const unreadable = await issuer.sign({ patient: null, scope: everyScope });
      for (const given of [token, unreadable]) {
        const answered = await service.ask(call(row, { token: given, patient: '201907152398' }));
        expectInvalid(answered, row, { names: 'patient', value: '201907152398' });
      }
    });
  });
});

describe.each(rows.filter(({ interval }) => interval))('the interval of operation $number (D8)', row => {
  const ask = (more: string) => service.ask(call(row, { token, more }));

  const good: readonly string[] = [
    'fromDateTime=2027-03-15T08:00:00',
    'toDateTime=2027-03-15T08:00:00',
    'fromDateTime=2027-03-15T08:00:00&toDateTime=2027-03-15T08:00:01',
    'fromDateTime=2027-03-15T08:00:00&toDateTime=2027-03-15T08:00:00',
    'fromDateTime=2024-02-29T00:00:00&toDateTime=2027-12-31T23:59:59',
    'fromDateTime=2027-03-15T08%3A00%3A00',
    // It does not exist where the clocks are set forward, but it is a calendar time.
    'fromDateTime=2027-03-28T02:30:00',
  ];

  it.each(good)('%s is accepted', async query => {
    expect((await ask(query)).status).toBe(200);
  });

  const bad: readonly [string, string][] = [
    ['nothing', ''],
    ['a word', 'today'],
    ['a date', '2027-03-15'],
    ['no seconds', '2027-03-15T08:00'],
    ['a fraction', '2027-03-15T08:00:00.000'],
    ['Z', '2027-03-15T08:00:00Z'],
    ['an offset', '2027-03-15T08:00:00%2B01:00'],
    ['a space for the T', '2027-03-15%2008:00:00'],
    ['a small t', '2027-03-15t08:00:00'],
    ['the compact form', '20270315080000'],
    ['a year of two digits', '27-03-15T08:00:00'],
    ['a space before it', '%202027-03-15T08:00:00'],
    ['a line break after it', '2027-03-15T08:00:00%0A'],
    ['other digits', '%D9%A2027-03-15T08:00:00'],
    ['30 February', '2027-02-30T08:00:00'],
    ['29 February of no leap year', '2027-02-29T08:00:00'],
    ['31 April', '2027-04-31T08:00:00'],
    ['month 13', '2027-13-15T08:00:00'],
    ['month 0', '2027-00-15T08:00:00'],
    ['day 0', '2027-03-00T08:00:00'],
    ['hour 24', '2027-03-15T24:00:00'],
    ['minute 60', '2027-03-15T08:60:00'],
    ['second 60', '2027-03-15T08:00:60'],
  ];
  const ends = ['fromDateTime', 'toDateTime'];

  it.each(bad)('%s is refused', async (_, text) => {
    for (const names of ends) {
      expectInvalid(await ask(`${names}=${text}`), row, { names, value: decodeURIComponent(text) });
    }
  });

  it('an end that is there twice is refused', async () => {
    const time = '2027-03-15T08:00:00';
    for (const names of ends) {
      for (const second of [time, '2027-03-16T08:00:00', '']) {
        expectInvalid(await ask(`${names}=${time}&${names}=${second}`), row, { names, value: time });
      }
    }
  });

  it('from after to is refused', async () => {
    const answered = await ask('fromDateTime=2027-03-15T08:00:01&toDateTime=2027-03-15T08:00:00');
    expectInvalid(answered, row, { names: '(fromDateTime|toDateTime)', value: '2027-03-15' });
  });
});

it.each(rows)('api-version of operation $number: the value is not repeated (D11)', async row => {
  const bare = { ...row, query: row.query.replace('?api-version=v2', '') };
  const answered = await service.ask(call(bare, { token, more: 'api-version=hemlig-7731' }));
  expectInvalid(answered, row, { names: 'api-version', value: 'hemlig-7731' });
});

describe('bodies (D10)', () => {
  const writes = rows.filter(isWrite);
  const usual = (row: Row) => JSON.stringify(row.body);
  const bytes = (text: string) => new TextEncoder().encode(text);
  /** Bytes have no media type unless one is given. */
  const send = (row: Row, body: Uint8Array, type?: string) =>
    service.ask(
      call(row, { token, body, ...(type === undefined ? {} : { headers: { 'content-type': type } }) }),
    );
  const done = { ResultCode: 'OK', Comment: 'Noterat.', Any: [] };
  const notFound = { ResultCode: 'ERROR', Comment: 'No such appointment.', Any: [] };
  const expectResult = (answered: Answered, row: Row, result: object) => {
    expect(answered.status).toBe(200);
    expect(answered.body).toStrictEqual(row === payment ? [result] : result);
  };

  const goodTypes = [
    undefined,
    'application/json',
    'Application/JSON',
    'application/json;charset=utf-8',
    'application/json; charset=UTF-8',
    'application/json; charset="utf-8"',
    'application/fhir+json',
    'application/vnd.example.v1+json; charset=utf-8',
  ];
  const badTypes = [
    'multipart/form-data; boundary=x',
    'application/json; charset=iso-8859-1',
    'application/json; charset=utf-16',
    'application/fhir+json; charset=windows-1252',
    ...listed(`
      text/plain text/json application/xml application/jsonp application/json+xml
      application/x-www-form-urlencoded image/svg+json application/octet-stream json
    `),
  ];

  const tooMuch = { status: 413, text: 'The body is larger than 64 KiB.' };
  const padded = (row: Row, length: number) => bytes(usual(row).padEnd(length));

  const notJson: readonly [string, (row: Row) => Uint8Array][] = [
    ['nothing', () => bytes('')],
    ['white space', () => bytes('  ')],
    ['half an object', row => bytes(usual(row).slice(0, -1))],
    ['more than an object', row => bytes(`${usual(row)}}`)],
    ['two byte-order marks', row => bytes(`\ufeff\ufeff${usual(row)}`)],
    ['two objects', row => bytes(`${usual(row)}${usual(row)}`)],
    ['a comma too many', row => bytes(usual(row).replace('}', ',}'))],
    ['single quotes', row => bytes(usual(row).replaceAll('"', "'"))],
    ['a form', () => bytes('status=PAID')],
    ['null', () => bytes('null')],
    ['a text', () => bytes('"PAID"')],
    ['a number', () => bytes('42')],
    ['an array', row => bytes(`[${usual(row)}]`)],
    ['an empty array', () => bytes('[]')],
    ['other bytes than UTF-8', row => Buffer.from(usual(row).replace('{', '{"note":"\u00e5",'), 'latin1')],
    ['__proto__', row => bytes(usual(row).replace('{', '{"__proto__":{"a":1},'))],
    ['__proto__ as null', row => bytes(usual(row).replace('{', '{"__proto__":null,'))],
    ['__proto__ further down', row => bytes(usual(row).replace('{', '{"x":[{"__proto__":{}}],'))],
    ['__proto__ in disguise', row => bytes(usual(row).replace('{', '{"\\u005f_proto__":{},'))],
    ['a member twice', row => bytes(usual(row).replace('{', '{"status":"PAID",'))],
    ['a member twice, with the same value', row => bytes(usual(row).replace(/("status":"\w+")/, '$1,$1'))],
    ['a member twice, in disguise', row => bytes(usual(row).replace('{', '{"st\\u0061tus":"x",'))],
    ['a member twice, further down', row => bytes(usual(row).replace('{', '{"x":[{"y":1,"z":{},"y":2}],'))],
  ];

  describe.each(writes)('operation $number', row => {
    it.each(goodTypes)('reads %s', async type => {
      expectResult(await send(row, bytes(usual(row)), type), row, done);
    });

    it('reads a byte-order mark', async () => {
      expectResult(await send(row, bytes(`\ufeff${usual(row)}`)), row, done);
    });

    it.each(badTypes)('refuses %s', async type => {
      const answered = await send(row, bytes(usual(row)), type);
      expectFault(answered, row, { status: 415, text: 'Send application/json in UTF-8.' });
      expect(ehr.received).toEqual([]);
    });

    it('reads 64 KiB, and no more', async () => {
      expectResult(await send(row, padded(row, 65_536)), row, done);
      ehr.received.length = 0;
      expectFault(await send(row, padded(row, 65_537)), row, tooMuch);
      const inBytes = bytes(usual(row).replace('{', `{"note":"${'å'.repeat(40_000)}",`));
      expectFault(await send(row, inBytes), row, tooMuch);
      expect(ehr.received).toEqual([]);
    });

    it('stops reading a body of unknown length at the limit', async () => {
      const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
      const headers = [...credentials(token), ['transfer-encoding', 'chunked']] as const;
      const small = await speak(service.url, raw(call(row), headers, `${chunk(usual(row))}${chunk('')}`));
      expectResult(small, row, done);
      const large = chunk(usual(row).padEnd(65_537));
      expectFault(await speak(service.url, raw(call(row), headers, large + chunk(''))), row, tooMuch);
    });

    /** The same sentence for each of them, with an example of this operation's own body. */
    const notAnObject = {
      status: 400,
      text: `The body must be a JSON object in UTF-8, with each member once and none called __proto__, for example ${
        row === payment
          ? '{"status":"PAID","contactId":"59062","paymentType":"CARD"}'
          : '{"status":"arrived"}'
      }.`,
    };

    it.each(notJson)('refuses %s', async (_, body) => {
      for (const type of [undefined, 'application/json']) {
        expectFault(await send(row, body(row), type), row, notAnObject);
      }
      expect(ehr.received).toEqual([]);
    });

    it('refuses a call without a body', async () => {
      // Also if it says what its body would be, but not how long: Node opens no stream for a body then.
      const typed: [string, string] = ['content-type', 'application/json'];
      for (const headers of [credentials(token), [...credentials(token), typed]]) {
        const answered = await speak(service.url, raw(call(row), headers));
        expectFault(answered, row, notAnObject);
      }
    });

    it('ignores members that it does not know', async () => {
      const body = {
        id: 1,
        Status: 'x',
        patient: '201907152399',
        constructor: { prototype: {} },
        ...row.body,
      };
      expectResult(await service.ask(call(row, { token, body })), row, done);
      expect(ehr.received.map(({ query }) => query.get('patient') ?? own)).not.toContain('201907152399');
    });
  });

  const missing = Symbol('missing');
  const wrongIds = [
    '',
    'x'.repeat(129),
    '𝒳'.repeat(129),
    'a\u0000b',
    'a\nb',
    '\t59062',
    'a\u007fb',
    'a\u0085b',
  ];
  const loneSurrogates = ['\ud800', 'a\udc00b', '\udc00\ud800'];
  const wrong: readonly [Row, string, readonly unknown[]][] = [
    [payment, 'status', ['paid', 'UNPAID', 'PAID ', '', 1, true, null, ['PAID'], {}, missing]],
    [payment, 'contactId', [123, 59062, null, true, ['59062'], {}, missing, ...wrongIds, ...loneSurrogates]],
    [payment, 'paymentType', ['cash', 'SWISH', 'CARD ', '', 1, null, ['CARD'], {}, missing]],
    [arrival, 'status', ['ARRIVED', 'booked', 'arrived ', '', 1, true, null, ['arrived'], {}, missing]],
  ];
  const shown = (value: unknown) =>
    value === missing
      ? 'missing'
      : JSON.stringify(value)
          .replace(/[^ -~]/g, '?')
          .slice(0, 20);
  const wrongMembers = wrong.flatMap(([row, member, values]) =>
    values.map(value => ({ row, member, value, shown: shown(value) })),
  );

  it.each(wrongMembers)('operation $row.number refuses $member $shown', async ({ row, member, value }) => {
    const { [member]: _, ...rest } = row.body as Record<string, unknown>;
    const body = value === missing ? rest : { ...rest, [member]: value };
    const answered = await service.ask(call(row, { token, body }));
    expectInvalid(answered, row, { names: member, value });
  });

  it('names a missing member of an empty object', async () => {
    expectInvalid(await service.ask(call(arrival, { token, body: {} })), arrival, { names: 'status' });
  });

  it.each(['CASH', 'CARD'])('takes the payment type %s', async paymentType => {
    const body = { ...payment.body, paymentType };
    expectResult(await service.ask(call(payment, { token, body })), payment, done);
    expect(ehr.received.at(-1)?.body).toContain(`<PaymentType>${paymentType}</PaymentType>`);
  });

  const named = (ids: readonly string[]) => ids.map(id => [shown(id), id] as const);
  const goodIds = named(['x', 'x'.repeat(128), '𝒳'.repeat(128), 'å & <b> "c"', ' ', '../..', '0']);
  const withId = (query: string) => ({ ...call(arrival, { token }), path: `${arrival.path}${query}` });

  it.each(goodIds)('takes the id %s', async (_, id) => {
    expectResult(
      await service.ask(call(payment, { token, body: { ...payment.body, contactId: id } })),
      payment,
      notFound,
    );
    expectResult(await service.ask(withId(`?id=${encodeURIComponent(id)}`)), arrival, notFound);
  });

  it.each(named(wrongIds))('refuses the id %s', async (_, id) => {
    const answered = await service.ask(withId(`?id=${encodeURIComponent(id)}`));
    expectInvalid(answered, arrival, { names: 'id', value: id });
  });

  it.each(['', '?', '?ID=59062', '?id', '?id=59062&id=59062', '?id=59062&id=59063', '?id=59062&id='])(
    'refuses the ids of %j',
    async query => {
      expectInvalid(await service.ask(withId(query)), arrival, { names: 'id', value: '59063' });
    },
  );
});
