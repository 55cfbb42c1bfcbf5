// npm run region -- check: a status of its own for hints, and what the samples say of their tables.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listen } from '../../sandbox/listen.ts';
import { fileWarnings } from '../../src/config/warnings.ts';
import { loadRegion } from '../../tools/region/profile.ts';
import { answers, type EkhultTables, tables, writeEkhult } from './ekhult.ts';
import { runTool } from './run.ts';

const ehr = async (): Promise<string> => {
  const { url, close } = await listen(({ url: asked = '' }, response) => {
    const kind = asked.replace(/\?.*/, '').split('/')[3] ?? 'patients';
    if (kind === 'nowhere') response.writeHead(404);
    response.end(JSON.stringify(answers[kind] ?? { status: { code: 17 } }));
  }, 0);
  onTestFinished(close);
  return url;
};

type Changed = Partial<EkhultTables> & { readonly 'accepted-hints'?: object };

const check = async (changed: Changed, argv: readonly string[] = []) => {
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
  expect(JSON.parse(json.out).hints).toEqual([
    { where: 'ekhult/contacts.json', message: hint, acceptAs: `contacts.json: ${hint}` },
  ]);
});

test('a system that knows the patient, and says of one kind that it does not: status 3, and no unknown patient', async () => {
  const { system } = tables;
  const contacts = { ...system.kinds.contacts, path: '/people/{patient}/nowhere' };
  const { status, out } = await check({ system: { ...system, kinds: { ...system.kinds, contacts } } });
  expect(status).toBe(3);
  expect(out).toContain(
    'contacts: ekhult knows the patient, and says here that it does not. Is the path right?',
  );
  expect(out).not.toContain('The EHR does not know the patient');
});

test('answers that decide, of which there is no sample', async () => {
  const { system } = tables;
  const { arrive } = system.writes;
  const more = { status: 404, body: { outcome: ['NOWHERE'] }, result: 'unknown-booking' };
  const changed = {
    ...system,
    unknownPatient: { status: 410, body: { 'status/code': [17] } },
    writes: { ...system.writes, arrive: { ...arrive, results: [...arrive.results, more] } },
  };
  expect((await check({ system: changed })).err).toBe(
    'ekhult/system.json: no sample is the answer of: a patient who is not known, unknown-booking of arrive (status 404)\n',
  );
});

describe('hints that somebody has accepted', () => {
  const reason = 'Ekhult: no test patient has a call by telephone';
  const accepting = (...hints: string[]) => ({
    'accepted-hints': Object.fromEntries(hints.map(name => [name, reason])),
  });
  const stale =
    'there is no such hint, or not any more: remove the entry, or list the hint as it is given now';

  test('the entry that check prints, with a reason: status 0, and no warning', async () => {
    const open = await check(wrong);
    const entry = /^ {2}"(.*)": ""$/m.exec(open.out)?.[1] ?? '';
    expect(entry).toBe(`contacts.json: ${hint}`);
    const accepted = await check({ ...wrong, ...accepting(entry) });
    expect([accepted.status, accepted.err]).toEqual([0, '']);
    expect(accepted.out).toContain('1 hint accepted in accepted-hints.json.\n');
    const json = await check({ ...wrong, ...accepting(entry) }, ['--json']);
    expect(JSON.parse(json.out)).toMatchObject({
      hints: [],
      acceptedHints: [{ where: 'ekhult/contacts.json', message: hint, accepted: reason }],
    });
  });

  test.each<[string, string]>([
    ['of another word', 'contacts.json: no sample has these words of Contact/ContactTypeOfVisit: VID'],
    ['of another file', `appointments.json: ${hint}`],
    ['that the tables never had', 'anything'],
  ])('an entry for a hint %s accepts nothing, and is a hint itself', async (_, entry) => {
    const { status, err, out } = await check({ ...wrong, ...accepting(entry) });
    expect(status).toBe(3);
    expect(err).toBe(`ekhult/contacts.json: ${hint}\nekhult/accepted-hints.json:1:2: ${stale}\n`);
    expect(out).toContain('The tables have 2 hints');
    expect(out).not.toContain(stale);
  });

  test('an entry whose hint is gone is a hint, so that it cannot hide a later one', async () => {
    const { status, err } = await check(accepting(`contacts.json: ${hint}`));
    expect([status, err]).toEqual([3, `ekhult/accepted-hints.json:1:2: ${stale}\n`]);
  });

  test('the same words at another place of a file are another hint', async () => {
    const { kinds } = tables.system;
    const shown = { from: 'audience', shown: ['PATIENT'], absent: 'shown' };
    const absent =
      'a mark that the vendor renames hides nothing any more: can when say which records have the mark?';
    const changed = {
      system: {
        ...tables.system,
        kinds: {
          ...kinds,
          contacts: { ...kinds.contacts, visible: shown },
          appointments: { ...kinds.appointments, visible: shown },
        },
      },
    };
    const { err } = await check({
      ...changed,
      ...accepting(`system.json#/kinds/contacts/visible/absent: ${absent}`),
    });
    const lines = err.split('\n').filter(line => line.includes(absent));
    expect(lines).toHaveLength(1);
    const json = await check(changed, ['--json']);
    expect(
      JSON.parse(json.out).hints.filter(({ message }: { message: string }) => message === absent),
    ).toMatchObject([
      { acceptAs: `system.json#/kinds/appointments/visible/absent: ${absent}` },
      { acceptAs: `system.json#/kinds/contacts/visible/absent: ${absent}` },
    ]);
  });

  test('a start does not log it; without samples, their entries say nothing', async () => {
    const folder = writeEkhult({
      ...tables,
      ...wrong,
      ...accepting(`contacts.json: ${hint}`),
    } as EkhultTables);
    const region = await loadRegion(`${folder}/region.json`, { isOffline: true });
    expect(await fileWarnings(region)).toEqual([]);
    rmSync(join(folder, 'ekhult/samples'), { recursive: true });
    expect(await fileWarnings(region)).toEqual([]);
  });

  test('an entry without a reason is a fault', async () => {
    const { status, err } = await check({ ...wrong, 'accepted-hints': { 'contacts.json: a': '' } });
    expect(status).toBe(1);
    expect(err).toContain(
      'ekhult/accepted-hints.json:1:2: expected the reason, as a text of at least 3 characters',
    );
  });
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
  expect(hints).toMatchObject(
    name === undefined ? [] : [{ where: 'ekhult/attention-signals.json', message }],
  );
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
