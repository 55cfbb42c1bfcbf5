// The meter of what is done with a record more often than it was sent (D32, what a document costs).
import { expect, test } from 'vitest';
import { answerMeter, sizeBeside, sizeOf } from '../../../src/adapters/ehr/meter.ts';

const unusable = expect.objectContaining({ code: 'ehr-unusable', reason: 'ehr-limit' });

test('a record has a million units, whatever they are spent on', () => {
  const meter = answerMeter()();
  meter('column', 100_000);
  meter('passed', 200_000);
  meter('outside', 10_000);
  expect(() => meter('passed', 1)).toThrow(unusable);
  // What has been spent stays spent.
  expect(() => meter('column', 1)).toThrow(unusable);
});

test('each record has its own, and an answer has 150 million', () => {
  const beginRecord = answerMeter();
  for (let record = 0; record < 150; record++) beginRecord()('passed', 500_000);
  expect(() => beginRecord()('passed', 1)).toThrow(unusable);
  expect(() => answerMeter()()('passed', 1)).not.toThrow();
});

test('the size of a value is that of its members, items and texts', () => {
  expect([null, 1, '', 'x'.repeat(64)].map(sizeOf)).toEqual([1, 1, 1, 2]);
  expect(sizeOf({ a: [1, 2], b: {}, c: 'x'.repeat(640) })).toBe(1 + 3 + 1 + 11);
  expect(sizeBeside({ a: [1, 2], b: 1 }, 'a')).toBe(2);
});
