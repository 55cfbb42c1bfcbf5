// The word for programs, `x-error` (D30): for every way to be refused, the status, the sentence and the word, by hand.
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Failure } from '../../src/domain/model/failure.ts';
import { type EhrServer, ehrServer, unknownPatient, xml } from '../support/servers/ehr-server.ts';
import { type Issuer, startIssuer } from '../support/servers/issuer.ts';
import {
  type Answered,
  type ServiceOptions,
  startService,
  type TestService,
} from '../support/service/service.ts';
import { call, everyScope, raw, rowOf, smallEhr, speak, subscription } from './contract.ts';

const own = '191212121212';
const other = '201907152399';

let issuer: Issuer;
let ehr: EhrServer;
let service: TestService;
let token: string;

beforeAll(async () => {
  issuer = await startIssuer();
  ehr = await ehrServer(smallEhr());
  const subscriptions = [
    subscription('app'),
    subscription('bound', { clients: ['another'] }),
    subscription('elsewhere', { networks: ['192.0.2.0/24'] }),
    subscription('bookings', { operations: ['appointments'] }),
    subscription('slow', { rateLimit: 1 }),
  ];
  service = await startService({ issuer, ehr: ehr.url, subscriptions });
  token = await issuer.sign({ patient: own, scope: everyScope });
});

afterAll(async () => {
  await Promise.all([service.close(), issuer.close(), ehr.close()]);
});

beforeEach(() => {
  ehr.answer = smallEhr();
});

type Request = Parameters<TestService['ask']>[0];

/** A usual call of an operation with the key of `app`. */
const usual = (number: number, options: Parameters<typeof call>[1] = {}): Request =>
  call(rowOf(number), { key: 'app-key', token, ...options });

const askOf = async (options: Partial<ServiceOptions>, request: () => Request): Promise<Answered> => {
  const one = await startService({ issuer, ehr: ehr.url, subscriptions: [subscription('app')], ...options });
  const answered = await one.ask(request());
  await one.close();
  return answered;
};

const ehrAnswers = (answer: (response: ServerResponse) => unknown, number = 10) => {
  ehr.answer = (_, response) => answer(response);
  return service.ask(usual(number));
};

const accessLog = {
  append: async () => {
    throw new Failure('log-unavailable', { reason: 'access-log-unwritable' });
  },
  isWritable: async () => false,
  isKnownUnwritable: () => false,
};

const unavailable = 'The service is not available. Try again later.';
const unreadable = 'The request cannot be read.';
const id =
  'The parameter id must be a string of 1 to 128 characters, none of them a control character, for example 59062.';
const noBody =
  'The body must be a JSON object in UTF-8, with each member once and none called __proto__, for example {"status":"arrived"}.';

type Case = readonly [
  name: string,
  status: number,
  sentence: string | RegExp,
  word: string,
  provoke: () => Promise<Answered>,
];

const cases: readonly Case[] = [
  // Before the gates.
  [
    'no trusted proxy',
    403,
    'HTTPS through the trusted proxy is required.',
    'proxy-required',
    () => askOf({ settings: { TRUST_PROXY: '192.0.2.1' } }, () => usual(10)),
  ],
  [
    'too many requests in flight',
    503,
    unavailable,
    'overloaded',
    () => askOf({ limits: { requests: 0 } }, () => usual(10)),
  ],
  ['an unknown path', 404, 'Resource not found', 'not-found', () => service.ask({ path: '/nowhere/' })],
  [
    'another method',
    405,
    'Method not allowed',
    'method-not-allowed',
    () => service.ask({ ...usual(10), method: 'DELETE' }),
  ],
  [
    'a preflight of an unlisted origin',
    405,
    'Method not allowed',
    'method-not-allowed',
    () =>
      service.ask({
        ...usual(10),
        method: 'OPTIONS',
        headers: { origin: 'https://evil.test', 'access-control-request-method': 'GET' },
      }),
  ],
  ['a bad URL', 400, unreadable, 'request-unreadable', () => service.ask({ path: '/%zz' })],
  ['what is not HTTP', 400, unreadable, 'request-unreadable', () => speak(service.url, 'GARBAGE\r\n\r\n')],
  [
    'an expectation',
    417,
    unreadable,
    'request-unreadable',
    () => speak(service.url, raw({ path: '/' }, [['expect', 'miracles']])),
  ],
  [
    'oversized headers',
    431,
    unreadable,
    'request-unreadable',
    () => speak(service.url, raw({ path: '/' }, [['x-large', 'x'.repeat(20_000)]])),
  ],
  // The gates.
  [
    'no key',
    401,
    'Access denied due to missing subscription key.',
    'key-missing',
    () => service.ask(usual(10, { key: null })),
  ],
  [
    'an unknown key',
    401,
    'Access denied due to invalid subscription key.',
    'key-invalid',
    () => service.ask(usual(10, { key: 'x' })),
  ],
  [
    'too many calls',
    429,
    'Rate limit is exceeded. Try again in 5 seconds.',
    'rate-limited',
    async () => {
      await service.ask(usual(10, { key: 'slow-key' }));
      return service.ask(usual(10, { key: 'slow-key' }));
    },
  ],
  [
    'no token',
    401,
    'Invalid access token.',
    'token-invalid',
    () => service.ask(usual(10, { token: undefined })),
  ],
  [
    'a bad token',
    401,
    'Invalid access token.',
    'token-invalid',
    () => service.ask(usual(10, { token: 'x' })),
  ],
  [
    'keys of the issuer that cannot be fetched',
    503,
    unavailable,
    'service-unavailable',
    async () => {
      const silent = await startIssuer();
      silent.available = false;
      const answered = await askOf({ issuer: silent }, () => usual(10));
      await silent.close();
      return answered;
    },
  ],
  [
    'the key of another client',
    403,
    'The subscription key belongs to another client.',
    'client-mismatch',
    () => service.ask(usual(10, { key: 'bound-key' })),
  ],
  [
    'a subscription for other addresses',
    403,
    'Not allowed from this address.',
    'subscription-not-allowed',
    () => service.ask(usual(10, { key: 'elsewhere-key' })),
  ],
  [
    'a subscription for other operations',
    403,
    'This subscription may not call this operation.',
    'subscription-not-allowed',
    () => service.ask(usual(10, { key: 'bookings-key' })),
  ],
  [
    'no scope',
    403,
    'Insufficient scope.',
    'scope-missing',
    async () => service.ask(usual(10, { token: await issuer.sign({ patient: own }) })),
  ],
  [
    'a malformed patient number',
    400,
    /^The header patient must be one patient number: /,
    'invalid-parameter',
    () => service.ask(usual(10, { patient: '19121212' })),
  ],
  [
    'no patient',
    403,
    'No patient in the access token or the patient header.',
    'no-patient',
    async () => service.ask(usual(10, { token: await issuer.sign({ scope: everyScope }) })),
  ],
  [
    'somebody else’s patient',
    403,
    'Not allowed to act for this patient.',
    'not-allowed-for-patient',
    () => service.ask(usual(10, { patient: other })),
  ],
  // Input.
  [
    'a misspelt time',
    400,
    'The parameter fromDateTime must be one local time of the form YYYY-MM-DDThh:mm:ss, for example 2026-01-15T09:30:00.',
    'invalid-parameter',
    () => service.ask(usual(10, { more: 'fromDateTime=yesterday' })),
  ],
  [
    'a version that is not there',
    400,
    'The parameter api-version must be left out: this operation has no versions.',
    'invalid-parameter',
    () => service.ask(usual(10, { more: 'api-version=v9' })),
  ],
  ['no id', 400, id, 'invalid-parameter', () => service.ask({ ...usual(2), path: rowOf(2).path })],
  [
    'another status',
    400,
    'The member status must be the text "arrived".',
    'invalid-body',
    () => service.ask({ ...usual(2), body: { status: 'gone' } }),
  ],
  [
    'no JSON',
    400,
    noBody,
    'invalid-body',
    () => service.ask({ ...usual(2), body: '{', headers: { 'content-type': 'application/json' } }),
  ],
  [
    'a form',
    415,
    'Send application/json in UTF-8.',
    'unsupported-media-type',
    () =>
      service.ask({
        ...usual(2),
        body: '{"status":"arrived"}',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
  ],
  [
    'a compressed body',
    415,
    'Send application/json in UTF-8.',
    'unsupported-media-type',
    () => service.ask({ ...usual(2), headers: { 'content-encoding': 'gzip' } }),
  ],
  [
    'a large body',
    413,
    'The body is larger than 64 KiB.',
    'body-too-large',
    () => service.ask({ ...usual(2), body: { status: 'arrived', more: 'x'.repeat(66_000) } }),
  ],
  // The EHR, and what the service itself needs.
  [
    'a patient whom the EHR does not know',
    404,
    'No such patient.',
    'no-such-patient',
    () => ehrAnswers(response => xml(response, unknownPatient, 404)),
  ],
  [
    'an operation that the region does not have',
    501,
    'Not offered by this region.',
    'not-offered',
    () => askOf({ profile: { sources: { patients: 'ehr' } } }, () => usual(10)),
  ],
  [
    'operation 8 where the region does not have it',
    404,
    'Not offered by this region.',
    'not-offered',
    () => askOf({ profile: { sources: { patients: 'ehr' } } }, () => usual(8)),
  ],
  [
    'an EHR that answers 503',
    503,
    'The health record system is not available. Try again later.',
    'ehr-unavailable',
    () => ehrAnswers(response => response.writeHead(503).end()),
  ],
  [
    'an EHR that cannot be reached',
    503,
    'The health record system is not available. Try again later.',
    'ehr-unavailable',
    () => askOf({ ehr: 'http://127.0.0.1:1' }, () => usual(10)),
  ],
  [
    'operation 8 with an EHR that answers 503',
    500,
    'The health record system is not available. Try again later.',
    'ehr-unavailable',
    () => ehrAnswers(response => response.writeHead(503).end(), 8),
  ],
  [
    'an EHR that answers 504',
    504,
    'The health record system did not answer in time.',
    'ehr-too-slow',
    () => ehrAnswers(response => response.writeHead(504).end()),
  ],
  [
    'an answer that is not XML',
    502,
    'The health record system gave an unusable answer.',
    'ehr-unusable',
    () => ehrAnswers(response => xml(response, '{}')),
  ],
  [
    'a write whose outcome nobody knows',
    504,
    'The outcome is not known. Repeating the request is safe.',
    'outcome-unknown',
    () => {
      ehr.answer = (request, response) =>
        request.method === 'GET'
          ? smallEhr()(request, response)
          : response.writeHead(200, { 'content-type': 'text/plain' }).end('done?');
      return service.ask(usual(2));
    },
  ],
  [
    'an access log that cannot be written',
    503,
    unavailable,
    'service-unavailable',
    () => askOf({ replaced: { accessLog } }, () => usual(10)),
  ],
  [
    'memory for answers that is taken',
    503,
    unavailable,
    'overloaded',
    () => askOf({ settings: { ANSWER_BUDGET_BYTES: '1' } }, () => usual(10)),
  ],
];

describe('every refusal has its status, its sentence and its word', () => {
  it.each(cases)('%s: %i', async (_name, status, sentence, word, provoke) => {
    const answered = await provoke();
    const { statusCode, message, status: inBody, error } = answered.body;
    expect({ status: answered.status, word: answered.headers.get('x-error') }).toEqual({ status, word });
    expect(statusCode ?? inBody).toBe(status);
    expect(message ?? error).toEqual(
      typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
    );
  });

  it('has all words of the description but the one for faults of the service', async () => {
    const { body } = await service.ask({ path: '/openapi.json', key: null });
    const words = new Set([...cases.map(([, , , word]) => word), 'unexpected']);
    expect([...body.components.schemas.ErrorWord.enum].sort()).toEqual([...words].sort());
  });
});

describe('what is not refused', () => {
  it('has no word', async () => {
    const answers = [
      await service.ask(usual(10)),
      await service.ask(usual(2)),
      await service.ask({ path: '/health/live', key: null }),
      await service.ask({ path: '/docs', key: null }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 308]);
    for (const { headers } of answers) expect(headers.has('x-error')).toBe(false);
  });
});

describe('the challenges of a 401', () => {
  it('for the subscription key has a scheme of its own, which names the header', async () => {
    for (const key of [null, 'x']) {
      const { headers } = await service.ask(usual(10, { key }));
      expect(headers.get('www-authenticate')).toBe(
        'SubscriptionKey realm="patient data", header="Ocp-Apim-Subscription-Key"',
      );
    }
  });

  it('for the token is Bearer', async () => {
    const none = await service.ask(usual(10, { token: undefined }));
    const bad = await service.ask(usual(10, { token: 'x' }));
    expect(none.headers.get('www-authenticate')).toBe('Bearer');
    expect(bad.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
  });
});

describe('the description', () => {
  it('lists the words of each answer of an operation', async () => {
    const { body } = await service.ask({ path: '/openapi.json', key: null });
    const { responses } = body.paths['/patients/appointments/'].put;
    const words = Object.fromEntries(
      Object.entries<{ headers: Record<string, { schema: { enum: string[] } }> }>(responses)
        .filter(([status]) => status !== '200')
        .map(([status, { headers }]) => [status, [...(headers['x-error']?.schema.enum ?? [])].sort()]),
    );
    expect(words).toEqual({
      400: ['invalid-body', 'invalid-parameter'],
      401: ['key-invalid', 'key-missing', 'token-invalid'],
      403: [
        'client-mismatch',
        'no-patient',
        'not-allowed-for-patient',
        'proxy-required',
        'scope-missing',
        'subscription-not-allowed',
      ],
      408: ['invalid-body'],
      413: ['body-too-large'],
      415: ['unsupported-media-type'],
      429: ['rate-limited'],
      500: ['unexpected'],
      502: ['ehr-unusable'],
      503: ['ehr-unavailable', 'overloaded', 'service-unavailable'],
      504: ['ehr-too-slow', 'outcome-unknown'],
    });
    expect(responses[401].description).toContain(
      '[`key-missing`](#description/key-missing): Access denied due to missing subscription key.',
    );
  });
});
