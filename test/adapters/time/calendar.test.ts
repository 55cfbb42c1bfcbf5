// The arithmetic of the calendar agrees with `Date` for every day of the years 0000 to 9999.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compactOf, epochDay } from '../../../src/adapters/time/calendar.ts';

const day = 86_400_000;
const firstTime = Date.parse('0000-01-01T00:00:00Z');
const lastTime = Date.parse('9999-12-31T23:59:59.999Z');

const digitsOf = (epoch: number) => new Date(epoch).toISOString().replace(/\D/g, '').slice(0, 14);

/** Every eleventh day, which in 25 cycles of 400 years meets each of a cycle's 146,097 days twice or more. */
const step = 11 * day;

test('every day has its number and its digits', () => {
  const wrong: string[] = [];
  for (let epoch = firstTime; epoch < lastTime; epoch += step) {
    const date = new Date(epoch);
    const number = epochDay(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
    if (number * day !== epoch || compactOf(epoch) !== digitsOf(epoch)) wrong.push(date.toISOString());
  }
  expect(wrong).toEqual([]);
});

test('every millisecond has the digits of its second', () => {
  fc.assert(
    fc.property(fc.integer({ min: firstTime, max: lastTime }), epoch => {
      expect(compactOf(epoch)).toBe(digitsOf(epoch));
    }),
    { numRuns: 10_000 },
  );
});
