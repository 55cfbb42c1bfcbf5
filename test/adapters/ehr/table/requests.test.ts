// Requests of tables that search by POST, and answers that say themselves whether they are good and complete.
import { expect, test } from 'vitest';
import { forThisFile } from '../../../support/for-this-file.ts';
import { newCall } from '../calls.ts';
import { world } from '../contract-world.ts';
import { inJson, readKind, tableEhr, withTables } from './table-ehr.ts';

const { patient } = world;
const json = JSON.stringify;

const ehr = await forThisFile(tableEhr());

const contacts = { 'Contact/ContactStatus': 'status' };
const statusOf = (read: Awaited<ReturnType<typeof readKind>>) =>
  typeof read === 'string'
    ? read
    : read.records.map(
        record =>
          (record as { contactEHRExtract: { contact: { contactStatus?: string } }[] }).contactEHRExtract[0]
            ?.contact.contactStatus,
      );

const kind = {
  path: '/visits',
  items: 'visits',
  owner: { record: 'who' },
  visible: 'all',
};
const system = (members: object, own: object = {}) => ({
  ...inJson,
  kinds: { contacts: { ...kind, query: { who: '{patient}' }, ...members } },
  ...own,
});
const visits = [{ who: patient, status: 'IN' }];

const search = {
  method: 'POST',
  body: { criteria: { identifier: '{patient:8-4}', from: '{from:yyyy-MM-dd}' }, limit: 50 },
  query: {},
};

test('a search by POST sends the body, without what has no value', async () => {
  ehr.answer(() => json({ visits }));
  expect(
    statusOf(await readKind(ehr, { 'system.json': system(search), 'contacts.json': contacts }, 'contacts')),
  ).toEqual(['IN']);
  expect(ehr.asked.map(({ method, url, body }) => ({ method, url, body: JSON.parse(body) }))).toEqual([
    { method: 'POST', url: '/visits', body: { criteria: { identifier: '19121212-1212' }, limit: 50 } },
  ]);
});

test('a search by POST is repeated like any read', async () => {
  ehr.answer(() => (ehr.asked.length < 2 ? { status: 503, body: '' } : json({ visits })));
  expect(
    statusOf(await readKind(ehr, { 'system.json': system(search), 'contacts.json': contacts }, 'contacts')),
  ).toEqual(['IN']);
  expect(ehr.asked.map(({ method }) => method)).toEqual(['POST', 'POST']);
});

test('a search by POST in XML', async () => {
  const xml = {
    ...system({
      method: 'POST',
      body: { search: { '@type': 'visit', number: '{patient}' } },
      query: {},
      items: 'answer/visits/visit',
    }),
    format: 'xml',
    unknownPatient: { status: 404, body: { 'error/code': ['UNKNOWN'] } },
  };
  ehr.answer(
    () => `<answer><visits><visit><who>${patient}</who><status>IN</status></visit></visits></answer>`,
  );
  expect(
    statusOf(await readKind(ehr, { 'system.json': xml, 'contacts.json': contacts }, 'contacts')),
  ).toEqual(['IN']);
  expect(ehr.asked[0]?.body).toContain(`<search type="visit"><number>${patient}</number></search>`);
});

const beside = { beside: { at: 'when' } };
const read = async (own: object, answer: object, members: object = beside) => {
  ehr.answer(() => json(answer));
  const read = await readKind(
    ehr,
    { 'system.json': system(members, own), 'contacts.json': contacts },
    'contacts',
  );
  return typeof read === 'string' ? read : { statuses: statusOf(read), omitted: read.omitted };
};

test.each([
  ['the word that it is good', { visits, status: 0 }, { statuses: ['IN'], omitted: [] }],
  ['no records, and the word', { visits: [], status: 0 }, { statuses: [], omitted: [] }],
  ['another word, and no records', { visits: [], status: 99 }, 'ehr-unusable'],
  ['no word, and no records', { visits: [] }, 'ehr-unusable'],
  ['a word that cannot be read', { visits, status: [0] }, 'ehr-unusable'],
])('good: an answer with %s', async (_, answer, expected) => {
  expect(await read({ good: { status: [0] } }, answer)).toEqual(expected);
  expect(await read({}, answer, { good: { status: [0] } })).toEqual(expected);
});

test.each([
  ['no error', { visits: [] }, { statuses: [], omitted: [] }],
  ['null as error', { visits: [], error: null }, { statuses: [], omitted: [] }],
  ['an error', { visits: [], error: { code: 'E_DOWN' } }, 'ehr-unusable'],
])('good without an error: an answer with %s', async (_, answer, expected) => {
  expect(await read({ good: { error: 'absent' } }, answer)).toEqual(expected);
});

const partial = { partial: { partial: [true] } };

test.each([
  ['nothing missing', {}, { visits, partial: false }, { statuses: ['IN'], omitted: [] }],
  ['something missing', {}, { visits, partial: true }, 'ehr-unavailable'],
  [
    'something missing, which is allowed',
    { partialAnswers: true },
    { visits, partial: true },
    { statuses: ['IN'], omitted: ['source-unavailable'] },
  ],
  ['nothing at all', { partialAnswers: true }, { visits: [], partial: true }, 'ehr-unavailable'],
  ['an unclear word', { partialAnswers: true }, { visits, partial: ['x'] }, 'ehr-unusable'],
])('partial: an answer with %s', async (_, own, answer, expected) => {
  expect(await read({ ...partial, ...own }, answer)).toEqual(expected);
});

test.each<[string, object, string]>([
  ['somebody else', { no: '191212121212'.replace('1912', '1913') }, 'a lookup that names another patient'],
  ['nobody', {}, 'a lookup that names nobody: is the path of owner right?'],
  [
    'another id',
    { no: 'K-77' },
    'a lookup that names its patient by something that is not a number: is the path of owner right?',
  ],
])('a lookup that names %s says so', async (_, hit, detail) => {
  const lookup = {
    path: '/find',
    query: { no: '{patient}' },
    items: 'hits',
    owner: { record: 'no' },
    id: 'id',
  };
  ehr.answer(() => json({ hits: [{ id: 'K-1', ...hit }] }));
  const tables = {
    'system.json': system({ path: '/visits/{id}', query: {} }, { lookup }),
    'contacts.json': contacts,
  };
  const reading = withTables(ehr, tables, async opened => {
    for await (const _one of opened.contacts?.({ patient, interval: {}, call: newCall() }) ?? []);
  });
  await expect(reading).rejects.toMatchObject({ code: 'ehr-unusable', message: detail });
});
