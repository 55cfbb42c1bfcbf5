// Paths of losses: names that may be data are not shown, and a document has a limited number of names.
import { describe, expect, test } from 'vitest';
import { boundedPaths, pathTo, shownName } from '../../../src/domain/model/loss-paths.ts';
import { listed } from '../../support/listed.ts';

test('a path has the names from the outermost', () => {
  expect(pathTo('', 'a')).toBe('a');
  expect(pathTo('a/b', 'c')).toBe('a/b/c');
});

describe('a name is shown as it is', () => {
  test.each([
    '$self',
    'a.b-c_d$e:f',
    `a${'b'.repeat(63)}`,
    ...listed(`
      a icd10 @unit #text *:status @*:status v:status _id Åtgärd a12345
    `),
  ])('%s', name => {
    expect(shownName(name)).toBe(name);
  });
});

describe('what may be data is not shown', () => {
  test.each([
    ['nothing', ''],
    ['a number', '191212121212'],
    ['a digit first', '1a'],
    ['six digits', 'a123456'],
    ['six digits apart', 'a1b2c3d4e5f6'],
    ['six digits of another script', 'a١٢٣٤٥٦'],
    ['a text', 'Tolvan Tolvansson'],
    ['a text of two lines', 'a\nb'],
    ['65 characters', `a${'b'.repeat(64)}`],
    ['two marks', '@@a'],
    ['a mark alone', '@'],
    ['a mark elsewhere', 'a@b'],
    ['a colon first', ':a'],
    ['another sign', 'a/b'],
  ])('%s', (_, name) => {
    expect(shownName(name)).toBe('…');
  });
});

test('a document has 200 names in its paths; they stay, and any other is not shown', () => {
  const pathOf = boundedPaths();
  const names = Array.from({ length: 201 }, (_, at) => `x${at}`);
  expect(names.map(name => pathOf('a', name))).toEqual([
    ...names.slice(0, 200).map(name => `a/${name}`),
    'a/…',
  ]);
  expect(pathOf('', 'x199')).toBe('x199');
  expect(pathOf('b', 'x200')).toBe('b/…');
  expect(boundedPaths()('b', 'x200')).toBe('b/x200');
  expect(boundedPaths()('b', 'p1912-12-12-1212')).toBe('b/…');
});
