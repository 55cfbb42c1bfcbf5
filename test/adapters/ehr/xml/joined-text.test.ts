// Texts of an element with others in between.
import { expect, test } from 'vitest';
import { joinedText } from '../../../../src/adapters/ehr/xml/open-elements.ts';

test.each<[before: string, text: string, isInterrupted: boolean, joined: string]>([
  ['Waran 1', '0', false, 'Waran 10'],
  ['Waran 1', '0', true, 'Waran 1 0'],
  ['Waran ', '1', true, 'Waran 1'],
  ['Waran\n', '1', true, 'Waran\n1'],
  ['Waran', '\t1', true, 'Waran\t1'],
  ['Waran 1', 'eller 2', true, 'Waran 1 eller 2'],
  ['Waran', '1 tablett', true, 'Waran 1 tablett'],
  ['', 'Waran', true, 'Waran'],
])('%j and %j, with an element between them: %j', (before, text, isInterrupted, joined) => {
  expect(joinedText(before, text, isInterrupted)).toBe(joined);
});
