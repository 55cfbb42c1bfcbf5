// Times of the logs: the same text as Date's own, whatever was formatted before.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoTime } from '../../../src/domain/model/iso-time.ts';

const asDate = (time: number) => new Date(time).toISOString();

test.each([0, 1, 999, 1000, -1, -1000, 1_768_465_800_007, 253_402_300_800_000, 8.64e15, -8.64e15])(
  '%d',
  time => {
    expect(isoTime(time)).toBe(asDate(time));
  },
);

test('any sequence of times, in milliseconds and parts of them', () => {
  const time = fc.oneof(
    fc.integer({ min: 1_768_465_800_000, max: 1_768_465_802_000 }),
    fc.maxSafeInteger().filter(value => Math.abs(value) <= 8.64e15),
    fc.double({ min: -1e13, max: 1e13, noNaN: true }),
  );
  fc.assert(
    fc.property(fc.array(time), times => {
      expect(times.map(isoTime)).toEqual(times.map(asDate));
    }),
  );
});

test('a time that no date has is refused, and the next one is right', () => {
  expect(() => isoTime(Number.NaN)).toThrow(RangeError);
  expect(() => isoTime(8.64e15 + 1000)).toThrow(RangeError);
  expect(isoTime(1_768_465_800_007)).toBe('2026-01-15T08:30:00.007Z');
});
