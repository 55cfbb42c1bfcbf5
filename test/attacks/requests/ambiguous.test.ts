// HTTP of attackers: requests that two readers would read differently, targets in strange spellings, hosts, headers that
// stand twice, and clients that take their time.
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { call, credentials, expectFault, headerLines, rowOf, subscription } from '../../http/contract.ts';
import { startWorld } from '../../machine/world.ts';
import { forThisFile } from '../../support/for-this-file.ts';
import { listed } from '../../support/listed.ts';
import { type Answered, startService } from '../../support/service/service.ts';
import { tries } from '../runs.ts';
import { everythingOf, request, say } from './wire.ts';

const contacts = rowOf(6);
const arrival = rowOf(2);
const path = contacts.path;
/** In what clients send: it must not come back. */
const mark = 'Zq7xHemlig';
const unreadable = { status: 400, text: 'The request cannot be read.' };

const { issuer, ehr, here, token } = await forThisFile(startWorld());
const service = await forThisFile(startService({ ...here, settings: { LOG_LEVEL: 'silent' } }));
/** The header lines of a caller with all permissions. */
const trusted = headerLines(credentials(token));

beforeEach(() => {
  ehr.received.length = 0;
});

const only = (answers: readonly Answered[]): Answered => {
  expect(answers).toHaveLength(1);
  const [answer] = answers;
  if (answer === undefined) throw new Error('the service has not answered');
  return answer;
};

/** Asks on a connection of its own, with the target as it is written. */
const get = async (target: string, headers = credentials(token)) =>
  only((await say(service.url, request({ path: target }, headers))).answers);

describe('a target', () => {
  const notThere: readonly string[] = listed(`
    //patients/contacts/ /patients//contacts/ /patients/contacts// /./patients/contacts/
    /patients/../patients/contacts/ /patients/%2e%2e/patients/contacts/ /patients%2fcontacts/
    /patients/contacts%2f /patients/contacts%5c /patients/contacts/;x=1 /patients/contacts;x=1/
    /patients/contacts/..;/ /Patients/Contacts/ /patients/contacts/%00 /patients/contacts/%20
    /patients/contacts/.json /patients/contacts/%3fapi-version=v2 /patients/contacts/%23
    /patients/c%C3%B3ntacts/ /%70atients%2Fcontacts /health/live/../../patients/contacts/ /health%2flive
    /HEALTH/LIVE /__proto__ /constructor/ * ftp://service.test/patients/contacts/ http://service.test
    http://service.test/patients/ http://service.test?/patients/contacts/
  `);
  it.each(notThere)('%s is nowhere', async target => {
    expectFault(await get(target), undefined, { status: 404, text: 'Resource not found' });
    expect(ehr.received).toEqual([]);
  });

  it.each([
    '\\patients\\contacts',
    'patients/contacts/',
    '',
    '/patients/contacts/ x',
    `${path}#${mark}`,
    `${path}?x=1#y`,
  ])('%j cannot be read', async target => {
    const answered = await get(target);
    expectFault(answered, undefined, unreadable);
    expect(ehr.received).toEqual([]);
  });

  const absolute = [
    'http://service.test',
    'https://service.test:443',
    'HTTP://other.test',
    `http://${mark}:x@[::1]:80`,
  ];

  describe.each(absolute)('in its absolute form: %s', origin => {
    it('is the path that it names', async () => {
      expect((await get(`${origin}${path}?api-version=v2`)).status).toBe(200);
      expect((await get(`${origin}/patients/patient/?api-version=v2`)).status).toBe(200);
      expect((await get(`${origin}/health/live`)).status).toBe(200);
    });

    it('is not repeated in the answer', async () => {
      const answered = await get(`${origin}${path}`, []);
      const text = 'Access denied due to missing subscription key.';
      expectFault(answered, contacts, { status: 401, text });
      expect(everythingOf(answered)).not.toContain(mark);
    });

    it('has its methods', async () => {
      const { answers } = await say(service.url, request({ method: 'DELETE', path: `${origin}${path}` }, []));
      expectFault(only(answers), undefined, { status: 405, text: 'Method not allowed' });
      expect(answers[0]?.headers.get('allow')).toBe('GET');
    });
  });
});

describe('a method', () => {
  const known = ['TRACE', 'HEAD', 'OPTIONS', 'PROPFIND', 'QUERY', 'PATCH', 'LINK', 'PURGE'];
  it.each(known)('%s is not allowed', async method => {
    const { answers } = await say(service.url, request({ method, path }, credentials(token)));
    expect(only(answers).status).toBe(405);
    expect(everythingOf(only(answers))).not.toContain(token);
    expect(ehr.received).toEqual([]);
  });

  it.each(['PRI', 'get', 'GET/x', 'CONNECT', `X${mark}`])('%s cannot be read', async method => {
    const { answers } = await say(service.url, request({ method, path }, credentials(token)));
    expectFault(only(answers), undefined, unreadable);
  });

  it('CONNECT to a host cannot be read', async () => {
    const { answers } = await say(service.url, request({ method: 'CONNECT', path: 'other.test:443' }, []));
    expectFault(only(answers), undefined, unreadable);
  });

  it('is not what another header says', async () => {
    for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
      const headers = [...credentials(token), [name, 'PUT'], ['content-length', '0']] as const;
      const { answers } = await say(service.url, request({ method: 'POST', path: arrival.path }, headers));
      expect(only(answers).status).toBe(405);
    }
  });

  it('nor the path', async () => {
    for (const name of ['x-original-url', 'x-rewrite-url', 'x-forwarded-prefix', 'x-forwarded-path']) {
      expect((await get('/patients/', [[name, path], ...credentials(token)])).status).toBe(404);
    }
  });

  it('OPTIONS * is nowhere', async () => {
    const { answers } = await say(service.url, request({ method: 'OPTIONS', path: '*' }, []));
    expectFault(only(answers), undefined, { status: 404, text: 'Resource not found' });
  });
});

describe('a host', () => {
  const ask = async (lines: string) =>
    only(
      (await say(service.url, `GET ${path} HTTP/1.1\r\n${lines}connection: close\r\n${trusted}\r\n`)).answers,
    );

  it.each([
    'host: x\r\nhost: y\r\n',
    'host: x\r\nHost: x\r\n',
    'host: x\r\nhost:\r\n',
    'host: a b\r\n',
    'host: a/b\r\n',
    'host: a@b\r\n',
    'host: a, b\r\n',
    'host: a\\b\r\n',
    'host: \xe5\r\n',
    'host: <a>\r\n',
  ])('%j cannot be read', async lines => {
    expectFault(await ask(lines), undefined, unreadable);
    expect(ehr.received).toEqual([]);
  });

  it.each([
    'host: other.test\r\n',
    'host:\r\n',
    'host: [::1]:3000\r\n',
    'host: 127.0.0.1:80\r\n',
    'host: other.test\r\nx-forwarded-host: other.test\r\nforwarded: host=other.test\r\n',
  ])('%j changes nothing, and is not repeated', async lines => {
    const answered = await ask(lines);
    expect(answered.status).toBe(200);
    expect(everythingOf(answered)).not.toContain('other.test');
  });

  it('HTTP/1.0 needs none', async () => {
    const { answers } = await say(service.url, `GET ${path} HTTP/1.0\r\n${trusted}\r\n`);
    expect(only(answers).status).toBe(200);
  });
});

/** Where one reader sees one request, another would see two: there is never a second one that nobody sent. */
describe('a request within another', () => {
  const body = JSON.stringify(arrival.body);
  const inner = () => `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${trusted}\r\n`;
  const put = (headers: string, rest: string) =>
    `PUT ${arrival.path}${arrival.query} HTTP/1.1\r\nhost: x\r\n${trusted}${headers}\r\n${rest}`;
  const chunks = `${body.length.toString(16)}\r\n${body}\r\n`;
  const end = '0\r\n\r\n';

  const refused: readonly [string, () => string][] = [
    [
      'two equal lengths',
      () => put(`content-length: ${body.length}\r\ncontent-length: ${body.length}\r\n`, body),
    ],
    ['a list of equal lengths', () => put(`content-length: ${body.length}, ${body.length}\r\n`, body)],
    [
      'a length, then chunks',
      () => put('content-length: 4\r\ntransfer-encoding: chunked\r\n', end + inner()),
    ],
    [
      'chunks, then a length',
      () => put('transfer-encoding: chunked\r\ncontent-length: 4\r\n', end + inner()),
    ],
    ['identity', () => put('transfer-encoding: identity\r\n', inner())],
    ['an encoding that nobody knows', () => put('transfer-encoding: xchunked\r\n', end + inner())],
    [
      'chunks that are not the last encoding',
      () => put('transfer-encoding: chunked, identity\r\n', end + inner()),
    ],
    ['chunks twice', () => put('transfer-encoding: chunked\r\ntransfer-encoding: chunked\r\n', chunks + end)],
    ['chunks after a vertical tab', () => put('transfer-encoding: \x0bchunked\r\n', end + inner())],
    ['chunks before a colon with a space', () => put('transfer-encoding : chunked\r\n', end + inner())],
    ['chunks in quotes', () => put('transfer-encoding: "chunked"\r\n', end + inner())],
    [
      'a line feed in a chunk extension',
      () => put('transfer-encoding: chunked\r\n', `2;a\nb\r\n{}\r\n${end}${inner()}`),
    ],
    [
      'chunks that end with line feeds',
      () => put('transfer-encoding: chunked\r\n', `2\n{}\n0\n\n${inner()}`),
    ],
    [
      'an extension of 100 KB',
      () => put('transfer-encoding: chunked\r\n', `2;${'x'.repeat(100_000)}\r\n{}\r\n${end}`),
    ],
    ['a header that begins with a space', () => put(' content-length: 4\r\n', inner())],
    ['an empty header name', () => put(': x\r\n', inner())],
    ['a bare CR between headers', () => put('a: b\rcontent-length: 4\r\n', inner())],
    [
      'trailers of 100 KB',
      () => put('transfer-encoding: chunked\r\n', `${chunks}0\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`),
    ],
  ];
  it.each(refused)('is not made by %s', async (_, text) => {
    const { answers } = await say(service.url, text());
    const answered = only(answers);
    expect([400, 431, 501]).toContain(answered.status);
    expectFault(answered, undefined, { ...unreadable, status: answered.status });
    expect(ehr.received).toEqual([]);
  });

  const undecoded: readonly [string, string][] = [
    ['compressed chunks', 'gzip, chunked'],
    ['chunks in capitals after another coding', 'deflate,CHUNKED'],
  ];
  it.each(undecoded)('%s are not decoded, and not taken for the body', async (_, codings) => {
    const { answers } = await say(
      service.url,
      put(`transfer-encoding: ${codings}\r\n`, chunks + end + inner()),
    );
    const answered = only(answers);
    expectFault(answered, undefined, { ...unreadable, status: 501 });
    expect(answered.headers.get('connection')).toBe('close');
    expect(ehr.received).toEqual([]);
  });

  it('nor by a later version of HTTP', async () => {
    const { answers } = await say(service.url, `GET ${path} HTTP/2.0\r\nhost: x\r\n${trusted}\r\n${inner()}`);
    expectFault(only(answers), undefined, { ...unreadable, status: 505 });
    expect(ehr.received).toEqual([]);
  });

  const last = 'GET /health/live HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';
  const length = (text: string) => `content-length: ${text.length}\r\n`;
  const bodies: readonly [string, number, () => string][] = [
    ['a read', 200, () => `GET ${path} HTTP/1.1\r\nhost: x\r\n${trusted}${length(inner())}\r\n${inner()}`],
    ['a write', 400, () => put(length(inner()), inner())],
    [
      'a refused write',
      401,
      () => `PUT ${arrival.path} HTTP/1.1\r\nhost: x\r\n${length(inner())}\r\n${inner()}`,
    ],
    ['an unknown path', 404, () => `POST /x HTTP/1.1\r\nhost: x\r\n${length(inner())}\r\n${inner()}`],
    [
      'a method that is not allowed',
      405,
      () => `POST ${path} HTTP/1.1\r\nhost: x\r\n${length(inner())}\r\n${inner()}`,
    ],
    ['what is too large', 413, () => put('content-length: 70000\r\n', inner().padEnd(70_000, 'x'))],
    ['what is expected in vain', 417, () => put(`expect: x\r\n${length(inner())}`, inner())],
  ];
  it.each(bodies)('is not made by the body of %s', async (_, status, text) => {
    const { answers } = await say(service.url, text() + last);
    const [first, ...others] = answers;
    expect(first?.status).toBe(status);
    // The service may close after a body that it has not read; if not, the next request is the one that was sent.
    expect(others.map(answered => answered.text)).toEqual(others.map(() => '{"status":"alive"}'));
    expect(others.length).toBeLessThanOrEqual(1);
    expect(ehr.received).toHaveLength(status === 200 ? 1 : 0);
  });

  it('in a trailer is not a header', async () => {
    const trailers = 'patient: 189001019802\r\nauthorization: x\r\nx-request-id: x\r\n';
    const { answers } = await say(
      service.url,
      put('connection: close\r\ntransfer-encoding: chunked\r\n', `${chunks}0\r\n${trailers}\r\n`),
    );
    expect(only(answers).status).toBe(200);
    expect(new Set(ehr.received.map(({ query }) => query.get('patient') ?? '191212121212'))).toEqual(
      new Set(['191212121212']),
    );
  });

  it('after another is answered by itself, in its turn', async () => {
    const open = inner().replace('connection: close\r\n', '');
    const texts = [
      open,
      `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`,
      open,
      `GET /x HTTP/1.1\r\nhost: x\r\n\r\n`,
      inner(),
    ];
    const { answers } = await say(service.url, texts.join(''));
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 200, 404, 200]);
    expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(5);
  });

  it('is not made by an upgrade', async () => {
    for (const to of ['h2c', 'websocket']) {
      const headers = [...credentials(token), ['connection', 'upgrade'], ['upgrade', to]] as const;
      expect(
        (
          await get(
            path,
            headers.map(([name, value]): [string, string] => [name, value]),
          )
        ).status,
      ).toBe(200);
    }
  });
});

describe('a header that stands twice', () => {
  const cases: readonly [string, string, number][] = [
    ['authorization', '', 401],
    ['Authorization', 'Bearer x', 401],
    ['ocp-apim-subscription-key', '', 401],
    ['OCP-APIM-SUBSCRIPTION-KEY', 'x', 401],
    ['patient', '', 400],
    ['PATIENT', '191212121212', 400],
  ];
  it.each(cases)('%s: %j, before or after the good one', async (name, value, status) => {
    const good: [string, string][] = [...credentials(token), ['patient', '191212121212']];
    expect((await get(path, good)).status).toBe(200);
    ehr.received.length = 0;
    for (const headers of [
      [...good, [name, value]],
      [[name, value], ...good],
    ] as [string, string][][]) {
      expect((await get(path, headers)).status).toBe(status);
    }
    expect(ehr.received).toEqual([]);
  });

  it.each([
    ['application/json', 'text/plain'],
    ['text/plain', 'application/json'],
    ['application/json', 'application/json'],
    ['application/json', ''],
  ])('content-type: %j, then %j', async (first, second) => {
    const body = JSON.stringify(arrival.body);
    const target = { method: 'PUT', path: `${arrival.path}${arrival.query}` };
    const send = async (...types: readonly string[]) => {
      const named = types.map((type): [string, string] => ['content-type', type]);
      const headers = [...credentials(token), ['content-length', `${body.length}`] as const, ...named];
      return only((await say(service.url, request(target, headers, body))).answers);
    };
    expectFault(await send(first, second), arrival, { status: 415, text: 'Send application/json in UTF-8.' });
    expect(ehr.received).toEqual([]);
    expect((await send('application/json')).status).toBe(200);
  });

  it('is not made by a name that is nearly the same', async () => {
    for (const name of ['ocp_apim_subscription_key', 'authorization_', 'x-patient']) {
      expect((await get(path, [[name, 'x'], ...credentials(token)])).status).toBe(200);
    }
  });

  it('is not lost behind thousands of others', async () => {
    const many = Array.from({ length: 1990 }, (_, at): [string, string] => [`a${at % 10}`, '']);
    const answered = await get(path, [...many, ...credentials(token), ['patient', '189001019802']]);
    expect([403, 431]).toContain(answered.status);
    expect(ehr.received).toEqual([]);
  });
});

describe('behind a proxy', () => {
  it('the address is what the proxy has written, not what the client has', async () => {
    const proxied = await startService({
      issuer,
      ehr: ehr.url,
      subscriptions: [subscription('few', { rateLimit: 3 })],
      settings: { TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'silent' },
    });
    try {
      const statuses: number[] = [];
      for (const spoofed of ['198.51.100.1', '198.51.100.2', '127.0.0.1', 'junk', '']) {
        const headers = { 'x-forwarded-for': `${spoofed}, 192.0.2.1`, 'x-forwarded-proto': 'https' };
        const { status } = await proxied.ask(call(contacts, { token: 'junk', key: 'few-key', headers }));
        statuses.push(status);
      }
      expect(statuses).toEqual([401, 401, 401, 429, 429]);
      for (const proto of ['http', 'http, https', 'https, http', '', 'https,', 'wss', 'https http']) {
        const headers = { 'x-forwarded-for': '192.0.2.2', 'x-forwarded-proto': proto };
        expect((await proxied.ask(call(contacts, { token, key: 'few-key', headers }))).status).toBe(403);
      }
    } finally {
      await proxied.close();
    }
  });
});

describe('clients that hold connections', () => {
  it('leave the service to others', async () => {
    const count = tries(300);
    const port = Number(new URL(service.url).port);
    const begun = [
      '',
      'G',
      `GET ${path} HTTP/1.1\r\nhost: x\r\n`,
      `PUT ${arrival.path}${arrival.query} HTTP/1.1\r\nhost: x\r\n${trusted}content-length: 9\r\n\r\n{`,
    ];
    const sockets = Array.from({ length: count }, (_, at) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(begun[at % begun.length] ?? ''));
      socket.on('error', () => {});
      return socket;
    });
    try {
      while (sockets.some(socket => socket.connecting)) await wait(10);
      for (let asked = 0; asked < 20; asked++) {
        expect((await service.ask(call(contacts, { token }))).status).toBe(200);
      }
      expect(sockets.filter(socket => !socket.destroyed).length).toBe(count);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  });
});
