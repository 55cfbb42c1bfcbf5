// Compact timestamps: which 14 digits are a real time, and that their order is the order of time.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compactTimestamp, isCalendarDate, isClockTime } from '../../../src/domain/model/timestamp.ts';
import { listed } from '../../support/listed.ts';

test.each(
  listed(`
  20260115093000 20260228235959 20240229000000 20000229120000 19121212000000 20261231235959 20260430000000
`),
)('%s is a timestamp', digits => {
  expect(compactTimestamp(digits)).toBe(digits);
});

test.each([
  ['', 'empty'],
  ['2026011509300', '13 digits'],
  ['202601150930000', '15 digits'],
  ['20260115', 'a date'],
  ['20260229000000', '29 February of no leap year'],
  ['19000229000000', '29 February of a century'],
  ['20260231080000', '31 February'],
  ['20260431000000', '31 April'],
  ['20261301000000', 'month 13'],
  ['20260001000000', 'month 00'],
  ['20260100000000', 'day 00'],
  ['20260132000000', 'day 32'],
  ['20260115240000', 'hour 24'],
  ['20260115096000', 'minute 60'],
  ['20260115093060', 'second 60'],
  ['2026-01-15T09:30:00', 'another form'],
  ['20260115 93000', 'a space'],
  ['20260115093000\n', 'a line feed behind'],
  ['+2026011509300', 'a sign'],
])('%j is none: %s', digits => {
  expect(compactTimestamp(digits)).toBeUndefined();
});

const two = (value: number) => String(value).padStart(2, '0');

describe('held against the calendar of JavaScript', () => {
  test('a date is valid only if no part of it rolls over', () => {
    const parts = fc.tuple(
      fc.integer({ min: 1000, max: 9999 }),
      fc.integer({ min: 0, max: 13 }),
      fc.integer({ min: 0, max: 32 }),
    );
    fc.assert(
      fc.property(parts, ([year, month, day]) => {
        const date = new Date(Date.UTC(year, month - 1, day));
        const stays = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
        expect(isCalendarDate(year, month, day)).toBe(stays);
      }),
    );
  });

  test('a time of day is one on a clock', () => {
    const part = fc.integer({ min: 0, max: 99 });
    fc.assert(
      fc.property(part, part, part, (hour, minute, second) => {
        const stays = !Number.isNaN(Date.parse(`2026-01-15T${two(hour)}:${two(minute)}:${two(second)}Z`));
        // ISO 8601 has an hour 24; the contract has not.
        expect(isClockTime(hour, minute, second)).toBe(stays && hour !== 24);
      }),
    );
  });

  test('the order of the texts is the order of time', () => {
    const instant = fc.integer({ min: Date.UTC(1000, 0), max: Date.UTC(9999, 11) });
    const digits = (epoch: number) => new Date(epoch).toISOString().slice(0, 19).replace(/\D/g, '');
    fc.assert(
      fc.property(instant, instant, (one, another) => {
        const [first, second] = [compactTimestamp(digits(one)), compactTimestamp(digits(another))];
        if (first === undefined || second === undefined) throw new Error('both are real times');
        expect(first < second).toBe(Math.floor(one / 1000) < Math.floor(another / 1000));
      }),
    );
  });
});
