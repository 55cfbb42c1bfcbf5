// The examples, run as they are against the sandbox.
import { execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../sandbox/listen.ts';
import { people } from '../../sandbox/patients/patients.ts';
import { browser } from '../../sandbox/sign-in.ts';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';

const run = promisify(execFile);
const example = (name: string) => join(import.meta.dirname, '../../examples', name);

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
}, 60_000);

afterAll(() => sandbox?.close());

const environment = () => ({
  PATH: process.env.PATH ?? '',
  SERVICE: sandbox.service,
  ISSUER: sandbox.issuer,
  KEY: sandbox.key,
  TZ: 'Europe/Stockholm',
});

test('the kiosk marks today’s booking as arrived and paid; once more, both are known', async () => {
  const kiosk = () =>
    run(process.execPath, [example('kiosk.js'), people.coordination.number], { env: environment() });
  const first = (await kiosk()).stdout.split('\n');
  expect(first).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\d 15:00 {2}Hudmottagningen {2}200 kr$/),
    expect.stringMatching(/^ {2}arrival: OK/),
    expect.stringMatching(/^ {2}payment: OK/),
    '',
  ]);
  const again = (await kiosk()).stdout;
  expect(again).toContain('arrival: INFO The patient has already arrived.');
  expect(again).toContain('payment: INFO The appointment is already paid.');
}, 30_000);

test('the kiosk says what is wrong, without the patient’s number', async () => {
  const failed = await run(process.execPath, [example('kiosk.js'), '191212121213'], {
    env: environment(),
  }).catch(error => String(error.stderr));
  expect(failed).toContain('400 The header patient must be one patient number: 12 digits');
  expect(failed).not.toContain('191212121213');
}, 30_000);

test('the patient app shows the warnings and notes of the one who has signed in', async () => {
  const child = spawn(process.execPath, [example('patient-app.js')], {
    env: { ...environment(), APP_PORT: String(await freePort()) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', text => {
    output += text;
  });
  const ended = new Promise(resolve => child.once('exit', resolve));
  await expect.poll(() => output, { timeout: 20_000 }).toContain('\n');
  const visit = browser(sandbox.issuer);
  let { location } = await visit(output.trim().replace('Open ', ''));
  while (location?.includes('/sign-in/') || location?.includes('/auth/')) {
    ({ location } = await visit(
      location,
      location.includes('/sign-in/') ? { account: 'tolvan' } : undefined,
    ));
  }
  await fetch(location ?? '');
  expect(await ended).toBe(0);
  expect(output).toContain('Warning: Penicillin');
  expect(output).toMatch(/\n\d{14} {2}\S/);
}, 60_000);
