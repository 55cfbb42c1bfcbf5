// Input of attackers (D7, D10, D11): whatever is sent, with an EHR in good health there is no 5xx, the answer has the
// operation's shape, what was sent is not repeated in it, and the EHR hears nothing of what is refused. What is good and
// what is not is decided here once more, by hand.
import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { checkDigit } from '../adapters/ehr/contract/persons.ts';
import {
  call,
  credentials,
  everyScope,
  expectFault,
  isWrite,
  type Row,
  rowOf,
  rows,
  smallEhr,
  uuid,
} from '../http/contract.ts';
import { forThisFile } from '../support/for-this-file.ts';
import { listed } from '../support/listed.ts';
import { ehrServer } from '../support/servers/ehr-server.ts';
import { startIssuer } from '../support/servers/issuer.ts';
import { type Answered, startService } from '../support/service/service.ts';
import { everythingOf, request, say } from './requests/wire.ts';
import { holds, patience } from './runs.ts';

const own = '191212121212';
const payment = rowOf(1);
const arrival = rowOf(2);
const writes = rows.filter(isWrite);
/** In everything that attackers send here: it must not come back. */
const mark = 'Zq7xHemlig';
const largest = 65_536;

vi.setConfig({ testTimeout: patience(60_000) });

/** Texts that are not JSON, one for each class of errors that parsers are known to accept, to stand where a value would. As Latin-1. */
const noValues = Object.values<string[]>(
  parse(readFileSync(new URL('not-json.yaml', import.meta.url), 'utf8')),
).flat();

/** An object with this text in place of another member's value. */
const insideObject = (value: string, object: string): string => object.replace(/}$/, `,"x":${value}}`);

const issuer = await forThisFile(startIssuer());
const ehr = await forThisFile(ehrServer(smallEhr()));
const settings = { AUTH_PARTNER_CLIENTS: 'partner', LOG_LEVEL: 'silent' };
const service = await forThisFile(startService({ issuer, ehr: ehr.url, settings }));
const exp = Math.floor(Date.now() / 1000) + 86_400;
const token = await issuer.sign({ patient: own, scope: everyScope, exp });
const partner = await issuer.sign({ client_id: 'partner', scope: everyScope, exp });

beforeEach(() => {
  ehr.received.length = 0;
});

/** Expects an answer that reveals nothing. A refusal must have the operation's shape and not reach the EHR. */
const expectSafe = (answered: Answered, row: Row | undefined, refused: boolean) => {
  expect(answered.status).toBeLessThan(500);
  expect(everythingOf(answered)).not.toContain(mark);
  if (!refused) {
    expect(answered.status).toBe(200);
    return;
  }
  expect(answered.status).toBeGreaterThanOrEqual(400);
  expectFault(answered, row, { status: answered.status, text: /./ });
  expect(ehr.received).toEqual([]);
};

const only = ({ answers }: { readonly answers: readonly Answered[] }): Answered => {
  const [answer] = answers;
  if (answer === undefined) throw new Error('the service has not answered');
  return answer;
};

const bodyRequest = (
  row: Row,
  body: Buffer | string,
  headers: readonly (readonly [string, string])[] = [],
) => {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
  const length = ['content-length', String(bytes.length)] as const;
  return request(call(row), [...credentials(token), length, ...headers], bytes);
};

const sendBody = async (row: Row, body: Buffer | string) =>
  only(await say(service.url, bodyRequest(row, body)));

// --- What is good, written by hand.

const isGoodId = (value: unknown): boolean => {
  if (typeof value !== 'string' || !value.isWellFormed()) return false;
  const points = [...value].map(point => point.codePointAt(0) ?? 0);
  const isControl = (point: number) => point < 0x20 || (point >= 0x7f && point < 0xa0);
  return points.length >= 1 && points.length <= 128 && !points.some(isControl);
};

const isGoodBody = (row: Row, value: unknown): boolean => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { status, contactId, paymentType } = value as Record<string, unknown>;
  if (row === arrival) return status === 'arrived';
  return status === 'PAID' && isGoodId(contactId) && (paymentType === 'CASH' || paymentType === 'CARD');
};

const namesProto = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(namesProto);
};

const isGoodNumber = (text: string): boolean => {
  const digits = /^(\d{8})-?(\d{4})$/.exec(text)?.slice(1).join('');
  if (digits === undefined || checkDigit(digits.slice(2, 11)) !== digits.at(-1)) return false;
  const [year, month, day] = [digits.slice(0, 4), digits.slice(4, 6), Number(digits.slice(6, 8))];
  if (Number(month) <= 12 && day >= 60 && day <= 91) return true;
  const date = new Date(`${year}-${month}-${String(day).padStart(2, '0')}T00:00:00Z`);
  return (
    !Number.isNaN(date.getTime()) && date.getUTCDate() === day && date.getUTCMonth() + 1 === Number(month)
  );
};

// --- What attackers send.

const marked = fc.string({ unit: 'binary', maxLength: 20 }).map(text => `${text}${mark}`);
const names = fc.constantFrom(
  'status',
  'contactId',
  'paymentType',
  'constructor',
  'toString',
  '',
  `x${mark}`,
);
const jsonText = fc.letrec<{ value: unknown }>(tie => ({
  value: fc.oneof(
    { maxDepth: 4 },
    marked,
    fc.integer(),
    fc.double({ noNaN: true }),
    fc.constantFrom(null, true, false, 'PAID', 'arrived', 'CARD', '59062', '', -0, 1e308, [], {}),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(names, tie('value')), { maxLength: 4 }).map(entries => Object.fromEntries(entries)),
  ),
})).value;

/** Code units of every kind, lone surrogates and control characters among them. */
const oddText = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0x20, max: 0x7e }),
      fc.integer({ min: 0, max: 0xffff }),
      fc.constantFrom(0, 0x0a, 0x0d, 0x7f, 0x85, 0xd800, 0xdc00, 0xfffe, 0x2028, 0x202e),
    ),
    { maxLength: 135 },
  )
  .map(units => String.fromCharCode(...units));

const writeRow = fc.constantFrom(...writes);
const anyRow = fc.constantFrom(...rows);

describe('bodies', () => {
  it('of any JSON value', async () => {
    await holds(250, [writeRow, jsonText], async (row, value) => {
      ehr.received.length = 0;
      const answered = await sendBody(row, Buffer.from(JSON.stringify(value)));
      expectSafe(answered, row, !isGoodBody(row, value));
    });
  });

  it('in which one member is any JSON value', async () => {
    const member = fc.constantFrom(...listed('status contactId paymentType other constructor prototype'));
    await holds(250, [writeRow, member, fc.oneof(jsonText, oddText)], async (row, name, value) => {
      ehr.received.length = 0;
      const body = { ...row.body, [name]: value };
      expectSafe(await sendBody(row, Buffer.from(JSON.stringify(body))), row, !isGoodBody(row, body));
    });
  });

  it('in which bytes are others', async () => {
    const change = fc.tuple(
      fc.nat(),
      fc.integer({ min: 0, max: 255 }),
      fc.constantFrom('put', 'add', 'drop'),
    );
    const parse = (bytes: Buffer): unknown =>
      isUtf8(bytes) ? JSON.parse(bytes.toString('utf8')) : undefined;
    const good = (row: Row, bytes: Buffer) => {
      try {
        const value = parse(bytes);
        return isGoodBody(row, value) && !namesProto(value);
      } catch {
        return false;
      }
    };
    await holds(250, [writeRow, fc.array(change, { minLength: 1, maxLength: 3 })], async (row, changes) => {
      ehr.received.length = 0;
      const bytes = [...Buffer.from(JSON.stringify({ ...row.body, note: mark }))];
      for (const [where, byte, how] of changes) {
        const at = where % bytes.length;
        if (how === 'drop') bytes.splice(at, 1);
        else bytes.splice(at, how === 'put' ? 1 : 0, byte);
      }
      const body = Buffer.from(bytes);
      const answered = await sendBody(row, body);
      expectSafe(answered, row, !good(row, body));
    });
  });

  describe.each(writes)('of operation $number', row => {
    it('that are not JSON', async () => {
      for (const text of noValues) {
        const answered = await sendBody(row, text);
        expect({ text, status: answered.status }).toEqual({ text, status: 400 });
        expectSafe(answered, row, true);
      }
    });

    it('that are not JSON further down', async () => {
      for (const text of noValues) {
        const answered = await sendBody(row, insideObject(text, JSON.stringify(row.body)));
        expect({ text, status: answered.status }).toEqual({ text, status: 400 });
      }
      expect(ehr.received).toEqual([]);
    });

    const usual = JSON.stringify(row.body);
    const nested = (depth: number, open = '[', close = ']') => open.repeat(depth) + close.repeat(depth);
    const refused: readonly [string, string][] = [
      ['10,000 open brackets', '['.repeat(10_000)],
      ['10,000 open objects', '{"a":'.repeat(10_000)],
      ['lists in lists', nested(10_000)],
      ['lists in lists in an unfinished object', `{"x":${nested(10_000)}`],
      ['64 KiB of brackets', '['.repeat(largest)],
      ['64 KiB of quotes', '"'.repeat(largest)],
      ['64 KiB of backslashes', `"${'\\'.repeat(largest - 1)}`],
      ['64 KiB of digits', '9'.repeat(largest)],
      ['64 KiB of spaces', ' '.repeat(largest)],
      [
        '__proto__ below 1,000 lists',
        insideObject(nested(1000, '[', ']').replace('[]', '[{"__proto__":1}]'), usual),
      ],
    ];
    it.each(refused)('%s', async (_, text) => {
      expectSafe(await sendBody(row, text), row, true);
    });

    const taken: readonly [string, string][] = [
      ['lists in lists in a member that is ignored', insideObject(nested(10_000), usual)],
      ['objects in objects', insideObject(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`, usual)],
      [
        '10,000 members',
        insideObject(`{${Array.from({ length: 4000 }, (_, at) => `"${at}":0`).join()}}`, usual),
      ],
      ['constructor and prototype', insideObject('{"constructor":{"prototype":{"status":"x"}}}', usual)],
      ['__proto__ as a value', insideObject('"__proto__"', usual)],
      ['a number of 10,000 digits', insideObject('9'.repeat(10_000), usual)],
      ['an escaped lone surrogate in a member that is ignored', insideObject('"\\ud800"', usual)],
    ];
    it.each(taken)('%s are accepted', async (_, text) => {
      expectSafe(await sendBody(row, text), row, false);
      expect(({} as Record<string, unknown>).status).toBeUndefined();
    });

    it.each([largest - 1, largest, largest + 1])('of %i bytes', async length => {
      const answered = await sendBody(row, usual.padEnd(length));
      if (length <= largest) expectSafe(answered, row, false);
      else {
        expectSafe(answered, row, true);
        expect(answered.status).toBe(413);
      }
    });
  });
});

describe('the length of a body', () => {
  const text = JSON.stringify(payment.body);
  const withLength = (length: string, body = text) =>
    request(call(payment), [...credentials(token), ['content-length', length]], body);

  it.each(['-1', '+5', '0x10', '5 5', '5,5', '5, 5', '1e3', '٣', '', ' ', '18446744073709551616', 'NaN'])(
    'that is %j is refused',
    async length => {
      const { answers } = await say(service.url, withLength(length), { end: true });
      expect(answers).toHaveLength(1);
      for (const answered of answers) expectSafe(answered, undefined, true);
    },
  );

  it('that is too large is refused before the body is there', async () => {
    for (const length of [String(largest + 1), '9007199254740991']) {
      const answered = only(await say(service.url, withLength(length, '')));
      expect(answered.status).toBe(413);
      expectSafe(answered, payment, true);
    }
  });

  it('that is smaller than the body ends the body there', async () => {
    const { answers } = await say(service.url, withLength(String(text.length - 1)));
    expect(answers[0]?.status).toBe(400);
    for (const answered of answers) expect(answered.status).toBe(400);
    expect(ehr.received).toEqual([]);
  });

  it.each(['end', 'reset'] as const)('larger than the body: nothing is done (%s)', async how => {
    for (const more of [1, 1000]) {
      const { answers } = await say(service.url, withLength(String(text.length + more)), { [how]: true });
      for (const answered of answers) expectSafe(answered, undefined, true);
    }
    expect(ehr.received).toEqual([]);
  });

  const chunk = (part: string) => `${part.length.toString(16)}\r\n${part}\r\n`;
  const chunked = (body: string) =>
    request(call(payment), [...credentials(token), ['transfer-encoding', 'chunked']], body);
  const cut: readonly string[] = [
    '',
    '5',
    '5\r\n',
    `${text.length.toString(16)}\r\n${text}`,
    chunk(text),
    `${chunk(text)}0`,
    `${chunk(text)}0\r\n`,
    chunk(text.slice(0, 10)),
  ];

  it.each(['end', 'reset'] as const)(
    'that is announced by truncated chunks: nothing is done (%s)',
    async how => {
      for (const body of cut) {
        const { answers } = await say(service.url, chunked(body), { [how]: true });
        for (const answered of answers) expectSafe(answered, undefined, true);
      }
      expect(ehr.received).toEqual([]);
    },
  );

  const badChunks = [
    'g\r\nx',
    '-1\r\nx',
    '0x5\r\nhello',
    '5;\x00\r\nhello',
    'ffffffffffffffffff\r\nx',
    '5\nhello',
    '1\r\nxx\r\n',
  ];

  it.each(badChunks)('with malformed chunks: %j', async body => {
    const { answers } = await say(service.url, chunked(`${body}\r\n0\r\n\r\n`), { end: true });
    for (const answered of answers) expectSafe(answered, undefined, true);
    expect(answers.length).toBeGreaterThan(0);
    expect(ehr.received).toEqual([]);
  });

  it('leaves the service as it was', async () => {
    expect((await service.ask(call(payment, { token }))).status).toBe(200);
  });
});

describe('the parameter id', () => {
  const ask = async (encoded: string) => {
    const path = `${arrival.path}?id=${encoded}`;
    const body = Buffer.from(JSON.stringify(arrival.body));
    const length = ['content-length', String(body.length)] as const;
    return only(
      await say(service.url, request({ method: 'PUT', path }, [...credentials(token), length], body)),
    );
  };
  const bytes = (values: readonly number[]) =>
    values.map(value => `%${value.toString(16).padStart(2, '0')}`).join('');

  it('of any text', async () => {
    await holds(250, [fc.oneof(oddText, marked)], async value => {
      fc.pre(value.isWellFormed());
      ehr.received.length = 0;
      const answered = await ask(encodeURIComponent(value));
      expectSafe(answered, arrival, !isGoodId(value));
      if (answered.status === 200) {
        expect(answered.body.Comment).toBe(value === '59062' ? 'Noterat.' : 'No such appointment.');
        expect(ehr.received.map(({ method }) => method)).toEqual(['GET']);
      }
    });
  });

  it('of any bytes', async () => {
    await holds(250, [fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 12 })], async values => {
      ehr.received.length = 0;
      const buffer = Buffer.from(values);
      const good = isUtf8(buffer) && isGoodId(buffer.toString('utf8'));
      expectSafe(await ask(`${bytes(values)}`), arrival, !good);
    });
  });

  const injections = listed(`
    %0d%0ax-injected:%20yes %0ax-injected:%20yes %E5%98%8A%E5%98%8Dx-injected%00 59062%00
    59062%0d%0a%0d%0a<html> %ED%A0%80 %C0%AE %u0041 % %zz 59062%1b[2J
  `);
  it.each(injections)('%s opens nothing', async value => {
    const answered = await ask(`${value}${mark}`);
    expectSafe(answered, arrival, true);
    expect(answered.headers.get('x-injected')).toBeNull();
  });

  it('as raw bytes, not encoded', async () => {
    for (const value of ['\xe5', '\xed\xa0\x80', '\x00', '\x7f', '\x01', '"<>\\^`{|}', '\t']) {
      const { answers } = await say(
        service.url,
        request({ method: 'PUT', path: `${arrival.path}?id=${value}${mark}` }, credentials(token)),
      );
      for (const answered of answers) {
        expect(answered.status).toBe(400);
        expect(everythingOf(answered)).not.toContain(mark);
      }
      expect(answers).toHaveLength(1);
    }
    expect(ehr.received).toEqual([]);
  });
});

describe('the header patient', () => {
  const digits = fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: 11, maxLength: 13 })
    .map(list => list.join(''));
  const nearly = fc
    .tuple(
      fc.constantFrom('191212121212', '19701063-2391', '189001019802'),
      fc.nat(),
      fc.integer({ min: 0x20, max: 0x7e }),
    )
    .map(([number, where, unit]) => {
      const at = where % number.length;
      return number.slice(0, at) + String.fromCharCode(unit) + number.slice(at + 1);
    });
  const printable = fc
    .array(fc.oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0x80, max: 0xff })), {
      maxLength: 40,
    })
    .map(units => `${String.fromCharCode(...units)}${mark}`);

  it('of any text', async () => {
    await holds(400, [anyRow, fc.oneof(digits, nearly, printable)], async (row, value) => {
      ehr.received.length = 0;
      const body = row.body === undefined ? '' : JSON.stringify(row.body);
      const headers = [
        ...credentials(partner),
        ['patient', value],
        ['content-length', String(body.length)],
      ] as const;
      const answered = only(await say(service.url, request(call(row), headers, body)));
      // HTTP takes the spaces around a value away.
      const number = value.replace(/^[ \t]+|[ \t]+$/g, '');
      expectSafe(answered, row, !isGoodNumber(number));
      if (answered.status !== 200) {
        expect(answered.status).toBe(400);
        // Our own text shows an example, of which a number may be a part.
        const answerText = everythingOf(answered).replaceAll('191212121212', '');
        if (number.length > 5) expect(answerText).not.toContain(number);
      }
    });
  });
});

describe('headers that would open others', () => {
  const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
  const headers = listed('patient x-request-id authorization ocp-apim-subscription-key traceparent origin');
  const values: readonly [string, string][] = [
    ['a NUL', `${id}\x00${mark}`],
    ['a bare CR', `${id}\rx-injected: ${mark}`],
    ['a bare LF', `${id}\nx-injected: ${mark}`],
    ['a folded line', `${id}\r\n x-injected: ${mark}`],
    ['a control character', `${id}\x01${mark}`],
    ['DEL', `${id}\x7f${mark}`],
    ['other letters', `${id}\xe5\xe4\xf6${mark}`],
    ['UTF-8', `${id}\xe2\x80\xa8${mark}`],
    ['CR and LF, encoded', `${id}%0d%0ax-injected: ${mark}`],
    ['8,000 letters', mark + 'x'.repeat(8000)],
  ];
  const cases = headers.flatMap(name => values.map(([what, value]) => [name, what, value] as const));

  it.each(cases)('%s with %s', async (name, _, value) => {
    const usual = credentials(token).filter(([other]) => other !== name);
    const { answers, text } = await say(service.url, request(call(rowOf(10)), [...usual, [name, value]]));
    const heard = ehr.received.length;
    expect(answers).toHaveLength(1);
    for (const answered of answers) {
      expect([200, 400, 401]).toContain(answered.status);
      expect(answered.headers.get('x-request-id')).toMatch(uuid);
      expect(answered.headers.get('x-injected')).toBeNull();
      expect(heard).toBe(answered.status === 200 ? 1 : 0);
    }
    expect(text).not.toContain(mark);
    for (const { headers: seen } of ehr.received) {
      expect(JSON.stringify(seen)).not.toContain(mark);
      expect(seen['x-request-id']).toMatch(uuid);
    }
  });

  it('x-request-id of any text: it is not repeated unless it is a UUID', async () => {
    const text = fc
      .array(fc.oneof(fc.integer({ min: 0x21, max: 0x7e }), fc.integer({ min: 0x80, max: 0xff })), {
        maxLength: 40,
      })
      .map(units => `${String.fromCharCode(...units)}${mark}`);
    await holds(150, [anyRow, text], async (row, value) => {
      const answered = only(await say(service.url, request(call(row), [['x-request-id', value]])));
      expect(answered.status).toBe(401);
      expect(answered.headers.get('x-request-id')).toMatch(uuid);
      expect(everythingOf(answered)).not.toContain(mark);
    });
  });
});

describe('queries', () => {
  it('of any bytes', async () => {
    const query = fc
      .array(
        fc.oneof(
          fc.constantFrom(...listed('fromDateTime= toDateTime= api-version= id= v2 & = ; [] % ? +')),
          fc.constantFrom(
            ...listed('2027-03-15T08:00:00 __proto__= constructor= fromDateTime[]= %00 %ff'),
            mark,
          ),
          fc.integer({ min: 0x21, max: 0x7e }).map(unit => String.fromCharCode(unit)),
        ),
        { maxLength: 12 },
      )
      .map(parts => parts.join('').replaceAll('#', ''));
    await holds(300, [fc.constantFrom(...rows.filter(row => !isWrite(row))), query], async (row, text) => {
      ehr.received.length = 0;
      const answered = only(
        await say(service.url, request({ path: `${row.path}?${text}` }, credentials(token))),
      );
      expect([200, 400]).toContain(answered.status);
      expectSafe(answered, row, answered.status === 400);
    });
  });
});
