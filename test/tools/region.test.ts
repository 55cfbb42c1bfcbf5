// npm run region: what works and why something does not, against real servers, and nothing personal printed.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { everyone } from '../../sandbox/people/everyone.ts';
import { standInEhr } from '../../sandbox/stand-in-ehr.ts';
import { tcpServer } from '../faults/tcp-server.ts';
import { type EhrServer, ehrServer, unknownPatient, xml } from '../support/ehr-server.ts';
import { newFolder, type Ran, runTool } from './run.ts';
import { cert, key } from './self-signed.ts';

const patient = '191212121212';
const kinds = [
  'appointments',
  'patients',
  'patientsV2',
  'contacts',
  'attentionSignals',
  'videoMeetings',
  'prescriptions',
  'journalNotes',
];

const profile = (baseUrl: string, more: object = {}) => ({
  name: 'Region Prov',
  timeZone: 'Europe/Stockholm',
  release: 'ehr',
  systems: { ehr: { adapter: 'extracts', baseUrl } },
  ...more,
});

type Checked = { readonly argv?: readonly string[]; readonly env?: Record<string, string> };

const check = (written: unknown, { argv = [], env = {} }: Checked = {}) => {
  const folder = newFolder();
  writeFileSync(join(folder, 'region.json'), typeof written === 'string' ? written : JSON.stringify(written));
  return runTool('region', ['check', 'region.json', ...argv], { cwd: folder, env });
};

/** The rows of the table: kind, system, outcome, records. */
const rowsOf = ({ out }: Ran) =>
  out
    .split('\n')
    .filter(line => kinds.includes(line.split(' ')[0] ?? ''))
    .map(line => line.split(/ {2,}/).slice(0, 4));

let ran: Ran | undefined;
const noted = async (running: Promise<Ran>): Promise<Ran> => {
  ran = await running;
  return ran;
};

afterEach(() => {
  expect(`${ran?.out}${ran?.err}`).not.toMatch(/19121212-?1212|189001019802|Tolvan|hemlig/);
  ran = undefined;
});

const emptyOf: Readonly<Record<string, string>> = {
  '/bookings': '<Bookings><ResultCode>OK</ResultCode></Bookings>',
  '/extracts/patient': '<PatientEHRExtracts/>',
  '/extracts/contacts': '<ContactEHRExtracts/>',
  '/extracts/attentionsignals': '<AttentionSignalEHRExtracts/>',
  '/extracts/prescriptions': '<PrescriptionEHRExtracts/>',
  '/extracts/journalnotes': '<JournalNoteEHRExtracts/>',
  '/videomeetings': '<VideoMeetings/>',
};

const answering = async (answer: EhrServer['answer']): Promise<EhrServer> => {
  const ehr = await ehrServer(answer);
  onTestFinished(ehr.close);
  return ehr;
};

const wellBut =
  (path: string, answer: EhrServer['answer']): EhrServer['answer'] =>
  (received, response) =>
    received.path === path ? answer(received, response) : xml(response, emptyOf[received.path] ?? '');

describe('a region that works', () => {
  test('each kind, its system, its records; nothing is written', async () => {
    const stand = await standInEhr({ world: everyone(), port: 0, varied: true });
    onTestFinished(stand.close);
    const found = await noted(check(profile(stand.url)));
    expect(found.err).toBe('');
    expect(found.status).toBe(0);
    // Tolvan's records, counted by hand in sandbox/people.
    expect(rowsOf(found)).toEqual([
      ['appointments', 'ehr', 'ok', '9'],
      ['patients', 'ehr', 'ok', '1'],
      ['patientsV2', 'ehr', 'ok', '1'],
      ['contacts', 'ehr', 'ok', '2'],
      ['attentionSignals', 'ehr', 'ok', '5'],
      ['videoMeetings', 'ehr', 'ok', '64'],
      ['prescriptions', 'ehr', 'ok', '9'],
      ['journalNotes', 'ehr', 'ok', '3'],
    ]);
    expect(found.out).toContain('Region Prov, Europe/Stockholm');
    expect(found.out).toContain('1 left out: out-of-bounds meetingLink');
    expect(found.out).toContain('All 8 kinds that the region offers were reached.');
  });

  test('asks for the official test number, by reads alone; secrets come from the environment', async () => {
    const ehr = await answering(({ path }, response) => xml(response, emptyOf[path] ?? ''));
    const systems = {
      ehr: { adapter: 'extracts', baseUrl: ehr.url, headers: { 'x-api-key': 'env:EHR_KEY' } },
    };
    const found = await noted(check(profile('', { systems }), { env: { EHR_KEY: 'hemlig-nyckel' } }));
    expect(found.status).toBe(0);
    expect(new Set(ehr.received.map(({ method }) => method))).toEqual(new Set(['GET']));
    expect(new Set(ehr.received.map(({ query }) => query.get('patient')))).toEqual(new Set([patient]));
    expect(new Set(ehr.received.map(({ headers }) => headers['x-api-key']))).toEqual(
      new Set(['hemlig-nyckel']),
    );
    expect(ehr.received).toHaveLength(8);
  });

  test('another patient, whom the EHR does not know: reached all the same', async () => {
    const ehr = await answering((_, response) => xml(response, unknownPatient, 404));
    const found = await noted(check(profile(ehr.url), { argv: ['--patient', '18900101-9802'] }));
    expect(found.status).toBe(0);
    expect(rowsOf(found)).toEqual(kinds.map(kind => [kind, 'ehr', 'no such patient', '-']));
    expect(ehr.received[0]?.query.get('patient')).toBe('189001019802');
    expect(found.out).toContain('--patient');
  });

  test('what it does not offer, what serves nothing, and what nothing reads, is said', async () => {
    const ehr = await answering(({ path }, response) => xml(response, emptyOf[path] ?? ''));
    const system = { adapter: 'extracts', baseUrl: ehr.url };
    const found = await noted(
      check(
        profile('', {
          systems: { a: system, b: system, c: system },
          sources: { patients: 'a', contacts: 'b' },
          sorces: {},
        }),
      ),
    );
    expect(found.status).toBe(0);
    expect(rowsOf(found)).toEqual([
      ['appointments', '-', 'not offered'],
      ['patients', 'a', 'ok', '0'],
      ['patientsV2', 'a', 'ok', '0'],
      ['contacts', 'b', 'ok', '0'],
      ['attentionSignals', '-', 'not offered'],
      ['videoMeetings', '-', 'not offered'],
      ['prescriptions', '-', 'not offered'],
      ['journalNotes', '-', 'not offered'],
    ]);
    expect(found.err).toContain('nothing reads: /sorces');
    expect(found.err).toContain('The system c serves no kind.');
  });
});

describe('one kind that fails, with its reason', () => {
  const journal = '/extracts/journalnotes';
  const note = (id: string, more = '') =>
    `<JournalNoteEHRExtracts><JournalNoteEHRExtract><Patient><PatientID root="1.2.752.129.2.1.3.1" extension="${id}"/>${more}</Patient></JournalNoteEHRExtract></JournalNoteEHRExtracts>`;

  test.each<[string, EhrServer['answer'], string]>([
    [
      'refused credentials',
      (_, response) => xml(response, 'hemlig', 401),
      'status 401 (it refuses our credentials',
    ],
    [
      'a wrong address',
      (_, response) => xml(response, 'hemlig', 404),
      'status 404 (there is nothing at that address',
    ],
    ['an EHR that is not well', (_, response) => xml(response, 'hemlig', 503), 'status 503'],
    ['a page', (_, response) => xml(response, '<html>hemlig</html>'), 'root'],
    ['a cut answer', (_, response) => xml(response, '<JournalNoteEHRExtracts>hemlig'), 'not well-formed'],
    [
      'a record of another patient',
      (_, response) => xml(response, note('189001019802')),
      'of another patient',
    ],
  ])('%s', async (_, answer, words) => {
    const ehr = await answering(wellBut(journal, answer));
    const found = await noted(check(profile(ehr.url)));
    expect(found.status).toBe(1);
    expect(rowsOf(found).map(([kind, , outcome]) => [kind, outcome])).toEqual(
      kinds.map(kind => [kind, kind === 'journalNotes' ? 'FAILED' : 'ok']),
    );
    expect(found.out).toContain(words);
    expect(found.out).toContain('1 of 8 kinds cannot be read.');
  });

  test('a value that cannot be read is a remark', async () => {
    const flag = '<PatientProtectedId>hemligt</PatientProtectedId>';
    const ehr = await answering(wellBut(journal, (_, response) => xml(response, note(patient, flag))));
    const found = await noted(check(profile(ehr.url)));
    expect(found.status).toBe(0);
    expect(found.out).toContain('1 left out: unreadable JournalNoteEHRExtract/Patient/PatientProtectedId');
  });

  test('an EHR that says ERROR of its bookings is a remark', async () => {
    const error = '<Bookings><ResultCode>ERROR</ResultCode><Comment>hemlig</Comment></Bookings>';
    const ehr = await answering(wellBut('/bookings', (_, response) => xml(response, error)));
    const found = await noted(check(profile(ehr.url)));
    expect(found.status).toBe(0);
    expect(found.out).toContain('ResultCode ERROR');
  });
});

describe('a system that cannot be spoken with', () => {
  const failsWith = async (system: object, words: string) => {
    const systems = { ehr: { adapter: 'extracts', ...system } };
    const sources = { journalNotes: 'ehr' };
    const found = await noted(check(profile('', { systems, sources, representProtected: true })));
    expect(rowsOf(found).at(-1)).toEqual(['journalNotes', 'ehr', 'FAILED', '-']);
    expect(found.out).toContain(words);
    expect(found.status).toBe(1);
  };

  const tlsServer = async () => {
    const server = createServer({ cert, key }, (_, response) => response.end());
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    return `https://localhost:${(server.address() as AddressInfo).port}`;
  };

  test('nothing listens there', async () => {
    const gone = await tcpServer(() => {});
    await gone.close();
    await failsWith({ baseUrl: gone.url }, 'ECONNREFUSED (nothing listens there)');
  });

  test('the host name is not known', () => failsWith({ baseUrl: 'https://ehr.invalid' }, 'no connection: E'));

  test('a certificate that is not trusted', async () => {
    await failsWith({ baseUrl: await tlsServer() }, 'DEPTH_ZERO_SELF_SIGNED_CERT');
  });

  test('a certificate for another name', async () => {
    const caFile = join(newFolder(), 'ca.pem');
    writeFileSync(caFile, cert);
    await failsWith({ baseUrl: await tlsServer(), tls: { caFile } }, 'ERR_TLS_CERT_ALTNAME_INVALID');
  });

  test('no TLS there', async () => {
    const ehr = await answering((_, response) => response.end());
    await failsWith({ baseUrl: ehr.url.replace('http:', 'https:') }, 'is it the right port?');
  });

  test('it is too slow', async () => {
    const ehr = await answering(() => {});
    await failsWith({ baseUrl: ehr.url, timeoutMs: 100 }, 'time is over');
  });
});

describe('a profile with faults', () => {
  test('all of them by name, without values, and nothing is asked', async () => {
    const systems = {
      ehr: { adapter: 'cosmos', baseUrl: 'http://hemlig.example', headers: { a: 'env:NONE' } },
    };
    const found = await noted(check({ name: 'R', timeZone: 'Mars/Hemlig', systems }));
    expect(found).toMatchObject({ status: 1, out: '' });
    for (const place of ['/release', '/timeZone', '/systems/ehr/adapter', '/systems/ehr/baseUrl']) {
      expect(found.err).toContain(`REGION_FILE ${place}: expected`);
    }
    expect(found.err).toContain('the environment variable NONE');
  });

  test('no JSON', async () => {
    const found = await noted(check('{"hemlig":'));
    expect(found).toMatchObject({ status: 1, out: '' });
    expect(found.err).toContain('valid JSON');
  });

  test('no file', async () => {
    const found = await noted(runTool('region', ['check', 'none.json'], { cwd: newFolder() }));
    expect(found).toMatchObject({ status: 1, out: '' });
    expect(found.err).toContain('none.json');
  });
});

// The usage names the test number.
test.each([
  ['nothing', []],
  ['no file', ['check']],
  ['another word', ['show', 'region.json']],
  ['an unknown option', ['check', 'region.json', '--write']],
])('%s: the usage, and status 2', async (_, argv) => {
  const found = await runTool('region', argv, { cwd: newFolder() });
  expect(found).toMatchObject({ status: 2, out: '' });
  expect(found.err).toContain('npm run region -- check region.json');
});

test('a number that is none: status 2, and it is not repeated', async () => {
  const found = await check(profile('http://127.0.0.1:9'), { argv: ['--patient', '191212121213'] });
  expect(found).toMatchObject({ status: 2, out: '' });
  expect(found.err).toContain('--patient');
  expect(found.err).not.toContain('191212121213');
});
