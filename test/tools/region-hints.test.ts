// npm run region -- check: a status of its own for hints, and what the samples say of their tables.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../sandbox/listen.ts';
import { fileWarnings } from '../../src/config/warnings.ts';
import { loadRegion } from '../../tools/region/profile.ts';
import { answers, type EkhultTables, tables, writeEkhult } from './ekhult.ts';
import { runTool } from './run.ts';

const ehr = async (): Promise<string> => {
  const { url, close } = await listen(({ url: asked = '' }, response) => {
    const kind = asked.replace(/\?.*/, '').split('/')[3] ?? 'patients';
    response.end(JSON.stringify(answers[kind]));
  }, 0);
  onTestFinished(close);
  return url;
};

const check = async (changed: Partial<EkhultTables>, argv: readonly string[] = []) => {
  const { profile } = tables;
  const systems = { ekhult: { ...profile.systems.ekhult, baseUrl: await ehr() } };
  const folder = writeEkhult({ ...tables, profile: { ...profile, systems }, ...changed });
  return runTool('region', ['check', 'region.json', ...argv], { cwd: folder });
};

const wrong = {
  contacts: {
    ...tables.contacts,
    'Contact/ContactTypeOfVisit': { from: 'visitType', words: { TEL: 'Telefon' } },
  },
};
const hint = 'no sample has these words of Contact/ContactTypeOfVisit: TEL';

test('everything is reached: status 0 without hints, 3 with them', async () => {
  const right = await check({});
  expect([right.status, right.err]).toEqual([0, '']);
  const hinted = await check(wrong);
  expect(hinted.status).toBe(3);
  expect(hinted.err).toBe(`ekhult/contacts.json: ${hint}\n`);
  expect(hinted.out).toContain('The tables have 1 hint');
  const json = await check(wrong, ['--json']);
  expect(json.status).toBe(3);
  expect(JSON.parse(json.out).hints).toEqual([{ where: 'ekhult/contacts.json', message: hint }]);
});

test('a kind that cannot be read counts more than a hint', async () => {
  const { status } = await check({
    ...wrong,
    system: {
      ...tables.system,
      kinds: { ...tables.system.kinds, contacts: { ...tables.system.kinds.contacts, items: 'nothing' } },
    },
  });
  expect(status).toBe(1);
});

const hintsOf = async (changed: Partial<EkhultTables>): Promise<string[]> => {
  const folder = writeEkhult({ ...tables, ...changed });
  const region = await loadRegion(`${folder}/region.json`, { isOffline: true });
  return (await fileWarnings(region)).map(({ where, message }) => `${where}: ${message}`);
};
const { kinds } = tables.system;
const inKind = (kind: keyof typeof kinds, members: object) => ({
  system: { ...tables.system, kinds: { ...kinds, [kind]: { ...kinds[kind], ...members } } },
});

test.each<[string, object, string | undefined]>([
  ['as many as the total says', { paging: { total: 3 } }, undefined],
  ['fewer', { paging: { total: 4 } }, 'total'],
  ['fewer, by a text', { paging: { totalCount: '4' } }, 'totalCount'],
  ['no others', { hasMore: false, next: null }, undefined],
  ['others', { hasMore: true }, 'hasMore'],
  ['a next page', { next: '/alerts?skip=3' }, 'next'],
])('a sample of a list without next has %s', async (_, around, name) => {
  const beside = { ...kinds.attentionSignals.beside, paging: 'pages', hasMore: 'pages', next: 'pages' };
  const folder = writeEkhult({ ...tables, ...inKind('attentionSignals', { beside }) });
  const sample = { ...(answers.alerts as object), ...around };
  writeFileSync(join(folder, 'ekhult/samples/attention-signals-1.json'), JSON.stringify(sample));
  const hints = (
    await fileWarnings(await loadRegion(join(folder, 'region.json'), { isOffline: true }))
  ).filter(({ message }) => message.startsWith('the sample'));
  const message = `the sample attention-signals-1 says by "${name}" that there are other records: next says how a list goes on`;
  expect(hints).toEqual(name === undefined ? [] : [{ where: 'ekhult/attention-signals.json', message }]);
});

test.each<[string, Partial<EkhultTables>, string]>([
  [
    'a mark whose presence hides',
    inKind('appointments', { visible: [kinds.appointments.visible, { from: 'deletedAt', shown: 'absent' }] }),
    'ekhult/appointments.json: no sample has a record that the mark deletedAt withholds',
  ],
  [
    'a mark without words that hide',
    inKind('appointments', { visible: [kinds.appointments.visible, { from: 'paid', shown: ['N', 'J'] }] }),
    'ekhult/appointments.json: no sample has a record that the mark paid withholds',
  ],
  [
    'a protected identity without words',
    {
      ...inKind('patients', { protected: { from: 'isSecret' } }),
      patients: { ...tables.patients, ignore: { ...tables.patients.ignore, secrecy: 'a test' } },
    },
    'ekhult/patients.json: no sample has a patient whose identity is protected',
  ],
  [
    'times of another time zone',
    { profile: { ...tables.profile, timeZone: 'Europe/London' } },
    'ekhult/samples: the samples have times with the offset +02:00 where Europe/London, the timeZone of the profile, has +01:00: which one is right?',
  ],
])('no sample shows %s', async (_, changed, expected) => {
  const hints = await hintsOf(changed);
  expect(hints).toContain(expected);
});
