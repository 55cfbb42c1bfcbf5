// Nordvik, the sandbox's vendor for tables: what it demands of its clients.
import { expect, test } from 'vitest';
import { people } from '../../sandbox/patients/patients.ts';
import { nordvikPatients } from '../../sandbox/table/records.ts';
import { hyphenated, nordvikSimulator } from '../../sandbox/table/simulator.ts';
import { forThisFile } from '../support/for-this-file.ts';

const login = { user: 'client', password: 'a-password' };
const { url } = await forThisFile(
  nordvikSimulator({ format: 'json', world: () => nordvikPatients(), port: 0, login, needsVersion: true }),
);
const nationalId = hyphenated(people.tolvan.number);

type Session = { readonly session: { readonly token: string; readonly seconds: number } };

const ask = async (path: string, init: RequestInit = {}) => {
  const answer = await fetch(`${url}${path}`, init);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};
const logIn = (written: object) => ask('/login', { method: 'POST', body: JSON.stringify(written) });

test('a login gives a token, and a wrong one none', async () => {
  expect(await logIn(login)).toMatchObject({ status: 200, body: { session: { seconds: 900 } } });
  expect((await logIn({ ...login, password: 'another' })).status).toBe(401);
});

test('every other request needs a token that a login gave', async () => {
  const { session } = (await logIn(login)).body as Session;
  const path = '/persons/40001';
  expect((await ask(path)).status).toBe(401);
  expect((await ask(path, { headers: { authorization: 'Bearer another' } })).status).toBe(401);
  const authorization = `Bearer ${session.token}`;
  expect(await ask(path, { headers: { authorization } })).toMatchObject({
    status: 200,
    body: { result: 'OK' },
  });
});

test('status 200 also for a person whom it does not know, and no records', async () => {
  const { session } = (await logIn(login)).body as Session;
  const headers = { authorization: `Bearer ${session.token}` };
  const search = (number: string) =>
    ask('/persons/search', { method: 'POST', headers, body: JSON.stringify({ number }) });
  expect(await search('19000101-0000')).toEqual({ status: 200, body: { result: 'UNKNOWN_PERSON' } });
  expect(await search(nationalId)).toMatchObject({
    status: 200,
    body: { result: 'OK', hits: [{ personNo: 40_001, identifier: [{ type: 'PNR', value: nationalId }] }] },
  });
  expect(await ask('/persons/99999', { headers })).toEqual({ status: 200, body: { result: 'UNKNOWN_ID' } });
});

test('an arrival names the version of its booking, which changes with it', async () => {
  const { session } = (await logIn(login)).body as Session;
  const authorization = `Bearer ${session.token}`;
  const arrive = (headers: Record<string, string>) =>
    ask('/bookings/59062/status', {
      method: 'PUT',
      headers: { authorization, ...headers },
      body: JSON.stringify({ nationalId, status: 'IN' }),
    });
  expect((await arrive({})).status).toBe(428);
  expect(await arrive({ 'if-match': '"2"' })).toMatchObject({ status: 409, body: { outcome: 'CHANGED' } });
  expect(await arrive({ 'if-match': '"1"' })).toMatchObject({ status: 200, body: { outcome: 'DONE' } });
  expect(await arrive({ 'if-match': '"1"' })).toMatchObject({ status: 409, body: { outcome: 'CHANGED' } });
  expect(await arrive({ 'if-match': '"2"' })).toMatchObject({ status: 200, body: { outcome: 'ALREADY' } });
});

test('a request that cannot be read is told why', async () => {
  const answer = await fetch(`${url}/login`, { method: 'POST', body: '{' });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toMatch(/^SyntaxError: /);
});
