// Why a request was refused (D30): for every 4xx and 5xx one word of the closed list, in the line of its request id and in
// the metric of refusals, with the subscription's name as soon as its key is known.
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Failure } from '../../src/domain/model/failure.ts';
import { failureReasons } from '../../src/domain/model/failure-reasons.ts';
import type { AccessLog } from '../../src/ports/access-log.ts';
import { say } from '../attacks/requests/wire.ts';
import { forger } from '../attacks/tokens/forge.ts';
import { call, credentials, everyScope, raw, rowOf, smallEhr, speak } from '../http/contract.ts';
import { samplesOf, sumOf } from '../support/scrape.ts';
import { send } from '../support/send.ts';
import { type EhrServer, ehrServer, unknownPatient, xml } from '../support/servers/ehr-server.ts';
import { type Issuer, newKey, startIssuer } from '../support/servers/issuer.ts';
import {
  hashOf,
  key,
  type ServiceOptions,
  type ServiceRequest,
  startService,
  type TestService,
} from '../support/service/service.ts';

const root = join(import.meta.dirname, '../..');
const patient = '191212121212';
const stranger = '189001019802';
/** Enough patients, whose failures open a circuit. */
const others = ['198507302381', '199906062386', '196204052382', '194001172396', '201907152399', stranger];
const clientKey = 'client-key-0123456789abcdef';
const smallKey = 'small-key-0123456789abcdef';
const quickKey = 'quick-key-0123456789abcdef';

/** Operations; `profile` below says which system serves them. */
const [payment, arrival, bookings, notOffered] = [rowOf(1), rowOf(2), rowOf(3), rowOf(8)];
const [contacts, medications, notes] = [rowOf(6), rowOf(9), rowOf(10)];

let issuer: Issuer;
let ehr: EhrServer;
let gone: EhrServer;
let service: TestService;
let token: string;
const seen = new Set<string>();

const options = (): ServiceOptions => ({
  issuer,
  ehr: ehr.url,
  settings: { ADMIN_PORT: '0' },
  subscriptions: [
    { name: 'app', keys: [hashOf(key)], rateLimit: 1_000_000 },
    { name: 'kiosk', keys: [hashOf(clientKey)], clients: ['kiosk'] },
    { name: 'small', keys: [hashOf(smallKey)], rateLimit: 1 },
    { name: 'quick', keys: [hashOf(quickKey)], userRateLimit: 1 },
    { name: 'expired', keys: [hashOf('expired-key')], expires: '2020-02-29' },
    { name: 'paused', keys: [hashOf('paused-key')], paused: true },
    { name: 'elsewhere', keys: [hashOf('elsewhere-key')], networks: ['192.0.2.0/24'] },
    { name: 'bookings', keys: [hashOf('bookings-key')], operations: ['appointments'] },
  ],
  profile: {
    systems: {
      ehr: { adapter: 'extracts', baseUrl: ehr.url },
      narrow: {
        adapter: 'extracts',
        baseUrl: ehr.url,
        maxConcurrent: 1,
        maxAnswerBytes: 2000,
        timeoutMs: 300,
      },
      gone: { adapter: 'extracts', baseUrl: gone.url },
    },
    sources: {
      appointments: 'ehr',
      patients: 'ehr',
      journalNotes: 'ehr',
      attentionSignals: 'ehr',
      contacts: 'narrow',
      prescriptions: 'gone',
    },
  },
});

beforeAll(async () => {
  issuer = await startIssuer();
  [ehr, gone] = await Promise.all([ehrServer(smallEhr()), ehrServer(smallEhr())]);
  await gone.close();
  service = await startService(options());
  token = await issuer.sign({ patient, scope: everyScope });
});

afterAll(async () => {
  await Promise.all([service.close(), issuer.close(), ehr.close()]);
});

type Line = Readonly<Record<string, unknown>>;

/** The one line of a request's answer. */
const lineOf = async (at: TestService, requestId: string | null): Promise<Line> => {
  const lines = () => at.log().filter(line => line.requestId === requestId && line.msg === 'answered');
  await expect.poll(lines).toHaveLength(1);
  return lines()[0] ?? {};
};

const refusals = async (at: TestService, reason: string, subscription: string) =>
  sumOf(samplesOf(await at.scrape()), 'pdas_refusals_total', { reason, subscription });

type Expected = { readonly status: number; readonly reason: string; readonly subscription?: string };

/** Sends a request, and expects the reason in its line of the log and in the metric. */
const expectReason = async (asked: ServiceRequest, expected: Expected, at = service) => {
  const { status, reason, subscription = 'app' } = expected;
  const before = await refusals(at, reason, subscription);
  const answered = await at.ask(asked);
  expect(answered.status).toBe(status);
  const line = await lineOf(at, answered.headers.get('x-request-id'));
  expect(line).toMatchObject({ status, reason });
  expect(line.subscription).toBe(subscription === 'none' ? undefined : subscription);
  expect(await refusals(at, reason, subscription)).toBe(before + 1);
  expect(answered.text).not.toContain(reason);
  seen.add(reason);
};

describe('what is not refused', () => {
  test('has the subscription, and no reason', async () => {
    const { status, headers } = await service.ask(call(notes, { token }));
    const line = await lineOf(service, headers.get('x-request-id'));
    expect({ status, subscription: line.subscription }).toEqual({ status: 200, subscription: 'app' });
    expect(line).not.toHaveProperty('reason');
  });
});

describe('before the token', () => {
  test.each<[string, ServiceRequest, number, string]>([
    ['path-unknown', { path: '/nowhere/' }, 404, 'none'],
    ['method-unknown', { path: notes.path, method: 'DELETE' }, 405, 'none'],
    ['key-missing', { path: notes.path, key: null }, 401, 'none'],
    ['key-unknown', { path: notes.path, key: 'another' }, 401, 'none'],
    ['subscription-expired', { path: notes.path, key: 'expired-key' }, 401, 'expired'],
    ['subscription-paused', { path: notes.path, key: 'paused-key' }, 401, 'paused'],
    ['subscription-address', { path: notes.path, key: 'elsewhere-key' }, 403, 'elsewhere'],
    ['token-missing', { path: notes.path }, 401, 'app'],
  ])('%s', async (reason, asked, status, subscription) => {
    await expectReason(asked, { status, reason, subscription });
  });

  test('key-repeated', async () => {
    const { headers } = await speak(
      service.url,
      raw(notes, [
        ['ocp-apim-subscription-key', 'one'],
        ['ocp-apim-subscription-key', 'two'],
      ]),
    );
    expect(await lineOf(service, headers.get('x-request-id'))).toMatchObject({
      status: 401,
      reason: 'key-repeated',
    });
    seen.add('key-repeated');
  });

  test('rate-address and rate-subscription-address', async () => {
    const limited = await startService({ ...options(), settings: { ADMIN_PORT: '0', RATE_LIMIT: '1' } });
    await limited.ask({ path: notes.path, key: null });
    await expectReason(
      { path: notes.path, key: null },
      { status: 429, reason: 'rate-address', subscription: 'none' },
      limited,
    );
    await limited.ask({ path: notes.path, key: smallKey });
    const expected = { status: 429, reason: 'rate-subscription-address', subscription: 'small' };
    await expectReason({ path: notes.path, key: smallKey }, expected, limited);
    await limited.close();
  });

  test('proxy-required', async () => {
    const behind = await startService({
      ...options(),
      settings: { ADMIN_PORT: '0', TRUST_PROXY: '10.0.0.1' },
    });
    await expectReason(
      call(notes, { token }),
      { status: 403, reason: 'proxy-required', subscription: 'none' },
      behind,
    );
    await behind.close();
  });

  test('not-ready', async () => {
    const accessLog: AccessLog = {
      append: async () => {},
      isWritable: async () => false,
      isKnownUnwritable: () => false,
    };
    const unready = await startService({ ...options(), replaced: { accessLog } });
    await expectReason(
      { path: '/health/ready', key: null },
      { status: 503, reason: 'not-ready', subscription: 'none' },
      unready,
    );
    await unready.close();
  });
});

describe('what cannot be read as a request', () => {
  test.each<[string, number, string]>([
    ['http-malformed', 400, 'GET / HTTP/1.1\r\nhost: a\r\n broken\r\n\r\n'],
    ['http-headers-too-large', 431, `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['http-expectation', 417, 'GET / HTTP/1.1\r\nhost: a\r\nexpect: other\r\nconnection: close\r\n\r\n'],
    ['http-connect', 400, 'CONNECT a:443 HTTP/1.1\r\nhost: a:443\r\n\r\n'],
    ['http-host', 400, 'GET /health/live HTTP/1.1\r\nconnection: close\r\n\r\n'],
    ['http-version', 505, 'GET / HTTP/2.0\r\nhost: a\r\n\r\n'],
    [
      'http-transfer-encoding',
      501,
      'PUT / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
    ],
    ['http-framing', 400, 'GET / HTTP/1.0\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['http-url', 400, 'GET /%zz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n'],
    ['http-url', 400, 'GET /health/live#a HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n'],
  ])('%s: %d', async (reason, status, bytes) => {
    const before = await refusals(service, reason, 'none');
    const {
      answers: [answered],
    } = await say(service.url, bytes);
    expect(answered?.status).toBe(status);
    const line = await lineOf(service, answered?.headers.get('x-request-id') ?? null);
    expect(line).toMatchObject({ status, reason });
    expect(await refusals(service, reason, 'none')).toBe(before + 1);
    seen.add(reason);
  });
});

describe('a body that breaks when the gates have passed', () => {
  test('has one line and one entry, both with the status that was answered', async () => {
    const before = await refusals(service, 'http-malformed', 'app');
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    let heard = '';
    socket.on('data', bytes => {
      heard += String(bytes);
    });
    const known = service.entries().length;
    const put = { method: 'PUT', path: `${arrival.path}${arrival.query}` };
    socket.write(raw(put, [...credentials(token), ['transfer-encoding', 'chunked']]));
    // By then, the gates have let it in, and its body is awaited.
    await wait(300);
    socket.write('zz\r\n');
    await once(socket, 'close');
    expect(heard).toMatch(/^HTTP\/1.1 400 /);
    const id = /x-request-id: (\S+)/.exec(heard)?.[1] ?? '';
    const line = await lineOf(service, id);
    expect(line).toMatchObject({ status: 400, reason: 'http-malformed', subscription: 'app' });
    await expect.poll(() => service.entries().slice(known)).toHaveLength(1);
    expect(service.entries().at(-1)).toMatchObject({ requestId: id, status: 400, phase: 'done' });
    expect(service.log().filter(({ requestId }) => requestId === id)).toHaveLength(1);
    expect(await refusals(service, 'http-malformed', 'app')).toBe(before + 1);
  });
});

describe('the token', () => {
  const now = Math.floor(Date.now() / 1000);
  const refused: readonly [string, () => Promise<string> | string][] = [
    ['token-malformed', () => 'not-a-token'],
    ['token-type', () => issuer.sign({}, { header: { typ: 'dpop+jwt' } })],
    ['token-type', () => issuer.sign({ at_hash: 'x' })],
    ['token-algorithm', () => forger(issuer, {})({ head: { alg: 'none' } })],
    ['token-key-unknown', async () => issuer.sign({}, { key: await newKey() })],
    ['token-key-unknown', () => issuer.sign({}, { header: { kid: undefined } })],
    ['token-signature', () => forger(issuer, {})({ signature: () => Buffer.alloc(64, 1) })],
    ['token-issuer', () => issuer.sign({ iss: 'https://other.example.com' })],
    ['token-audience', () => issuer.sign({ aud: 'urn:another' })],
    ['token-expired', () => issuer.sign({ exp: now - 60 })],
    ['token-not-yet-valid', () => issuer.sign({ nbf: now + 600 })],
    ['token-claims', () => issuer.sign({ exp: undefined })],
    ['token-bound', () => issuer.sign({ cnf: { 'x5t#S256': 'x'.repeat(43) } })],
  ];

  test.each(refused)('%s', async (reason, make) => {
    await expectReason(call(notes, { token: await make() }), { status: 401, reason });
  });

  test('issuer-keys-unavailable', async () => {
    const away = await startIssuer();
    away.available = false;
    const waiting = await startService({ ...options(), issuer: away });
    const theirs = await away.sign({ patient, scope: everyScope });
    await expectReason(
      call(notes, { token: theirs }),
      { status: 503, reason: 'issuer-keys-unavailable' },
      waiting,
    );
    await Promise.all([waiting.close(), away.close()]);
  });
});

describe('after the token', () => {
  test('client-mismatch', async () => {
    const expected = { status: 403, reason: 'client-mismatch', subscription: 'kiosk' };
    await expectReason(call(notes, { token, key: clientKey }), expected);
  });

  test('subscription-operation', async () => {
    const expected = { status: 403, reason: 'subscription-operation', subscription: 'bookings' };
    await expectReason(call(notes, { token, key: 'bookings-key' }), expected);
  });

  test('scope-missing', async () => {
    const scopeless = await issuer.sign({ patient, scope: 'openid' });
    await expectReason(call(notes, { token: scopeless }), { status: 403, reason: 'scope-missing' });
  });

  test('rate-user', async () => {
    const asked = call(notes, { token, key: quickKey });
    await service.ask(asked);
    await expectReason(asked, { status: 429, reason: 'rate-user', subscription: 'quick' });
  });

  test('rate-subscription: from several addresses', async () => {
    const asked = call(notes, { token, key: smallKey });
    await service.ask(asked);
    const { status, headers } = await send({ ...asked, url: service.url, localAddress: '127.0.0.2' });
    expect(status).toBe(429);
    const line = await lineOf(service, String(headers['x-request-id']));
    expect(line).toMatchObject({ reason: 'rate-subscription', subscription: 'small' });
    seen.add('rate-subscription');
  });

  test.each<[string, Readonly<Record<string, unknown>>, string | undefined, number]>([
    ['subject-number-invalid', { patient }, '191212121213', 400],
    ['subject-missing', {}, undefined, 403],
    ['subject-claim-invalid', { patient: 'nobody' }, undefined, 403],
    ['subject-not-represented', { patient }, stranger, 403],
  ])('%s', async (reason, claims, named, status) => {
    const theirs = await issuer.sign({ scope: everyScope, ...claims });
    await expectReason(call(notes, { token: theirs, patient: named }), { status, reason });
  });

  test('subject-protected', async () => {
    ehr.answer = smallEhr(() => true);
    const guardian = await issuer.sign({ patient, acts_for: stranger, scope: everyScope });
    await expectReason(call(notes, { token: guardian, patient: stranger }), {
      status: 403,
      reason: 'subject-protected',
    });
  });

  test.each<[string, ServiceRequest, number]>([
    ['body-media-type', call(payment, { headers: { 'content-type': 'text/plain' }, body: '{}' }), 415],
    [
      'body-too-large',
      call(payment, { body: ' '.repeat(70_000), headers: { 'content-type': 'application/json' } }),
      413,
    ],
    ['body-invalid', call(payment, { body: '{', headers: { 'content-type': 'application/json' } }), 400],
    ['body-invalid', call(payment, { body: { status: 'UNPAID' } }), 400],
    ['query-invalid', call(notes, { more: 'fromDateTime=today' }), 400],
    ['query-invalid', call(notes, { more: 'fromDateTime=2026-02-30T00:00:00' }), 400],
    ['query-invalid', call(notes, { more: 'x=%zz' }), 400],
    ['query-invalid', { ...call(arrival), path: arrival.path }, 400],
    ['not-offered', call(notOffered), 404],
  ])('%s', async (reason, asked, status) => {
    await expectReason({ ...asked, token }, { status, reason });
  });

  test('access-log-unwritable', async () => {
    const accessLog: AccessLog = {
      append: () => Promise.reject(new Failure('log-unavailable', { reason: 'access-log-unwritable' })),
      isWritable: async () => true,
      isKnownUnwritable: () => false,
    };
    const without = await startService({ ...options(), replaced: { accessLog } });
    await expectReason(call(notes, { token }), { status: 503, reason: 'access-log-unwritable' }, without);
    await without.close();
  });

  test('answer-budget-exceeded', async () => {
    const poor = await startService({
      ...options(),
      settings: { ADMIN_PORT: '0', ANSWER_BUDGET_BYTES: '10' },
    });
    ehr.answer = smallEhr();
    await expectReason(call(notes, { token }), { status: 503, reason: 'answer-budget-exceeded' }, poor);
    await poor.close();
  });

  test('answer-share-exceeded', async () => {
    ehr.answer = smallEhr();
    const { text } = await service.ask(call(notes, { token }));
    const settings = { ADMIN_PORT: '0', ANSWER_BUDGET_BYTES: String(4 * text.length) };
    const shared = await startService({ ...options(), settings });
    await expectReason(call(notes, { token }), { status: 503, reason: 'answer-share-exceeded' }, shared);
    await shared.close();
  });

  test('unexpected', async () => {
    const subscriptions = () => {
      throw new Error('a bug');
    };
    const broken = await startService({ ...options(), replaced: { subscriptions } });
    await expectReason(
      call(notes, { token }),
      { status: 500, reason: 'unexpected', subscription: 'none' },
      broken,
    );
    await broken.close();
  });
});

describe('the EHR', () => {
  const deep = `${'<a>'.repeat(200)}${'</a>'.repeat(200)}`;
  const found = `<JournalNoteEHRExtracts><JournalNoteEHRExtract>${deep}</JournalNoteEHRExtract></JournalNoteEHRExtracts>`;
  type Answer = EhrServer['answer'];
  const failing =
    (status: number): Answer =>
    (_, response) =>
      xml(response, '', status);

  test.each<[string, ReturnType<typeof rowOf>, Answer, number]>([
    ['ehr-says-unavailable', notes, failing(429), 503],
    ['ehr-says-timeout', notes, failing(504), 504],
    ['ehr-no-answer', notes, (_, response) => response.destroy(), 503],
    ['ehr-status', notes, failing(500), 502],
    ['ehr-document', notes, (_, response) => xml(response, '<html/>'), 502],
    [
      'ehr-unknown-element',
      notes,
      (_, response) =>
        xml(response, '<JournalNoteEHRExtracts><JournalNoteExtract/></JournalNoteEHRExtracts>'),
      502,
    ],
    ['ehr-not-well-formed', notes, (_, response) => xml(response, '<JournalNoteEHRExtracts>'), 502],
    ['ehr-limit', notes, (_, response) => xml(response, found), 502],
    [
      'ehr-encoding',
      notes,
      (_, response) => response.writeHead(200, { 'content-encoding': 'br' }).end('x'),
      502,
    ],
    [
      'ehr-encoding',
      notes,
      (_, response) => xml(response, '<?xml version="1.0" encoding="klingon"?><a/>'),
      502,
    ],
    [
      'ehr-answer-broken-off',
      notes,
      (_, response) => {
        response.writeHead(200, { 'content-length': 1000 }).write('<JournalNoteEHRExtracts>');
        setTimeout(() => response.destroy(), 20);
      },
      502,
    ],
    ['ehr-answer-too-large', contacts, (_, response) => xml(response, `<a>${'x'.repeat(5000)}</a>`), 502],
    ['ehr-timeout', contacts, () => {}, 504],
    ['patient-unknown', notes, (_, response) => xml(response, unknownPatient, 404), 404],
    [
      'ehr-wrong-patient',
      bookings,
      (_, response) =>
        xml(
          response,
          `<Bookings><Patient><PersonNumbers><Number>${stranger}</Number></PersonNumbers></Patient></Bookings>`,
        ),
      502,
    ],
  ])('%s', async (reason, row, answer, status) => {
    ehr.answer = answer;
    await expectReason(call(row, { token }), { status, reason });
  });

  test('ehr-outcome-unknown: a write that may have been done', async () => {
    ehr.answer = (received, response) => {
      if (received.method === 'GET') return smallEhr()(received, response);
      return response.destroy();
    };
    await expectReason(call(payment, { token }), { status: 504, reason: 'ehr-outcome-unknown' });
  });

  test('ehr-not-notified: a write that certainly was not', async () => {
    const closing: EhrServer = await ehrServer((received, response) => {
      response.setHeader('connection', 'close');
      smallEhr()(received, response);
      return closing.close();
    });
    const profile = { systems: { ehr: { adapter: 'extracts', baseUrl: closing.url } }, sources: undefined };
    const one = await startService({ ...options(), profile });
    await expectReason(call(arrival, { token }), { status: 503, reason: 'ehr-not-notified' }, one);
    await one.close();
  });

  /** The outcomes of simultaneous calls to a system that allows one at a time. */
  const expectRefused = async (at: TestService, reason: string) => {
    ehr.answer = () => {};
    const answers = await Promise.all(Array.from({ length: 6 }, () => at.ask(call(contacts, { token }))));
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused).not.toEqual([]);
    for (const { headers, text } of refused) {
      expect(await lineOf(at, headers.get('x-request-id'))).toMatchObject({ reason });
      // The EHR was not asked: the client hears that the service is busy (D14).
      expect(headers.get('x-error')).toBe('overloaded');
      expect(text).toContain('"The service is not available. Try again later."');
    }
    seen.add(reason);
  };

  test('ehr-share-taken: more calls of one subscription than its share', () =>
    expectRefused(service, 'ehr-share-taken'));

  test('ehr-places-taken: more calls than a system takes', async () => {
    const only = await startService({ ...options(), subscriptions: [{ name: 'app', keys: [hashOf(key)] }] });
    await expectRefused(only, 'ehr-places-taken');
    await only.close();
  });

  test('ehr-no-connection, until the circuit opens', async () => {
    await expectReason(call(medications, { token }), { status: 503, reason: 'ehr-no-connection' });
    for (const one of others) {
      const theirs = await issuer.sign({ patient: one, scope: everyScope });
      await service.ask(call(medications, { token: theirs }));
    }
    await expectReason(call(medications, { token }), { status: 503, reason: 'ehr-circuit-open' });
  });
});

/** The other test files: they cover reasons that need a process, a second system or a guardian. */
const otherTests = () =>
  globSync('test/**/*.test.ts', { cwd: root, exclude: name => name === 'node_modules' })
    .filter(name => name !== relative(root, import.meta.filename))
    .map(name => readFileSync(join(root, name), 'utf8'))
    .join();

test('every reason of the closed list occurs here or in another test', () => {
  const others = otherTests();
  expect(others.length).toBeGreaterThan(100_000);
  const all = [...Object.values(failureReasons).flat(), 'not-ready'];
  expect(all.filter(word => !seen.has(word) && !others.includes(`'${word}'`))).toEqual([]);
});
