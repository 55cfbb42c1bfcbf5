// SMART Backend Services: what is signed and sent, when a token is requested, and where it is never sent.
import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { jwtVerify } from 'jose';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { BackendAuth, System } from '../../../../src/adapters/ehr/adapter.ts';
import { openUpstream } from '../../../../src/adapters/ehr/transport/open-upstream.ts';
import { Failure } from '../../../../src/domain/model/failure.ts';
import { type EhrServer, ehrServer, type Received } from '../../../support/servers/ehr-server.ts';
import { consumerOf, failureOf, newCall, requestId, systemAt } from '../calls.ts';

const start = async (answer: EhrServer['answer']) => {
  const server = await ehrServer(answer);
  onTestFinished(server.close);
  return server;
};

const keys = {
  ES384: generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  RS384: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  PS256: generateKeyPairSync('rsa', { modulusLength: 2048 }),
};

const authAt = (url: string, alg: keyof typeof keys = 'ES384'): BackendAuth => ({
  tokenUrl: `${url}/oauth/token`,
  clientId: 'patient-data',
  scope: 'system/Patient.read system/Flag.read',
  key: keys[alg].privateKey,
  kid: 'key-1',
  alg,
});

const json = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** An authorization server that issues `token-1`, `token-2`, …, each valid for the given number of seconds. */
const tokenServer = async (life: unknown = 300) => {
  let given = 0;
  return start((_, response) =>
    json(response, { access_token: `token-${++given}`, token_type: 'Bearer', expires_in: life }),
  );
};

/** A system that answers with the authorization of each call; tokens in `refused` get 401. */
const system = (refused: readonly string[] = []) =>
  start(({ headers }, response) => {
    const sent = headers.authorization ?? 'none';
    response.writeHead(refused.includes(sent) ? 401 : 200).end(sent);
  });

const open = (
  ehr: EhrServer,
  auth: BackendAuth,
  { now = Date.now, ...members }: Partial<System> & { now?: () => number } = {},
) => {
  const opened = openUpstream(systemAt(ehr.url, { auth, ...members }), now);
  onTestFinished(opened.close);
  return async (call = newCall()) => {
    const { status, body } = await opened.send({ method: 'GET', path: '/Patient', retryable: true, call });
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    return `${status} ${Buffer.concat(chunks).toString('utf8')}`;
  };
};

const formOf = (received: Received | undefined) => new URLSearchParams(received?.body);
const assertionOf = (received: Received | undefined) => formOf(received).get('client_assertion') ?? '';

describe('the request for a token', () => {
  test('is a form with a signed assertion', async () => {
    const tokens = await tokenServer();
    const ask = open(await system(), authAt(tokens.url), { now: () => 1_768_465_800_999 });
    expect(await ask()).toBe('200 Bearer token-1');
    const [asked] = tokens.received;
    expect(asked).toMatchObject({
      method: 'POST',
      path: '/oauth/token',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
        'x-request-id': requestId,
      },
    });
    const { client_assertion: _, ...form } = Object.fromEntries(formOf(asked));
    expect(form).toEqual({
      grant_type: 'client_credentials',
      scope: 'system/Patient.read system/Flag.read',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    });
    const [header, claims] = assertionOf(asked)
      .split('.', 2)
      .map(part => JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as object);
    expect(header).toEqual({ alg: 'ES384', kid: 'key-1', typ: 'JWT' });
    expect(claims).toEqual({
      iss: 'patient-data',
      sub: 'patient-data',
      aud: `${tokens.url}/oauth/token`,
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
      iat: 1_768_465_800,
      exp: 1_768_466_040,
    });
  });

  test("names the key's certificate if the key does", async () => {
    const tokens = await tokenServer();
    const ask = open(await system(), { ...authAt(tokens.url, 'PS256'), thumbprint: 'sha-256' });
    await ask();
    const [header = ''] = assertionOf(tokens.received[0]).split('.', 1);
    expect(JSON.parse(Buffer.from(header, 'base64url').toString('utf8'))).toEqual({
      alg: 'PS256',
      kid: 'key-1',
      typ: 'JWT',
      'x5t#S256': 'sha-256',
    });
  });

  test.each(Object.keys(keys) as (keyof typeof keys)[])('is signed by %s', async alg => {
    const tokens = await tokenServer();
    await open(await system(), authAt(tokens.url, alg))();
    const publicKey: KeyObject = createPublicKey(keys[alg].publicKey.export({ type: 'spki', format: 'pem' }));
    const { protectedHeader } = await jwtVerify(assertionOf(tokens.received[0]), publicKey);
    expect(protectedHeader.alg).toBe(alg);
  });

  test("has neither the profile's headers nor the trace", async () => {
    const tokens = await tokenServer();
    const headers = { 'x-api-key': 'secret' };
    const ehr = await system();
    const ask = open(ehr, authAt(tokens.url), { headers });
    await ask(newCall({ traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' }));
    expect(tokens.received[0]?.headers).not.toHaveProperty('x-api-key');
    expect(tokens.received[0]?.headers).not.toHaveProperty('traceparent');
    expect(tokens.received[0]?.headers).not.toHaveProperty('authorization');
    expect(ehr.received[0]?.headers).toMatchObject({
      'x-api-key': 'secret',
      authorization: 'Bearer token-1',
    });
    expect(ehr.received[0]?.headers).toHaveProperty('traceparent');
  });
});

describe('a secret', () => {
  const secretAt = (url: string, secretIn: 'header' | 'body'): BackendAuth => ({
    tokenUrl: `${url}/oauth/token`,
    clientId: 'patient data',
    scope: 'read',
    secret: 'hem:lig å',
    secretIn,
  });

  test('goes into the header, form-encoded', async () => {
    const tokens = await tokenServer();
    expect(await open(await system(), secretAt(tokens.url, 'header'))()).toBe('200 Bearer token-1');
    const [asked] = tokens.received;
    const [scheme, basic = ''] = asked?.headers.authorization?.split(' ') ?? [];
    expect(scheme).toBe('Basic');
    expect(Buffer.from(basic, 'base64').toString()).toBe('patient+data:hem%3Alig+%C3%A5');
    expect(Object.fromEntries(formOf(asked))).toEqual({ grant_type: 'client_credentials', scope: 'read' });
  });

  test('goes into the body', async () => {
    const tokens = await tokenServer();
    expect(await open(await system(), secretAt(tokens.url, 'body'))()).toBe('200 Bearer token-1');
    const [asked] = tokens.received;
    expect(asked?.headers).not.toHaveProperty('authorization');
    expect(Object.fromEntries(formOf(asked))).toEqual({
      grant_type: 'client_credentials',
      scope: 'read',
      client_id: 'patient data',
      client_secret: 'hem:lig å',
    });
  });
});

describe('a login', () => {
  const body = '{"clientId":"pda","clientSecret":"hemlig"}';
  const loginAt = (url: string): BackendAuth => ({
    tokenUrl: `${url}/auth/token`,
    login: body,
    token: ['data', 'accessToken'],
    lifetime: ['data', 'seconds'],
  });

  test('is JSON, and its answer has the token and its lifetime at the paths of the profile', async () => {
    let given = 0;
    const tokens = await start((_, response) =>
      json(response, { data: { accessToken: `token-${++given}`, seconds: 900 } }),
    );
    let now = 1_768_465_800_000;
    const ask = open(await system(), loginAt(tokens.url), { now: () => now });
    expect(await ask()).toBe('200 Bearer token-1');
    expect(tokens.received[0]).toMatchObject({
      method: 'POST',
      path: '/auth/token',
      headers: { 'content-type': 'application/json' },
      body,
    });
    now += 869_999;
    expect(await ask()).toBe('200 Bearer token-1');
    now += 1;
    expect(await ask()).toBe('200 Bearer token-2');
  });

  test.each<[string, unknown]>([
    ['an error with status 200', { error: { code: 'E_LOGIN' } }],
    ['a token elsewhere', { accessToken: 'token-1' }],
    ['a text where an object is expected', { data: 'token-1' }],
    ['a token of OAuth', { access_token: 'token-1', token_type: 'Bearer' }],
  ])('no token: %s', async (_, answer) => {
    const tokens = await start((_received, response) => json(response, answer));
    const ehr = await system();
    const failed = await open(ehr, loginAt(tokens.url))().catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: 'ehr-unusable', reason: 'ehr-token-refused' });
    expect(ehr.received).toEqual([]);
  });
});

describe('a key that is renewed', () => {
  test('signs the next assertion; the token that the old one has brought is good until it expires', async () => {
    const tokens = await tokenServer();
    let now = 1_768_465_800_000;
    let renew: ((renewed: System) => void) | undefined;
    const ehr = await system();
    const ask = open(ehr, authAt(tokens.url), {
      now: () => now,
      onRenewed: use => {
        renew = use;
      },
    });
    await ask();
    renew?.(systemAt(ehr.url, { auth: { ...authAt(tokens.url, 'ES256'), kid: 'key-2' } }));
    expect(await ask()).toBe('200 Bearer token-1');
    now += 300_000;
    expect(await ask()).toBe('200 Bearer token-2');
    const headers = tokens.received.map(one =>
      JSON.parse(Buffer.from(assertionOf(one).split('.')[0] ?? '', 'base64url').toString()),
    );
    expect(headers).toMatchObject([
      { alg: 'ES384', kid: 'key-1' },
      { alg: 'ES256', kid: 'key-2' },
    ]);
    // A renewal of something else keeps the key.
    renew?.(systemAt(ehr.url));
    now += 300_000;
    expect(await ask()).toBe('200 Bearer token-3');
  });
});

describe('one token', () => {
  test('serves all waiting calls, and later ones', async () => {
    const tokens = await tokenServer();
    const ask = open(await system(), authAt(tokens.url));
    const users = Array.from({ length: 20 }, (_, at) => consumerOf({ user: `user-${at}` }));
    const answers = await Promise.all(users.map(consumer => ask(newCall({ consumer }))));
    expect(new Set(answers)).toEqual(new Set(['200 Bearer token-1']));
    expect(await ask()).toBe('200 Bearer token-1');
    expect(tokens.received).toHaveLength(1);
  });

  test.each([
    ['300 s', 300, 270_000],
    ['no expires_in: 60 s', null, 30_000],
    ['an expires_in that is not a number: 60 s', '300', 30_000],
  ])('is renewed 30 s before it expires: %s', async (_, life, until) => {
    const tokens = await tokenServer(life);
    let now = 1_768_465_800_000;
    const ask = open(await system(), authAt(tokens.url), { now: () => now });
    await ask();
    now += until - 1;
    expect(await ask()).toBe('200 Bearer token-1');
    now += 1;
    expect(await ask()).toBe('200 Bearer token-2');
    const ids = tokens.received.map(
      one => JSON.parse(Buffer.from(assertionOf(one).split('.')[1] ?? '', 'base64url').toString()).jti,
    );
    expect(new Set(ids).size).toBe(2);
  });

  test('is discarded if the system refuses it, and the call is repeated once', async () => {
    const tokens = await tokenServer();
    const ehr = await system(['Bearer token-1']);
    const ask = open(ehr, authAt(tokens.url));
    expect(await ask()).toBe('200 Bearer token-2');
    expect(ehr.received).toHaveLength(2);
  });

  test('a refused call gives its connection back, even if the refusal never ends', async () => {
    const tokens = await tokenServer();
    const ehr = await start(({ headers }, response) => {
      if (headers.authorization === 'Bearer token-1') response.writeHead(401).write('refused');
      else response.end('read');
    });
    expect(await open(ehr, authAt(tokens.url), { maxConcurrent: 1, timeoutMs: 2000 })()).toBe('200 read');
  });

  test('refused twice, the answer is the 401', async () => {
    const tokens = await tokenServer();
    const ehr = await system(['Bearer token-1', 'Bearer token-2']);
    expect(await open(ehr, authAt(tokens.url))()).toBe('401 Bearer token-2');
    expect(ehr.received).toHaveLength(2);
    expect(tokens.received).toHaveLength(2);
  });

  test('is still requested for the others when the first call is aborted', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>();
    const tokens = await start(async (_, response) => {
      isAsked();
      await answered;
      json(response, { access_token: 'token-1', token_type: 'bearer' });
    });
    const ask = open(await system(), authAt(tokens.url));
    const first = newCall();
    const left = failureOf(ask(first));
    const stays = ask();
    await asked;
    first.leave();
    expect(await left).toBe('client-gone');
    answer();
    expect(await stays).toBe('200 Bearer token-1');
    expect(tokens.received).toHaveLength(1);
  });

  test('a call that times out stops waiting', async () => {
    const tokens = await start(() => {});
    const ask = open(await system(), authAt(tokens.url));
    expect(await failureOf(ask(newCall({ deadline: performance.now() + 20 })))).toBe('ehr-too-slow');
  });

  test('is discarded only if it is the one that was refused', async () => {
    const tokens = await tokenServer();
    const held: (() => void)[] = [];
    let count = 0;
    const ehr = await start(async ({ headers }, response) => {
      // Both first calls are under way with the same token; the second hears of it when there is a new one.
      if (++count === 2) await new Promise<void>(resolve => held.push(resolve));
      response.writeHead(headers.authorization === 'Bearer token-1' ? 401 : 200).end(headers.authorization);
    });
    const ask = open(ehr, authAt(tokens.url));
    const both = [ask(), ask(newCall({ consumer: consumerOf({ user: 'user-2' }) }))];
    await expect.poll(() => held.length).toBe(1);
    await expect.poll(() => count).toBe(3);
    await Promise.race(both);
    held[0]?.();
    expect(await Promise.all(both)).toEqual(['200 Bearer token-2', '200 Bearer token-2']);
    expect(tokens.received).toHaveLength(2);
  });

  test('an aborted call does not request one', async () => {
    const tokens = await tokenServer();
    const call = newCall();
    call.leave();
    await expect(open(await system(), authAt(tokens.url))(call)).rejects.toBeInstanceOf(Failure);
    expect(tokens.received).toEqual([]);
  });
});

describe('failures', () => {
  const secret = 'token-abc';
  const good = { access_token: secret, token_type: 'bearer', expires_in: 60 };
  const answering = (status: number, body: unknown) => (response: ServerResponse) =>
    json(response, body, status);

  test.each<[string, string, (response: ServerResponse) => unknown]>([
    ['429', 'ehr-unavailable', answering(429, {})],
    ['500', 'ehr-unavailable', answering(500, {})],
    ['503', 'ehr-unavailable', answering(503, {})],
    ['504', 'ehr-unavailable', answering(504, {})],
    ['no status line', 'ehr-unavailable', response => response.destroy()],
    ['400', 'ehr-unusable', answering(400, { error: 'invalid_client', error_description: secret })],
    ['401', 'ehr-unusable', answering(401, { error: secret })],
    ['a redirect', 'ehr-unusable', response => response.writeHead(302, { location: '/token' }).end()],
    ['201', 'ehr-unusable', answering(201, good)],
    ['a body that is not JSON', 'ehr-unusable', response => response.writeHead(200).end('<html>')],
    ['null', 'ehr-unusable', answering(200, null)],
    ['no token', 'ehr-unusable', answering(200, { ...good, access_token: undefined })],
    [
      'a token that is invalid in a header',
      'ehr-unusable',
      answering(200, { ...good, access_token: 'a\r\nb' }),
    ],
    ['an empty token', 'ehr-unusable', answering(200, { ...good, access_token: '' })],
    ['another type', 'ehr-unusable', answering(200, { ...good, token_type: 'mac' })],
    ['no type', 'ehr-unusable', answering(200, { ...good, token_type: undefined })],
    ['more than 64 KiB', 'ehr-unusable', answering(200, { ...good, x: 'x'.repeat(65_536) })],
  ])('%s: %s', async (_, code, answer) => {
    const tokens = await start((_received, response) => answer(response));
    const ehr = await system();
    const failed = await open(ehr, authAt(tokens.url))().catch((error: unknown) => error);
    expect(failed).toMatchObject({ name: 'Failure', code });
    const reasons = ['ehr-token-unavailable', 'ehr-token-refused', 'ehr-answer-too-large'];
    expect(reasons).toContain((failed as Failure).reason);
    expect(String(failed)).not.toContain(secret);
    expect(ehr.received).toEqual([]);
    // An assertion can be used only once: the request is not retried.
    expect(tokens.received).toHaveLength(1);
  });

  test.each<[number, unknown, string]>([
    [400, { error: 'invalid_scope' }, 'no token: status 400, invalid_scope'],
    [401, { error: 'invalid_client', error_description: secret }, 'no token: status 401, invalid_client'],
    [400, { error: secret }, 'no token: status 400'],
    [404, '<html>', 'no token: status 404'],
    [200, {}, 'no token: the answer has no access_token'],
  ])('%d %j says: %s', async (status, body, detail) => {
    const tokens = await start((_, response) => json(response, body, status));
    const failed = await open(await system(), authAt(tokens.url))().catch((error: unknown) => error);
    expect(failed).toMatchObject({ reason: 'ehr-token-refused', message: detail });
  });

  test.each([429, 503])('%d says once that there is no token', async status => {
    const tokens = await start((_, response) => json(response, {}, status));
    const failed = await open(await system(), authAt(tokens.url))().catch((error: unknown) => error);
    expect(failed).toMatchObject({ reason: 'ehr-token-unavailable', message: `no token: status ${status}` });
  });

  test('a timeout', async () => {
    const tokens = await start(() => {});
    const ask = open(await system(), authAt(tokens.url), { timeoutMs: 30 });
    expect(await failureOf(ask())).toBe('ehr-unavailable');
  });

  test.each<[object, string]>([
    [{ ...good, token_type: 'mac' }, 'no token: not a bearer token'],
    [{ ...good, token_type: 7 }, 'no token: not a bearer token'],
    [{ ...good, access_token: 7 }, 'no token: the answer has no access_token'],
    [{ ...good, access_token: 'å' }, 'no token: the answer has no access_token'],
    [{ ...good, access_token: 'a b' }, 'no token: the answer has no access_token'],
  ])('%j says: %s', async (body, detail) => {
    const tokens = await start((_, response) => json(response, body));
    const failed = await open(await system(), authAt(tokens.url))().catch((error: unknown) => error);
    expect(failed).toMatchObject({ reason: 'ehr-token-refused', message: detail });
  });

  test('a token server that is not reached is named as such, with the cause', async () => {
    const tokens = await start((_, response) => response.destroy());
    const failed = await open(await system(), authAt(tokens.url))().catch((error: unknown) => error);
    expect(failed).toMatchObject({
      code: 'ehr-unavailable',
      reason: 'ehr-token-unavailable',
      message: expect.stringMatching(/^no token: no answer came \(\w+\)$/),
      cause: { reason: 'ehr-no-answer' },
    });
  });

  test('the next call requests a token again', async () => {
    let count = 0;
    const tokens = await start((_, response) =>
      count++ === 0 ? json(response, {}, 500) : json(response, { access_token: 'b', token_type: 'BEARER' }),
    );
    const ask = open(await system(), authAt(tokens.url));
    expect(await failureOf(ask())).toBe('ehr-unavailable');
    await setTimeout(1);
    expect(await ask()).toBe('200 Bearer b');
  });
});
