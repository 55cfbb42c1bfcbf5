// The sandbox as a newcomer meets it: started by its command, its lines pasted, tokens got by both grants.
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { people } from '../../sandbox/patients/patients.ts';
import { scenarios } from '../../sandbox/scenarios.ts';
import { clientToken, userToken } from '../../sandbox/sign-in.ts';
import type { AccessEntry } from '../../src/ports/access-log.ts';
import { failingSandbox, paste, type Sandbox, startSandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
const printed = (name: string) => sandbox.printed(name);

const service = () => printed('service');

const ask = async (path: string, token: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${service()}${path}`, {
    headers: {
      authorization: `Bearer ${token}`,
      'ocp-apim-subscription-key': printed('subscription key'),
      ...headers,
    },
  });
  return { status: response.status, body: await response.json() };
};

beforeAll(async () => {
  sandbox = await startSandbox();
}, 60_000);

afterAll(() => sandbox.close());

const journal = '/patients/journalnotes/';
const scope = 'user/JournalNote-read';

describe('the sandbox', () => {
  test('prints a line for each scenario, and each answers as it says', async () => {
    const lines = sandbox.lines();
    expect(lines).toHaveLength(scenarios.length);
    const statuses: number[] = [];
    for (const line of lines) statuses.push((await paste(line)).status);
    expect(statuses).toEqual(scenarios.map(({ status }) => status));
  }, 120_000);

  test('gives a partner a token by client credentials', async () => {
    const token = await clientToken(
      { issuer: printed('sign in') },
      { clientId: 'partner', secret: 'partner-secret', scope },
    );
    const read = await ask(journal, token, { patient: people.tolvan.number });
    expect(read.status).toBe(200);
    expect(read.body).toHaveLength(3);
    expect((await ask(journal, token)).status).toBe(403);
  });

  test('gives a patient a token by authorization code with PKCE: her own, her child, no stranger', async () => {
    const token = await userToken(
      { issuer: printed('sign in') },
      { clientId: 'patient-app', redirectUri: `${service()}/docs/`, scope, account: 'guardian' },
    );
    expect(await ask(journal, token)).toEqual({ status: 200, body: [] });
    const child = await ask(journal, token, { patient: people.child.number });
    expect(child.status).toBe(200);
    expect(child.body).toHaveLength(1);
    expect((await ask(journal, token, { patient: people.protectedChild.number })).status).toBe(403);
    expect((await ask(journal, token, { patient: people.tolvan.number })).status).toBe(403);
  });

  test('keeps the state of its bookings', async () => {
    const [line] = sandbox.lines().filter(text => text.includes('/patients/appointments/?id='));
    expect((await paste(line ?? '')).body).toMatchObject({ ResultCode: 'INFO' });
  });

  test('has nothing personal in the log of the service', () => {
    const log = readFileSync(join(printed('logs'), 'service.log'), 'utf8');
    expect(log.split('\n').length).toBeGreaterThan(scenarios.length);
    for (const { number, given, family } of Object.values(people)) {
      for (const secret of [number, given, family]) expect(log).not.toContain(secret);
    }
    expect(log).not.toContain(printed('subscription key'));
    expect(log).not.toContain('eyJ');
  });

  test('leaves its trail: who saw what of whom', () => {
    const log = readFileSync(join(printed('logs'), 'access.log'), 'utf8');
    const entries = log
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line) as AccessEntry);
    const ofChild = entries.filter(({ subject }) => subject === people.child.number);
    expect(ofChild.at(-1)).toMatchObject({
      operation: '10 journalNotes',
      client: 'patient-app',
      caller: 'guardian',
      callerPatient: people.guardian.number,
      ground: 'acts_for',
      status: 200,
      records: 1,
    });
  });

  test('says which port is taken', async () => {
    const taken = Number(new URL(printed('stand-in EHR')).port);
    const { status, errors } = await failingSandbox(['--port', String(taken - 1)]);
    expect(status).toBe(1);
    expect(errors).toContain(`Port ${taken} is taken.`);
  });

  test.each([
    [['--region', 'moon'], 'There is no region moon.'],
    [['--region', 'toString'], 'There is no region toString.'],
    [['--port', '65534'], '65534 is no port.'],
    [['--port', 'x'], 'x is no port.'],
    [['--prot', '0'], "Unknown option '--prot'"],
  ])('ends with a usage line and status 2: %j', async (words, why) => {
    const { status, errors } = await failingSandbox(words);
    expect(status).toBe(2);
    expect(errors).toContain(why);
    expect(errors).toContain('usage: npm run sandbox -- [--region extracts|rivta] [--port N]');
  });

  test('ends everything with Ctrl-C', async () => {
    const folder = printed('logs');
    const { pid } = sandbox.process;
    if (pid === undefined) throw new Error('it does not run');
    process.kill(-pid, 'SIGINT');
    await once(sandbox.process, 'exit');
    await expect(fetch(`${service()}/health/live`)).rejects.toThrow();
    expect(existsSync(folder)).toBe(false);
  });
});
