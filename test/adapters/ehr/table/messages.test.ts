// What operators read of an answer that is not one: first that the EHR says so itself, and of which call it is the answer.
import { expect, test } from 'vitest';
import { forThisFile } from '../../../support/for-this-file.ts';
import { newCall } from '../calls.ts';
import { world } from '../contract-world.ts';
import { tableEhr, withTables } from './table-ehr.ts';

const { patient } = world;
const ehr = await forThisFile(tableEhr());

const inXml = {
  format: 'xml',
  unknownPatient: { status: 404, body: { 'a/code': ['UNKNOWN'] } },
  good: { 'a/state': ['0'] },
  lookup: {
    path: '/find/{patient}',
    record: 'a/hits/hit',
    owner: { record: 'no' },
    id: '@id',
  },
  kinds: {
    contacts: { path: '/{id}', items: 'a/list/one', owner: { record: 'who' }, visible: 'all' },
  },
};
const inJson = {
  ...inXml,
  format: 'json',
  unknownPatient: { status: 404, body: { code: ['UNKNOWN'] } },
  good: { state: [0] },
  lookup: { ...inXml.lookup, record: 'hit', id: 'id' },
  kinds: { contacts: { ...inXml.kinds.contacts, items: 'list' } },
};

const hits = {
  xml: `<a><state>0</state><hits><hit id="K7"><no>${patient}</no></hit></hits></a>`,
  json: JSON.stringify({ state: 0, hit: { no: patient, id: 'K7' } }),
};

const failureOf = async (
  format: 'xml' | 'json',
  { found, list, next }: { found: string; list: string; next?: object },
) => {
  ehr.answer(({ url }) => (url.startsWith('/find/') ? found : list));
  const system = format === 'xml' ? inXml : inJson;
  const files = {
    'system.json': { ...system, kinds: { contacts: { ...system.kinds.contacts, next } } },
    'contacts.json': { 'Contact/ContactStatus': 'status' },
  };
  return withTables(ehr, files, async ({ contacts }) => {
    try {
      for await (const _ of contacts?.({ patient, interval: {}, call: newCall() }) ?? []);
      return 'none';
    } catch (error) {
      return (error as Error).message;
    }
  });
};

const notGood = (name: string) => `an answer of ${name} that does not say that it is good`;

test.each<['xml' | 'json', string]>([
  ['xml', '<a><state>7</state></a>'],
  ['xml', '<error>7</error>'],
  ['json', '{"state":7}'],
  ['json', '{"error":7}'],
])('an error at status 200 is said to be one, of the lookup and of a kind: %s %s', async (format, error) => {
  expect(await failureOf(format, { found: error, list: '' })).toBe(notGood('the lookup'));
  expect(await failureOf(format, { found: hits[format], list: error })).toBe(notGood('contacts'));
});

test.each<['xml' | 'json', string, string]>([
  ['xml', '<a><state>0</state><hits/>', '</a>'],
  ['json', '{"state":0', '}'],
])('a good answer without the hit is one without it: %s', async (format, begin, end) => {
  expect(await failureOf(format, { found: `${begin}${end}`, list: '' })).toBe(
    format === 'xml'
      ? '0 records of the lookup where one was expected'
      : 'an answer of the lookup without the record',
  );
});

test.each<['xml' | 'json', string, string]>([
  ['xml', hits.xml.replace('<a>', '<a trace="1">'), 'a/@trace'],
  ['json', hits.json.replace('{', '{"trace":1,'), 'trace'],
])('a name that is unknown is said to be of the lookup or of a kind: %s', async (format, found, name) => {
  expect(await failureOf(format, { found, list: '' })).toBe(
    `the name "${name}" beside the records of the lookup is unknown`,
  );
  const list =
    format === 'xml' ? '<a trace="1"><state>0</state><list/></a>' : '{"trace":1,"state":0,"list":[]}';
  expect(await failureOf(format, { found: hits[format], list })).toBe(
    `the name "${name}" beside the records of contacts is unknown`,
  );
});

test.each([
  ['http://[', 'it is no address'],
  [
    'https://elsewhere.example.com/K7',
    'it leads to another host, of which "host": "ignored" takes the path alone',
  ],
  ['/K7/..;/other', 'it leads outside of baseUrl, or some servers could read it as another address'],
])('a link that cannot be followed says why, and what needs no link: %s', async (next, why) => {
  const list = JSON.stringify({ state: 0, list: [], next });
  expect(await failureOf('json', { found: hits.json, list, next: { link: 'next' } })).toBe(
    `a link to the next page that cannot be followed: ${why}. Where the EHR counts, next needs no link: "offset" or "page"`,
  );
});

test('a good answer without records reads as none', async () => {
  expect(await failureOf('json', { found: hits.json, list: '{"state":0,"list":[]}' })).toBe('none');
});
