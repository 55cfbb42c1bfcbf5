// The sandbox's folder of Bruno, read by Bruno's own parser: each request is sent as Bruno would send it.
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { forThisFile } from '../../support/for-this-file.ts';
import { startSandbox } from '../../support/service/sandbox.ts';

type Pair = { readonly name: string; readonly value: string; readonly enabled: boolean };

/** The members of a parsed request that the folder uses. */
type Request = {
  readonly meta: { readonly name: string; readonly type: string; readonly seq: string };
  readonly http: {
    readonly method: string;
    readonly url: string;
    readonly body: string;
    readonly auth: string;
  };
  readonly params?: readonly Pair[];
  readonly headers?: readonly Pair[];
  readonly auth?: { readonly bearer?: { readonly token: string } };
  readonly body?: { readonly json?: string };
};

type Language = {
  bruToJsonV2(text: string): Request;
  bruToEnvJsonV2(text: string): { readonly variables: readonly Pair[] };
};

const { bruToJsonV2, bruToEnvJsonV2 }: Language = createRequire(import.meta.url)('@usebruno/lang');

const sandbox = await forThisFile(startSandbox());
const read = (name: string) => readFileSync(join(sandbox.brunoFolder, name), 'utf8');
const requests = globSync('*.bru', { cwd: sandbox.brunoFolder })
  .map(name => bruToJsonV2(read(name)))
  .toSorted((one, other) => Number(one.meta.seq) - Number(other.meta.seq));

test('the folder is a collection with one environment, which has the sandbox’s values', () => {
  expect(JSON.parse(read('bruno.json'))).toMatchObject({ version: '1', type: 'collection' });
  const { variables } = bruToEnvJsonV2(read('environments/service.bru'));
  expect(Object.fromEntries(variables.map(({ name, value }) => [name, value]))).toEqual({
    service: sandbox.service,
    key: sandbox.key,
    token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  });
});

test('an interval and another patient are there, switched off', () => {
  const journal = requests.find(({ meta }) => meta.name === '10. journal notes');
  expect(journal?.params).toEqual([
    { name: 'fromDateTime', value: '2026-01-01T00:00:00', type: 'query', enabled: false },
    { name: 'toDateTime', value: '2026-12-31T23:59:59', type: 'query', enabled: false },
  ]);
  expect(journal?.headers?.find(({ name }) => name === 'patient')).toMatchObject({
    value: '191212121212',
    enabled: false,
  });
});

test('every request succeeds, the reads before the writes', async () => {
  const { variables } = bruToEnvJsonV2(read('environments/service.bru'));
  const filledIn = (text: string) =>
    variables.reduce((filled, { name, value }) => filled.replaceAll(`{{${name}}}`, value), text);
  const answers: unknown[] = [];
  for (const { http, headers = [], auth, body } of requests) {
    const { method, url } = http;
    const response = await fetch(filledIn(url), {
      method: method.toUpperCase(),
      headers: {
        ...Object.fromEntries(headers.filter(one => one.enabled).map(one => [one.name, filledIn(one.value)])),
        ...(http.auth === 'bearer' ? { Authorization: `Bearer ${filledIn(auth?.bearer?.token ?? '')}` } : {}),
        ...(http.body === 'json' ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(http.body === 'json' ? { body: body?.json ?? '' } : {}),
    });
    answers.push([method, response.status]);
    const [result] = [await response.json()].flat() as [{ ResultCode?: string }];
    if (method !== 'get') expect(result.ResultCode).toBe('OK');
  }
  const reads = Array.from({ length: 9 }, () => ['get', 200]);
  expect(answers).toEqual([...reads, ['put', 200], ['post', 200]]);
});
