// The example web app's words: in both languages alike, times and amounts, refusals.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as headings from '../../src/adapters/ehr/translation/words/headings.ts';
import { noteWithStatus } from '../../src/domain/model/note-status.ts';
import { allErrorWords } from '../../src/http/errors/error-words.ts';
import { listed } from '../support/listed.ts';

const folder = '../../examples/patient-web';
const { ServiceError, UserError, isOfWholePage, refusalText } = (await import(`${folder}/errors.js`)) as {
  ServiceError: new (of: object) => Error;
  UserError: new (reason: string) => Error;
  isOfWholePage: (error: object) => boolean;
  refusalText: (error: object) => string;
};
const { isOutcomeUnknown } = (await import(`${folder}/writes.js`)) as {
  isOutcomeUnknown: (error: object) => boolean;
};
const { clockOfStart, compactStart, localTime, money, nextMidnight, readable, readableStart } = (await import(
  `${folder}/time.js`
)) as {
  clockOfStart: (start: string) => string | undefined;
  compactStart: (start: string | undefined) => string;
  localTime: (timeZone: string | undefined, at: Date) => string;
  money: (amount: number) => string;
  nextMidnight: (timeZone: string | undefined, now: number) => number;
  readable: (time: string) => string | undefined;
  readableStart: (start: string) => string | undefined;
};
const { labelsOf } = (await import(`${folder}/people.js`)) as { labelsOf: (numbers: string[]) => string[] };
const { parsed } = (await import(`${folder}/api.js`)) as { parsed: (text: string) => unknown };
const { useLanguage } = (await import(`${folder}/words/words.js`)) as {
  useLanguage: (code: string | null) => void;
};
const { closedWord } = (await import(`${folder}/words/closed.js`)) as {
  closedWord: (text: string | undefined) => string | undefined;
};
const { sv } = (await import(`${folder}/words/sv.js`)) as { sv: object };
const { en } = (await import(`${folder}/words/en.js`)) as { en: object };

beforeEach(() => useLanguage('sv'));

/** The paths of all words of a language, with what each is. */
const wordsIn = (value: unknown, path = ''): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => wordsIn(inner, `${path}.${name}`))
    : [`${path} ${typeof value}`];

test('both languages have the same words', () => {
  expect(wordsIn(sv).length).toBeGreaterThan(200);
  expect(wordsIn(en)).toEqual(wordsIn(sv));
});

/** The words that a module names: `w().a.b`, also by `const words = w().a`. A group that it looks a word up in stands for all of them. */
const namedIn = (module: string): string[] => {
  const alias = /const (\w+|\{[^}]*\}) = (?:\(\) => )?(?:w|otherLanguage)\(\)((?:\.\w+)*);/g;
  const aliases = [...module.matchAll(alias)].map(([, name = '', path = '']) => ({ name, path }));
  const members = aliases.flatMap(({ name, path }) =>
    name.startsWith('{')
      ? [...name.matchAll(/(\w+)(?:: \w+)?[,\s]*/g)].map(([, one]) => `${path}.${one}`)
      : [],
  );
  const body = module.replaceAll(alias, '');
  const whole = [{ name: 'w', path: '' }, ...aliases].flatMap(({ name, path }) =>
    [...body.matchAll(new RegExp(`(?<![\\w.])${RegExp.escape(name)}(?:\\(\\))?((?:\\.\\w+)+)`, 'g'))].map(
      ([, rest]) => path + rest,
    ),
  );
  return [...members, ...whole];
};

test('the app uses each word', () => {
  const home = join(import.meta.dirname, folder);
  const named = globSync('**/*.js', { cwd: home, exclude: ['words/**'] }).flatMap(file =>
    namedIn(readFileSync(join(home, file), 'utf8')),
  );
  const unusedIn = (language: object) =>
    wordsIn(language)
      .map(word => word.split(' ', 1)[0] ?? '')
      .filter(path => !named.some(one => path === one || path.startsWith(`${one}.`)));
  expect(unusedIn(sv)).toEqual([]);
  expect(unusedIn({ people: { own: '', owner: '' }, titled: '' })).toEqual(['.people.owner', '.titled']);
});

test('each error word has a text, but for those of which the patient need not know more', () => {
  const { words } = (sv as { errors: { words: object } }).errors;
  expect(Object.keys(words).filter(word => !allErrorWords.some(one => one === word))).toEqual([]);
  // Faults of an app; a write whose outcome is not known, which `writes` says; and a fault of the service.
  expect(allErrorWords.filter(word => !Object.hasOwn(words, word))).toEqual(
    listed(`
    not-found method-not-allowed request-unreadable invalid-parameter invalid-body body-too-large
    unsupported-media-type outcome-unknown unexpected
  `),
  );
});

test('a language that is not there is Swedish', () => {
  for (const code of ['constructor', 'de', null]) {
    useLanguage('en');
    useLanguage(code);
    expect(refusalText({ word: 'not-offered' })).toBe('Din region erbjuder inte detta.');
  }
});

test('the time is that of the region, wherever the device is', () => {
  const at = new Date('2026-01-14T23:30:00Z');
  expect(localTime('Europe/Stockholm', at)).toBe('20260115003000');
  expect(localTime('Pacific/Niue', at)).toBe('20260114123000');
});

test('times of records: midnight and the end of a day stand for the day', () => {
  const times = ['20260115000000', '20260115', '20260115235959', '20260115093000', 'x'];
  expect(times.map(readable)).toEqual([
    '15 januari 2026',
    '15 januari 2026',
    '15 januari 2026',
    '15 januari 2026 kl. 09:30',
    undefined,
  ]);
  useLanguage('en');
  expect(readable('20260115093000')).toBe('15 January 2026 at 09:30');
});

test.each<[string, string, string | undefined, string]>([
  ['a usual night', '2026-01-15T07:00:00Z', 'Europe/Stockholm', '2026-01-15T23:00:00.000Z'],
  [
    'the night in which an hour is missing',
    '2026-03-28T23:30:00Z',
    'Europe/Stockholm',
    '2026-03-29T22:00:00.000Z',
  ],
  [
    'the night in which an hour is doubled',
    '2026-10-24T23:30:00Z',
    'Europe/Stockholm',
    '2026-10-25T23:00:00.000Z',
  ],
  ['another part of the world', '2026-01-15T07:00:00Z', 'Pacific/Niue', '2026-01-15T11:00:00.000Z'],
])('the next day of the region begins: %s', (_, now, timeZone, expected) => {
  expect(new Date(nextMidnight(timeZone, Date.parse(now))).toISOString()).toBe(expected);
});

test('a booking at midnight has its time, and one without a time of day has none', () => {
  expect(readableStart('2026-01-15 00:00')).toBe('15 januari 2026 kl. 00:00');
  expect(clockOfStart('2026-01-15 00:00')).toBe('00:00');
  expect(readableStart('2026-01-15')).toBe('15 januari 2026');
  expect(clockOfStart('2026-01-15')).toBeUndefined();
  expect(compactStart(undefined)).toBe('');
});

test('amounts are written as in Sweden', () => {
  expect([money(137.5), money(200)]).toEqual(['137,50 kr', '200 kr']);
});

test('a refusal is said by its word, in the app’s own words; one without a word by its status', () => {
  expect(refusalText({ word: 'not-allowed-for-patient' })).toBe(
    'Du får inte läsa den här personens journal.',
  );
  const other = 'Något gick fel. Kontakta appens support.';
  for (const error of [
    { word: null },
    { word: 'constructor' },
    new TypeError('x'),
    new UserError('constructor'),
  ])
    expect(refusalText(error)).toBe(other);
  expect(refusalText(new UserError('unreachable'))).toBe(
    'Kontrollera din uppkoppling och försök igen: tjänsten kan inte nås.',
  );
  expect(refusalText(new ServiceError({ status: 504, word: null }))).toBe(
    'Försök igen om en stund: tjänsten är inte tillgänglig just nu.',
  );
  // A patient reads nothing of systems.
  expect(JSON.stringify((sv as { errors: object }).errors)).not.toMatch(/journalsystem/i);
  expect(isOfWholePage({ word: 'token-invalid' })).toBe(true);
  expect(isOfWholePage({ word: 'ehr-unavailable' })).toBe(false);
});

test.each<[string, object, boolean]>([
  ['no answer', new UserError('unreachable'), true],
  ['an answer that cannot be read', new UserError('unreadable-answer'), true],
  ['a proxy’s 504', new ServiceError({ status: 504, word: null }), true],
  ['a 500', new ServiceError({ status: 500, word: null }), true],
  ['a 503', new ServiceError({ status: 503, word: 'overloaded' }), true],
  ['a 403', new ServiceError({ status: 403, word: 'not-allowed-for-patient' }), false],
  ['a 429', new ServiceError({ status: 429, word: 'rate-limited' }), false],
])('whether the outcome of a write is unknown: %s', (_, error, expected) => {
  expect(isOutcomeUnknown(error)).toBe(expected);
});

test('people are called by their year of birth, never by their number', () => {
  expect(labelsOf(['201907152399', '201702222389', '201901012382', '197010632391', 'PR-12345'])).toEqual([
    'Född 2019 (1)',
    'Född 2017',
    'Född 2019 (2)',
    'Född 1970',
    'Person utan personnummer',
  ]);
});

test('the id of a meeting is read exactly, as text', () => {
  expect(parsed('[{"actionId":9007199254740997,"other":9007199254740997},{"actionId":12}]')).toEqual([
    { actionId: '9007199254740997', other: 9007199254740996 },
    { actionId: '12' },
  ]);
});

test('the page says all modules at once, so that none waits for another', () => {
  const home = join(import.meta.dirname, folder);
  const page = readFileSync(join(home, 'index.html'), 'utf8');
  const preloaded = [...page.matchAll(/rel="modulepreload" href="([^"]+)"/g)].map(([, file]) => file);
  const modules = globSync('**/*.js', { cwd: home });
  expect(modules.length).toBeGreaterThan(40);
  expect([...preloaded, 'main.js'].toSorted()).toEqual(modules.toSorted());
});

test('the service’s own comments on a write are said in the app’s words, and the guide lists them', () => {
  const home = join(import.meta.dirname, '../..');
  const said = globSync('src/**/*.ts', { cwd: home }).flatMap(file => {
    const source = readFileSync(join(home, file), 'utf8');
    const comments = source.matchAll(/(?:resultRecord\(\s*'\w+',\s*|const noSuchPatient = )'([^']+)'/g);
    return [...comments].map(([, comment = '']) => comment);
  });
  const comments = [...new Set(said)].toSorted();
  expect(comments).toContain('The patient has already arrived.');
  expect(comments).toContain('No such patient.');
  const { writes } = sv as { writes: { comments: object } };
  expect(Object.keys(writes.comments).toSorted()).toEqual(comments);
  const guide = readFileSync(join(home, 'docs/guide.md'), 'utf8');
  expect(comments.filter(comment => !guide.includes(`\`${comment}\``))).toEqual([]);
});

test('the closed words of records have words in English, and none in Swedish; other texts stand', () => {
  const file = join(import.meta.dirname, '../adapters/ehr/words/lists.yaml');
  const lists = parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string | string[]>>;
  const shown = ['severity', 'certainty', 'contacts', 'warning-categories', 'allergy-categories'];
  const ofNotes = ['loinc', 'note-types', 'empty-reasons', 'people'];
  const listed = [...shown, ...ofNotes].flatMap(list =>
    Object.values(lists[list] ?? {}).map(said => [said].flat()[0] ?? ''),
  );
  const statuses = (['preliminary', 'amended'] as const).flatMap(status => {
    const [extract] = noteWithStatus({ JournalNoteEHRExtract: [{}] }, status).JournalNoteEHRExtract ?? [];
    const [said] = extract?.Note?.Records?.Record ?? [];
    return [said?.Keyword ?? '', said?.Value?.[0]?.$self ?? ''];
  });
  const words = [...listed, ...statuses, ...Object.values(headings)];
  expect(words.length).toBeGreaterThan(160);
  useLanguage('en');
  expect(words.filter(word => closedWord(word) === undefined)).toEqual([]);
  expect(closedWord('Överkänslighet, Födoämne')).toBe('Hypersensitivity, Food');
  expect([closedWord('Läkemedelsöverkänslighet'), closedWord(undefined)]).toEqual([undefined, undefined]);
  useLanguage('sv');
  expect(closedWord('Hög risk')).toBeUndefined();
});
