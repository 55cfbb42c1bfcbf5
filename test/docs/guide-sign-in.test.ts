// The sign-in of the guide, as an app developer copies it: the verifier is kept, its digest is sent, and another answer is refused.
import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { guide } from '../../src/http/description/guide.ts';

const token = { access_token: 'token', expires_in: 3600 };
const config = { issuer: 'https://login', clientId: 'app', redirectUri: 'https://app/', scope: 'openid' };

/** Runs the guide's code in a browser's stead; `location.search` and the kept texts are shared between runs. */
const browser = () => {
  const [, code = ''] = /^```js file=sign-in.js\n([\s\S]*?)^```$/m.exec(guide('')) ?? [];
  const calls = (name: string) =>
    `${code.replaceAll('export const', 'const')}\n${name}(${JSON.stringify(config)})`;
  const stored = new Map<string, string>();
  const went: string[] = [];
  const posted: URLSearchParams[] = [];
  const location = { search: '', assign: (url: string) => went.push(url) };
  const endpoints = { authorization_endpoint: 'https://login/auth', token_endpoint: 'https://login/token' };
  const fetch = async (_: string, options?: { body: URLSearchParams }) => {
    if (options !== undefined) posted.push(options.body);
    return { ok: true, json: async () => (options === undefined ? endpoints : token) };
  };
  const sessionStorage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
  };
  const given = { btoa, crypto, fetch, location, sessionStorage, TextEncoder, Uint8Array, URLSearchParams };
  const run = (name: string) => runInNewContext(calls(name), { ...given });
  return { location, posted, run, stored, went };
};

test('the sign-in of the guide keeps the verifier and sends its digest', async () => {
  const { location, posted, run, stored, went } = browser();
  await run('signIn');
  const asked = new URL(went[0] ?? '').searchParams;
  const { verifier, state } = JSON.parse(stored.get('sign-in') ?? '');
  expect(verifier).toMatch(/^[\w-]{43}$/);
  expect(asked.get('code_challenge')).toBe(createHash('sha256').update(verifier).digest('base64url'));
  expect([asked.get('code_challenge_method'), asked.get('state')]).toEqual(['S256', state]);
  location.search = `?code=abc&state=${state}`;
  expect(await run('signedIn')).toEqual(token);
  expect(posted.map(body => [body.get('code'), body.get('code_verifier')])).toEqual([['abc', verifier]]);
  for (const search of ['?code=abc&state=other', `?error=access_denied&state=${state}`]) {
    location.search = search;
    await expect(run('signedIn')).rejects.toThrow('not signed in');
  }
});
