// Follows docs/region-without-code.md: its tables, its answers and its commands, with an EHR that gives those answers.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort, type Listening, listen } from '../../sandbox/listen.ts';
import { spawnChild } from '../support/spawn-child.ts';
import { runTool } from '../tools/run.ts';

const guide = readFileSync(join(import.meta.dirname, '../../docs/region-without-code.md'), 'utf8');
const files = new Map(
  [...guide.matchAll(/^```(?:json|js) file=(\S+)\n([\s\S]*?)^```$/gm)].map(([, name = '', text = '']) => [
    name,
    text,
  ]),
);
const printed = (name: string) =>
  new RegExp(`^\`\`\`text ${name}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(guide)?.[1] ?? '';
const commands = [...guide.matchAll(/^npm run region -- (.*)$/gm)].map(([, words = '']) => words.split(' '));
const commandOf = (name: string) => commands.find(([first]) => first === name) ?? [];

const sample = (kind: string) => files.get(`sundby/samples/${kind}-1.json`) ?? '';

let folder: string;
let ehr: Listening;

/** The guide's EHR: its answers by their paths. */
const answers: Readonly<Record<string, string>> = {
  '/api/patients/191212121212': sample('patients'),
  '/api/patients/191212121212/encounters': sample('contacts'),
  '/api/patients/191212121212/bookings': sample('appointments'),
};

const put = (name: string, text: string) => {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
};

const region = (argv: readonly string[]) => runTool('region', argv, { cwd: folder });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'region-without-code-'));
  ehr = await listen(({ url = '' }, response) => {
    const answer = answers[url.replace(/\?.*/, '')];
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(answer ?? '{ "reason": "no such person" }');
  }, 0);
  for (const [name, text] of files) put(name, text.replace('http://127.0.0.1:3901', ehr.url));
});
afterAll(async () => {
  await ehr.close();
  rmSync(folder, { recursive: true });
});

test('the service publishes every value of the answers, and the check reaches every kind', async () => {
  const [contacts, checked] = await Promise.all([region(commandOf('translate')), region(commandOf('check'))]);
  expect(contacts.err).toBe(printed('translated'));
  expect(JSON.parse(contacts.out)[0].contactEHRExtract[0]).toMatchObject({
    contact: {
      contactInternalID: '59062',
      contactStatus: 'Avslutad',
      contactBeginDateTime: { value: '20260115093000' },
    },
    careProviders: { careProvider: [{ careProviderName: 'Påhittad Läkarsson', careProviderType: 'Läkare' }] },
  });
  expect(checked.out).toContain('All 4 kinds that the region offers were reached.');
  expect(checked.out).not.toMatch(/left out|unmapped/);
  expect(checked.err).toContain(printed('unseen'));
  expect(checked.err).toContain(printed('undecided'));
  put('sundby/samples/contacts-1.expected.json', contacts.out);
  const tested = await region(commandOf('test'));
  expect(tested.out).toContain('ok      contacts-1\n');
  expect(tested.out).toContain(printed('tested'));
}, 180_000);

test('a fault, and a word that is not listed, are named as the guide shows it', async () => {
  const table = files.get('sundby/contacts.json') ?? '';
  put('unlisted.json', sample('contacts').replace('"state": "F"', '"state": "X"'));
  const translate = ['translate', 'contacts', 'unlisted.json', '--profile', 'region.json'];
  const [unlisted, explained] = await Promise.all([region(translate), region([...translate, '--explain'])]);
  expect(unlisted.err).toContain(printed('unlisted'));
  expect(explained.out).toContain(printed('explained'));
  put('sundby/contacts.json', table.replace('ContactStatus', 'ContactStaus'));
  const faulty = await region(commandOf('translate'));
  put('sundby/contacts.json', table);
  expect(faulty.status).toBe(1);
  expect(faulty.err).toContain(printed('fault').trim());
}, 180_000);

test('the schemas are beside the tables, and a table that names its own is read', async () => {
  expect(await region(commandOf('schemas'))).toMatchObject({ status: 0, err: '' });
  const table = files.get('sundby/contacts.json') ?? '';
  const [, member = '', named = ''] = /`("\$schema": "(.+)")` in `sundby\/contacts.json`/.exec(guide) ?? [];
  const schema = JSON.parse(readFileSync(join(folder, 'sundby', named), 'utf8')) as object;
  expect(new Ajv({ strict: false }).validate(schema, JSON.parse(table))).toBe(true);
  put('sundby/contacts.json', table.replace('{', `{ ${member},`));
  const translated = await region(commandOf('translate'));
  put('sundby/contacts.json', table);
  expect(translated.err).toBe(printed('translated'));
}, 180_000);

test('the program in front answers with all notes of a patient, or with none', async () => {
  const notes: Record<string, string> = {
    '1': '{"ssn":"19121212-1212","text":"Hosta","no":1.50}',
    '2': '{"text":"Feber"}',
  };
  const sundby = await listen(({ url = '', headers }, response) => {
    const [, kind, id = ''] = url.split('/');
    const isKnown = kind === 'notes' ? id in notes : id === '191212121212';
    const list = JSON.stringify({ notes: [{ id: 1 }, { id: 2 }], asked: headers.authorization });
    response
      .writeHead(isKnown ? 200 : 404)
      .end(isKnown ? (notes[id] ?? list) : '{ "reason": "no such person" }');
  }, 0);
  const port = await freePort();
  const child = spawnChild(process.execPath, ['front.mjs'], {
    cwd: folder,
    env: { ...process.env, EHR_URL: sundby.url, PORT: String(port) },
  });
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    return [answer.status, await answer.text()];
  };
  try {
    await vi.waitFor(() => ask('/'), { timeout: 20_000, interval: 50 });
    expect(await ask('/notes/191212121212')).toEqual([200, `{"notes":[${notes['1']},${notes['2']}]}`]);
    expect(await ask('/notes/189001019802')).toEqual([404, '{ "reason": "no such person" }']);
    delete notes['2'];
    expect(await ask('/notes/191212121212')).toEqual([502, '{}']);
    await sundby.close();
    expect(await ask('/notes/191212121212')).toEqual([502, '{}']);
  } finally {
    child.kill();
    await sundby.close();
  }
});
