// Access tokens that are bound to their sender (D4): a DPoP key (RFC 9449) or a client certificate (RFC 8705), through the whole
// service. Why a proof is refused is in authentication/dpop-proof.test.ts.
import { createHash, X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dpopClient, type Proof, prove } from '../support/dpop.ts';
import { forThisFile } from '../support/for-this-file.ts';
import { newFolder } from '../support/new-folder.ts';
import { describeWith } from '../support/programs.ts';
import { send } from '../support/send.ts';
import { type Certified, newAuthority } from '../support/servers/certificates.ts';
import { startCuttingProxy } from '../support/servers/cutting-proxy.ts';
import { ehrServer } from '../support/servers/ehr-server.ts';
import { startIssuer } from '../support/servers/issuer.ts';
import { startRedis } from '../support/servers/redis.ts';
import { type Answered, startService } from '../support/service/service.ts';
import { call, credentials, everyScope, expectFault, raw, rowOf, rows, smallEhr, speak } from './contract.ts';

const publicUrl = 'https://api.region.example/pda';
const base = '/api/v1';
const notes = rowOf(10);
const algs = 'algs="RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA"';

const issuer = await forThisFile(startIssuer());
const ehr = await forThisFile(ehrServer(smallEhr()));

const sign = (claims: Readonly<Record<string, unknown>>) =>
  issuer.sign({ patient: '191212121212', scope: everyScope, ...claims });

const thumbprintOf = (cert: string) =>
  createHash('sha256').update(new X509Certificate(cert).raw).digest('base64url');

const behindProxy = { TRUST_PROXY: '127.0.0.1', BASE_PATH: base, PUBLIC_URL: `${publicUrl}/` };

const start = (settings: Readonly<Record<string, string>>) =>
  startService({ issuer, ehr: ehr.url, settings });

const authority = await newAuthority('Anybody');
const [own, others] = await Promise.all([authority.client('kiosk'), authority.client('other')]);
/** Behind a proxy, which has another path than the service. */
const service = await forThisFile(start({ ...behindProxy, AUTH_CLIENT_CERTIFICATE: 'X-Client-Cert:pem' }));
const client = await dpopClient();
const token = await sign({ cnf: { jkt: client.jkt } });

const proxied = { 'x-forwarded-proto': 'https' };

/** A proof for an operation, unless it says something else. */
const proofOf = (row = notes, made: Partial<Proof> = {}) =>
  prove(client, { method: row.method, url: `${publicUrl}${row.path}`, token, ...made });

const ask = (headers: Readonly<Record<string, string>>, row = notes, at = service) =>
  at.ask(call(row, { base, headers: { ...proxied, ...headers } }));

const dpop = async (proof: string, at = service, sent = token) =>
  ask({ authorization: `DPoP ${sent}`, dpop: proof }, notes, at);

/** The reason in the log for an answer. */
const reasonOf = async (requestId: string | null, at = service) => {
  const line = () => at.log().find(one => one.requestId === requestId && one.msg === 'answered');
  await expect.poll(line).toBeDefined();
  return line()?.reason;
};

/** It is 401, and this is why. */
const expectUnauthorized = async ({ status, headers }: Answered, reason: string, at = service) => {
  expect([status, await reasonOf(headers.get('x-request-id'), at)]).toEqual([401, reason]);
};

const inBasePath = (row = notes) => ({ ...row, path: `${base}${row.path}` });

test('the capabilities say how tokens may be bound', async () => {
  const { body } = await service.ask({ path: `${base}/capabilities`, headers: proxied });
  expect(body.boundTokens).toEqual({ dpop: true, certificate: true });
});

describe('a token that is bound to a DPoP key', () => {
  test.each(rows)('is good for operation $number, with a proof for it', async row => {
    const answered = await ask({ authorization: `DPoP ${token}`, dpop: await proofOf(row) }, row);
    expect(answered.status).toBe(200);
  });

  test.each([rowOf(10), rowOf(8)])('is 401 without a proof: operation $number', async row => {
    const answered = await ask({ authorization: `DPoP ${token}` }, row);
    expectFault(answered, inBasePath(row), { status: 401, text: 'Invalid access token.' });
    expect(answered.headers.get('www-authenticate')).toBe(`DPoP error="invalid_dpop_proof", ${algs}`);
    expect(await reasonOf(answered.headers.get('x-request-id'))).toBe('proof-missing');
    const empty = await ask({ authorization: `DPoP ${token}`, dpop: '' }, row);
    expect(await reasonOf(empty.headers.get('x-request-id'))).toBe('proof-missing');
  });

  test('is not a bearer token, whether it has just been accepted or not', async () => {
    const fresh = await sign({ cnf: { jkt: client.jkt }, jti: 'fresh' });
    for (const sent of [fresh, token, token]) {
      if (sent === token) expect((await dpop(await proofOf())).status).toBe(200);
      for (const authorization of [`Bearer ${sent}`, sent, `bearer  ${sent}`]) {
        const answered = await ask({ authorization, dpop: await proofOf(notes, { token: sent }) });
        expect(answered.headers.get('www-authenticate')).toBe(`DPoP error="invalid_token", ${algs}`);
        await expectUnauthorized(answered, 'token-without-proof');
      }
    }
  });

  test('is good once for each proof, however it is spelled', async () => {
    const proof = await proofOf();
    expect((await dpop(proof)).status).toBe(200);
    for (const authorization of [`DPoP ${token}`, `dpop   ${token} `]) {
      const again = await ask({ authorization, dpop: proof });
      await expectUnauthorized(again, 'proof-used');
    }
    const together = await proofOf();
    const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await dpop(together)).status));
    expect(statuses.toSorted()).toEqual([200, ...Array(7).fill(401)]);
  });

  test('does not use up the proof of another request: a refused proof is not remembered', async () => {
    const claims = { jti: 'the-same' };
    expect((await dpop(await proofOf(notes, { claims, method: 'PUT' }))).status).toBe(401);
    expect((await dpop(await proofOf(notes, { claims }))).status).toBe(200);
    // The same jti of another key is another proof.
    const other = await dpopClient();
    const theirs = await sign({ cnf: { jkt: other.jkt } });
    const proof = await prove(other, { url: `${publicUrl}${notes.path}`, token: theirs, claims });
    expect((await dpop(proof, service, theirs)).status).toBe(200);
  });

  test.each<[string, () => Promise<string>, string]>([
    ['another operation', () => proofOf(rowOf(9)), 'proof-url'],
    [
      'the path behind the proxy',
      () => proofOf(notes, { url: `https://service.test${base}${notes.path}` }),
      'proof-url',
    ],
    ['another token', () => proofOf(notes, { token: 'a.b.c' }), 'proof-token'],
    [
      'a key of another client',
      async () => prove(await dpopClient(), { url: `${publicUrl}${notes.path}`, token }),
      'proof-key',
    ],
  ])('is 401 with a proof for %s', async (_what, make, reason) => {
    const answered = await dpop(await make());
    await expectUnauthorized(answered, reason);
  });

  const sentAs = async (headers: readonly (readonly [string, string])[], path: string) => {
    const [subscription = ['', '']] = credentials('');
    const all = [
      subscription,
      ['authorization', `DPoP ${token}`],
      ['x-forwarded-proto', 'https'],
      ...headers,
    ];
    return speak(service.url, raw({ path }, all as [string, string][]));
  };

  test('is 401 with two proofs, even if both are good', async () => {
    const [one, two] = [await proofOf(), await proofOf()];
    for (const second of [['DPoP', two] as const, ['dpop', one] as const]) {
      const answered = await sentAs([['dpop', one], second], `${base}${notes.path}`);
      await expectUnauthorized(answered, 'proof-repeated');
    }
    expect((await dpop(`${one}, ${two}`)).status).toBe(401);
    expect((await dpop(one)).status).toBe(200);
  });

  // Whatever a request writes as its target and host, its proof must be for the public URL of the operation.
  test.each([
    ['in absolute form, of somebody else', `https://evil.example${base}/patients/journalnotes/`],
    ['percent-encoded', `${base}/patients/%6Aournalnotes/`],
    ['without its final slash, with a query', `${base}/patients/journalnotes?htu=x`],
  ])('a target %s does not change what the proof is for', async (_what, target) => {
    expect((await sentAs([['dpop', await proofOf()]], target)).status).toBe(200);
    const lured = await proofOf(notes, { url: new URL(target, 'https://service.test').href });
    expect((await sentAs([['dpop', lured]], target)).status).toBe(401);
  });

  test('with the wrong scope hears of the scope in its own scheme', async () => {
    const narrow = await sign({ scope: 'openid', cnf: { jkt: client.jkt } });
    const answered = await dpop(await proofOf(notes, { token: narrow }), service, narrow);
    expectFault(answered, inBasePath(), { status: 403, text: 'Insufficient scope.' });
    expect(answered.headers.get('www-authenticate')).toBe(
      `DPoP error="insufficient_scope", ${algs}, scope="user/JournalNote-read"`,
    );
  });

  test('is 401 without a public URL, whatever its proof is for', async () => {
    const { PUBLIC_URL: _, ...settings } = behindProxy;
    const one = await start(settings);
    try {
      for (const url of [`${publicUrl}${notes.path}`, notes.path, `undefined${notes.path}`]) {
        const answered = await dpop(await proofOf(notes, { url }), one);
        await expectUnauthorized(answered, 'token-bound', one);
      }
    } finally {
      await one.close();
    }
  });

  test('and a bearer token under DPoP is 401', async () => {
    const bearer = await sign({});
    const answered = await dpop(await proofOf(notes, { token: bearer }), service, bearer);
    expect(answered.headers.get('www-authenticate')).toBe(`DPoP error="invalid_token", ${algs}`);
    await expectUnauthorized(answered, 'token-not-bound');
    expect((await ask({ authorization: `Bearer ${bearer}` })).status).toBe(200);
  });
});

// RFC 8705, appendix A: a certificate and its thumbprint.
const published = `-----BEGIN CERTIFICATE-----
MIIBBjCBrAIBAjAKBggqhkjOPQQDAjAPMQ0wCwYDVQQDDARtdGxzMB4XDTE4MTAx
ODEyMzcwOVoXDTIyMDUwMjEyMzcwOVowDzENMAsGA1UEAwwEbXRsczBZMBMGByqG
SM49AgEGCCqGSM49AwEHA0IABNcnyxwqV6hY8QnhxxzFQ03C7HKW9OylMbnQZjjJ
/Au08/coZwxS7LfA4vOLS9WuneIXhbGGWvsDSb0tH6IxLm8wCgYIKoZIzj0EAwID
SQAwRgIhAP0RC1E+vwJD/D1AGHGzuri+hlV/PpQEKTWUVeORWz83AiEA5x2eXZOV
bUlJSGQgjwD5vaUaKlLR50Q2DmFfQj1L+SY=
-----END CERTIFICATE-----
`;
const bound = (thumbprint = 'A4DtL2JmUMhAsvJj5tKyn64SqzmuXbMrJa0n761y5v0') =>
  sign({ cnf: { 'x5t#S256': thumbprint } });
const derOf = (pem: string) => new X509Certificate(pem).raw.toString('base64');

describe('a token that is bound to a client certificate, which the proxy hands on', () => {
  test('is good with this certificate', async () => {
    const authorization = `Bearer ${await bound()}`;
    const answered = await ask({ authorization, 'x-client-cert': encodeURIComponent(published) });
    expect(answered.status).toBe(200);
    // Not under DPoP.
    const other = await ask({
      authorization: authorization.replace('Bearer', 'DPoP'),
      'x-client-cert': encodeURIComponent(published),
    });
    expect(other.headers.get('www-authenticate')).toBe(`DPoP error="invalid_token", ${algs}`);
  });

  test.each<[reason: string, what: string, header: () => string | undefined]>([
    ['certificate-missing', 'none', () => undefined],
    ['certificate-missing', 'an empty header', () => ''],
    ['certificate-of-another', 'another one', () => encodeURIComponent(others.cert)],
    [
      'certificate-of-another',
      'a chain that begins with another',
      () => encodeURIComponent(`${others.cert}\n${published}`),
    ],
    ['certificate-unreadable', 'its thumbprint', () => 'A4DtL2JmUMhAsvJj5tKyn64SqzmuXbMrJa0n761y5v0'],
    ['certificate-unreadable', 'its DER bytes', () => derOf(published)],
    ['certificate-unreadable', 'escapes that are none', () => '%-----BEGIN'],
    ['certificate-unreadable', 'half of it', () => encodeURIComponent(published.slice(0, 200))],
  ])('%s: %s', async (reason, _what, header) => {
    const value = header();
    const sent: Record<string, string> = value === undefined ? {} : { 'x-client-cert': value };
    const answered = await ask({ authorization: `Bearer ${await bound()}`, ...sent });
    expectFault(answered, inBasePath(), { status: 401, text: 'Invalid access token.' });
    expect(answered.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    expect(await reasonOf(answered.headers.get('x-request-id'))).toBe(reason);
  });

  test('is 401 if the header comes twice', async () => {
    const value = encodeURIComponent(published);
    const headers = [
      ...credentials(await bound()),
      ['x-forwarded-proto', 'https'],
      ['x-client-cert', value],
      ['X-Client-Cert', value],
    ] as [string, string][];
    const answered = await speak(service.url, raw({ path: `${base}${notes.path}` }, headers));
    await expectUnauthorized(answered, 'certificate-unreadable');
  });

  test('and to a DPoP key needs both', async () => {
    const cnf = { jkt: client.jkt, 'x5t#S256': thumbprintOf(published) };
    const both = await sign({ cnf });
    const certificate = { 'x-client-cert': encodeURIComponent(published) };
    const proof = () => proofOf(notes, { token: both });
    const authorization = `DPoP ${both}`;
    expect((await ask({ authorization, dpop: await proof() })).status).toBe(401);
    expect((await ask({ authorization, ...certificate })).status).toBe(401);
    expect((await ask({ authorization, dpop: await proof(), ...certificate })).status).toBe(200);
  });
});

test('a header of a proxy may hold the certificate as DER, with the colons of RFC 9440 or without', async () => {
  const one = await start({ ...behindProxy, AUTH_CLIENT_CERTIFICATE: 'client-cert:der' });
  const authorization = `Bearer ${await bound()}`;
  try {
    for (const [value, status] of [
      [derOf(published), 200],
      [`:${derOf(published)}:`, 200],
      [derOf(others.cert), 401],
      [encodeURIComponent(published), 401],
      ['x', 401],
    ] as const) {
      expect((await ask({ authorization, 'client-cert': value }, notes, one)).status, value).toBe(status);
    }
  } finally {
    await one.close();
  }
});

test('a certificate of the connection itself', async () => {
  const server = await authority.server('127.0.0.1');
  const folder = newFolder();
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  writeFileSync(certFile, server.cert);
  writeFileSync(keyFile, server.key);
  const tls = { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile };
  const one = await start({ ...tls, AUTH_CLIENT_CERTIFICATE: 'connection' });
  const token = await bound(thumbprintOf(own.cert));
  const ca = authority.cert;
  const statusWith = async (certified: Certified | undefined, sent = token) => {
    // The second connection resumes the session of the first.
    const agent = new Agent({ ca, ...certified, keepAlive: false });
    const statuses = [];
    for (let at = 0; at < 2; at++) {
      statuses.push((await send({ url: one.url, path: notes.path, token: sent, agent })).status);
    }
    agent.destroy();
    return statuses;
  };
  try {
    expect(await statusWith(own)).toEqual([200, 200]);
    expect(await statusWith(others)).toEqual([401, 401]);
    expect(await statusWith(undefined)).toEqual([401, 401]);
    // Other tokens need none.
    expect(await statusWith(undefined, await sign({}))).toEqual([200, 200]);
    // A header is nobody's word here.
    const headers = { 'x-client-cert': encodeURIComponent(own.cert) };
    expect((await send({ url: one.url, path: notes.path, token, ca, headers })).status).toBe(401);
  } finally {
    await one.close();
  }
});

describeWith('redis-server', 'two instances with a Redis', program => {
  test('accept a proof once between them after a failover behind one name, without a restart', async () => {
    const [old, next] = [await startRedis(program), await startRedis(program)];
    await next.follow(old);
    const name = await startCuttingProxy(old.port);
    const settings = { ...behindProxy, REDIS_URL: `redis://127.0.0.1:${name.port}` };
    const instances = await Promise.all([start(settings), start(settings)]);
    const [one, two] = instances;
    try {
      for (const at of instances) expect((await dpop(await proofOf(), at)).status).toBe(200);
      await next.promote();
      await old.follow(next);
      name.leadTo(next.port);
      for (const at of instances) {
        await expect
          .poll(async () => (await dpop(await proofOf(), at)).status, { timeout: 20_000 })
          .toBe(200);
      }
      const proof = await proofOf();
      expect((await dpop(proof, one)).status).toBe(200);
      expect((await dpop(proof, two)).status).toBe(401);
      expect((await next.keys()).some(key => key.includes(':proof:'))).toBe(true);
    } finally {
      await Promise.all([...instances.map(at => at.close()), name.close(), old.close(), next.close()]);
    }
  });

  test('accept a proof once between them, and none while it is unreachable', async () => {
    const redis = await startRedis(program);
    const settings = { ...behindProxy, REDIS_URL: redis.url };
    const [one, two] = await Promise.all([start(settings), start(settings)]);
    try {
      const proof = await proofOf();
      expect((await dpop(proof, one)).status).toBe(200);
      const again = await dpop(proof, two);
      await expectUnauthorized(again, 'proof-used', two);
      expect((await dpop(await proofOf(), two)).status).toBe(200);
      const names = await redis.keys();
      expect(names.join()).not.toContain(client.jkt);

      await redis.kill();
      const refused = await dpop(await proofOf(), one);
      expectFault(refused, inBasePath(), {
        status: 503,
        text: 'The service is not available. Try again later.',
      });
      expect(refused.headers.get('retry-after')).toBe('5');
      expect(await reasonOf(refused.headers.get('x-request-id'), one)).toBe('proof-replay-unknown');
      expect((await ask({ authorization: `Bearer ${await sign({})}` }, notes, one)).status).toBe(200);
      // Redis comes back empty, but the instance itself remembers.
      await redis.restart();
      await expect.poll(async () => (await dpop(await proofOf(), one)).status, { timeout: 20_000 }).toBe(200);
      expect((await dpop(proof, one)).status).toBe(401);
    } finally {
      await Promise.all([one.close(), two.close(), redis.close()]);
    }
  });
});
