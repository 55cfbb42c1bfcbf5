// Each operation for a caller who may use it: its answer, its path (D1), browsers (D28), versions (D9).
import { gunzipSync } from 'node:zlib';
import { Ajv } from 'ajv';
import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import { ehrSimulator } from '../../sandbox/extracts/simulator.ts';
import type { World } from '../../sandbox/extracts/world.ts';
import { patients, people } from '../../sandbox/patients/patients.ts';
import { recordSchemas, sharedSchemas } from '../../src/domain/records/index.ts';
import { ResultRecord } from '../../src/domain/records/transition.ts';
import { operations } from '../../src/http/operations/operations.ts';
import { forThisFile } from '../support/for-this-file.ts';
import { listed } from '../support/listed.ts';
import { startIssuer } from '../support/servers/issuer.ts';
import { key, type ServiceRequest, startService } from '../support/service/service.ts';
import {
  call,
  everyScope,
  expectFault,
  expectStamped,
  type Row,
  raw,
  rowOf,
  rows,
  speak,
  uuid,
} from './contract.ts';

const tolvan = '191212121212';
const origin = 'https://app.example.test';
const base = '/api/v1';

/** The sandbox's patients; 200 notes are long enough here. */
const withShorterJournal = (): World =>
  new Map(
    [...patients()].map(([number, data]) => [
      number,
      { ...data, journalNotes: data.journalNotes.slice(0, 200) },
    ]),
  );

const issuer = await forThisFile(startIssuer());
const ehr = await forThisFile(ehrSimulator({ world: withShorterJournal(), port: 0, varied: false }));
const service = await forThisFile(startService({ issuer, ehr: ehr.url }));
const settings = { BASE_PATH: base, CORS_ORIGINS: `https://x.example.test,${origin}` };
/** The same, below a base path and for browsers. */
const other = await forThisFile(startService({ issuer, ehr: ehr.url, settings }));
const token = await issuer.sign({ patient: tolvan, scope: everyScope });

const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
for (const schema of sharedSchemas.values()) ajv.addSchema(schema as object);

const arrayOf = (items: object) => ajv.compile({ type: 'array', items });

const replies = new Map([
  [1, arrayOf(ResultRecord)],
  [2, ajv.compile({ type: 'object', allOf: [ResultRecord] })],
  [3, arrayOf(recordSchemas.appointments)],
  [4, arrayOf(recordSchemas.patients)],
  [5, arrayOf(recordSchemas.patientsV2)],
  [6, arrayOf(recordSchemas.contacts)],
  [7, arrayOf(recordSchemas.attentionSignals)],
  [8, arrayOf(recordSchemas.videoMeetings)],
  [9, arrayOf(recordSchemas.prescriptions)],
  [10, arrayOf(recordSchemas.journalNotes)],
]);

const expectReply = (row: Row, body: unknown) => {
  const validate = replies.get(row.number);
  expect(validate?.(body), JSON.stringify(validate?.errors)).toBe(true);
};

const patientId = { root: '1.2.752.129.2.1.3.1', extension: tolvan };

/** Text that the simulator's answer for Tolvan must contain, and its number of elements. */
const contents: readonly [number, object, number?][] = [
  [2, { ResultCode: 'OK', Comment: 'Välkommen. Ta plats i väntrummet.', Any: [] }],
  [1, [{ ResultCode: 'OK', Comment: 'Betalningen är registrerad.', Any: [] }], 1],
  [3, [{ ResultCode: 'OK', Comment: '', Any: [], RegisteredBooking: [{ BookingId: 'B-771' }] }], 1],
  [
    4,
    [
      {
        XSDVersion: { version: 0.42 },
        PatientEHRExtract: [{ Patient: { PatientID: patientId, PatientSex: 'M' } }],
      },
    ],
    1,
  ],
  [5, [{ patientEHRExtract: [{ patient: { patientID: patientId, patientSex: 'M' } }] }], 1],
  [6, [{ contactEHRExtract: [{ contact: { contactStatus: 'Ankommen' } }] }, {}], 2],
  [
    7,
    [
      {
        AttentionSignalEHRExtract: [{ AttentionSignal: { HypersensitivityType: { Heading: 'Penicillin' } } }],
      },
      {},
      {},
      {},
      {},
    ],
    5,
  ],
  [8, { 0: { performingUnitName: 'Hudmottagningen', server: { onPremise: true } } }, 5],
  [9, { 0: { PrescriptionEHRExtract: [{ Patient: { PatientId: patientId } }] } }],
  [
    10,
    {
      0: {
        XSDVersion: { version: 0.21 },
        JournalNoteEHRExtract: [{ Note: { NoteTemplateName: 'Akutanteckning' } }],
      },
      1: { JournalNoteEHRExtract: [{ Note: { NoteTemplateName: 'Mottagningsbesök' } }] },
      2: { JournalNoteEHRExtract: [{ Note: { NoteTemplateName: 'Telefonkontakt' } }] },
    },
    6,
  ],
];

it('the list of contents has every operation', () => {
  const numbers = contents.map(([number]) => number).toSorted((one, other) => one - other);
  expect(numbers).toEqual(rows.map(({ number }) => number));
});

it.each(contents)('operation %i answers the records of the EHR', async (number, content, length) => {
  const row = rowOf(number);
  const answered = await service.ask(call(row, { token }));
  expect(answered.status).toBe(200);
  expect(answered.body).toMatchObject(content);
  if (length !== undefined) expect(answered.body).toHaveLength(length);
  expectReply(row, answered.body);
});

const spellings: readonly [string, (row: Row) => string][] = [
  ['with its final slash', row => row.path],
  ['without its final slash', row => row.path.slice(0, -1)],
];

it('is known to the copy of the contract', () => {
  const named = ({ number, name }: { readonly number: number; readonly name: string }) => ({ number, name });
  expect(rows.map(named)).toEqual(operations.map(named));
});

describe.each(rows)('operation $number $name', row => {
  it.each(spellings)('is answered %s', async (_, path) => {
    const spelled = { ...row, path: path(row) };
    for (const [asked, prefix] of [
      [service, ''],
      [other, base],
    ] as const) {
      const answered = await asked.ask(call(spelled, { token, base: prefix }));
      expect(answered.status).toBe(200);
      expectStamped(answered);
      expectReply(row, answered.body);
    }
  });

  it('is not there without the base path', async () => {
    const answered = await other.ask(call(row, { token }));
    expectFault(answered, undefined, { status: 404, text: 'Resource not found' });
  });

  it('ignores parameters that it does not have', async () => {
    const noInterval = row.interval ? '' : '&fromDateTime=today&toDateTime=';
    const noId = row.number === 2 ? '' : '&id=&id=';
    const answered = await service.ask(
      call(row, { token, more: `lang=sv&constructor=1${noInterval}${noId}` }),
    );
    expect(answered.status).toBe(200);
    expectReply(row, answered.body);
  });
});

describe('requests that match no operation (D1)', () => {
  const allowed: readonly [string, string[]][] = [
    ['/patients/paymentnotice/', ['POST']],
    ['/patients/appointments/', ['GET', 'PUT']],
    ['/patients/patient/', ['GET']],
    ['/patients/patient/?api-version=v2', ['GET']],
    ['/patients/patient/?api-version=v9', ['GET']],
    ['/patients/contacts/?api-version=v2', ['GET']],
    ['/patients/attentionsignals/', ['GET']],
    ['/patients/videomeetings/', ['GET']],
    ['/patients/medications/', ['GET']],
    ['/patients/journalnotes/', ['GET']],
  ];
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
  const refused = allowed.flatMap(([path, allow]) =>
    methods.filter(method => !allow.includes(method)).map(method => ({ method, path, allow })),
  );
  const allowOf = (headers: Headers) => headers.get('allow')?.split(/, */).sort();

  it.each(refused)('$method $path is 405, before any gate', async ({ method, path, allow }) => {
    for (const spelled of [path, path.replace(/\/(?=\?|$)/, '')]) {
      const answered = await service.ask({ method, path: spelled, key: null });
      expect(answered.status).toBe(405);
      expect(allowOf(answered.headers)).toEqual(allow);
      if (method !== 'HEAD') expectFault(answered, undefined, { status: 405, text: 'Method not allowed' });
    }
  });

  it.each(['TRACE', 'PROPFIND'])('%s, too, is 405', async method => {
    const answered = await speak(service.url, raw({ method, path: '/patients/contacts/' }, []));
    expectFault(answered, undefined, { status: 405, text: 'Method not allowed' });
    expect(allowOf(answered.headers)).toEqual(['GET']);
  });

  it.each(
    listed(`
    / /patients /patients/ /patients/appointments/59062 /patients/patients/ /admin /*
  `),
  )('%s is 404, before any gate and by any method', async path => {
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) {
      const answered = await service.ask({ method, path, key: null });
      expectFault(answered, undefined, { status: 404, text: 'Resource not found' });
    }
  });

  it('answers HEAD only for health', async () => {
    for (const path of ['/health/live', '/health/ready', '/health/live/']) {
      const { status, headers, text } = await service.ask({ method: 'HEAD', path, key: null });
      expect({ status, text }).toEqual({ status: 200, text: '' });
      expect(Number(headers.get('content-length'))).toBeGreaterThan(0);
    }
    const { status, headers } = await service.ask({ method: 'POST', path: '/health/live', key: null });
    expect({ status, allow: headers.get('allow') }).toEqual({ status: 405, allow: 'GET, HEAD' });
    const { status: other } = await service.ask({ method: 'HEAD', path: '/patients/contacts/' });
    expect(other).toBe(405);
  });

  it('has health outside the base path', async () => {
    expect((await other.ask({ path: '/health/live', key: null })).status).toBe(200);
    const below = await other.ask({ path: `${base}/health/live`, key: null });
    expectFault(below, undefined, { status: 404, text: 'Resource not found' });
  });
});

describe('gzip', () => {
  /** The answer as it is on the wire. */
  const fetchRaw = async (asked: ServiceRequest, acceptEncoding?: string, at = service) => {
    const { method = 'GET', path, body, patient, headers: more = {} } = asked;
    const {
      statusCode,
      headers,
      body: sent,
    } = await request(`${at.url}${path}`, {
      method: method as 'GET',
      headers: {
        'ocp-apim-subscription-key': key,
        authorization: `Bearer ${asked.token ?? token}`,
        ...(patient === undefined ? {} : { patient }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding }),
        ...more,
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const bytes = Buffer.from(await sent.arrayBuffer());
    return { status: statusCode, headers, bytes };
  };
  const journal = rowOf(10).path;

  it.each([
    ['a short journal', tolvan],
    ['a long journal, in many blocks', people.longJournal.number],
  ])('compresses %s when asked: the same JSON in fewer bytes, with its length', async (_, patient) => {
    const asked = { path: journal, token: await issuer.sign({ patient, scope: everyScope }) };
    const plain = await fetchRaw(asked);
    const gzip = await fetchRaw(asked, 'gzip;q=0.8');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true);
    for (const { status, headers, bytes } of [plain, gzip]) {
      expect(status).toBe(200);
      expect(headers['content-length']).toBe(String(bytes.length));
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(headers.vary).toBe('accept-encoding');
    }
    expect(gzip.bytes.length).toBeLessThan(plain.bytes.length / 3);
  });

  it('keeps what Vary and x-left-out say', async () => {
    const token = await issuer.sign({ patient: people.longJournal.number, scope: everyScope });
    const path = `${base}${rowOf(8).path}`;
    const { headers } = await fetchRaw({ path, token, headers: { origin } }, 'gzip', other);
    expect(headers).toMatchObject({
      'content-encoding': 'gzip',
      vary: 'Origin, accept-encoding',
      'x-left-out': 'records=7, values=1',
    });
  });

  it('leaves alone what is answered to a write, what is short, and errors', async () => {
    const nobody = await issuer.sign({ patient: people.empty.number, scope: everyScope });
    const answers = [
      await fetchRaw(call(rowOf(2), {}), 'gzip'),
      await fetchRaw(call(rowOf(1), {}), 'gzip'),
      await fetchRaw({ path: journal, token: nobody }, 'gzip'),
      await fetchRaw({ path: `${journal}?fromDateTime=today` }, 'gzip'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 400]);
    for (const { headers } of answers) expect(headers['content-encoding']).toBeUndefined();
  });

  it.each(['/openapi.json', '/openapi-v2.json', '/capabilities'])('compresses %s', async path => {
    const plain = await fetchRaw({ path });
    const gzip = await fetchRaw({ path }, 'gzip');
    expect(gzip.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true);
    expect(plain.headers['content-length']).toBe(String(plain.bytes.length));
  });
});

describe('browsers (D28)', () => {
  const paths = [...new Set(rows.map(({ path }) => path))];
  const asking = (method: string, from = origin) => ({
    origin: from,
    'access-control-request-method': method,
    'access-control-request-headers': 'authorization,content-type,ocp-apim-subscription-key,patient',
  });
  const headerList = (headers: Headers, name: string) =>
    (headers.get(name) ?? '').split(',').map(word => word.trim().toLowerCase());

  it.each(rows)('lets a listed origin ask before operation $number', async row => {
    for (const path of [row.path, row.path.slice(0, -1)]) {
      const { status, headers, text } = await other.ask({
        method: 'OPTIONS',
        path: `${base}${path}${row.query}`,
        key: null,
        headers: asking(row.method),
      });
      expect({ status, text }).toEqual({ status: 204, text: '' });
      expect(headers.get('access-control-allow-origin')).toBe(origin);
      expect(headerList(headers, 'access-control-allow-methods')).toContain(row.method.toLowerCase());
      expect(headerList(headers, 'access-control-allow-headers')).toEqual(
        expect.arrayContaining(['authorization', 'content-type', 'ocp-apim-subscription-key', 'patient']),
      );
      expect(headers.get('x-request-id')).toMatch(uuid);
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  const exposed = async (headers: Readonly<Record<string, string>>, by = other) => {
    const prefix = by === other ? base : '';
    const good = await by.ask(call(rowOf(10), { token, base: prefix, headers }));
    const bad = await by.ask(call(rowOf(10), { key: null, base: prefix, headers }));
    expect([good.status, bad.status]).toEqual([200, 401]);
    return [good.headers, bad.headers];
  };

  it('exposes its headers to a listed origin, in answers and in errors', async () => {
    for (const headers of await exposed({ origin })) {
      expect(headers.get('access-control-allow-origin')).toBe(origin);
      expect(headerList(headers, 'access-control-expose-headers').sort()).toEqual(
        listed(`
        retry-after www-authenticate x-error x-left-out x-request-id
      `),
      );
    }
  });

  it('exposes them in what is refused before the gates, too', async () => {
    const asked = [
      { path: `${base}/nowhere/`, key: null },
      { path: `${base}${rowOf(10).path}`, method: 'DELETE', key: null },
      { path: `${base}/%zz`, key: null },
    ];
    for (const one of asked) {
      const { status, headers } = await other.ask({ ...one, headers: { origin } });
      expect([400, 404, 405]).toContain(status);
      expect(headers.get('access-control-allow-origin')).toBe(origin);
      expect(headerList(headers, 'access-control-expose-headers')).toContain('x-request-id');
      expect(headerList(headers, 'vary')).toContain('origin');
    }
  });

  it('sends no CORS headers to an unlisted origin', async () => {
    const strangers = await exposed({ origin: 'https://app.example.test.evil.test' });
    const withoutAny = await exposed({ origin }, service);
    const unreadable = await other.ask({ path: '/%zz', key: null, headers: { origin: 'https://evil.test' } });
    for (const headers of [...strangers, ...withoutAny, unreadable.headers]) {
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it('counts preflights with the calls without a key', async () => {
    const limited = await startService({
      issuer,
      ehr: ehr.url,
      settings: { CORS_ORIGINS: origin, RATE_LIMIT: '3' },
    });
    const preflight = { method: 'OPTIONS', path: paths[0] ?? '', key: null, headers: asking('GET') };
    const page = { path: '/capabilities', key: null };
    const statuses: number[] = [];
    for (const one of [preflight, page, preflight, preflight, page])
      statuses.push((await limited.ask(one)).status);
    expect(statuses).toEqual([204, 200, 204, 429, 429]);
    const refused = await limited.ask(preflight);
    expectFault(refused, undefined, { status: 429, text: 'Rate limit is exceeded. Try again in 5 seconds.' });
    expect(refused.headers.get('access-control-allow-origin')).toBe(origin);
    expect((await limited.ask(call(rowOf(10), { token }))).status).toBe(200);
    await limited.close();
  });

  it('lets browsers keep the answer to a preflight for two hours', async () => {
    const answered = await other.ask({
      method: 'OPTIONS',
      path: `${base}${paths[0]}`,
      key: null,
      headers: asking('GET'),
    });
    expect(answered.headers.get('access-control-max-age')).toBe('7200');
  });

  const noPreflights: readonly [string, Readonly<Record<string, string>>][] = [
    ['an origin that is not listed', asking('GET', 'https://evil.test')],
    ['a prefix of a listed origin', asking('GET', 'https://app.example')],
    ['a null origin', asking('GET', 'null')],
    ['no origin', { 'access-control-request-method': 'GET' }],
    ['no method', { origin }],
  ];

  it.each(noPreflights)('takes OPTIONS with %s for any other method', async (_, headers) => {
    for (const path of paths) {
      const answered = await other.ask({ method: 'OPTIONS', path: `${base}${path}`, key: null, headers });
      expectFault(answered, undefined, { status: 405, text: 'Method not allowed' });
    }
  });

  it('does not answer a preflight on an unknown path, or without listed origins', async () => {
    const headers = asking('GET');
    const unknown = await other.ask({ method: 'OPTIONS', path: `${base}/patients/`, key: null, headers });
    expectFault(unknown, undefined, { status: 404, text: 'Resource not found' });
    const unlisted = await service.ask({ method: 'OPTIONS', path: paths[0] ?? '', key: null, headers });
    expectFault(unlisted, undefined, { status: 405, text: 'Method not allowed' });
  });
});

describe('api-version (D9)', () => {
  /** The member that tells the two layouts of the patient apart. */
  const isForm: Readonly<Record<number, (body: unknown) => void>> = {
    4: body => expect(body).toMatchObject([{ PatientEHRExtract: [{}] }]),
    5: body => expect(body).toMatchObject([{ patientEHRExtract: [{}] }]),
    200: () => undefined,
  };
  const bare = (row: Row, query: string) => {
    const kept = row.number === 2 ? '?id=59062&' : '?';
    return { ...call(row, { token }), path: `${row.path}${kept}${query}` };
  };

  it.each(rows)('operation $number: v2, or none', async row => {
    for (const [query, outcome] of [
      ['', row.versions.absent],
      ['api-version=v2', row.versions.v2],
    ] as const) {
      const answered = await service.ask(bare(row, query));
      if (outcome === 400) expectFault(answered, row, { status: 400, text: /api-version/ });
      else {
        expect(answered.status).toBe(200);
        isForm[outcome]?.(answered.body);
      }
    }
  });

  const others = ['v1', 'v3', 'V2', 'v2.0', '2', 'v2%20', ''].map(value => `api-version=${value}`);
  others.push('api-version=v2&api-version=v2', 'api-version=v2&api-version=v1');

  it.each(rows)('operation $number: any other value is 400', async row => {
    for (const query of others) {
      const answered = await service.ask(bare(row, query));
      expectFault(answered, row, { status: row.versions.other, text: /api-version/ });
    }
  });

  it.each(['api-version=v%32', 'api%2Dversion=v2', 'a=b&api-version=v2', 'a=b?&api-version=v2'])(
    'chooses operation 5 by ?%s',
    async query => {
      const answered = await service.ask(bare(rowOf(5), query));
      expect(answered.status).toBe(200);
      isForm[5]?.(answered.body);
    },
  );
});
