// The sandbox as a newcomer uses it: started by its command, lines pasted into a shell, tokens obtained by both grants.
import { exec } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { clientsOf } from '../../sandbox/authorization-server/clients.ts';
import { authorizationServer } from '../../sandbox/authorization-server/server.ts';
import { clientToken, userToken } from '../../sandbox/authorization-server/sign-in.ts';
import { languageOf, pickPage } from '../../sandbox/authorization-server/sign-in-page.ts';
import { freePort, listen } from '../../sandbox/listen.ts';
import { failing } from '../../sandbox/patients/failing.ts';
import { accounts, people } from '../../sandbox/patients/patients.ts';
import { videoVisitSoon } from '../../sandbox/patients/today.ts';
import { resetPath } from '../../sandbox/reset.ts';
import { getTokens, renewTokens, type Tokens } from '../../sandbox/tokens.ts';
import { guide } from '../../src/http/description/guide.ts';
import { operations } from '../../src/http/operations/operations.ts';
import type { AccessEntry } from '../../src/ports/access-log.ts';
import { send } from '../support/send.ts';
import { endedSandbox, paste, pasteReset } from '../support/service/sandbox.ts';
import { regionRuns } from '../support/service/scenario-answers.ts';
import { guideBlocks } from './guide-code.ts';

const [run] = regionRuns(['extracts'], { inPart: /^records=1, unmapped=1$/, pays: '1: pay (paste' });
const { scenario, again } = run;

const ask = async (path: string, token: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${run.sandbox.service}${path}`, {
    headers: { authorization: `Bearer ${token}`, 'ocp-apim-subscription-key': run.sandbox.key, ...headers },
  });
  return { status: response.status, body: await response.json() };
};

const journal = '/patients/journalnotes/';
const scope = 'user/JournalNote-read';

describe('the sandbox', () => {
  test('returns the dosages as the EHR says them', () => {
    const texts = [...JSON.stringify(scenario('9:').body).matchAll(/"DosageText":"([^"]*)"/gi)].map(
      ([, text]) => text,
    );
    expect(texts).toEqual([
      '1 tablett på morgonen',
      '1–2 tabletter vid behov, högst 8 per dygn',
      '1000 ml på 8 timmar',
      // The two steps of a taper.
      '2 tabletter per dag',
      'Enligt schema',
      'Tunt lager 2 gånger dagligen',
      '1 kapsel på morgonen och 1 på kvällen',
      '1 dos en gång',
      '1 ml var tredje månad',
      '4 tabletter varje måndag',
      '2 tabletter på kvällen måndag, onsdag och fredag, 1,5 tabletter på kvällen tisdag, torsdag, lördag och söndag',
    ]);
  });

  test('answers late', () => {
    expect(scenario('10: the EHR takes four seconds').body).toEqual([]);
  });

  test('runs the commands of the guide with the variables of the printed file', async () => {
    const [token = '', firstCall = '', bound = '', arrival = ''] = guideBlocks('sh');
    const { stdout } = await promisify(exec)(`. ${run.sandbox.variablesFile}\n${token}`);
    expect(JSON.parse(stdout)).toMatchObject({ token_type: 'Bearer', scope: 'user/Appointment-read' });
    expect((await paste(run.sandbox, firstCall)).body).toMatchObject([{ ResultCode: 'OK' }]);
    // It needs a proof; examples/dpop.js makes one.
    expect(bound).toContain('"DPoP: $PROOF"');
    expect((await paste(run.sandbox, arrival)).body).toMatchObject({ ResultCode: 'INFO' });
  });

  test('has an icon for browsers, which log a missing one as an error', async () => {
    expect((await fetch(`${run.sandbox.webApp}/favicon.ico`)).status).toBe(204);
    expect(pickPage({ accounts, client: 'patient-app', language: 'sv' })).toContain(
      '<link rel="icon" href="data:,">',
    );
  });

  test('lets browsers keep the files of its web app, and ask whether they have changed; its key is not kept', async () => {
    for (const [file, type] of [
      ['main.js', 'text/javascript; charset=utf-8'],
      ['manifest.webmanifest', 'application/manifest+json'],
      ['icons/icon-180.png', 'image/png'],
    ]) {
      const url = `${run.sandbox.webApp}/${file}`;
      const { headers } = await fetch(url);
      expect([headers.get('content-type'), headers.get('cache-control')]).toEqual([type, 'no-cache']);
      const again = await fetch(url, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
      expect([again.status, await again.text()]).toEqual([304, '']);
      expect((await fetch(url, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
    }
    expect((await fetch(`${run.sandbox.webApp}/config.json`)).headers.get('cache-control')).toBe('no-store');
  });

  test('asks who signs in in Swedish, or in the language that the app or else the browser asks for', async () => {
    expect(languageOf('', '')).toBe('sv');
    expect(languageOf('', 'de-DE,de;q=0.9')).toBe('sv');
    expect(languageOf('', 'de,en-US;q=0.9,sv;q=0.8')).toBe('en');
    expect(languageOf('sv', 'en-US,en;q=0.9')).toBe('sv');
    expect(languageOf('en', 'sv-SE')).toBe('en');
    const [tolvan] = accounts;
    for (const [language, question] of [
      ['sv', 'Vem är du?'],
      ['en', 'Who are you?'],
    ] as const) {
      const page = pickPage({ accounts, client: 'patient-app', language });
      expect(page).toContain(`<html lang="${language}">`);
      expect(page).toContain(`<h1>${question}</h1>`);
      expect(page).toContain(tolvan?.about[language]);
    }
    const app = {
      client_id: 'patient-app',
      redirect_uri: `${run.sandbox.webApp}/`,
      response_type: 'code',
      scope: 'openid',
    };
    const start = new URLSearchParams({
      ...app,
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
      ui_locales: 'en',
    });
    const begun = await fetch(`${run.sandbox.issuer}/auth?${start}`, { redirect: 'manual' });
    const page = await fetch(new URL(begun.headers.get('location') ?? '', run.sandbox.issuer), {
      headers: {
        cookie: begun.headers
          .getSetCookie()
          .map(cookie => cookie.split(';', 1)[0])
          .join('; '),
        'accept-language': 'sv',
      },
    });
    expect(await page.text()).toContain('Who are you?');
  });

  test('answers the names of this machine alone, so no page elsewhere reads its key (DNS rebinding)', async () => {
    const { port } = new URL(run.sandbox.webApp);
    for (const host of ['127.0.0.1', 'LocalHost', '[::1]'])
      for (const name of [host, `${host}:${port}`]) {
        const answer = await send({ url: run.sandbox.webApp, path: '/config.json', headers: { host: name } });
        expect({ name, key: answer.body?.key }).toEqual({ name, key: run.sandbox.key });
      }
    for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1.evil.example', '127.0.0.1@evil'])
      for (const url of [run.sandbox.webApp, run.sandbox.ehr, run.sandbox.issuer]) {
        const { status, text } = await send({ url, path: '/config.json', headers: { host } });
        expect({ host, url, status, text }).toEqual({ host, url, status: 421, text: '' });
      }
  });

  test('serves its web app under a policy that allows its own scripts, its service and its issuer', async () => {
    const { headers } = await send({ url: run.sandbox.webApp, path: '/' });
    expect(headers['content-security-policy']?.toString().split('; ')).toEqual([
      "default-src 'self'",
      `connect-src 'self' ${run.sandbox.service} ${run.sandbox.issuer}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
  });

  test('has an issuer whose metadata says what its clients can do', async () => {
    const response = await fetch(`${run.sandbox.issuer}/.well-known/openid-configuration`);
    expect(await response.json()).toMatchObject({
      grant_types_supported: ['authorization_code', 'client_credentials'],
      response_types_supported: ['code'],
      scopes_supported: ['openid', ...new Set(operations.map(operation => operation.scope))],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'none'],
      dpop_signing_alg_values_supported: expect.arrayContaining(['ES256']),
    });
  });

  test('issues a partner a token by client credentials', async () => {
    const token = await clientToken(run.sandbox, { clientId: 'partner', secret: 'partner-secret', scope });
    const read = await ask(journal, token, { patient: people.tolvan.number });
    expect(read.status).toBe(200);
    expect(read.body).toHaveLength(6);
    expect((await ask(journal, token)).status).toBe(403);
  });

  test('issues a patient a token by authorization code with PKCE, for herself and her child but no stranger', async () => {
    const token = await userToken(run.sandbox, {
      clientId: 'patient-app',
      redirectUri: `${run.sandbox.service}/docs/`,
      scope,
      account: 'guardian',
    });
    expect(await ask(journal, token)).toEqual({ status: 200, body: [] });
    const child = await ask(journal, token, { patient: people.child.number });
    expect(child.status).toBe(200);
    expect(child.body).toHaveLength(3);
    expect((await ask(journal, token, { patient: people.protectedChild.number })).status).toBe(403);
    expect((await ask(journal, token, { patient: people.tolvan.number })).status).toBe(403);
  });

  test('goes back to its beginning with the printed command', async () => {
    await pasteReset(run.sandbox);
    expect((await again('2: the arrival is not done')).status).toBe(504);
    expect((await again('2: mark')).body).toMatchObject({ ResultCode: 'OK' });
  });

  test('is not reset by a page elsewhere', async () => {
    const reset = async (origin: string) =>
      (await send({ url: run.sandbox.ehr, path: resetPath, method: 'POST', headers: { origin } })).status;
    for (const origin of [
      'https://evil.example',
      'null',
      'http://127.0.0.1.evil.example',
      'http://127.0.0.1@evil',
    ])
      expect(await reset(origin)).toBe(403);
    expect(await reset(run.sandbox.webApp)).toBe(204);
    expect(await reset('http://localhost:5173')).toBe(204);
  });

  // The simulator's port is the one after the --port of a sandbox.
  test.each([
    ['the simulator', () => run.sandbox.ehr, 0, 'The sandbox is back at its beginning.\n', /^$/],
    ['another server', () => run.sandbox.service, 1, '', /^Port \d+ answers 404: it is no EHR simulator/],
    [
      'nobody',
      async () => `http://127.0.0.1:${await freePort()}`,
      1,
      '',
      /^No EHR simulator answers on port \d+/,
    ],
  ] as const)('resets with --reset what listens: %s', async (_, addressOf, status, output, errors) => {
    const port = Number(new URL(await addressOf()).port) - 1;
    const ended = await endedSandbox(['--reset', '--port', String(port)]);
    expect(ended).toEqual({ status, output, errors: expect.stringMatching(errors) });
  });

  test('leaves its trail: who saw what of whom', () => {
    const log = readFileSync(join(run.sandbox.folder, 'access.log'), 'utf8');
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
      records: 3,
    });
  });

  test('names every port that is taken before anything starts, and proposes others', async () => {
    const taken = Number(new URL(run.sandbox.ehr).port);
    const { status, errors } = await endedSandbox(['--port', String(taken - 1)]);
    expect(status).toBe(1);
    expect(errors).toMatch(/^Ports? [\d, ]*\b\d+\b[\d, ]* (is|are) taken by another program\. /);
    expect(errors).toContain(String(taken));
    expect(errors).toMatch(/Try: npm run sandbox -- --port \d+\n$/);
  });

  test('is not deceived by another program that answers on its port', async () => {
    const other = await listen((_, response) => void response.end('{"status":"ready"}'), 0);
    onTestFinished(other.close);
    const { status, output, errors } = await endedSandbox(['--port', new URL(other.url).port]);
    expect([status, output]).toEqual([1, '']);
    expect(errors).toMatch(
      new RegExp(`^Ports? .*\\b${new URL(other.url).port}\\b.* taken by another program\\.`),
    );
  });

  test.each([
    [['--region', 'moon'], 'Unknown region "moon": use one of extracts, rivta'],
    [['--region', 'toString'], 'Unknown region "toString"'],
    [['--port', '65533'], '"65533" is not a valid port: use 0 to 65532.'],
    [['--port', 'x'], '"x" is not a valid port'],
    [['--port', '0', '--reset'], '--reset needs the --port of the running sandbox.'],
    [['--prot', '0'], "Unknown option '--prot'"],
    [['--cors', 'localhost:5173'], '"localhost:5173" is not a web origin'],
  ])('ends with its usage and status 2: %j', async (words, why) => {
    const { status, errors } = await endedSandbox(words);
    expect(status).toBe(2);
    expect(errors).toContain(why);
    expect(errors).toContain('usage: npm run sandbox -- [options]');
  });

  test('prints its usage and its version when asked to, and starts nothing', async () => {
    const help = await endedSandbox(['--help']);
    expect([help.status, help.errors]).toEqual([0, '']);
    expect(help.output).toMatch(/^usage: npm run sandbox -- \[options\]\n/);
    const version = await endedSandbox(['--version']);
    expect([version.status, version.output]).toEqual([0, `${packageFile.version}\n`]);
  });

  test('ends everything with Ctrl-C, and deletes its folder', async () => {
    const { pid } = run.sandbox.process;
    if (pid === undefined) throw new Error('it does not run');
    process.kill(-pid, 'SIGINT');
    await once(run.sandbox.process, 'exit');
    await expect(fetch(`${run.sandbox.service}/health/live`)).rejects.toThrow();
    expect(existsSync(run.sandbox.folder)).toBe(false);
  });
});

test('renews the tokens, also after a failure', async () => {
  const said: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation(text => said.push(String(text)) > 0);
  const redirectUri = 'http://127.0.0.1/signed-in';
  const { issuer, close } = await authorizationServer({
    port: 0,
    accounts,
    scopes: [scope],
    clients: clientsOf({ apiPage: redirectUri, cors: [] }),
  });
  onTestFinished(close);
  onTestFinished(() => void vi.restoreAllMocks());
  const tokens: Tokens[] = [];
  let calls = 0;
  const stop = renewTokens({
    everyMs: 50,
    getTokens: async () => {
      if (calls++ === 0) throw new Error('the issuer is away');
      return getTokens({ issuer, redirectUri, scope, accounts });
    },
    onTokens: renewed => {
      if (tokens.push(renewed) === 2) stop();
    },
  });
  await expect.poll(() => tokens.length, { timeout: 30_000 }).toBeGreaterThan(1);
  expect(said).toEqual(['No new tokens: Error: the issuer is away\n']);
  const [first, second] = tokens;
  expect([...(first?.keys() ?? [])]).toEqual([...accounts.map(({ id }) => id), 'partner']);
  for (const [account, token] of first ?? []) expect(second?.get(account)).not.toBe(token);
});

test('the guide lists every patient for whom something fails', () => {
  const listed = guide('')
    .match(/^\| `\d{12}` /gm)
    ?.map(line => line.slice(3, 15));
  expect(listed).toEqual(Object.values(failing).map(({ number }) => number));
});

test.each([
  ['2026-11-26T11:00:00Z', '20261126120500'],
  ['2026-11-26T11:00:01Z', '20261126121000'],
  ['2026-06-30T21:57:00Z', '20260701000500'],
])('the visit by video begins in five to ten minutes: at %s', (now, start) => {
  vi.setSystemTime(new Date(now));
  onTestFinished(() => void vi.useRealTimers());
  expect(videoVisitSoon().start).toBe(start);
});
