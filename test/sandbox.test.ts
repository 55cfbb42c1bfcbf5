// The sandbox as a newcomer meets it: started by its command, its lines pasted, tokens got by both grants.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { people } from '../sandbox/people/everyone.ts';
import { clientToken, userToken } from '../sandbox/sign-in.ts';
import { stories } from '../sandbox/stories.ts';
import type { AccessEntry } from '../src/ports/access-log.ts';

const root = join(import.meta.dirname, '..');
const command = ['run', '-s', 'sandbox', '--'];
const curl = promisify(execFile);

let process: ChildProcess;
let output = '';

/** What the sandbox prints behind a name. */
const printed = (name: string): string => new RegExp(`^  ${name} +(\\S+)`, 'm').exec(output)?.[1] ?? '';

/** Runs a printed line in a shell, as it is. */
const paste = async (line: string) => {
  const { stdout } = await curl('sh', ['-c', line], { maxBuffer: 64 * 1024 * 1024 });
  const [head = '', body = ''] = stdout.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head, body: JSON.parse(body) };
};

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
  process = spawn('npm', [...command, '--port', '0'], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  process.stderr?.on('data', text => {
    output += text;
  });
  for await (const text of process.stdout ?? []) {
    output += text;
    if (output.includes('Ctrl-C ends everything.')) break;
  }
}, 60_000);

afterAll(() => {
  if (process.exitCode === null && process.pid !== undefined)
    globalThis.process.kill(-process.pid, 'SIGKILL');
});

const journal = '/patients/journalnotes/';
const scope = 'user/JournalNote-read';

describe('the sandbox', () => {
  test('prints a line for each story, and each answers as it says', async () => {
    const lines = output.split('\n').filter(line => line.startsWith('curl '));
    expect(lines).toHaveLength(stories.length);
    const statuses: number[] = [];
    for (const line of lines) statuses.push((await paste(line)).status);
    expect(statuses).toEqual(stories.map(({ status }) => status));
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
    const [line] = output.split('\n').filter(text => text.includes('/patients/appointments/?id='));
    expect((await paste(line ?? '')).body).toMatchObject({ ResultCode: 'INFO' });
  });

  test('has nothing personal in the log of the service', () => {
    const log = readFileSync(join(printed('logs'), 'service.log'), 'utf8');
    expect(log.split('\n').length).toBeGreaterThan(stories.length);
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
    const second = spawn('npm', [...command, '--port', String(taken - 1)], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    second.stderr.on('data', text => {
      errors += text;
    });
    const [status] = await once(second, 'exit');
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
    const wrong = spawn('npm', [...command, ...words], { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
    let errors = '';
    wrong.stderr.on('data', text => {
      errors += text;
    });
    const [status] = await once(wrong, 'exit');
    expect(status).toBe(2);
    expect(errors).toContain(why);
    expect(errors).toContain('usage: npm run sandbox -- [--region extracts|rivta] [--port N]');
  });

  test('ends everything with Ctrl-C', async () => {
    const folder = printed('logs');
    if (process.pid === undefined) throw new Error('it does not run');
    globalThis.process.kill(-process.pid, 'SIGINT');
    await once(process, 'exit');
    await expect(fetch(`${service()}/health/live`)).rejects.toThrow();
    expect(existsSync(folder)).toBe(false);
  });
});
