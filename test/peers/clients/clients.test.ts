// Clients of other projects' generators, made by the commands of the guide: they compile, and call the running service.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { userToken } from '../../../sandbox/authorization-server/sign-in.ts';
import { guide } from '../../../src/http/description/guide.ts';
import { operations } from '../../../src/http/operations/operations.ts';
import { forThisFile } from '../../support/for-this-file.ts';
import { startSandbox } from '../../support/service/sandbox.ts';
import type { Call } from './calls/called.ts';

const run = promisify(execFile);
const generated = join(import.meta.dirname, 'generated');

/** The files that the guide shows, by name. */
const files = new Map(
  [...guide('').matchAll(/^```\w+ file=(\S+)\n([\s\S]*?)^```$/gm)].map(([, name = '', text = '']) => [
    name,
    text,
  ]),
);

const sandbox = await forThisFile(startSandbox());

/** Runs a program in the folder of what was generated. */
const inGenerated = (program: string, ...words: string[]) =>
  run(program, words, { cwd: generated, env: { ...process.env, SERVICE: sandbox.service } });

const credentials = async (): Promise<Record<string, string>> => {
  const scope = [...new Set(operations.map(({ scope: one }) => one))].join(' ');
  const redirectUri = `${sandbox.service}/docs/`;
  const client = { clientId: 'patient-app', redirectUri, scope, account: 'tolvan' };
  const token = await userToken({ issuer: sandbox.issuer }, client);
  return { 'Ocp-Apim-Subscription-Key': sandbox.key, Authorization: `Bearer ${token}` };
};

beforeAll(async () => {
  rmSync(generated, { recursive: true, force: true });
  mkdirSync(generated);
  for (const [name, text] of files) writeFileSync(join(generated, name), text);
  await inGenerated('sh', '-ec', files.get('generate.sh') ?? 'false');
}, 120_000);

test('the guide shows what the clients need', () => {
  const names = ['sign-in.js', 'exact-fetch.ts', 'generate.sh', 'orval.config.js', 'call-service.ts'];
  expect([...files.keys()]).toEqual(names);
});

test('they compile, strictly, with a call of each', async () => {
  const compiled = inGenerated('npx', 'tsc', '-p', '../calls');
  await expect(compiled.catch(({ stdout }) => ({ stdout }))).resolves.toMatchObject({ stdout: '' });
}, 120_000);

test('their types have the names of the description, and no others of more than 40 letters', () => {
  for (const name of ['hey-api/types.gen.ts', 'orval.ts', 'swagger-api.ts', 'openapi-typescript.ts']) {
    const text = readFileSync(join(generated, name), 'utf8');
    const names = [...text.matchAll(/^(?:export )?(?:type|interface|enum|const) (\w+)/gm)].map(
      ([, one = '']) => one,
    );
    expect(
      names.filter(one => one.length > 40),
      name,
    ).toEqual([]);
    for (const wanted of ['UnitReference', 'ExtractUnit', 'ExtractPatient', 'CareProvider', 'BookingState'])
      expect(text, `${wanted} in ${name}`).toMatch(new RegExp(`\\b${wanted}\\b`));
  }
});

test.each(['openapi-typescript', 'hey-api', 'swagger-typescript-api', 'orval'])(
  'the client of %s calls the service, and rounds no actionId',
  async name => {
    const headers = await credentials();
    const answer = await fetch(`${sandbox.service}/patients/videomeetings/`, { headers });
    const sent = [...(await answer.text()).matchAll(/"actionId":(\d+)/g)].map(([, digits = '']) => digits);
    expect(sent).toHaveLength(5);
    expect(sent.filter(digits => String(Number(digits)) !== digits).length).toBeGreaterThan(0);

    const module: { call: Call } = await import(`./calls/${name}.ts`);
    const called = await module.call({ baseUrl: sandbox.service, headers });
    expect(called).toEqual({ actionIds: sent, state: 'BOOKED', unit: 'Hudmottagningen' });
  },
  60_000,
);
