// A scan of everything that the service says: each operation's success and every class of failure, with marks in all that
// is personal or secret. Each mark may be in its places alone (D11, D14, D23), and every answer has the headers of an
// interface that gives out health data.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  call,
  credentials,
  documentOf,
  everyScope,
  isWrite,
  type Row,
  rowOf,
  rows,
  subscription,
} from '../http/contract.ts';
import { listed } from '../support/listed.ts';
import { type EhrServer, ehrServer, unknownPatient, xml } from '../support/servers/ehr-server.ts';
import { type Issuer, startIssuer } from '../support/servers/issuer.ts';
import { type Answered, hashOf, startService, type TestService } from '../support/service/service.ts';
import { request, say } from './requests/wire.ts';

/** Not the one that our own texts show as an example. */
const own = '189001029819';
/** A patient that the caller may not act for, named in a body and in a query. */
const stranger = '189001019802';
const secretKey = 'Kq8hemlignyckel0001';
const otherKey = 'Kq8hemlignyckel0002';
const badKey = 'Kq8hemlignyckel0003';
const ehrKey = 'Kq8hemlignyckel0004';
const keys = [secretKey, otherKey, badKey, ehrKey];
/** In every value of a record, and in all that a broken EHR says. */
const content = 'Jq5journaltext';
/** In values of the client that are not good. */
const nonsense = 'Xq9orimligt';
const user = 'Uq3anvandare';
const inside = 'Hq2inneihuset';

type Seen = { readonly what: string; readonly answered: Answered };

let issuer: Issuer;
let ehr: EhrServer;
let service: TestService;
const seen: Seen[] = [];
const tokens: string[] = [];
let log = '';
let accessLog = '';

const records: Readonly<Record<string, string>> = {
  '/bookings':
    `<Bookings><ResultCode>OK</ResultCode><Comment>${content}</Comment><Booking><ContactId>59062</ContactId>` +
    `<Status>BOOKED</Status><PaymentStatus>UNPAID</PaymentStatus><CareGiver>${content}</CareGiver></Booking></Bookings>`,
  '/videomeetings': `<VideoMeetings><VideoMeeting><ActionId>349576</ActionId><ServiceName>${content}</ServiceName></VideoMeeting></VideoMeetings>`,
};

const recordOf = (path: string, patient: string) =>
  records[path] ??
  documentOf(path, patient)
    .replace('<Patient>', `<ehr_id extension="${content}" root="1.2.3"/><Patient>`)
    .replace('</Patient>', '<PatientProtectedId>false</PatientProtectedId></Patient>');

const done = `<ResultRecord><ResultCode>OK</ResultCode><Comment>${content}</Comment></ResultRecord>`;

const healthy: EhrServer['answer'] = ({ method, path, query }, response) =>
  xml(response, method === 'GET' ? recordOf(path, query.get('patient') ?? '') : done);

const page = `<!DOCTYPE html><html><body>${inside}: ${content} ${own} ${ehrKey}</body></html>`;

/** What an EHR can do wrong; all of it quotes what it should not. */
const faults: readonly [string, EhrServer['answer']][] = [
  ...[400, 401, 403, 404, 409, 429, 500, 502, 503, 504].map((status): [string, EhrServer['answer']] => [
    `EHR ${status}`,
    (_, response) => response.writeHead(status, { 'content-type': 'text/html', server: inside }).end(page),
  ]),
  ['EHR redirect', (_, response) => response.writeHead(302, { location: `http://${inside}/${own}` }).end()],
  ['EHR page', (_, response) => response.writeHead(200).end(page)],
  ['EHR gone', (_, response) => response.socket?.destroy()],
  [
    'EHR without such a patient',
    (_, response) => xml(response, unknownPatient.replace('not here', `${content} ${own}`), 404),
  ],
  [
    'EHR cut',
    ({ path, query }, response) => xml(response, recordOf(path, query.get('patient') ?? '').slice(0, -5)),
  ],
  ['EHR not well-formed', ({ path }, response) => xml(response, `${recordOf(path, own)}<${content}`)],
  ['EHR other root', (_, response) => xml(response, `<${content}>${own}</${content}>`)],
  ['EHR document type', ({ path }, response) => xml(response, `<!DOCTYPE ${content}>${recordOf(path, own)}`)],
  ['EHR foreign record', ({ path }, response) => xml(response, recordOf(path, stranger))],
  [
    'EHR bad value',
    ({ path }, response) =>
      xml(
        response,
        recordOf(path, own).replace('</', `<PatientProtectedId>${content}</PatientProtectedId></`),
      ),
  ],
  [
    'EHR bad encoding',
    (_, response) => xml(response, Buffer.from(`<?xml version="1.0" encoding="${content}"?><a/>`)),
  ],
  [
    'EHR broken gzip',
    (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'application/xml' }).end(page),
  ],
];

const sign = async (claims: Readonly<Record<string, unknown>> = {}) => {
  const token = await issuer.sign({ sub: user, patient: own, scope: everyScope, ...claims });
  tokens.push(token);
  return token;
};

const note = async (what: string, asked: Promise<Answered>) => {
  seen.push({ what, answered: await asked });
};

const ask = (row: Row, options: Parameters<typeof call>[1]) =>
  service.ask(call(row, { key: secretKey, ...options }));

const refusals = async (row: Row) => {
  const token = await sign();
  const scopeless = await sign({ scope: `openid ${nonsense}` });
  const nobody = await sign({ patient: undefined });
  const expired = await sign({ exp: 1 });
  const cases: readonly [string, Parameters<typeof call>[1]][] = [
    ['no key', { token, key: null, patient: own }],
    ['bad key', { token, key: badKey, patient: own }],
    ['key in the URL', { token, key: null, more: `subscription-key=${secretKey}` }],
    ['no token', {}],
    ['junk token', { token: `${nonsense}.${nonsense}.${nonsense}` }],
    ['expired token', { token: expired }],
    ['forged token', { token: `${token.slice(0, -4)}AAAA` }],
    ['Basic', { headers: { authorization: `Basic ${nonsense}` } }],
    ['another client', { token, key: otherKey }],
    ['scope', { token: scopeless }],
    ['bad patient', { token, patient: `${stranger}${nonsense}` }],
    ['bad check digit', { token, patient: '189001019803' }],
    ['refused patient', { token, patient: stranger }],
    ['no patient', { token: nobody }],
    ['bad query', { token, more: `api-version=${nonsense}${stranger}` }],
    ['bad encoding', { token, more: `x=%ff${nonsense}` }],
    ['bad request id', { token, headers: { 'x-request-id': `${nonsense}${stranger}` } }],
    ['cookie', { token, key: null, headers: { cookie: `session=${nonsense}`, 'x-api-key': badKey } }],
  ];
  for (const [what, options] of cases) await note(`${row.number} ${what}`, ask(row, options));
  if (row.interval) {
    for (const more of [
      `fromDateTime=${nonsense}`,
      'fromDateTime=2027-01-01T00:00:00&toDateTime=2026-01-01T00:00:00',
    ]) {
      await note(`${row.number} bad interval`, ask(row, { token, more }));
    }
  }
  if (!isWrite(row)) return;
  const json = { 'content-type': 'application/json' };
  const bodies: readonly [string, Parameters<typeof call>[1]][] = [
    ['no JSON', { body: `{"${nonsense}`, headers: json }],
    ['bad status', { body: { ...row.body, status: `${nonsense}${stranger}` } }],
    ['bad contactId', { body: { status: nonsense, contactId: [nonsense], paymentType: nonsense } }],
    ['__proto__', { body: `{"__proto__":{"x":"${nonsense}"}}`, headers: json }],
    ['too large', { body: nonsense.repeat(7000), headers: json }],
    ['media type', { body: nonsense, headers: { 'content-type': `text/${nonsense}` } }],
    ['no body', { body: '' }],
  ];
  for (const [what, options] of bodies) await note(`${row.number} ${what}`, ask(row, { token, ...options }));
};

const behindTheGates = async (row: Row) => {
  const token = await sign();
  for (const [what, answer] of faults) {
    ehr.answer = answer;
    await note(`${row.number} ${what}`, ask(row, { token }));
  }
  ehr.answer = healthy;
};

const outside = async () => {
  const token = await sign();
  const headers = { patient: stranger };
  const paths: readonly [string, string][] = [
    ['GET', '/'],
    ['GET', `/patients/${stranger}/`],
    ['GET', `/${nonsense}`],
    ['GET', `/patients/contacts/${stranger}?x=${nonsense}`],
    ['DELETE', '/patients/contacts/'],
    ['HEAD', '/patients/contacts/'],
    ['OPTIONS', '/patients/contacts/'],
    ['PATCH', `/patients/appointments/?id=${nonsense}`],
    ['GET', `/patients/%zz${nonsense}/`],
    ['GET', '/health/live'],
    ['GET', '/health/ready'],
    ['POST', '/health/ready'],
  ];
  for (const [method, path] of paths) {
    await note(`${method} ${path}`, service.ask({ method, path, token, key: secretKey, headers }));
  }
  const path = `/patients/contacts/?x=${nonsense}`;
  const host = `host: x\r\nconnection: close\r\nocp-apim-subscription-key: ${secretKey}\r\nauthorization: Bearer ${token}\r\npatient: ${stranger}\r\n`;
  const malformed: readonly string[] = [
    `${nonsense}\r\n\r\n`,
    `${nonsense} ${path} HTTP/1.1\r\n${host}\r\n`,
    `GET ${path} HTTP/9.9\r\n${host}\r\n`,
    `GET ${path} HTTP/1.1\r\n${host}${nonsense}\r\n\r\n`,
    `GET ${path} HTTP/1.1\r\n${host}a b: ${nonsense}\r\n\r\n`,
    `GET ${path} HTTP/1.1\r\n${host}x: \x00${nonsense}\r\n\r\n`,
    `GET ${path} HTTP/1.1\r\n${host}x: ${nonsense.repeat(2000)}\r\n\r\n`,
    `GET ${path} HTTP/1.1\r\nconnection: close\r\n\r\n`,
    `GET ${path} HTTP/1.1\r\n${host}expect: ${nonsense}\r\n\r\n`,
    `PUT ${path} HTTP/1.1\r\n${host}content-length: 1\r\ncontent-length: 2\r\n\r\nxx`,
    `PUT ${path} HTTP/1.1\r\n${host}content-length: ${nonsense}\r\n\r\n`,
    `PUT ${path} HTTP/1.1\r\n${host}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
  ];
  for (const text of malformed) {
    const { answers } = await say(service.url, text);
    expect(answers).toHaveLength(1);
    for (const answered of answers) seen.push({ what: JSON.stringify(text.slice(0, 60)), answered });
  }
  const twice = [...credentials(token), ['patient', stranger], ['patient', own]] as const;
  for (const answered of (await say(service.url, request({ path }, twice))).answers) {
    seen.push({ what: 'two patients', answered });
  }
};

/** What needs a service of its own. */
const elsewhere = async () => {
  const token = await sign();
  const one = await startService({
    issuer,
    ehr: ehr.url,
    profile: { sources: { patients: 'ehr' } },
    subscriptions: [subscription('few', { rateLimit: 10 })],
    settings: { LOG_LEVEL: 'trace', TRUST_PROXY: '127.0.0.1' },
  });
  const https = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.1' };
  const options = { token, key: 'few-key', headers: https };
  for (const row of rows) await note(`${row.number} not offered or 429`, one.ask(call(row, options)));
  for (const row of rows) await note(`${row.number} 429`, one.ask(call(row, options)));
  await note('no HTTPS', one.ask(call(rowOf(3), { token, key: 'few-key' })));
  log += JSON.stringify(one.log());
  await one.close();
  const silent = await startIssuer();
  silent.available = false;
  const lost = await startService({ issuer: silent, ehr: ehr.url, settings: { LOG_LEVEL: 'trace' } });
  const unknown = await silent.sign({ sub: user, patient: own, scope: everyScope });
  tokens.push(unknown);
  for (const row of rows) await note(`${row.number} no keys`, lost.ask(call(row, { token: unknown })));
  log += JSON.stringify(lost.log());
  await lost.close();
  await silent.close();
};

beforeAll(async () => {
  issuer = await startIssuer();
  ehr = await ehrServer(healthy);
  service = await startService({
    issuer,
    ehr: ehr.url,
    subscriptions: [
      { name: 'app', keys: [hashOf(secretKey)], rateLimit: 1_000_000 },
      { name: 'kiosks', keys: [hashOf(otherKey)], rateLimit: 1_000_000, clients: ['kiosk'] },
    ],
    system: { headers: { 'x-api-key': ehrKey }, timeoutMs: 2000 },
    settings: { LOG_LEVEL: 'trace' },
  });
  for (const row of rows) {
    await note(`${row.number} good`, ask(row, { token: await sign() }));
    await note(
      `${row.number} good, for another`,
      ask(row, { token: await sign({ acts_for: [stranger] }), patient: stranger }),
    );
    await refusals(row);
  }
  await outside();
  await elsewhere();
  // Last, since a circuit opens.
  for (const row of rows) await behindTheGates(row);
  log += JSON.stringify(service.log());
  accessLog = readFileSync(join(service.folder, 'access.log'), 'utf8');
}, 120_000);

afterAll(async () => {
  await Promise.all([service.close(), issuer.close(), ehr.close()]);
});

const all = ({ answered: { headers, text } }: Seen) =>
  `${[...headers].map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n${text}`;

/** Those that say something, by what was asked. */
const saying = (text: string, among: readonly Seen[] = seen) =>
  among.filter(one => all(one).includes(text)).map(({ what, answered }) => `${what} → ${answered.status}`);

const errors = () => seen.filter(({ answered }) => answered.status !== 200);

it('has seen every status that there is, of every operation', () => {
  const statuses = new Set(seen.map(({ answered }) => answered.status));
  for (const status of [200, 400, 401, 403, 404, 405, 413, 415, 417, 429, 431, 500, 501, 502, 503]) {
    expect(statuses).toContain(status);
  }
  expect(seen.length).toBeGreaterThan(500);
  expect(log.length).toBeGreaterThan(50_000);
  const reads = seen.filter(({ what }) => /^\d+ good/.test(what));
  expect(reads.map(({ answered }) => answered.status)).toEqual(Array(2 * rows.length).fill(200));
  // The marks do reach the service: records are answered, people are in the access log.
  expect(saying(content, reads).length).toBe(reads.length);
  for (const number of [own, stranger]) expect(accessLog).toContain(number);
});

describe('answers', () => {
  it('of errors say nothing of records', () => {
    expect(saying(content, errors())).toEqual([]);
  });

  it('of errors say no personal number', () => {
    expect(saying(own, errors())).toEqual([]);
    expect(saying(stranger, errors())).toEqual([]);
  });

  it('of success say the number of the patient asked for, and of nobody else', () => {
    const good = seen.filter(({ answered }) => answered.status === 200);
    const forAnother = good.filter(({ what }) => what.includes('for another'));
    expect(saying(own, forAnother)).toEqual([]);
    expect(
      saying(
        stranger,
        good.filter(one => !forAnother.includes(one)),
      ),
    ).toEqual([]);
    expect(saying(stranger, forAnother).length).toBeGreaterThan(0);
  });

  it('repeat nothing that a client sent, and nothing from inside', () => {
    for (const text of [nonsense, user, inside, ...keys, 'few-key']) {
      expect(saying(text)).toEqual([]);
    }
    for (const token of tokens) {
      expect(saying(token.split('.')[1] ?? token)).toEqual([]);
      expect(saying(token.split('.')[2] ?? token)).toEqual([]);
    }
  });

  it('name no host, path, program or place in the code', () => {
    const hosts = [ehr, issuer].map(({ url }) => new URL(url).host);
    const secrets = [...hosts, service.folder, '127.0.0.1', 'localhost'];
    const ours = [...listed('node_modules /src/ .ts: .js: node: Error: FST_ HPE_ ECONN'), 'at async'];
    for (const text of [...secrets, ...ours, 'fastify', 'undici', 'ajv', 'jose', 'JWS', 'JSON at position']) {
      expect(saying(text)).toEqual([]);
    }
  });

  /** What an interface that gives out health data sends, whatever it answers. */
  const expected: Readonly<Record<string, RegExp>> = {
    'cache-control': /^no-store$/,
    'content-security-policy': /^default-src 'none'; frame-ancestors 'none'$/,
    'cross-origin-resource-policy': /^same-origin$/,
    'referrer-policy': /^no-referrer$/,
    'strict-transport-security': /^max-age=31536000(; includeSubDomains)?$/,
    'x-content-type-options': /^nosniff$/,
    'x-frame-options': /^DENY$/,
    'x-request-id': /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/,
    'content-type': /^application\/json; charset=utf-8$/,
  };
  it.each(Object.entries(expected))('all have %s', (name, value) => {
    const others = seen.filter(({ answered }) => !value.test(answered.headers.get(name) ?? ''));
    expect(others.map(({ what }) => what)).toEqual([]);
  });

  const forbidden = listed(`
    server x-powered-by via etag last-modified set-cookie access-control-allow-origin location
  `);
  it.each(forbidden)('none has %s', name => {
    expect(seen.filter(({ answered }) => answered.headers.has(name)).map(({ what }) => what)).toEqual([]);
  });

  it('have no other headers than those that are known', () => {
    const known = [
      ...Object.keys(expected),
      ...listed('content-length date connection keep-alive allow retry-after vary'),
      ...listed('www-authenticate x-error x-left-out'),
    ];
    const names = new Set(seen.flatMap(({ answered }) => [...answered.headers.keys()]));
    expect([...names].filter(name => !known.includes(name))).toEqual([]);
  });
});

describe('the log, at its most talkative', () => {
  it('has no number, record, key or token, and nothing that a client sent', () => {
    for (const text of [own, stranger, content, nonsense, ...keys, user, inside]) {
      const at = log.indexOf(text);
      expect(at === -1 ? '' : log.slice(Math.max(0, at - 300), at + 100)).toBe('');
    }
    for (const token of tokens)
      expect(token.split('.').some(part => part.length > 8 && log.includes(part))).toBe(false);
  });
});

describe('the access log', () => {
  it('has people, and neither keys nor tokens nor records', () => {
    for (const text of [content, nonsense, ...keys, inside]) {
      expect(accessLog).not.toContain(text);
    }
    for (const token of tokens) expect(accessLog).not.toContain(token.split('.')[2] ?? token);
  });
});
