// Tables that are wrong on purpose, each by a small edit of right ones: who notices them before anything is published. What nobody notices
// is in docs/region-without-code.md, as what two people should look at.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { adapters } from '../../src/composition/ehr-adapters.ts';
import { fileWarnings } from '../../src/config/warnings.ts';
import { loadRegion } from '../../tools/region/profile.ts';
import { samplesIn } from '../../tools/region/test.ts';
import { compareSample } from '../../tools/region/test-sample.ts';
import { type EkhultTables, tables as right, writeEkhult } from './ekhult.ts';

/** Who notices: a fault that stops the start, a hint at the start and in `region check`, or a sample in `region test`. */
type Noticer = 'start' | 'hint' | 'test';

const noticersOf = async (wrong: Partial<EkhultTables>): Promise<{ by: Noticer[]; said: string[] }> => {
  const folder = writeEkhult({ ...right, ...wrong });
  const faults = adapters.table?.check?.({ tables: 'ekhult' }, folder) ?? [];
  if (faults.length > 0) return { by: ['start'], said: faults.map(({ expected }) => expected) };
  const region = await loadRegion(join(folder, 'region.json'), { isOffline: true });
  const hints = await fileWarnings(region);
  const tested: string[] = [];
  for (const sample of samplesIn(region))
    tested.push(...(await compareSample(sample, region, { patient: undefined, id: undefined })).faults);
  return {
    by: [...(hints.length > 0 ? ['hint' as const] : []), ...(tested.length > 0 ? ['test' as const] : [])],
    said: [...hints.map(({ message }) => message), ...tested],
  };
};

const { system, patients, contacts, 'attention-signals': alerts, appointments, profile } = right;
const inKind = (kind: keyof typeof system.kinds, members: object): Partial<EkhultTables> => ({
  system: { ...system, kinds: { ...system.kinds, [kind]: { ...system.kinds[kind], ...members } } },
});
const inWrite = (write: keyof typeof system.writes, members: object): Partial<EkhultTables> => ({
  system: { ...system, writes: { ...system.writes, [write]: { ...system.writes[write], ...members } } },
});
const ignoring = (path: string) => ({ ignore: { [path]: 'of no interest' } });
const without = (table: object, member: string): object =>
  Object.fromEntries(Object.entries(table).filter(([name]) => name !== member));
const [audience, release] = system.kinds.contacts.visible;
const [done, before, refused] = system.writes.arrive.results;
const { good: _, ...silentSystem } = system;

test('the right tables have no fault, no hint, and samples as expected', async () => {
  expect(await noticersOf({})).toEqual({ by: [], said: [] });
});

/** What is wrong, who notices it, and the edit. */
const wrongTables: readonly (readonly [string, readonly Noticer[], Partial<EkhultTables>])[] = [
  [
    'no word means protected',
    ['hint', 'test'],
    inKind('patients', { protected: { from: 'secrecy', words: { NONE: false, MARKED: false } } }),
  ],
  [
    'protected is read from the sex',
    ['hint', 'test'],
    {
      ...inKind('patients', { protected: { from: 'sex', words: { '1': false, '2': true } } }),
      patients: { ...patients, ignore: { ...patients.ignore, secrecy: 'of no interest' } },
    },
  ],
  [
    'the owner of a patient is the guardian',
    ['hint', 'test'],
    {
      ...inKind('patients', { owner: { record: 'guardian' } }),
      patients: { ...patients, ignore: { key: 'an id', pnr: 'the number' } },
    },
  ],
  [
    'the owner of warnings is the echo of the question',
    ['hint'],
    {
      ...inKind('attentionSignals', {
        owner: { answer: 'asked' },
        beside: { 'status/text': 'the code in words' },
      }),
      'attention-signals': { ...alerts, ...ignoring('pnr') },
    },
  ],
  ['the owner of patients is the answer', ['start'], inKind('patients', { owner: { answer: 'asked' } })],
  [
    'a mark is read from the state, which is published',
    ['hint', 'test'],
    {
      ...inKind('contacts', { visible: { from: 'state', shown: ['P', 'F'], hidden: ['X'] } }),
      contacts: { ...contacts, ignore: { audience: 'of no interest', release: 'of no interest' } },
    },
  ],
  [
    'a mark that may be missing',
    ['hint'],
    inKind('appointments', { visible: { ...audience, absent: 'shown' } }),
  ],
  [
    'the words of a mark the wrong way round',
    ['test'],
    inKind('contacts', { visible: [{ ...audience, shown: ['STAFF'], hidden: ['PATIENT'] }, release] }),
  ],
  [
    'one of two marks is forgotten, and ignored',
    ['test'],
    { ...inKind('contacts', { visible: audience }), contacts: { ...contacts, ...ignoring('release') } },
  ],
  [
    'a mark is ignored whose name sounds like one',
    ['hint', 'test'],
    {
      ...inKind('attentionSignals', { visible: 'all' }),
      'attention-signals': { ...alerts, ...ignoring('secretLevel') },
    },
  ],
  [
    'a status for every word that is not listed',
    ['hint'],
    {
      contacts: {
        ...contacts,
        'Contact/ContactStatus': { ...contacts['Contact/ContactStatus'], otherwise: { value: 'Avslutad' } },
      },
    },
  ],
  [
    'the same status for all records',
    ['hint', 'test'],
    {
      contacts: {
        ...contacts,
        'Contact/ContactStatus': { value: 'Avslutad' },
        ...ignoring('state'),
      },
    },
  ],
  [
    'every warning is in force, and none ends',
    ['hint', 'test'],
    {
      'attention-signals': {
        ...without(alerts, 'AttentionSignal/SignalDeletionDate'),
        'AttentionSignal/SignalActive': { value: true },
        ignore: { active: 'of no interest', until: 'of no interest' },
      },
    },
  ],
  [
    'warnings end when they begin',
    ['hint', 'test'],
    {
      'attention-signals': {
        ...alerts,
        'AttentionSignal/SignalDeletionDate': { from: 'since', time: 'unix' },
        ...ignoring('until'),
      },
    },
  ],
  ['an arrival is never refused', ['hint', 'test'], inWrite('arrive', { results: [done, before] })],
  [
    'an error is done',
    ['hint'],
    inWrite('arrive', {
      results: [done, before, refused, { status: 200, body: { 'error/code': ['E1'] }, result: 'OK' }],
    }),
  ],
  [
    'a time without its hours',
    ['hint', 'test'],
    { appointments: { ...appointments, StartTime: { from: 'at', time: 'dd.MM.yyyy' } } },
  ],
  [
    'the month before the day',
    ['hint', 'test'],
    { appointments: { ...appointments, StartTime: { from: 'at', time: 'MM.dd.yyyy HH:mm' } } },
  ],
  [
    'a price in öre',
    ['hint', 'test'],
    { appointments: { ...appointments, 'PaymentDetails/Price': 'priceOre' } },
  ],
  [
    'a total that is not used',
    ['hint'],
    inKind('contacts', { next: undefined, beside: { 'status/text': 'the code', total: 'how many' } }),
  ],
  [
    'the time zone of another country',
    ['hint', 'test'],
    { profile: { ...profile, timeZone: 'Europe/Helsinki' } },
  ],
  [
    'a status of the answer that nothing looks at',
    ['hint'],
    {
      system: {
        ...silentSystem,
        kinds: Object.fromEntries(
          Object.entries(system.kinds).map(([kind, one]) => [
            kind,
            { ...one, beside: { ...one.beside, 'status/code': 'a number' } },
          ]),
        ),
      },
    },
  ],
  [
    'a word that is misspelled',
    ['hint', 'test'],
    {
      contacts: {
        ...contacts,
        'Contact/ContactStatus': { from: 'state', words: { p: 'Planerad', F: 'Avslutad' } },
      },
    },
  ],
  [
    'the meanings of two words the wrong way round',
    ['test'],
    {
      contacts: {
        ...contacts,
        'Contact/ContactStatus': { from: 'state', words: { P: 'Avslutad', F: 'Planerad' } },
      },
    },
  ],
  [
    'begin and end the wrong way round',
    ['test'],
    {
      contacts: { ...contacts, 'Contact/ContactBeginDateTime': 'end', 'Contact/ContactEndDateTime': 'begin' },
    },
  ],
  [
    'a unit is published as the organization that is responsible',
    ['test'],
    { appointments: { ...appointments, CareGiver: 'unit/name', 'PerformingUnit/Name': 'careGiver' } },
  ],
  [
    'what is done is what was done before, and the reverse',
    ['test'],
    inWrite('arrive', { results: [{ ...done, result: 'INFO' }, { ...before, result: 'OK' }, refused] }),
  ],
  [
    'a patient who is not known is told by another word',
    ['hint', 'test'],
    { system: { ...system, unknownPatient: { status: 404, body: { 'status/code': [99] } } } },
  ],
  ['HTML as it is', ['test'], { appointments: { ...appointments, PatientInformation: 'note' } }],
];

/** What nothing notices: the sentence about it in the guide, and the edit. */
const unnoticed: readonly (readonly [string, Partial<EkhultTables>])[] = [
  ['The words of `paymentTypes`', inWrite('pay', { paymentTypes: { CASH: 'KORT', CARD: 'KONTANT' } })],
  [
    'Which parameter of `query` is `{from}`, and which `{to}`',
    inKind('contacts', { query: { from: '{to:yyyy-MM-dd}', to: '{from:yyyy-MM-dd}' } }),
  ],
];

test.each(wrongTables)('%s: noticed by %s', async (_, by, wrong) => {
  expect((await noticersOf(wrong)).by).toEqual(by);
});

describe('what nothing notices is in the guide', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/region-without-code.md'), 'utf8');
  test.each(unnoticed)('%s', async (sentence, wrong) => {
    expect(await noticersOf(wrong)).toEqual({ by: [], said: [] });
    expect(guide.replaceAll('\n', ' ')).toContain(sentence);
  });
});
