// What goes wrong behind the gates, and how every error looks: shapes and headers (D12), failures of the EHR (D14),
// patients whom it does not know (D15), what is not offered (D24), keys that cannot be had (D4).
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forThisFile } from '../support/for-this-file.ts';
import { ehrServer, unknownPatient, xml } from '../support/servers/ehr-server.ts';
import { startIssuer } from '../support/servers/issuer.ts';
import { type ServiceOptions, startService, type TestService } from '../support/service/service.ts';
import {
  type AskOptions,
  call,
  credentials,
  documentOf,
  emptyDocumentOf,
  everyScope,
  expectFault,
  isWrite,
  type Row,
  raw,
  rowOf,
  rows,
  smallEhr,
  speak,
  subscription,
  uuid,
} from './contract.ts';

const own = '191212121212';
const notAvailable = 'The service is not available. Try again later.';

const issuer = await forThisFile(startIssuer());
const ehr = await forThisFile(ehrServer(smallEhr()));
const service = await forThisFile(startService({ issuer, ehr: ehr.url }));
const token = await issuer.sign({ patient: own, scope: everyScope });

beforeEach(() => {
  ehr.received.length = 0;
  ehr.answer = smallEhr();
});

/** A service of one test. */
const withService = async (options: Partial<ServiceOptions>, use: (service: TestService) => unknown) => {
  const one = await startService({ issuer, ehr: ehr.url, ...options });
  try {
    await use(one);
  } finally {
    await one.close();
  }
};

/** A 5xx of ours: on operation 8 it is 500; a 503 says when to try again. */
const ofOurs = (number: number, status: number) => (number === 8 ? 500 : status);

describe('the shapes (D12)', () => {
  const shape2 = rows.filter(({ shape }) => shape === 2);

  it.each(shape2)('operation $number tells the time and the path without its query', async row => {
    const answered = await service.ask(call(row, { key: null, more: 'personnummer=x' }));
    expect(answered.body.path).toBe(row.path);
    expect(answered.body.timestamp).toSatisfy(Number.isInteger);
    // Milliseconds: within an hour of now, seconds would be decades off.
    expect(Math.abs(Date.now() - answered.body.timestamp)).toBeLessThan(3_600_000);
  });

  it('has the base path in the path, and at most 128 characters', async () => {
    const long = `/${'b'.repeat(150)}`;
    for (const base of ['/api/v1', long]) {
      await withService({ settings: { BASE_PATH: base } }, async one => {
        for (const row of shape2) {
          const { body } = await one.ask(call(row, { key: null, base }));
          expect(Object.keys(body).sort()).toEqual(['error', 'path', 'status', 'timestamp']);
          if (base === long) {
            expect(body.path.length).toBeLessThanOrEqual(128);
            expect(long.startsWith(body.path)).toBe(true);
          } else expect(body.path).toBe(`${base}${row.path}`);
        }
      });
    }
  });
});

describe('the request id (D12)', () => {
  const good = [
    '0f8fad5b-d9cb-469f-a165-70867728950e',
    '0F8FAD5B-D9CB-469F-A165-70867728950E',
    '01890a5d-ac96-774b-bcce-b302099a8057',
  ];
  const bad = [
    '',
    '1',
    '0f8fad5bd9cb469fa16570867728950e',
    '{0f8fad5b-d9cb-469f-a165-70867728950e}',
    '0f8fad5b-d9cb-469f-a165-70867728950',
    '0f8fad5b-d9cb-469f-a165-70867728950e1',
    '0f8fad5b-d9cb-469f-a165-70867728950g',
    'urn:uuid:0f8fad5b-d9cb-469f-a165-70867728950e',
    '191212121212',
  ];
  /** Answers of all sorts. */
  const sorts: readonly [number, AskOptions & { readonly path?: string; readonly method?: string }][] = [
    [200, {}],
    [400, { more: 'api-version=v9' }],
    [401, { key: null }],
    [403, { patient: '201907152399' }],
    [404, { path: '/patients/' }],
    [405, { method: 'DELETE' }],
  ];

  it.each(sorts)(
    'of a %i is the one of the caller, if it is a UUID',
    async (status, { path, method, ...options }) => {
      const other = { ...(path === undefined ? {} : { path }), ...(method === undefined ? {} : { method }) };
      const ask = async (id: string) => {
        const headers = { 'x-request-id': id };
        const answered = await service.ask({ ...call(rowOf(10), { token, headers, ...options }), ...other });
        expect(answered.status).toBe(status);
        return answered.headers.get('x-request-id');
      };
      for (const id of good) expect(await ask(id)).toBe(id);
      for (const id of bad) {
        const given = await ask(id);
        expect(given).toMatch(uuid);
        expect(good).not.toContain(given);
      }
    },
  );

  it('is a new one if there are two', async () => {
    const headers = good.slice(0, 2).map(id => ['x-request-id', id] as const);
    const answered = await speak(service.url, raw(call(rowOf(10)), [...credentials(token), ...headers]));
    expect(answered.status).toBe(200);
    expect(answered.headers.get('x-request-id')).toMatch(uuid);
    expect(good).not.toContain(answered.headers.get('x-request-id'));
  });

  it('differs from one answer to the next, and is the one that the EHR sees', async () => {
    const ids: (string | null)[] = [];
    for (const row of rows) {
      const { headers } = await service.ask(call(row, { token }));
      ids.push(headers.get('x-request-id'));
      expect(ehr.received.at(-1)?.headers['x-request-id']).toBe(ids.at(-1));
    }
    expect(new Set(ids).size).toBe(10);
  });
});

describe('failures before routing (D12)', () => {
  const path = '/patients/contacts/';
  const host = 'host: service.test\r\nconnection: close\r\n';
  const badUrls = [
    '/patients/%zz/',
    '/%',
    '/patients/contacts/%E0%A4%A',
    '/patients/contacts%/?api-version=v2',
  ];
  const malformed: readonly [string, string][] = [
    ['no HTTP', 'GARBAGE\r\n\r\n'],
    ['a strange method', `FOO ${path} HTTP/1.1\r\n${host}\r\n`],
    ['a strange version', `GET ${path} HTTP/9.9\r\n${host}\r\n`],
    ['a header without colon', `GET ${path} HTTP/1.1\r\n${host}patient\r\n\r\n`],
    ['a header name with a space', `GET ${path} HTTP/1.1\r\n${host}pat ient: x\r\n\r\n`],
    ['two lengths', `PUT ${path} HTTP/1.1\r\n${host}content-length: 1\r\ncontent-length: 2\r\n\r\nx`],
    [
      'a length and chunks',
      `PUT ${path} HTTP/1.1\r\n${host}content-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['a length that is not a number', `PUT ${path} HTTP/1.1\r\n${host}content-length: x\r\n\r\n`],
    ['no host', `GET ${path} HTTP/1.1\r\nconnection: close\r\n\r\n`],
    ['a strange expectation', `GET ${path} HTTP/1.1\r\n${host}expect: miracles\r\n\r\n`],
    ['oversized headers', `GET ${path} HTTP/1.1\r\n${host}x-large: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['an oversized URL', `GET ${path}?x=${'x'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`],
    ...badUrls.map((url): [string, string] => [`a bad URL ${url}`, `GET ${url} HTTP/1.1\r\n${host}\r\n`]),
  ];

  it.each(malformed)('%s has shape 1 and the usual headers', async (_, text) => {
    const answered = await speak(service.url, text);
    expect(Math.floor(answered.status / 100)).toBe(4);
    expectFault(answered, undefined, { status: answered.status, text: /./ });
    expect(answered.text).not.toContain('%');
  });

  it.each(badUrls)('%s keeps the request id of the caller', async url => {
    const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
    const answered = await speak(service.url, raw({ path: url }, [['x-request-id', id]]));
    expect(answered.headers.get('x-request-id')).toBe(id);
  });
});

describe('the request id of what Node refuses (D12)', () => {
  const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
  const named: readonly [string, string] = ['x-request-id', id];
  const arrival = { method: 'PUT', path: `${rowOf(2).path}${rowOf(2).query}` };
  const chunked = () => [named, ...credentials(token), ['transfer-encoding', 'chunked'] as const];

  it.each<[string, number, () => string]>([
    ['an expectation', 417, () => raw({ path: '/health/live' }, [named, ['expect', 'miracles']])],
    ['CONNECT', 400, () => raw({ method: 'CONNECT', path: 'other.test:443' }, [named])],
    ['a body whose chunks are none', 400, () => raw(arrival, chunked(), 'zz\r\n')],
  ])('%s: is the one of the caller', async (_, status, text) => {
    const answered = await speak(service.url, text());
    expectFault(answered, undefined, { status, text: 'The request cannot be read.' });
    expect(answered.headers.get('x-request-id')).toBe(id);
  });
});

describe('failures of the EHR (D14)', () => {
  const away = 'The health record system is not available. Try again later.';
  const late = 'The health record system did not answer in time.';
  const unusable = 'The health record system gave an unusable answer.';
  const page = '<!DOCTYPE html><html><body>ehr-7.internal: patient 191212121212</body></html>';
  const html = (response: ServerResponse, status: number) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end(page);
  const status = (code: number) => (response: ServerResponse) => html(response, code);

  type Case = {
    readonly name: string;
    readonly status: number;
    readonly text: string;
    readonly answer: (response: ServerResponse, path: string) => unknown;
    readonly options?: Partial<ServiceOptions>;
    /** Tried with all operations, not just with some. */
    readonly all?: true;
  };
  const gone = { status: 503, text: away };
  const slow = { status: 504, text: late };
  const junk = { status: 502, text: unusable };
  const otherFault = '<Fault><Code>NO_ROUTE</Code></Fault>';

  const cases: readonly Case[] = [
    { name: '503', ...gone, answer: status(503), all: true },
    { name: '504', ...slow, answer: status(504), all: true },
    { name: '500', ...junk, answer: status(500), all: true },
    { name: 'an HTML page', ...junk, answer: status(200), all: true },
    { name: '404 of a proxy', ...junk, answer: status(404), all: true },
    { name: 'no status', ...gone, answer: response => response.socket?.destroy(), all: true },
    { name: '429', ...gone, answer: status(429) },
    { name: '502', ...junk, answer: status(502) },
    { name: '400', ...junk, answer: status(400) },
    { name: '401', ...junk, answer: status(401) },
    { name: '404 without a body', ...junk, answer: response => response.writeHead(404).end() },
    { name: '404 with another fault', ...junk, answer: response => xml(response, otherFault, 404) },
    { name: '409', ...junk, answer: response => xml(response, '<Conflict/>', 409) },
    { name: '204', ...junk, answer: response => response.writeHead(204).end() },
    { name: 'a redirect', ...junk, answer: response => response.writeHead(302, { location: '/' }).end() },
    { name: 'nothing', ...junk, answer: response => xml(response, '') },
    { name: 'JSON', ...junk, answer: response => xml(response, '{"ResultCode":"OK"}') },
    { name: 'another root', ...junk, answer: response => xml(response, '<Answer/>') },
    {
      name: 'a document type',
      ...junk,
      answer: (response, path) => xml(response, `<!DOCTYPE x>${documentOf(path, own)}`),
    },
    {
      name: 'a cut document',
      ...junk,
      answer: (response, path) => xml(response, documentOf(path, own).slice(0, -5)),
    },
    {
      name: 'half an answer',
      ...junk,
      answer: (response, path) => {
        response.writeHead(200, { 'content-type': 'application/xml', 'content-length': 10_000 });
        response.write(documentOf(path, own), () => response.socket?.destroy());
      },
    },
    { name: 'nothing in its time', ...slow, answer: () => undefined, options: { system: { timeoutMs: 60 } } },
    {
      name: 'nothing in our time',
      ...slow,
      answer: () => undefined,
      options: { settings: { REQUEST_TIMEOUT_MS: '120' } },
    },
    { name: 'refused', ...gone, answer: () => undefined, options: { ehr: 'http://127.0.0.1:1' } },
  ];

  it.each(cases)('$name', async ({ status: expected, text, answer, options = {}, all }) => {
    ehr.answer = ({ path }, response) => answer(response, path);
    const tried = rows.filter(({ number }) => all || [3, 8, 10].includes(number));
    const ask = async (row: Row) => {
      // A service for each: what has failed before may make a service stop asking.
      const one = await startService({ issuer, ehr: ehr.url, ...options });
      const answered = await one.ask(call(row, { token }));
      await one.close();
      return { row, answered };
    };
    for (const { row, answered } of await Promise.all(tried.map(ask))) {
      expectFault(answered, row, { status: ofOurs(row.number, expected), text });
      if (answered.status === 503) expect(answered.headers.get('retry-after')).toBe('5');
    }
    expect(ehr.received.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it.each([
    { case: 'longer than ours', sent: { 'retry-after': '120' }, expected: '120' },
    { case: 'shorter than ours', sent: { 'retry-after': '2' }, expected: '5' },
    { case: 'of more than a day', sent: { 'retry-after': '99999999' }, expected: '86400' },
    {
      case: 'as a time',
      sent: { date: 'Tue, 24 Nov 2026 08:00:00 GMT', 'retry-after': 'Tue, 24 Nov 2026 08:01:30 GMT' },
      expected: '90',
    },
    { case: 'that is neither', sent: { 'retry-after': 'tomorrow' }, expected: '5' },
    { case: 'with a sign', sent: { 'retry-after': '-120' }, expected: '5' },
  ])("the EHR's Retry-After $case", async ({ sent, expected }) => {
    for (const status of [429, 503]) {
      ehr.answer = (_, response) => void response.writeHead(status, sent).end();
      const one = await startService({ issuer, ehr: ehr.url });
      const answered = await one.ask(call(rows[9] as Row, { token }));
      await one.close();
      expect([answered.status, answered.headers.get('retry-after')]).toEqual([503, expected]);
    }
  });

  it.each(rows.slice(2))(
    'an unknown booking is unusable as the answer to a read: operation $number',
    async row => {
      ehr.answer = (_, response) => xml(response, unknownPatient.replace('PATIENT', 'BOOKING'), 404);
      const answered = await service.ask(call(row, { token }));
      expectFault(answered, row, { status: ofOurs(row.number, 502), text: unusable });
    },
  );
});

describe('a patient whom the EHR does not know (D15)', () => {
  const error = { ResultCode: 'ERROR', Comment: 'No such patient.', Any: [] };
  const results: Readonly<Record<number, unknown>> = {
    1: [error],
    2: error,
    3: [{ ...error, Booking: [], RegisteredBooking: [] }],
  };

  it.each(rows)('operation $number', async row => {
    ehr.answer = (_, response) => xml(response, unknownPatient, 404);
    const answered = await service.ask(call(row, { token }));
    const result = results[row.number];
    if (result === undefined) return expectFault(answered, row, { status: 404, text: 'No such patient.' });
    expect(answered.status).toBe(200);
    expect(answered.body).toStrictEqual(result);
    expect(ehr.received.map(({ method }) => method)).toEqual(['GET']);
  });

  it.each(rows.slice(3))(
    'is another matter than one of whom there is nothing: operation $number',
    async row => {
      ehr.answer = ({ path }, response) => xml(response, emptyDocumentOf(path));
      const answered = await service.ask(call(row, { token }));
      expect({ status: answered.status, text: answered.text }).toEqual({ status: 200, text: '[]' });
    },
  );

  it('is another matter than one without bookings', async () => {
    ehr.answer = (_, response) => xml(response, '<Bookings/>');
    const { body } = await service.ask(call(rowOf(3), { token }));
    expect(body).toStrictEqual([
      { ResultCode: 'OK', Comment: '', Any: [], Booking: [], RegisteredBooking: [] },
    ]);
  });
});

describe('operations that are not offered (D24)', () => {
  const error = { ResultCode: 'ERROR', Comment: 'Not offered by this region.', Any: [] };
  const text = 'Not offered by this region.';
  let poor: TestService;
  let poorer: TestService;

  beforeAll(async () => {
    const sources = { patients: 'ehr' };
    poor = await startService({ issuer, ehr: ehr.url, profile: { sources } });
    const profile = { representProtected: true, sources: { videoMeetings: 'ehr' } };
    poorer = await startService({ issuer, ehr: ehr.url, profile });
  });

  afterAll(async () => {
    await Promise.all([poor.close(), poorer.close()]);
  });

  it.each(rows.filter(({ number }) => ![4, 5].includes(number)))('operation $number', async row => {
    const answered = await poor.ask(call(row, { token }));
    if (isWrite(row)) {
      expect(answered.status).toBe(200);
      expect(answered.body).toStrictEqual(row.number === 1 ? [error] : error);
    } else expectFault(answered, row, { status: row.number === 8 ? 404 : 501, text });
    expect(ehr.received).toEqual([]);
  });

  it.each(rows.filter(({ number }) => [4, 5].includes(number)))('operation $number', async row => {
    expect((await poor.ask(call(row, { token }))).status).toBe(200);
    expectFault(await poorer.ask(call(row, { token })), row, { status: 501, text });
  });

  it.each(rows)('operation $number: not before all checks have passed', async row => {
    const faults: readonly [AskOptions, number][] = [
      [{ key: null }, 401],
      [{ token: 'x' }, 401],
      [{ token: await issuer.sign({ patient: own }) }, 403],
      [{ patient: '201907152399' }, 403],
      [{ more: 'api-version=v9' }, 400],
    ];
    for (const [options, status] of faults) {
      expect((await poor.ask(call(row, { token, ...options }))).status).toBe(status);
    }
  });
});

describe("the issuer's keys (D4)", () => {
  it('that cannot be fetched are not the fault of the caller', async () => {
    const silent = await startIssuer();
    silent.available = false;
    const given = await silent.sign({ patient: own, scope: everyScope });
    await withService({ issuer: silent }, async one => {
      for (const row of rows) {
        const answered = await one.ask(call(row, { token: given }));
        expectFault(answered, row, { status: ofOurs(row.number, 503), text: notAvailable });
        if (answered.status === 503) expect(answered.headers.get('retry-after')).toBe('5');
        expect(answered.headers.get('www-authenticate')).toBeNull();
        expect((await one.ask(call(row, { token: given, key: null }))).status).toBe(401);
        expect((await one.ask(call(row))).status).toBe(401);
      }
    });
    await silent.close();
  });

  it('that it already has remain in use while the issuer is unreachable', async () => {
    const leaving = await startIssuer();
    const sign = () => leaving.sign({ patient: own, scope: everyScope });
    await withService({ issuer: leaving }, async one => {
      expect((await one.ask(call(rowOf(3), { token: await sign() }))).status).toBe(200);
      leaving.available = false;
      expect((await one.ask(call(rowOf(3), { token: await sign() }))).status).toBe(200);
    });
    await leaving.close();
  });
});

describe('the statuses that the contract documents', () => {
  /** How to provoke each. */
  const provoke: Readonly<Record<number, (one: TestService, number: number) => Promise<AskOptions>>> = {
    401: async () => ({ token: 'x' }),
    403: async () => ({ token: await issuer.sign({ patient: own, scope: 'openid' }) }),
    404: async () => {
      ehr.answer = (_, response) => xml(response, unknownPatient, 404);
      return {};
    },
    429: async (one, number) => {
      await one.ask(call(rowOf(number), { token, key: `only-${number}-key` }));
      return { key: `only-${number}-key` };
    },
    500: async () => {
      ehr.answer = (_, response) => response.writeHead(500).end();
      return {};
    },
  };

  it.each(rows)('operation $number: $documented', async row => {
    const subscriptions = [subscription('app'), subscription(`only-${row.number}`, { rateLimit: 1 })];
    await withService({ subscriptions }, async one => {
      for (const status of row.documented) {
        ehr.answer = smallEhr();
        const options = await provoke[status]?.(one, row.number);
        const answered = await one.ask(call(row, { token, key: 'app-key', ...options }));
        expectFault(answered, row, { status, text: /./ });
      }
    });
  });
});
