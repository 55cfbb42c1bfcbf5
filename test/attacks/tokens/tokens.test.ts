// Access tokens of attackers (D4): every forgery is 401 in the same words, whatever is wrong with it, and nothing that it
// says is followed. Each differs from a genuine token in one thing. (The simple ones are in http/gates.test.ts.)
import { createHmac, createPublicKey, randomBytes } from 'node:crypto';
import { CompactEncrypt, FlattenedSign, GeneralSign } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { listen } from '../../../sandbox/listen.ts';
import { call, everyScope, expectFault, rowOf, smallEhr } from '../../http/contract.ts';
import { casesIn } from '../../support/cases-in.ts';
import { forThisFile } from '../../support/for-this-file.ts';
import { ehrServer } from '../../support/servers/ehr-server.ts';
import { audience, newKey, startIssuer } from '../../support/servers/issuer.ts';
import { startService } from '../../support/service/service.ts';
import {
  base64url,
  type Forged,
  forger,
  keyObject,
  type SigningKey,
  signedBy,
  usualClaims,
} from './forge.ts';

const cases = casesIn(import.meta.url);
const algorithms = ['ES256', 'RS256', 'PS256', 'ES384', 'EdDSA'] as const;
/** One operation of each error shape. */
const shapes = [rowOf(10), rowOf(8)];
const genuine = { patient: '191212121212', scope: everyScope };

const issuer = await forThisFile(startIssuer());
issuer.keys.push(...(await Promise.all(algorithms.slice(1).map(newKey))));
const attacker = await newKey();
const asked: string[] = [];
const server = await forThisFile(
  listen((request, response) => {
    asked.push(request.url ?? '');
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [attacker.jwk] }));
  }, 0),
);
/** The server that forged tokens point to. It serves the attacker's keys, and records requests. */
const lure = { url: server.url, asked };
const ehr = await forThisFile(ehrServer(smallEhr()));
const service = await forThisFile(startService({ issuer, ehr: ehr.url }));
const forge = forger(issuer, genuine);

beforeEach(() => {
  ehr.received.length = 0;
});

const keyOf = (alg: (typeof algorithms)[number]): SigningKey => {
  const key = issuer.keys.find(one => one.alg === alg);
  if (key === undefined) throw new Error(`the issuer has no key for ${alg}`);
  return key;
};

const expectRefused = async (token: string) => {
  for (const row of shapes) {
    const answered = await service.ask(call(row, { headers: { authorization: `Bearer ${token}` } }));
    expectFault(answered, row, { status: 401, text: 'Invalid access token.' });
    expect(answered.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    expect(answered.headers.get('retry-after')).toBeNull();
  }
  expect(ehr.received).toEqual([]);
};

type Forgery = readonly [string, () => string | Promise<string>];

const refuses = (forgeries: readonly Forgery[]) =>
  it.each(forgeries)('%s', async (_, make) => expectRefused(await make()));

it.each(algorithms)('the forger can make a genuine %s token', async alg => {
  const token = forge({ key: keyOf(alg) });
  for (const row of shapes) expect((await service.ask(call(row, { token }))).status).toBe(200);
});

describe('the algorithm', () => {
  const publicKey = (alg: (typeof algorithms)[number]) => createPublicKey(keyObject(keyOf(alg)));
  const hmac = (alg: string, secret: string | Buffer) => (input: string) =>
    createHmac(`sha${alg.slice(2)}`, secret)
      .update(input)
      .digest();
  const secrets: readonly [string, (of: 'ES256' | 'RS256') => string | Buffer][] = [
    ['PEM', of => publicKey(of).export({ type: 'spki', format: 'pem' })],
    [
      'PEM without its last line break',
      of => String(publicKey(of).export({ type: 'spki', format: 'pem' })).trim(),
    ],
    ['DER', of => publicKey(of).export({ type: 'spki', format: 'der' })],
    ['JWK as it is published', of => JSON.stringify(keyOf(of).jwk)],
    ['JWK set as it is published', () => JSON.stringify({ keys: issuer.keys.map(({ jwk }) => jwk) })],
    ['thumbprint members', of => JSON.stringify(publicKey(of).export({ format: 'jwk' }))],
    ['kid', of => keyOf(of).kid],
    ['empty text', () => ''],
  ];
  refuses(
    secrets.flatMap(([name, secret]) =>
      (['ES256', 'RS256'] as const).flatMap(of =>
        ['HS256', 'HS384', 'HS512'].map(
          (alg): Forgery => [
            `${alg} with the ${name} of the ${of} key as secret`,
            () => forge({ key: keyOf(of), head: { alg }, signature: hmac(alg, secret(of)) }),
          ],
        ),
      ),
    ),
  );

  const names = ['None', 'NONE', 'nOnE', '', 'es256', 'ES256 ', 'ES256K', 'RS1', 'dir', 'RSA-OAEP', 'A128KW'];
  const others = [...names, ...cases<unknown>('algorithms'), undefined];
  refuses(
    others.map(alg => [`${JSON.stringify(alg)} with a good signature`, () => forge({ head: { alg } })]),
  );
  refuses(
    names.map(alg => [
      `${JSON.stringify(alg)} without one`,
      () => forge({ head: { alg }, signature: () => Buffer.alloc(0) }),
    ]),
  );

  const pairs = algorithms.flatMap(of =>
    ['RS256', 'RS512', 'PS256', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
      .filter(alg => alg !== of)
      .map(alg => [of, alg] as const),
  );
  refuses(
    pairs.map(([of, alg]) => [`${alg} with the ${of} key`, () => forge({ key: keyOf(of), head: { alg } })]),
  );
  /** The same with a signature that matches the header, if the key can make one. */
  const bySameKey = [
    ['RS512', 'RS256'],
    ['PS256', 'RS256'],
    ['RS256', 'PS256'],
    ['ES384', 'ES256'],
    ['ES256', 'ES384'],
  ] as const;
  refuses(
    bySameKey.map(([alg, of]) => [
      `${alg} by the ${of} key`,
      () => forge({ key: keyOf(of), head: { alg }, signature: signedBy(keyOf(of), alg) }),
    ]),
  );
});

describe('a key that the token brings', () => {
  const own = () => keyOf('ES256').kid;
  const url = (path: string) => `${lure.url}/${path}`;
  const brought: readonly [string, () => Readonly<Record<string, unknown>>][] = [
    ['jwk', () => ({ jwk: attacker.jwk })],
    ['jwk, by its kid', () => ({ kid: attacker.kid, jwk: attacker.jwk })],
    ['jku', () => ({ kid: attacker.kid, jku: url('jwks') })],
    [
      'jku of the issuer with more',
      () => ({ kid: attacker.kid, jku: `${issuer.url}/jwks@${url('jwks').slice(7)}` }),
    ],
    ['x5u', () => ({ kid: attacker.kid, x5u: url('chain.pem') })],
    ['x5c', () => ({ x5c: [attackerDer()], kid: own() })],
    ['x5t', () => ({ kid: attacker.kid, x5t: 'x', 'x5t#S256': 'x' })],
    ['a URL as kid', () => ({ kid: url('jwks') })],
  ];
  const attackerDer = () =>
    createPublicKey(keyObject(attacker)).export({ type: 'spki', format: 'der' }).toString('base64');

  refuses(
    brought.map(([name, head]) => [name, () => forge({ key: attacker, head: { kid: own(), ...head() } })]),
  );

  it('is never fetched, not even by a genuine token', async () => {
    const token = forge({ head: { jku: url('jwks'), x5u: url('chain.pem'), jwk: attacker.jwk } });
    await service.ask(call(rowOf(10), { token }));
    expect(lure.asked).toEqual([]);
  });
});

describe('the kid', () => {
  const strange = [...cases<unknown>('key ids'), 'k'.repeat(5000)];
  refuses(strange.map(kid => [JSON.stringify(kid).slice(0, 40), () => forge({ head: { kid } })]));
  const changed: readonly [string, (kid: string) => unknown][] = [
    ['in a list', kid => [kid]],
    ['with a NUL after it', kid => `${kid}\u0000`],
    ['with a space before it', kid => ` ${kid}`],
    ['in upper case', kid => kid.toUpperCase()],
    ['of another key of the issuer', () => keyOf('ES384').kid],
  ];
  refuses(
    changed.map(([name, change]) => [
      `the good one ${name}`,
      () => forge({ head: { kid: change(keyOf('ES256').kid) } }),
    ]),
  );
});

describe('header and claims', () => {
  const now = () => Math.floor(Date.now() / 1000);
  const heads = cases<Readonly<Record<string, unknown>>>('headers');
  refuses(heads.map(head => [`header ${JSON.stringify(head)}`, () => forge({ head })]));

  const always = cases<Readonly<Record<string, unknown>>>('claims');
  refuses(always.map(say => [`claims ${JSON.stringify(say)}`, () => forge({ say })]));
  const claims: readonly (() => Readonly<Record<string, unknown>>)[] = [
    () => ({ aud: [[audience]] }),
    () => ({ aud: { [audience]: true } }),
    () => ({ aud: audience.toUpperCase() }),
    () => ({ aud: `${audience} ` }),
    () => ({ aud: `${audience} urn:test:other` }),
    () => ({ iss: [issuer.url] }),
    () => ({ iss: issuer.url.toUpperCase() }),
    () => ({ iss: `${issuer.url}#` }),
    () => ({ iss: lure.url }),
    () => ({ exp: String(now() + 600) }),
    () => ({ exp: [now() + 600] }),
    () => ({ exp: now() - 6 }),
    () => ({ nbf: String(now() - 10) }),
    () => ({ nbf: now() + 3600 }),
  ];
  refuses(claims.map((say, at) => [`claims ${at + 1}`, () => forge({ say: say() })]));

  const text = (part: object) => JSON.stringify(part);
  const twice = (part: object, member: string) => text(part).replace('{', `{${member},`);
  const head = (member: string) => () =>
    forge({ header: twice({ alg: 'ES256', kid: keyOf('ES256').kid, typ: 'at+jwt' }, member) });
  const said = (member: string) => () => forge({ claims: twice(usualClaims(issuer, genuine), member) });
  refuses([
    ['alg twice', head('"alg":"none"')],
    ['alg twice, the same', head('"alg":"ES256"')],
    ['alg twice, once in disguise', head('"\\u0061lg":"none"')],
    ['kid twice', head('"kid":"other"')],
    ['a member of a header twice further down', head('"x":{"a":1,"a":2}')],
    ['patient twice', said('"patient":"201907152399"')],
    ['patient twice, once in disguise', said('"patien\\u0074":"201907152399"')],
    ['aud twice', said('"aud":"urn:test:other"')],
    ['exp twice', said('"exp":1')],
    ['scope twice', said('"scope":"openid"')],
    ['a claim twice further down', said('"x":[{"a":1,"b":{},"a":2}]')],
    ['__proto__ twice', said('"__proto__":{},"__proto__":{}')],
  ]);
});

describe('the contents of a part', () => {
  const claims = () => JSON.stringify(usualClaims(issuer, genuine));
  const header = () => JSON.stringify({ alg: 'ES256', kid: keyOf('ES256').kid, typ: 'at+jwt' });
  /** A text with bytes in a member of its own. */
  const withBytes = (text: string, bytes: number[]) =>
    Buffer.concat([Buffer.from(text.replace(/}$/, ',"note":"')), Buffer.from(bytes), Buffer.from('"}')]);
  const odd: readonly [string, (text: () => string) => string | Buffer][] = [
    ['nothing', () => ''],
    ['null', () => 'null'],
    ['a number', () => '42'],
    ['a text', () => '"x"'],
    ['a list', text => `[${text()}]`],
    ['an empty object', () => '{}'],
    ['half an object', text => text().slice(0, -1)],
    ['two objects', text => text() + text()],
    ['a NUL after it', text => `${text()}\u0000`],
    ['a byte order mark before it', text => `\ufeff${text()}`],
    ['UTF-16', text => Buffer.from(text(), 'utf16le')],
    ['a byte that is not UTF-8', text => Buffer.from(text().replace('{', '{"note":"\u00e5",'), 'latin1')],
    ['a cut UTF-8 sequence', text => withBytes(text(), [0xe2, 0x82])],
    ['an overlong UTF-8 sequence', text => withBytes(text(), [0xc0, 0xaf])],
    ['a surrogate in UTF-8', text => withBytes(text(), [0xed, 0xa0, 0x80])],
    ['a comment', text => text().replace('{', '{/* */')],
    ['single quotes', text => text().replaceAll('"', "'")],
    ['a trailing comma', text => text().replace(/}$/, ',}')],
    ['10,000 open brackets', () => '['.repeat(10_000)],
    ['other bytes', () => randomBytes(200)],
  ];
  refuses(odd.map(([name, change]) => [`claims: ${name}`, () => forge({ claims: change(claims) })]));
  refuses(
    odd
      .filter(([name]) => name !== '10,000 open brackets')
      .map(([name, change]) => [`header: ${name}`, () => forge({ header: change(header) })]),
  );

  it('claims that nest 2,000 deep are read', async () => {
    const deep = claims().replace('{', `{"x":${'['.repeat(2000)}${']'.repeat(2000)},`);
    expect((await service.ask(call(rowOf(10), { token: forge({ claims: deep }) }))).status).toBe(200);
  });
});

describe('other serialisations', () => {
  const payload = () => new TextEncoder().encode(JSON.stringify(usualClaims(issuer, genuine)));
  const head = () => ({ alg: 'ES256', kid: keyOf('ES256').kid, typ: 'at+jwt' });
  refuses([
    [
      'a JWE',
      () =>
        new CompactEncrypt(payload())
          .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
          .encrypt(randomBytes(32)),
    ],
    [
      'flattened JSON',
      async () =>
        JSON.stringify(
          await new FlattenedSign(payload()).setProtectedHeader(head()).sign(keyOf('ES256').privateKey),
        ),
    ],
    [
      'general JSON',
      async () => {
        const sign = new GeneralSign(payload());
        sign.addSignature(keyOf('ES256').privateKey).setProtectedHeader(head());
        return JSON.stringify(await sign.sign());
      },
    ],
    ['a nested token', () => forge({ head: { cty: 'JWT' }, claims: forge() })],
    ['a nested token as a JSON text', () => forge({ head: { cty: 'JWT' }, claims: JSON.stringify(forge()) })],
    [
      'an unencoded payload (RFC 7797)',
      () => forge({ head: { b64: false, crit: ['b64'] }, respell: ([one]) => [one, 'unencoded'] }),
    ],
    [
      'an unencoded payload without crit',
      () => forge({ head: { b64: false }, respell: ([one]) => [one, '$unencoded'] }),
    ],
    ['a detached payload', () => forge().replace(/\.[^.]+\./, '..')],
    [
      'an unsecured token with a good one after it',
      () => `${base64url({ alg: 'none' })}.${base64url({})}.${forge()}`,
    ],
    ['a SAML assertion', () => Buffer.from('<saml:Assertion/>').toString('base64')],
  ]);
});

describe('how it is spelled', () => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  /** The same bytes with other trailing bits. */
  const trailing = (part: string) => {
    const last = alphabet.indexOf(part.at(-1) ?? '');
    return `${part.slice(0, -1)}${alphabet[last ^ 1]}`;
  };
  const classic = (part: string) => part.replaceAll('-', '+').replaceAll('_', '/');
  /** Texts whose encoding ends within a byte, and has both of the letters that the two alphabets differ in. */
  const padded = (part: object) => {
    const text = JSON.stringify(part).replace('{', '{"note":"???>>>~~~ooo",');
    return text + ' '.repeat((((1 - Buffer.byteLength(text)) % 3) + 3) % 3);
  };
  const odd = (): Forged => ({
    header: padded({ alg: 'ES256', kid: keyOf('ES256').kid, typ: 'at+jwt' }),
    claims: padded(usualClaims(issuer, genuine)),
  });

  it('takes the usual spelling of those', async () => {
    const token = forge(odd());
    expect(token.split('.')[0]).toMatch(/[-_]/);
    expect(Buffer.from(trailing(token.split('.')[1] ?? ''), 'base64url')).toEqual(
      Buffer.from(token.split('.')[1] ?? '', 'base64url'),
    );
    expect((await service.ask(call(rowOf(10), { token }))).status).toBe(200);
  });

  const spellings: readonly [string, (part: string) => string][] = [
    ['trailing bits', trailing],
    ['padding', part => part.padEnd(Math.ceil(part.length / 4) * 4, '=')],
    ['the other alphabet', classic],
    ['a dollar in it', part => `${part.slice(0, 8)}$${part.slice(8)}`],
    ['a letter more', part => `${part}A`],
    ['an equals sign alone', part => `${part}=`],
  ];
  refuses(
    spellings.flatMap(([name, spell]): Forgery[] => [
      [`header: ${name}`, () => forge({ ...odd(), respell: ([one, two]) => [spell(one), two] })],
      [`claims: ${name}`, () => forge({ ...odd(), respell: ([one, two]) => [one, spell(two)] })],
    ]),
  );
  refuses(
    spellings
      .filter(([name]) => name !== 'the other alphabet')
      .map(([name, spell]) => [
        `signature: ${name}`,
        () => {
          const [one, two, three = ''] = forge().split('.');
          return `${one}.${two}.${spell(three)}`;
        },
      ]),
  );

  const places = (token: string, step: number) =>
    Array.from({ length: Math.ceil(token.length / step) }, (_, at) => at * step);

  it('is refused when it is cut anywhere', async () => {
    const token = forge();
    for (const at of [...places(token, 13), token.length - 1]) await expectRefused(token.slice(0, at));
  });

  it('is refused when a letter is another anywhere', async () => {
    const token = forge();
    for (const at of places(token, 13)) {
      const other = token[at] === 'A' ? 'B' : 'A';
      await expectRefused(`${token.slice(0, at)}${other}${token.slice(at + 1)}`);
    }
  });

  it('is refused when it is long, or said to be too long', async () => {
    await expectRefused(forge({ key: attacker, say: { note: 'x'.repeat(9000) } }));
    await expectRefused('x'.repeat(12_000));
    await expectRefused('.'.repeat(12_000));
    for (const length of [20_000, 100_000]) {
      const headers = { authorization: `Bearer ${forge({ say: { note: 'x'.repeat(length) } })}` };
      const answered = await service.ask(call(rowOf(10), { headers }));
      expectFault(answered, undefined, { status: 431, text: 'The request cannot be read.' });
    }
  });
});

describe('the signature', () => {
  const signed = (alg: (typeof algorithms)[number], signature: (good: Buffer) => Buffer) => () => {
    const key = keyOf(alg);
    return forge({ key, signature: input => signature(signedBy(key)(input)) });
  };
  /** The order of P-256, which no half of a signature may reach. */
  const order = Buffer.from('ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551', 'hex');
  const zero = Buffer.alloc(32);
  const one = Buffer.alloc(32, 0).fill(1, 31);
  refuses([
    ['in DER', () => forge({ signature: signedBy(keyOf('ES256'), 'ES256', 'der') })],
    [
      'in DER (ES384)',
      () => forge({ key: keyOf('ES384'), signature: signedBy(keyOf('ES384'), 'ES384', 'der') }),
    ],
    ...algorithms.flatMap((alg): Forgery[] => [
      [`all zero (${alg})`, signed(alg, good => Buffer.alloc(good.length))],
      [`all ones (${alg})`, signed(alg, good => Buffer.alloc(good.length, 0xff))],
      [`a byte short (${alg})`, signed(alg, good => good.subarray(1))],
      [`a byte short at its end (${alg})`, signed(alg, good => good.subarray(0, -1))],
      [`a byte long (${alg})`, signed(alg, good => Buffer.concat([good, Buffer.alloc(1)]))],
      [`a zero byte before it (${alg})`, signed(alg, good => Buffer.concat([Buffer.alloc(1), good]))],
      [`twice (${alg})`, signed(alg, good => Buffer.concat([good, good]))],
      [`one byte (${alg})`, signed(alg, good => good.subarray(0, 1))],
      [`none (${alg})`, signed(alg, () => Buffer.alloc(0))],
      [
        `of the claims alone (${alg})`,
        () => forge({ key: keyOf(alg), signature: input => signedBy(keyOf(alg))(input.split('.')[1] ?? '') }),
      ],
      [
        `by a stranger (${alg})`,
        async () => forge({ key: keyOf(alg), signature: signedBy(await newKey(alg)) }),
      ],
    ]),
    ['r zero', signed('ES256', good => Buffer.concat([zero, good.subarray(32)]))],
    ['s zero', signed('ES256', good => Buffer.concat([good.subarray(0, 32), zero]))],
    ['r and s the order of the curve', signed('ES256', () => Buffer.concat([order, order]))],
    ['r the order, s zero', signed('ES256', () => Buffer.concat([order, zero]))],
    ['r and s one', signed('ES256', () => Buffer.concat([one, one]))],
    ['r and s swapped', signed('ES256', good => Buffer.concat([good.subarray(32), good.subarray(0, 32)]))],
    [
      'of another genuine token',
      () => forge().replace(/[^.]+$/, forge({ say: { sub: 'user-2' } }).split('.')[2] ?? ''),
    ],
  ]);
});
