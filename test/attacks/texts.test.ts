// Texts of an EHR that are made to take the service (D32, D33): each is answered or refused by a process with a heap of 256 MB, which
// survives and serves others meanwhile.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ownMembers as fhirMembers } from '../adapters/ehr/fhir/support/connect.ts';
import { allergy, answering, bundle, own, tolvan } from '../adapters/ehr/fhir/support/fhir-server.ts';
import { ownMembers as rivtaMembers } from '../adapters/ehr/rivta/support/connect.ts';
import { answerOf, elements, group, resident } from '../adapters/ehr/rivta/support/documents.ts';
import { envelopeOf } from '../adapters/ehr/rivta/support/soap-server.ts';
import { call, everyScope, type Row, rowOf, smallEhr } from '../http/contract.ts';
import { type EhrServer, ehrServer } from '../support/servers/ehr-server.ts';
import { type Issuer, startIssuer } from '../support/servers/issuer.ts';
import { type ServiceProcess, startProcess } from '../support/service/process.ts';
import { unhurried } from '../support/until.ts';

vi.setConfig({ ...unhurried, hookTimeout: 600_000 });

const patient = '191212121212';
const patients = rowOf(5);
const contacts = rowOf(6);
const signals = rowOf(7);
const notes = rowOf(10);

const repeated = (part: string, characters: number) => part.repeat(Math.floor(characters / part.length));
const marks = (characters: number) => `a${repeated('\u0301\u0323', characters)}`;

const tables = mkdtempSync(join(tmpdir(), 'attack-tables-'));
writeFileSync(
  join(tables, 'system.json'),
  JSON.stringify({
    format: 'json',
    unknownPatient: { status: 404, body: { code: ['UNKNOWN'] } },
    kinds: {
      patients: {
        path: '/people/{patient}',
        record: '.',
        owner: { record: 'who' },
        visible: 'all',
        protected: { from: 'secrecy', words: { N: false } },
      },
    },
  }),
);
writeFileSync(
  join(tables, 'patients.json'),
  JSON.stringify({ 'Patient/PatientName/PatientGivenName': { names: 'given' } }),
);

let issuer: Issuer;
let ehr: EhrServer;
let token: string;
let other: string;
/** Services by where their patients are: a FHIR server, with signals and notes; tables; the national contracts. Others are extracts. */
let fhir: ServiceProcess;
let table: ServiceProcess;
let rivta: ServiceProcess;

/** What the EHR answers for the patient under attack; others get a usual answer. */
let answers: Readonly<Record<string, { readonly type: string; readonly body: Buffer }>> = {};

const startWith = (
  profile: object,
  system: Record<string, unknown>,
  path: string,
  kinds: readonly string[],
) =>
  startProcess({
    issuer,
    ehr: ehr.url,
    settings: {
      NODE_OPTIONS: '--max-old-space-size=256',
      REQUEST_TIMEOUT_MS: '100000',
      // More than the heap, so the answer budget cannot be what keeps the process alive.
      ANSWER_BUDGET_BYTES: '68719476736',
    },
    profile: {
      systems: {
        ehr: { adapter: 'extracts', baseUrl: ehr.url, timeoutMs: 100_000 },
        attacker: { ...system, baseUrl: `${ehr.url}${path}`, timeoutMs: 100_000 },
      },
      sources: {
        contacts: 'ehr',
        ...Object.fromEntries(kinds.map(kind => [kind, 'attacker'])),
        ...(kinds.includes('journalNotes') ? {} : { journalNotes: 'ehr' }),
      },
      ...profile,
    },
  });

beforeAll(async () => {
  issuer = await startIssuer();
  const usual = smallEhr();
  const usualFhir = answering({});
  ehr = await ehrServer((received, response) => {
    const answer = answers[received.path];
    if (answer !== undefined)
      return response
        .writeHead(200, { 'content-type': answer.type, 'content-encoding': 'gzip' })
        .end(answer.body);
    return (received.path.startsWith('/fhir/') ? usualFhir : usual)(received, response);
  });
  token = await issuer.sign({ patient, scope: everyScope });
  other = await issuer.sign({ sub: 'another-user', patient: '189001019802', scope: everyScope });
  [fhir, table, rivta] = await Promise.all([
    startWith({}, { adapter: 'fhir', ...fhirMembers }, '/fhir', [
      'patients',
      'attentionSignals',
      'journalNotes',
    ]),
    startWith({ release: { withhold: { keywords: ['Hemligt'] } } }, { adapter: 'table', tables }, '/table', [
      'patients',
    ]),
    startWith({}, { adapter: 'rivta', ...rivtaMembers }, '/rivta', ['patients']),
  ]);
});
afterAll(async () => {
  for (const service of [fhir, table, rivta]) await service[Symbol.asyncDispose]();
  await Promise.all([issuer.close(), ehr.close()]);
  rmSync(tables, { recursive: true });
});

type Body = { readonly type: string; readonly text: string };

const json = (body: object): Body => ({ type: 'application/fhir+json', text: JSON.stringify(body) });
const html = (text: string): Body => ({ type: 'text/html', text });

/** Sends the request under attack, and meanwhile those of another user, one after the other. */
const attack = async (service: () => ServiceProcess, row: Row, bodies: Readonly<Record<string, Body>>) => {
  answers = Object.fromEntries(
    Object.entries(bodies).map(([path, { type, text }]) => [
      path,
      { type, body: gzipSync(text, { level: 1 }) },
    ]),
  );
  let isUnderWay = true;
  const attacked = service()
    .ask(call(row, { token }))
    .finally(() => {
      isUnderWay = false;
    });
  const others = new Set<number>();
  let meanwhile = 0;
  while (isUnderWay) {
    others.add((await service().ask(call(contacts, { token: other }))).status);
    if (isUnderWay) meanwhile++;
  }
  const { status, error, headers } = await attacked;
  answers = {};
  const { status: after } = await service().ask(call(contacts, { token }));
  return {
    outcome: { status, error, others: [...others], after },
    leftOut: headers['x-left-out'],
    /** How many requests of the other user were answered before the one under attack. */
    meanwhile,
  };
};

/** The outcome where nobody else was refused, and the process is alive. */
const survived = (status = 200) => ({ status, error: undefined, others: [200], after: 200 });

const keyword = (text: string): Body => ({
  type: 'application/xml; charset=utf-8',
  text:
    `<JournalNoteEHRExtracts><XSDVersion version="0.21"/><JournalNoteEHRExtract><Note><Records><Record><Keyword>${text}` +
    `</Keyword></Record></Records></Note><Patient><PatientID extension="${patient}"/></Patient></JournalNoteEHRExtract>` +
    '</JournalNoteEHRExtracts>',
});

const document = (id: string) => ({
  resourceType: 'DocumentReference',
  id,
  status: 'current',
  subject: own,
  content: [{ attachment: { contentType: 'text/html', url: `Binary/${id}` } }],
});

const documents = (count: number, text: string) => {
  const ids = Array.from({ length: count }, (_, at) => `d${at}`);
  return {
    '/fhir/DocumentReference': json(bundle(ids.map(document))),
    ...Object.fromEntries(ids.map(id => [`/fhir/Binary/${id}`, html(text)])),
  };
};

const narrative = (inside: string) => ({
  text: { status: 'generated', div: `<div xmlns="http://www.w3.org/1999/xhtml">${inside}</div>` },
});

test('a relative whose name is a run of combining marks (FHIR)', async () => {
  const contact = [{ relationship: [{ text: 'Syster' }], name: { text: marks(256 * 1024) } }];
  const hidden = {
    resourceType: 'RelatedPerson',
    id: 'r1',
    patient: own,
    meta: { security: [{ code: 'sekretessmarkering' }] },
    name: [{ text: marks(256 * 1024) }],
  };
  const bodies = {
    '/fhir/Patient': json(bundle([tolvan({ contact })])),
    '/fhir/RelatedPerson': json(bundle([hidden])),
  };
  const { outcome } = await attack(() => fhir, patients, bodies);
  expect(outcome).toEqual(survived());
});

test.each([
  ['a run of combining marks', marks(512 * 1024)],
  ['characters that become eighteen', repeated('\ufdfa', 8 * 1024 * 1024)],
])('a keyword of %s is withheld where a rule compares keywords', async (_, text) => {
  const { outcome, leftOut } = await attack(() => table, notes, { '/extracts/journalnotes': keyword(text) });
  expect(outcome).toEqual(survived());
  expect(leftOut).toBe('records=1');
});

test.each([
  ['list items', 4, repeated('<li>x', 4_000_000)],
  ['preformatted lines', 1, `<pre>${repeated('x\n', 4_000_000)}</pre>`],
])('notes of HTML with %s (FHIR)', async (_, count, text) => {
  const { outcome, meanwhile } = await attack(() => fhir, notes, documents(count, text));
  expect(outcome).toEqual(survived());
  expect(meanwhile).toBeGreaterThan(3);
});

test('a note of HTML with millions of attributes (FHIR)', async () => {
  const bodies = documents(1, `<p ${repeated('a=b ', 4_000_000)}>x</p>`);
  const { outcome, leftOut } = await attack(() => fhir, notes, bodies);
  expect(outcome).toEqual(survived());
  expect(leftOut).toBe('values=1');
});

test('the narrative of a warning without a code (FHIR)', async () => {
  const record = allergy('a1', { code: {}, ...narrative(repeated('<li>x', 3_000_000)) });
  const { outcome, meanwhile } = await attack(() => fhir, signals, {
    '/fhir/AllergyIntolerance': json(bundle([allergy('a0'), record])),
  });
  expect(outcome).toEqual(survived());
  expect(meanwhile).toBeGreaterThan(3);
});

test('a total that nobody can count to (FHIR)', async () => {
  const bodies = {
    '/fhir/AllergyIntolerance': json(bundle([allergy('a0')], { total: Number.MAX_SAFE_INTEGER })),
  };
  const { outcome } = await attack(() => fhir, signals, bodies);
  expect(outcome).toEqual(survived(502));
});

test.each<[string, string, string | undefined]>([
  ['two million given names', repeated('a ', 4_000_000), 'values=1'],
  ['one name of two million parts', repeated('a-', 4_000_000), undefined],
])('%s (tables)', async (_, given, counted) => {
  const person = { who: patient, secrecy: 'N', given };
  const bodies = { [`/table/people/${patient}`]: json(person) };
  const { outcome, leftOut } = await attack(() => table, patients, bodies);
  expect(outcome).toEqual(survived());
  expect(leftOut).toBe(counted);
});

test.each([
  ['two million given names', repeated('a ', 4_000_000)],
  ['one name of two million parts', repeated('a-', 4_000_000)],
])('%s (population register)', async (_, Fornamn) => {
  const post = group('Namn', elements({ Fornamn, Tilltalsnamnsmarkering: '10' }));
  const text = envelopeOf(answerOf('LookupResidentForFullProfile', [resident({ number: patient, post })]));
  const paths = ['/rivta', '/rivta/LookupResidentForFullProfile'];
  const bodies = Object.fromEntries(paths.map(path => [path, { type: 'text/xml; charset=utf-8', text }]));
  const { outcome, leftOut } = await attack(() => rivta, patients, bodies);
  expect(outcome).toEqual(survived());
  expect(leftOut).toMatch(/values=\d/);
});
