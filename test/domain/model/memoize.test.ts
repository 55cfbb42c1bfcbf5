// Keeping the results of a function.
import { expect, test } from 'vitest';
import { memoize } from '../../../src/domain/model/memoize.ts';

test('a function is called once for each argument, whatever it returns', () => {
  const calls: string[] = [];
  const lengthOf = memoize((text: string) => {
    calls.push(text);
    return text === '' ? undefined : text.length;
  });
  expect(['a', '', 'abc', '', 'a'].map(lengthOf)).toEqual([1, undefined, 3, undefined, 1]);
  expect(calls).toEqual(['a', '', 'abc']);
});

test('a call that throws is repeated', () => {
  let calls = 0;
  const fails = memoize(() => {
    calls++;
    throw new Error('not yet');
  });
  expect(() => fails('a')).toThrow('not yet');
  expect(() => fails('a')).toThrow('not yet');
  expect(calls).toBe(2);
});
