// The name in use, according to the register's mark: the parts of hyphenated names are counted separately.
import { describe, expect, test } from 'vitest';
import { registeredName } from '../../../../../src/adapters/ehr/rivta/register/names.ts';

const read = (Fornamn: string, Tilltalsnamnsmarkering: string) => {
  const lost: string[] = [];
  const name = registeredName({ Fornamn, Tilltalsnamnsmarkering }, ({ path }) => void lost.push(path));
  const given = name?.PatientGivenName ?? [];
  return {
    used: given.flatMap(({ qualifier, value }) => (qualifier === 'CL' ? [value] : [])),
    all: given.map(({ value }) => value),
    lost,
  };
};

test.each([
  ['Anna-Karin Maria', '12', ['Anna-Karin']],
  ['Anna-Karin Maria', '30', ['Maria']],
  ['Anna-Karin Maria', '10', ['Anna-Karin']],
  ['Anna-Karin Maria', '20', ['Anna-Karin']],
  ['Anna-Karin Maria', '23', ['Anna-Karin', 'Maria']],
  ['Sven Jan-Erik', '23', ['Jan-Erik']],
  ['Sven Jan-Erik', '10', ['Sven']],
  ['Sven Jan-Erik', '30', ['Jan-Erik']],
  ['Anna Maria Lisa', '20', ['Maria']],
  ['Anna Maria Lisa', '23', ['Maria', 'Lisa']],
  ['Anna\u2011Karin Maria', '30', ['Maria']],
  [' Anna  Maria ', '20', ['Maria']],
])('%s with the mark %s', (given, mark, used) => {
  const { used: found, all, lost } = read(given, mark);
  expect(found).toEqual(used);
  expect(all).toEqual(given.trim().split(/\s+/));
  expect(lost).toEqual([]);
});

describe('a mark beyond the parts', () => {
  test.each([
    ['Anna-Karin Maria', '40'],
    ['Anna-Karin Maria', '14'],
    ['Anna', '20'],
  ])('%s with the mark %s marks nothing, and is counted', (given, mark) => {
    const { used, all, lost } = read(given, mark);
    expect(used).toEqual([]);
    expect(all).toEqual(given.split(' '));
    expect(lost).toEqual(['Personpost/Namn/Tilltalsnamnsmarkering']);
  });
});

describe('names without end (D32)', () => {
  test.each([
    ['a thousand words and one', 'Anna '.repeat(1001)],
    ['millions of words', 'a '.repeat(2_000_000)],
    ['a word of a thousand parts and one', `Maria ${'a-'.repeat(1000)}a`],
    ['a word of millions of parts', 'a-'.repeat(2_000_000)],
  ])('%s are unreadable', (_, given) => {
    expect(read(given, '10')).toEqual({ used: [], all: [], lost: ['Personpost/Namn/Fornamn'] });
  });

  test('a mark of millions of digits marks nothing', () => {
    const { used, all, lost } = read('Anna Maria', '1'.repeat(4_000_000));
    expect({ used, all, lost }).toEqual({
      used: [],
      all: ['Anna', 'Maria'],
      lost: ['Personpost/Namn/Tilltalsnamnsmarkering'],
    });
  });
});
