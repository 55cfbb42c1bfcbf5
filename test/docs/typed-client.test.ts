// A typed client, generated from the API description, compiles and calls all ten operations.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { userToken } from '../../sandbox/authorization-server/sign-in.ts';
import { operations } from '../../src/http/operations/operations.ts';
import { compile, generateTypes } from '../client/generate.ts';
import { type Sandbox, startSandbox } from '../support/service/sandbox.ts';

type Calls = {
  callAll(credentials: { url: string; key: string; token: string }): Promise<{
    statuses: Record<string, number>;
    members: Record<string, string | number | undefined>;
  }>;
};

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
  await generateTypes((await (await fetch(`${sandbox.service}/openapi.json`)).json()) as object);
}, 60_000);

afterAll(() => sandbox?.close());

test('it compiles', () => {
  expect(compile('calls.ts')).toEqual([]);
}, 60_000);

test('calls that the description does not allow do not compile', () => {
  expect(compile('wrong-calls.ts')).toHaveLength(4);
}, 60_000);

test('it calls all ten operations', async () => {
  const token = await userToken(
    { issuer: sandbox.issuer },
    {
      clientId: 'patient-app',
      redirectUri: `${sandbox.service}/docs/`,
      scope: [...new Set(operations.map(({ scope }) => scope))].join(' '),
      account: 'tolvan',
    },
  );
  // Excluded from other compilations: its types exist only after this test has generated them.
  const { callAll }: Calls = await import(join(import.meta.dirname, '../client/calls.ts'));
  const { statuses, members } = await callAll({ url: sandbox.service, key: sandbox.key, token });
  expect(statuses).toEqual(Object.fromEntries(operations.map(({ name }) => [name, 200])));
  const { refused, advice, ...answers } = members;
  expect(advice).toBe('fix');
  expect(Object.entries(answers).filter(([, value]) => value === undefined)).toEqual([]);
  expect(answers).toMatchObject({ patient: '191212121212', patientV2: '191212121212', appointments: 'OK' });
  expect(refused).toBe(
    'The parameter fromDateTime must be one local time of the form YYYY-MM-DDThh:mm:ss, for example 2026-01-15T09:30:00.',
  );
});
