// Numbers of ten digits, owners that records do not name, and pages by number or by a flag.
import { describe, expect, test } from 'vitest';
import { writeNumber } from '../../../../src/adapters/ehr/table/number-forms.ts';
import type { PatientNumber } from '../../../../src/domain/model/patient-number.ts';
import { forThisFile } from '../../../support/for-this-file.ts';
import { world } from '../contract-world.ts';
import { faultsOf, inJson, listOfAll, readKind, tableEhr } from './table-ehr.ts';

const { patient, other } = world;
const json = JSON.stringify;
/** The patient was born in 1912, and turned 100 in 2012. */
const now = () => Date.parse('2026-11-25T12:00:00+01:00');

const ehr = await forThisFile(tableEhr());

const files = (members: object) => ({
  'system.json': {
    ...inJson,
    kinds: { contacts: { ...listOfAll, path: '/visits/{patient}', ...members } },
  },
  'contacts.json': { 'Contact/ContactStatus': 'status' },
});
/** How many records are shown, and what was left out; or the failure. */
const read = async (members: object, answer: object, at = now) => {
  ehr.answer(() => json(answer));
  const found = await readKind(ehr, files(members), 'contacts', { now: at });
  return typeof found === 'string' ? found : [found.records.length, ...found.omitted];
};

describe('numbers in requests', () => {
  test.each([
    ['{patient}', '/visits/191212121212'],
    ['{patient:12}', '/visits/191212121212'],
    ['{patient:8-4}', '/visits/19121212-1212'],
    ['{patient:10}', '/visits/1212121212'],
    ['{patient:6-4}', '/visits/121212%2B1212'],
  ])('%s', async (form, url) => {
    await read({ path: `/visits/${form}` }, { list: [] });
    expect(ehr.asked[0]?.url).toBe(url);
  });

  test.each([
    ['20111231', '191212121212', '121212-1212'],
    ['20120101', '191212121212', '121212+1212'],
    ['20261125', '201212121212', '121212-1212'],
    ['20261125', '19701063-2391'.replace('-', ''), '701063-2391'],
    ['20261125', 'R-1', 'R-1'],
  ])('the sign in %s of %s', (day, number, written) => {
    expect(writeNumber('6-4', number as PatientNumber, `${day}120000`)).toBe(written);
  });
});

describe('owners of ten digits', () => {
  const ten = { owner: { record: 'who', form: '10', born: 'born' } };
  const century = { owner: { record: 'who', form: '10', born: { century: 'c', digits: 'who' } } };
  const signed = { owner: { record: 'who', form: '6-4' } };

  test.each<[string, object, object, unknown[]]>([
    ['with the date of birth', ten, { who: '1212121212', born: '1912-12-12' }, [1]],
    ['with a sign too', ten, { who: '121212-1212', born: '19121212' }, [1]],
    ['of the person a hundred years younger', ten, { who: '1212121212', born: '2012-12-12' }, [0, 'foreign']],
    ['without a date of birth: unclear', ten, { who: '1212121212' }, [0, 'foreign']],
    ['with a date that is none', ten, { who: '1212121212', born: 19121212 }, [0, 'foreign']],
    [
      'with the time of the date of birth',
      ten,
      { who: '1212121212', born: '1912-12-12T00:00:00.000+0530' },
      [1],
    ],
    ['with a time of another day', ten, { who: '1212121212', born: '1912-12-12T08:00:00' }, [0, 'foreign']],
    ['with the century', century, { who: '1212121212', c: 19 }, [1]],
    ['with the other century', century, { who: '1212121212', c: '20' }, [0, 'foreign']],
    ['with a century that is none', century, { who: '1212121212', c: '1' }, [0, 'foreign']],
    ['without the century', century, { who: '1212121212' }, [0, 'foreign']],
    ['of somebody else', ten, { who: other.slice(2), born: '1912-12-12' }, [0, 'foreign']],
    ['with twelve digits', ten, { who: patient, born: '1912-12-12' }, [0, 'foreign']],
    ['with the sign of a hundred years', signed, { who: '121212+1212' }, [1]],
    ['with the sign of the younger person', signed, { who: '121212-1212' }, [0, 'foreign']],
    ['without a sign', signed, { who: '1212121212' }, [0, 'foreign']],
  ])('%s', async (_, members, record, expected) => {
    expect(await read(members, { list: [{ status: 'IN', ...record }] })).toEqual(expected);
  });

  test('in the answer', async () => {
    const members = { owner: { answer: 'person/no', form: '10', born: 'person/born' } };
    const list = [{ status: 'IN' }];
    expect(await read(members, { person: { no: '1212121212', born: '1912-12-12' }, list })).toEqual([1]);
    expect(await read(members, { person: { no: '1212121212', born: '2012-12-12' }, list })).toBe(
      'ehr-unusable',
    );
    expect(await read(members, { person: { no: '1212121212' }, list })).toBe('ehr-unusable');
  });
});

describe('ten digits, and a date of birth that the lookup names', () => {
  const born = { lookup: 'person/born' };
  const hit = { id: 'K-77', no: '1212121212', person: { born: '1912-12-12' } };
  const system = (owner: object, lookup: object = {}) => ({
    ...files({ path: '/visits/{id}', owner }),
    'system.json': {
      ...files({ path: '/visits/{id}', owner })['system.json'],
      unknownPatient: 'empty-lookup',
      lookup: {
        path: '/find/{patient:10}',
        items: 'hits',
        owner: { record: 'no', form: '10', born: 'person/born' },
        id: 'id',
        ...lookup,
      },
    },
  });
  const readWith = async (
    hits: object[],
    record: object,
    owner: object = { record: 'who', form: '10', born },
  ) => {
    ehr.answer(({ url }) =>
      json(url.startsWith('/find') ? { hits } : { list: [{ status: 'IN', ...record }] }),
    );
    const found = await readKind(ehr, system(owner), 'contacts', { now });
    return typeof found === 'string' ? found : [found.records.length, ...found.omitted];
  };
  const younger = { id: 'K-78', no: '1212121212', person: { born: '2012-12-12' } };

  test.each<[string, object[], object, unknown]>([
    ['the patient’s', [hit], { who: '121212-1212' }, [1]],
    ['another’s ten digits', [hit], { who: other.slice(2) }, [0, 'foreign']],
    ['no number', [hit], {}, [0, 'foreign']],
    ['of two with the same digits, the one who was born then', [younger, hit], { who: '1212121212' }, [1]],
    ['the younger one alone', [younger], { who: '1212121212' }, 'ehr-unusable'],
    ['no date of birth', [{ ...hit, person: {} }], { who: '1212121212' }, 'ehr-unusable'],
    ['a date that is none', [{ ...hit, person: { born: '121212' } }], { who: '1212121212' }, 'ehr-unusable'],
    ['two files of the patient with one id', [hit, hit], { who: '1212121212' }, [1]],
  ])('%s', async (_, hits, record, expected) => {
    expect(await readWith(hits, record)).toEqual(expected);
  });

  test('of a lookup that is found by twelve digits, and names no date or that of another', async () => {
    const lookup = { owner: { record: 'no' }, path: '/find/{patient}' };
    const files = system({ record: 'who', form: '10', born }, lookup);
    const found = async (person: object) => {
      const hits = [{ id: 'K-77', no: patient, person }];
      ehr.answer(({ url }) =>
        json(url.startsWith('/find') ? { hits } : { list: [{ status: 'IN', who: '1212121212' }] }),
      );
      const read = await readKind(ehr, files, 'contacts', { now });
      return typeof read === 'string' ? read : read.records.length;
    };
    expect(await found({ born: '19121212' })).toBe(1);
    expect(await found({})).toBe(0);
    expect(await found({ born: '2012-12-12' })).toBe(0);
  });
});

describe('a record that names nobody is the answer’s', () => {
  const members = { owner: { record: 'who', answer: 'person', absent: 'answer' } };

  test.each<[string, object, unknown]>([
    ['none does', { person: patient, list: [{ status: 'IN' }, { who: null }] }, [2]],
    [
      'one names somebody else',
      { person: patient, list: [{ status: 'IN' }, { who: other }] },
      [1, 'foreign'],
    ],
    [
      'one names nobody in a way that can be read',
      { person: patient, list: [{ who: [patient] }] },
      [0, 'foreign'],
    ],
    [
      'one holds the number of somebody else',
      { person: patient, list: [{ status: 'IN', mother: other }] },
      [0, 'foreign'],
    ],
    ['the answer is somebody else’s', { person: other, list: [{ status: 'IN' }] }, 'ehr-unusable'],
    ['the answer is nobody’s', { list: [{ status: 'IN' }] }, 'ehr-unusable'],
  ])('%s', async (_, answer, expected) => {
    expect(await read(members, answer)).toEqual(expected);
  });
});

describe('pages', () => {
  const visit = (id: number) => ({ who: patient, status: `no ${id}` });
  const pages = async (next: object, page: (number: number) => object) => {
    ehr.answer(({ url }) => json(page(Number(new URL(url, 'http://x').searchParams.get('p') ?? -1))));
    const found = await readKind(ehr, files({ next }), 'contacts');
    return [
      typeof found === 'string' ? found : found.records.length,
      ehr.asked.map(({ url }) => url.split('?')[1]),
    ];
  };

  test.each([
    [0, ['p=0', 'p=1']],
    [1, ['p=1', 'p=2']],
  ])('by number from %s, until there are as many as the total', async (first, queries) => {
    const next = { page: 'p', first, total: 'total' };
    expect(await pages(next, at => ({ list: [visit(2 * at), visit(2 * at + 1)], total: 4 }))).toEqual([
      4,
      queries,
    ]);
  });

  test('by number, until there are no more', async () => {
    const next = { page: 'p', first: 1, more: 'more' };
    expect(await pages(next, at => ({ list: [visit(at)], more: at < 3 }))).toEqual([
      3,
      ['p=1', 'p=2', 'p=3'],
    ]);
  });

  test('by the number of records, until there are no more', async () => {
    const next = { offset: 'p', more: 'more' };
    expect(await pages(next, at => ({ list: [visit(at)], more: at < 2 }))).toEqual([
      3,
      [undefined, 'p=1', 'p=2'],
    ]);
  });

  test.each<[string, (at: number) => object]>([
    ['no word whether there are more', () => ({ list: [visit(1)] })],
    ['another word', () => ({ list: [visit(1)], more: 'perhaps' })],
    ['a page without records, and more', at => ({ list: at === 1 ? [visit(1)] : [], more: true })],
    ['the same page again', () => ({ list: [visit(1)], more: true })],
  ])('unusable: %s', async (_, page) => {
    expect((await pages({ page: 'p', first: 1, more: 'more' }, page))[0]).toBe('ehr-unusable');
  });

  test('a first page that is neither 0 nor 1 is a fault', () => {
    expect(faultsOf(files({ next: { page: 'p', first: 2, more: 'more' } })).length).toBeGreaterThan(0);
  });
});
