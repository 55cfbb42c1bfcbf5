// The examples, run as they are against the sandbox.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { browser, userToken } from '../../sandbox/authorization-server/sign-in.ts';
import { freePort } from '../../sandbox/listen.ts';
import { brunoFilesOf } from '../../sandbox/output/bruno.ts';
import { httpFileOf } from '../../sandbox/output/http-file.ts';
import { people } from '../../sandbox/patients/patients.ts';
import { resetPath } from '../../sandbox/reset.ts';
import { operations } from '../../src/http/operations/operations.ts';
import { type Sandbox, startSandbox } from '../support/service/sandbox.ts';
import { outputOf, spawnChild } from '../support/spawn-child.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const example = (name: string) => join(root, 'examples', name);
/** The kiosk without dependencies, and the one with types. */
const kiosks = ['kiosk.js', 'typescript/kiosk.ts'];

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
  await run('npm', ['run', '-s', 'api', '-w', 'examples/typescript'], {
    cwd: root,
    env: { ...process.env, SERVICE: sandbox.service },
  });
}, 120_000);

afterAll(() => sandbox?.close());

const environment = () => ({
  PATH: process.env.PATH ?? '',
  SERVICE: sandbox.service,
  ISSUER: sandbox.issuer,
  KEY: sandbox.key,
  TZ: 'Europe/Stockholm',
});

type Ran = { readonly status: number | null; readonly stdout: string; readonly stderr: string };

/** Runs a client with a number on standard input. */
const runClient = async (
  number: string,
  env: Readonly<Record<string, string>> = environment(),
  name = 'kiosk.js',
): Promise<Ran> => {
  const child = spawnChild(process.execPath, [example(name)], { env });
  const output = outputOf(child);
  // A client that stops at once does not read it.
  child.stdin.on('error', () => {});
  child.stdin.end(`${number}\n`);
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, ...output };
};

test.each(kiosks)('%s marks today’s booking as arrived and paid; once more, both are known', async name => {
  await fetch(new URL(resetPath, sandbox.ehr), { method: 'POST' });
  const first = (await runClient(people.coordination.number, environment(), name)).stdout;
  expect(first).toMatch(/^\d{4}-\d\d-\d\d 15:00 {2}Hudmottagningen/);
  expect(first).toContain('200 kr');
  expect(first).toMatch(/\n {2}arrival: OK/);
  expect(first).toMatch(/\n {2}payment: OK/);
  const again = (await runClient(people.coordination.number, environment(), name)).stdout;
  expect(again).toContain('arrival: INFO The patient has already arrived.');
  expect(again).toContain('payment: already paid');
});

test('the typed kiosk and calls of all operations compile; calls that the description does not allow do not', async () => {
  const compiled = run('npx', ['tsc', '-p', 'test/examples/typed', '--checkers', '1'], { cwd: root });
  await expect(compiled.catch(({ stdout }) => ({ stdout }))).resolves.toMatchObject({ stdout: '' });
}, 60_000);

type TypedCalls = {
  callAll(credentials: { url: string; key: string; token: string }): Promise<{
    statuses: Record<string, number>;
    members: Record<string, string | number | undefined>;
  }>;
};

test('the typed client calls all ten operations', async () => {
  const token = await userToken(
    { issuer: sandbox.issuer },
    {
      clientId: 'patient-app',
      redirectUri: `${sandbox.service}/docs/`,
      scope: [...new Set(operations.map(({ scope }) => scope))].join(' '),
      account: 'tolvan',
    },
  );
  // Excluded from other compilations: its types exist only after they have been generated.
  const { callAll }: TypedCalls = await import(join(import.meta.dirname, 'typed/calls.ts'));
  const { statuses, members } = await callAll({ url: sandbox.service, key: sandbox.key, token });
  expect(statuses).toEqual(Object.fromEntries(operations.map(({ name }) => [name, 200])));
  expect(Object.entries(members).filter(([, value]) => value === undefined)).toEqual([]);
  expect(members).toMatchObject({
    patient: '191212121212',
    patientV2: '191212121212',
    appointments: 'OK',
    refused:
      'The parameter fromDateTime must be one local time of the form YYYY-MM-DDThh:mm:ss, for example 2026-01-15T09:30:00.',
  });
}, 60_000);

test('the client with DPoP lists the bookings of a patient, with a token that is bound to its key', async () => {
  const { status, stdout } = await runClient(people.tolvan.number, environment(), 'dpop.js');
  expect(stdout).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d \S/);
  expect(status).toBe(0);
}, 30_000);

test('the kiosk says what is wrong, without the patient’s number', async () => {
  const { status, stderr } = await runClient('191212121213');
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^This is not a valid patient number\. \(invalid-parameter, request [0-9a-f-]{36}\)\n$/,
  );
  expect(stderr).not.toContain('191212121213');
}, 60_000);

/** The requests of an HTTP file, with its variables filled in. */
const requestsIn = (file: string) => {
  const [head = '', ...requests] = file.split(/^### .*\n/m);
  const variables = new Map(
    [...head.matchAll(/^@(\w+) = (.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
  return requests.map(request => {
    const filledIn = request
      .replaceAll(/^#.*\n/gm, '')
      .replaceAll(/{{(\w+)}}/g, (_, name) => variables.get(name) ?? '');
    const [top = '', ...body] = filledIn.trim().split('\n\n');
    const [line = '', ...headers] = top.split('\n');
    const [method = '', url = ''] = line.split(' ');
    return {
      method,
      url,
      headers: Object.fromEntries(headers.map(header => header.split(': '))) as Record<string, string>,
      ...(body.length === 0 ? {} : { body: body.join('\n\n') }),
    };
  });
};

test('the HTTP file is what the operation table makes of it (`npm test -- -u` makes it again)', async () => {
  await expect(httpFileOf()).toMatchFileSnapshot(example('requests.http'));
});

test.each([...brunoFilesOf()])(
  'the Bruno folder has %s as the operation table makes it',
  async (name, text) => {
    await expect(text).toMatchFileSnapshot(example(`bruno/${name}`));
  },
);

test('the Bruno folder has no other files', () => {
  const names = globSync('**/*.*', { cwd: example('bruno') });
  expect(names.toSorted()).toEqual([...brunoFilesOf().keys()].toSorted());
});

test('every request of the sandbox’s HTTP file succeeds', async () => {
  await fetch(new URL(resetPath, sandbox.ehr), { method: 'POST' });
  const answers: unknown[] = [];
  for (const { url, ...request } of requestsIn(readFileSync(sandbox.httpFile, 'utf8'))) {
    const response = await fetch(url, request);
    const body = (await response.json()) as object;
    answers.push([
      request.method,
      response.status,
      request.method === 'GET'
        ? Object.keys(body).length > 0
        : ([body].flat()[0] as { ResultCode?: string }).ResultCode,
    ]);
  }
  const reads = Array.from({ length: 9 }, () => ['GET', 200, true]);
  expect(answers).toEqual([...reads, ['PUT', 200, 'OK'], ['POST', 200, 'OK']]);
}, 60_000);

type FakeRequest = { readonly method: string; readonly url: URL; readonly body: string };
type FakeHead = { readonly status: number; readonly headers: Record<string, string> };

/** Starts a service and issuer that answer as the arguments say, with 200 by default. Resolves with its URL. */
const fakeService = async (
  answerTo: (request: FakeRequest) => unknown,
  headOf: (request: FakeRequest) => FakeHead = () => ({ status: 200, headers: {} }),
): Promise<string> => {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const url = new URL(request.url ?? '', `http://${request.headers.host}`);
    const asked = { method: request.method ?? '', url, body };
    const { status, headers } = headOf(asked);
    response.writeHead(status, headers).end(JSON.stringify(answerTo(asked) ?? {}));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** Where the bookings of a region do not tell whether a write is done, it must not be repeated. */
const unsafe = 'The outcome is not known. Ask the care unit before repeating the request.';

const decisionsByWord: readonly [
  word: string,
  status: number,
  tokens: number,
  reads: number,
  sentence: string,
][] = [
  ['token-invalid', 401, 2, 2, 'The text.'],
  ['ehr-unavailable', 503, 1, 2, 'The text.'],
  ['outcome-unknown', 504, 1, 2, 'The text.'],
  ['outcome-unknown', 504, 1, 1, unsafe],
  ['ehr-unusable', 502, 1, 1, 'The text.'],
];

test.each([
  ...kiosks.flatMap(name => decisionsByWord.map(row => [name, ...row] as const)),
  ['typescript/kiosk.ts', 'a-word-of-a-later-version', 503, 1, 2, 'The text.'] as const,
])('%s decides by the word: %s', async (name, word, status, tokens, reads, sentence) => {
  const asked: string[] = [];
  const service = await fakeService(
    ({ method, url }) => {
      asked.push(`${method} ${url.pathname}`);
      if (url.pathname.startsWith('/.well-known')) return { token_endpoint: `${url.origin}/tokens` };
      return url.pathname === '/tokens' ? { access_token: 'a-token' } : { message: sentence };
    },
    ({ url }) =>
      url.pathname.startsWith('/patients/')
        ? { status, headers: { 'x-error': word, 'retry-after': '0', 'x-request-id': 'an-id' } }
        : { status: 200, headers: {} },
  );
  const ran = await runClient('191212121212', { ...environment(), SERVICE: service, ISSUER: service }, name);
  expect(ran.status).toBe(1);
  expect(ran.stderr).toContain(`(${word}, request an-id)`);
  const count = (path: string) => asked.filter(one => one.endsWith(path)).length;
  expect([count('/tokens'), count('/patients/appointments/')]).toEqual([tokens, reads]);
});

test.each([
  ['unmapped=80', false],
  ['values=1, unmapped=80', true],
  ['sources=1', true],
])('the kiosk says that a list is incomplete, but not for unmapped values: %s', async (leftOut, isSaid) => {
  const service = await fakeService(
    ({ url }) => {
      if (url.pathname.startsWith('/.well-known')) return { token_endpoint: `${url.origin}/tokens` };
      return url.pathname === '/tokens' ? { access_token: 'a-token' } : [{ ResultCode: 'OK', Booking: [] }];
    },
    () => ({ status: 200, headers: { 'x-left-out': leftOut } }),
  );
  const ran = await runClient('191212121212', { ...environment(), SERVICE: service, ISSUER: service });
  expect(ran.stdout.includes('The list is not complete')).toBe(isSaid);
});

test('the kiosk takes no payment where the arrival is refused', async () => {
  const asked: string[] = [];
  const answers: Readonly<Record<string, (url: URL) => unknown>> = {
    'GET /.well-known/openid-configuration': ({ origin }) => ({
      token_endpoint: `${origin}/anywhere/tokens`,
    }),
    'POST /anywhere/tokens': () => ({ access_token: 'a-token' }),
    'GET /patients/appointments/': () => [
      { ResultCode: 'OK', Booking: [{ ContactId: '1', StartTime: '…', Any: [] }] },
    ],
    'PUT /patients/appointments/': () => ({ ResultCode: 'ERROR', Comment: 'Too early.' }),
  };
  const service = await fakeService(({ method, url }) => {
    asked.push(`${method} ${url.pathname}`);
    return answers[`${method} ${url.pathname}`]?.(url);
  });
  const ran = await runClient('191212121212', { ...environment(), SERVICE: service, ISSUER: service });
  expect(ran).toMatchObject({ status: 1, stderr: 'Ask at the reception.\n' });
  expect(ran.stdout).toContain('arrival: ERROR Too early.');
  expect(asked).toEqual(Object.keys(answers));
}, 60_000);

test('the kiosk goes on to the next booking if an arrival is refused, and makes up no payment', async () => {
  const written: string[] = [];
  const bookings = [
    { ContactId: 'cancelled', StartTime: '2026-01-15 09:00', PaymentDetails: { Price: 200 }, Any: [] },
    { ContactId: 'no-price', StartTime: '2026-01-15 10:00', Any: [] },
    { ContactId: 'free', StartTime: '2026-01-15 11:00', PaymentDetails: { Price: 0 }, Any: [] },
    // The region says a state that the service does not understand.
    {
      ContactId: 'unclear',
      StartTime: '2026-01-15 11:30',
      PaymentDetails: { Price: 200 },
      Any: [{ Status: 'UNKNOWN', PaymentStatus: 'UNPAID' }],
    },
    {
      ContactId: 'valid',
      StartTime: '2026-01-15 12:00',
      PerformingUnit: { Name: 'Hudmottagningen' },
      PaymentDetails: { Price: 200 },
      Any: [],
    },
  ];
  const service = await fakeService(({ method, url, body }) => {
    if (url.pathname === '/.well-known/openid-configuration')
      return { token_endpoint: `${url.origin}/tokens` };
    if (url.pathname === '/tokens') return { access_token: 'a-token' };
    if (method === 'GET') return [{ ResultCode: 'OK', Booking: bookings }];
    const id = url.searchParams.get('id') ?? String(JSON.parse(body).contactId);
    written.push(`${method} ${id}`);
    const outcome =
      id === 'cancelled'
        ? { ResultCode: 'ERROR', Comment: 'The appointment is cancelled.' }
        : { ResultCode: 'OK', Comment: '' };
    return method === 'PUT' ? outcome : [outcome];
  });
  const ran = await runClient('191212121212', { ...environment(), SERVICE: service, ISSUER: service });
  expect(written).toEqual(['PUT cancelled', 'PUT no-price', 'PUT free', 'PUT valid', 'POST valid']);
  expect(ran).toEqual({
    status: 1,
    stderr: 'Ask at the reception.\nAsk at the reception what to pay.\nAsk at the reception.\n',
    stdout: [
      '2026-01-15 09:00  200 kr',
      '  arrival: ERROR The appointment is cancelled.',
      '2026-01-15 10:00',
      '  arrival: OK ',
      '2026-01-15 11:00  0 kr',
      '  arrival: OK ',
      '  payment: nothing to pay',
      '2026-01-15 11:30  200 kr',
      '2026-01-15 12:00  Hudmottagningen  200 kr',
      '  arrival: OK ',
      '  payment: OK ',
      '',
    ].join('\n'),
  });
}, 60_000);

test.each(['kiosk.js', 'patient-app.js'])('%s says in a sentence what is missing', async name => {
  const ran = async (env: Readonly<Record<string, string>>) => {
    const child = spawnChild(process.execPath, [example(name)], { env, stdio: ['pipe', 'ignore', 'pipe'] });
    const output = outputOf(child);
    child.stdin.on('error', () => {});
    child.stdin.end('191212121212\n');
    const [status] = (await once(child, 'close')) as [number | null];
    return { status, stderr: output.stderr };
  };
  expect(await ran({})).toEqual({
    status: 1,
    stderr: `Set KEY to the subscription key, for example KEY=… node examples/${name}\n`,
  });
  const gone = `http://127.0.0.1:${await freePort()}`;
  expect(await ran({ KEY: 'a-key', ISSUER: gone })).toEqual({
    status: 1,
    stderr: `${gone} cannot be reached (ECONNREFUSED).\n`,
  });
});

test('the patient app shows the warnings and notes of the one who has signed in', async () => {
  const child = spawnChild(process.execPath, [example('patient-app.js')], {
    env: { ...environment(), APP_PORT: String(await freePort()) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = outputOf(child);
  const ended = new Promise(resolve => child.once('exit', resolve));
  await expect.poll(() => output.stdout, { timeout: 20_000 }).toContain('\n');
  const visit = browser(sandbox.issuer);
  let { location } = await visit(output.stdout.trim().replace('Open ', ''));
  while (location?.includes('/sign-in/') || location?.includes('/auth/')) {
    ({ location } = await visit(
      location,
      location.includes('/sign-in/') ? { account: 'tolvan' } : undefined,
    ));
  }
  await fetch(location ?? '');
  expect(await ended).toBe(0);
  expect(output.stdout).toContain('\nWarning: Penicillin\n');
  // Tolvan's third warning was withdrawn in 2020.
  expect(output.stdout).toContain('\nNo longer in force: ');
  expect(output.stdout).toMatch(/\n\d{14} {2}\S/);
}, 60_000);
