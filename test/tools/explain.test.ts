// npm run explain: from the id of an answer to what happened, over lines that the service itself has written.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { failureReasons } from '../../src/domain/model/failure-reasons.ts';
import { explanations } from '../../tools/explain/reasons.ts';
import { key, patient, startWorld, tokenOf, type World } from '../operators/events.ts';
import { newFolder } from '../support/new-folder.ts';
import { until } from '../support/until.ts';
import { runTool } from './run.ts';
import { spawnTool } from './spawn-tool.ts';

let world: World;
let log: string;
const ids: Record<'expired' | 'failed' | 'answered', string> = { expired: '', failed: '', answered: '' };

beforeAll(async () => {
  world = await startWorld();
  const { service, issuer } = world;
  const token = await tokenOf(issuer);
  const now = Math.floor(Date.now() / 1000);
  const expired = await issuer.sign({ patient, exp: now - 3600, iat: now - 7200 });
  const ask = async (path: string, sent: string) => {
    const { headers } = await service.ask({ path, key, token: sent });
    return headers.get('x-request-id') ?? '';
  };
  ids.expired = await ask('/patients/contacts/', expired);
  ids.failed = await ask('/patients/videomeetings/', token);
  ids.answered = await ask('/patients/journalnotes/', token);
  await until(
    'the log has its lines',
    () => service.log().filter(line => line.requestId === ids.answered).length === 3,
  );
  log = service
    .log()
    .map(line => `${JSON.stringify(line)}\n`)
    .join('');
});

afterAll(() => world.close());

/** Explains from standard input, as a process. */
const explainPiped = (argv: readonly string[], input = log) =>
  spawnTool('explain', argv, { cwd: newFolder(), input });

/** Explains from a file. */
const explain = (argv: readonly string[], text = log) => {
  const cwd = newFolder();
  writeFileSync(join(cwd, 'service.log'), text);
  return runTool('explain', [...argv, 'service.log'], { cwd });
};

describe('a request', () => {
  test('that was refused: what happened, why, and what to look at', async () => {
    const { status, out, err } = await explainPiped([ids.expired]);
    const lines = out.trimEnd().split('\n');
    expect(lines[0]).toBe(`Request ${ids.expired}`);
    expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z: 401 \(token-expired\)$/);
    expect(lines[2]).toMatch(
      /^ {2}GET, operation 6 contacts, subscription app, from 127\.0\.0\.1, [\d.]+ ms$/,
    );
    expect(lines[3]).toBe('  What happened: The access token has expired (exp).');
    expect(lines[4]).toMatch(/^ {2}Look at: Does the app renew its token\?/);
    expect(lines).toHaveLength(5);
    expect([status, err]).toEqual([0, '']);
  });

  test('that failed: with what the log says of the EHR', async () => {
    const { out } = await explain([ids.failed]);
    expect(out).toContain(': 500 (ehr-no-connection)');
    expect(out).toContain('What happened: The connection to the system failed.');
    expect(out).toMatch(
      /The log also says:\n {2}\S+ warn: the EHR failed, system: broken, kind: videoMeetings/,
    );
    expect(out).toMatch(/detail: no connection \(ECONNREFUSED\)/);
  });

  test('that was answered: first, that the EHR sent a record of another patient', async () => {
    const { out } = await explain([ids.answered]);
    expect(out.split('\n')[1]).toBe(
      'SECURITY: the EHR sent 1 record of another patient. The service withheld it.',
    );
    expect(out).toContain(': 200\n');
    expect(out).toContain('The request was answered normally.');
    expect(out).toContain('warn: a foreign record was withheld');
  });

  test('for programs', async () => {
    const { out } = await explain([ids.failed, '--json']);
    const { requestId, answers, lines } = JSON.parse(out);
    expect(requestId).toBe(ids.failed);
    expect(answers).toEqual([
      {
        time: expect.any(String),
        status: 500,
        reason: 'ehr-no-connection',
        operation: '8 videoMeetings',
        method: 'GET',
        subscription: 'app',
        durationMs: expect.any(Number),
        ...explanations['ehr-no-connection'],
      },
    ]);
    expect(lines).toHaveLength(2);
  });
});

test('what the answer lacks: unmapped values apart from the others', async () => {
  const id = '00000000-0000-4000-8000-000000000000';
  const line = (more: object) =>
    `${JSON.stringify({ level: 'info', msg: 'answered', requestId: id, status: 200, ...more })}\n`;
  const { out } = await explain([id], line({ leftOut: 'records=1, values=2, sources=1, unmapped=80' }));
  expect(out.split('\n').slice(2, 8)).toEqual([
    '  What happened: The request was answered normally.',
    '  The answer lacks (x-left-out):',
    '    records=1 (withheld, or of another patient)',
    '    values=2 (not readable, repeated, too long or withheld)',
    '    sources=1 (source systems that could not be asked)',
    '    unmapped=80 (values that the records have no member for: nobody lacks them)',
  ]);
  expect((await explain([id], line({}))).out).not.toContain('lacks');
});

describe('the log', () => {
  test('in files, compressed ones too, and an id in other letters', async () => {
    const folder = newFolder();
    const [plain, packed] = [join(folder, 'a.log'), join(folder, 'b.log.gz')];
    writeFileSync(plain, 'nothing of ours\n');
    writeFileSync(packed, gzipSync(log));
    const { status, out } = await runTool('explain', [ids.expired.toUpperCase(), plain, packed], {
      cwd: folder,
    });
    expect(status).toBe(0);
    expect(out).toContain('(token-expired)');
  });

  test('behind what a journal or a container writes before each line', async () => {
    const prefixed = log.replaceAll(/^/gm, 'one-1  | ');
    expect((await explainPiped([`x-request-id: ${ids.expired}`], prefixed)).out).toContain('(token-expired)');
  });

  test('with a warning of no request shortly before a failure', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    const line = (time: string, more: object) => `${JSON.stringify({ level: 'warn', time, ...more })}\n`;
    const early = line('2026-01-15T08:00:00.000Z', { msg: 'long ago' });
    const cause = line('2026-01-15T09:29:00.000Z', { msg: 'no keys', cause: 'ECONNREFUSED' });
    const later = line('2026-01-15T09:31:00.000Z', { msg: 'later' });
    const answered = (status: number, reason: string) =>
      line('2026-01-15T09:30:00.000Z', { level: 'info', msg: 'answered', requestId: id, status, reason });
    const failed = await explain([id], early + cause + answered(503, 'issuer-keys-unavailable') + later);
    expect(failed.out.split('\n').slice(-3)).toEqual([
      'Shortly before it, the log has:',
      '  2026-01-15T09:29:00.000Z warn: no keys, cause: ECONNREFUSED',
      '',
    ]);
    const refused = await explain([id], early + cause + answered(401, 'token-expired') + later);
    expect(refused.out).not.toContain('no keys');
    const warningsBefore = async (status: number, reason: string) =>
      JSON.parse((await explain([id, '--json'], early + cause + answered(status, reason) + later)).out)
        .before;
    expect(await warningsBefore(503, 'issuer-keys-unavailable')).toMatchObject([{ msg: 'no keys' }]);
    expect(await warningsBefore(401, 'token-expired')).toEqual([]);
  });

  test('without the warnings of a start that have nothing to do with the failure', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    const line = (members: object) =>
      `${JSON.stringify({ level: 'warn', time: '2026-01-15T09:30:00.000Z', ...members })}\n`;
    const configured = [
      { where: 'REGION_FILE', msg: 'members that nothing reads' },
      { where: 'REGION_FILE /systems/ehr/timeoutMs', msg: '17000 ms are never reached' },
      { where: 'REGION_FILE /systems/other/tls/certFile', msg: 'the certificate of another system expired' },
      { where: 'REGION_FILE /systems/ehr/tls/certFile', msg: 'its certificate expired' },
      { where: 'REGION_FILE /systems/ehr/tls', msg: 'nothing uses it' },
      { where: 'REGION_FILE /systems/third/tls/certFile', msg: 'the certificate of a third system expired' },
      { where: 'REGION_FILE /systems/third/tls/caFile', msg: 'so did its authority' },
      {
        where: 'REGION_FILE /systems/fourth/tls/certFile',
        msg: 'the certificate of a fourth system expired',
      },
      { where: 'RATE_LIMT', msg: 'nothing reads the setting' },
    ];
    const request = [
      { requestId: id, msg: 'the EHR failed', system: 'ehr' },
      { requestId: id, level: 'info', msg: 'answered', status: 503, reason: 'ehr-no-connection' },
    ];
    const { out } = await explain([id], [...configured, ...request].map(line).join(''));
    expect(out.slice(out.indexOf('Shortly before it'))).toBe(
      'Shortly before it, the log has:\n' +
        '  2026-01-15T09:30:00.000Z warn: its certificate expired, where: REGION_FILE /systems/ehr/tls/certFile\n',
    );
  });

  test('of another version of the service', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    const line = (more: object) =>
      `${JSON.stringify({ level: 'info', msg: 'answered', requestId: id, ...more })}\n`;
    expect((await explain([id], line({ status: 403, reason: 'constructor' }))).out).toContain(
      'This version of the command does not know the reason "constructor".',
    );
    expect((await explain([id], line({ status: 403 }))).out).toContain('The log does not say why.');
    expect((await explain([id], line({ msg: 'unexpected error\u001b[2J' }))).out).toContain(
      'The log has no line of its answer',
    );
    expect((await explain([id], line({ msg: 'a\u001b[2J' }))).out).not.toContain('\u001b');
  });
});

test('a terminal is shown no control character of the log', async () => {
  const id = '00000000-0000-4000-8000-000000000000';
  const bad = '\u001b[2J\u009b2J\u202e\u2028';
  const line = (more: object) =>
    `${JSON.stringify({ level: 'info', msg: 'answered', requestId: id, ...more })}\n`;
  const lines = [
    line({ status: 403, reason: `odd${bad}`, subscription: bad }),
    line({ msg: `other${bad}`, [`member${bad}`]: bad, [`object${bad}`]: { [bad]: bad } }),
    line({ level: 'warn', requestId: undefined, msg: bad, [bad]: bad }),
    line({ status: 503, reason: 'ehr-no-connection' }),
  ].join('');
  const forPeople = await explain([id], lines);
  expect(forPeople.status).toBe(0);
  expect(forPeople.out).toContain('does not know the reason "odd\\u001b[2J\\u009b2J\\u202e\\u2028".');
  expect(forPeople.out).toContain(
    String.raw`member\u001b[2J\u009b2J\u202e\u2028: \u001b[2J\u009b2J\u202e\u2028`,
  );
  const forPrograms = await explain([id, '--json'], lines);
  expect(JSON.parse(forPrograms.out).answers[0].reason).toBe(`odd${bad}`);
  for (const { out } of [forPeople, forPrograms]) {
    expect(out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  }
  const missing = await explain([`${id.slice(0, -1)}1${bad}`], lines);
  expect([missing.status, missing.err.replaceAll('\n', '')]).toEqual([
    1,
    expect.not.stringMatching(/[\p{Cc}\p{Cf}]/u),
  ]);
});

describe('errors in words', () => {
  const unknown = '00000000-0000-4000-8000-000000000000';

  test('an id that the log does not have', async () => {
    const { status, out, err } = await explain([unknown]);
    const count = log.split('\n').length - 1;
    expect([status, out]).toEqual([1, '']);
    expect(err).toContain(`No line has the request id ${unknown}; ${count} lines were read.`);
    expect(err).toContain('LOG_LEVEL');
  });

  test('another file than the log', async () => {
    const { status, err } = await explain(
      [unknown],
      readFileSync(join(world.service.folder, 'access.log'), 'utf8'),
    );
    expect(status).toBe(1);
    expect(err).toContain("is a line of the service's log");
    expect(err).toContain('npm run access-log');
  });

  test('a file that is not there, or cannot be read', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'b.gz'), 'not compressed');
    const missing = await runTool('explain', [unknown, join(folder, 'a.log')], { cwd: folder });
    expect([missing.status, missing.err]).toEqual([1, `There is no file ${join(folder, 'a.log')}.\n`]);
    const broken = await runTool('explain', [unknown, join(folder, 'b.gz')], { cwd: folder });
    expect([broken.status, broken.err]).toEqual([
      1,
      `${join(folder, 'b.gz')} cannot be read (Z_DATA_ERROR).\n`,
    ]);
    const directory = await runTool('explain', [unknown, folder], { cwd: folder });
    expect([directory.status, directory.err]).toEqual([1, `${folder} cannot be read (EISDIR).\n`]);
  });

  test.each([
    ['no id', []],
    ['a wrong option', [unknown, '--jsn']],
  ])('%s', async (_, argv) => {
    const { status, err } = await runTool('explain', argv, { cwd: newFolder() });
    expect(status).toBe(2);
    expect(err).toContain('npm run explain -- ');
  });

  test('version', async () => {
    const { status, out } = await explain(['--version'], '');
    expect([status, out]).toEqual([0, `${packageFile.version}\n`]);
  });

  test('help', async () => {
    const { status, out } = await explain(['--help'], '');
    expect(status).toBe(0);
    expect(out).toContain('x-request-id');
  });
});

test('every reason has its own sentence, and says what to look at', () => {
  const reasons = [...Object.values(failureReasons).flat(), 'not-ready'].toSorted();
  expect(Object.keys(explanations).toSorted()).toEqual(reasons);
  const sentences = Object.values(explanations).map(({ happened }) => happened);
  expect(new Set(sentences).size).toBe(sentences.length);
  for (const { happened, lookAt } of Object.values(explanations)) {
    expect(happened).toMatch(/^[A-Z].+\.$/);
    expect(lookAt).toMatch(/^["\w].+[.?]$/);
  }
});

test('an empty log is said to be empty', async () => {
  const { status, out, err } = await explainPiped(['00000000-0000-4000-8000-000000000000'], '');
  expect({ status, out }).toEqual({ status: 1, out: '' });
  expect(err).toBe('The log is empty: give its files after the id, or the log on standard input.\n');
});

test.each([
  ['--jsn=x', 'Unknown option --jsn; did you mean --json?'],
  ['-j', 'Unknown option -j.'],
])('%s is not understood', async (option, words) => {
  const { status, out, err } = await explain(['id', option]);
  expect({ status, out }).toEqual({ status: 2, out: '' });
  expect(err.split('\n').slice(0, 3)).toEqual([words, '', 'npm run explain -- --help shows how to use it.']);
});
