// What an error is called where its message must not be shown.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { errorCode } from '../../src/faults/error-code.ts';

const thrownBy = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

test.each([
  ['a file that is not there', thrownBy(() => readFileSync('/no/such/file')), 'ENOENT'],
  ['an error without a code', thrownBy(() => JSON.parse('{')), 'SyntaxError'],
  ['a code that is a number', new DOMException('19121212-1212', 'AbortError'), 'AbortError'],
  ['a text that was thrown', '19121212-1212', 'string'],
])('%s', (_what, error, expected) => {
  expect(errorCode(error)).toBe(expected);
});
