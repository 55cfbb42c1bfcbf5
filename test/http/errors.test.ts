// What errors have beside what refusals.test.ts lists: paths and request ids (D12), the EHR's Retry-After (D14), the results of
// writes for patients whom it does not know (D15), what is not offered (D24), keys that cannot be had (D4).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forThisFile } from '../support/for-this-file.ts';
import { listed } from '../support/listed.ts';
import { ehrServer, unknownPatient, xml } from '../support/servers/ehr-server.ts';
import { startIssuer } from '../support/servers/issuer.ts';
import { type ServiceOptions, startService, type TestService } from '../support/service/service.ts';
import {
  type AskOptions,
  call,
  credentials,
  emptyDocumentOf,
  everyScope,
  expectFault,
  isWrite,
  type Row,
  raw,
  rowOf,
  rows,
  said,
  smallEhr,
  speak,
  uuid,
} from './contract.ts';

const own = '191212121212';

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
    ...listed(`
      1 0f8fad5bd9cb469fa16570867728950e {0f8fad5b-d9cb-469f-a165-70867728950e}
      0f8fad5b-d9cb-469f-a165-70867728950 0f8fad5b-d9cb-469f-a165-70867728950e1
      0f8fad5b-d9cb-469f-a165-70867728950g urn:uuid:0f8fad5b-d9cb-469f-a165-70867728950e 191212121212
    `),
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
    expect(new Set(ids).size).toBe(rows.length);
  });
});

describe('the request id of what Node refuses (D12)', () => {
  const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
  const named: readonly [string, string] = ['x-request-id', id];
  const badUrls = listed('/patients/%zz/ /% /patients/contacts/%E0%A4%A /patients/contacts%/?api-version=v2');
  const arrival = { method: 'PUT', path: `${rowOf(2).path}${rowOf(2).query}` };
  const chunked = () => [named, ...credentials(token), ['transfer-encoding', 'chunked'] as const];

  it.each<[string, number, () => string]>([
    ['an expectation', 417, () => raw({ path: '/health/live' }, [named, ['expect', 'miracles']])],
    ['CONNECT', 400, () => raw({ method: 'CONNECT', path: 'other.test:443' }, [named])],
    ['a body whose chunks are none', 400, () => raw(arrival, chunked(), 'zz\r\n')],
    ...badUrls.map((path): [string, number, () => string] => [path, 400, () => raw({ path }, [named])]),
  ])('%s: is the one of the caller', async (_, status, text) => {
    const answered = await speak(service.url, text());
    expectFault(answered, undefined, { ...said.unreadable, status });
    expect(answered.headers.get('x-request-id')).toBe(id);
  });
});

describe('failures of the EHR (D14)', () => {
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
});

describe('a patient whom the EHR does not know (D15)', () => {
  const error = { ResultCode: 'ERROR', Comment: 'No such patient.', Any: [] };
  const results: Readonly<Record<number, unknown>> = {
    1: [error],
    2: error,
    3: [{ ...error, Booking: [], RegisteredBooking: [] }],
  };

  it.each(rows.slice(0, 3))('operation $number', async row => {
    ehr.answer = (_, response) => xml(response, unknownPatient, 404);
    const answered = await service.ask(call(row, { token }));
    expect(answered.status).toBe(200);
    expect(answered.body).toStrictEqual(results[row.number]);
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
    } else expectFault(answered, row, { ...said.notOffered, status: row.number === 8 ? 404 : 501 });
    expect(ehr.received).toEqual([]);
  });

  it.each(rows.filter(({ number }) => [4, 5].includes(number)))('operation $number', async row => {
    expect((await poor.ask(call(row, { token }))).status).toBe(200);
    expectFault(await poorer.ask(call(row, { token })), row, said.notOffered);
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
        expect(answered.status).toBe(row.number === 8 ? 500 : 503);
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
