// Which known name was probably meant: a wrong suggestion is worse than none.
import { expect, test } from 'vitest';
import { similarName } from '../../src/faults/similar-name.ts';

const auth = ['tokenUrl', 'clientId', 'keyFile', 'kid', 'scope'];

test.each([
  ['tokenURL', 'tokenUrl'],
  ['token_url', 'tokenUrl'],
  ['tokenUri', 'tokenUrl'],
  ['clinetId', 'clientId'],
  ['scop', 'scope'],
  ['kidd', 'kid'],
])('%s: %s', (name, meant) => {
  expect(similarName(name, auth)).toBe(meant);
});

// Of short names, two letters are most of the name: "key" is rather keyFile than kid.
test.each(['key', 'url', 'secret', ''])('%j: none', name => {
  expect(similarName(name, auth)).toBeUndefined();
});

test('without known names: none', () => {
  expect(similarName('kid', [])).toBeUndefined();
});
