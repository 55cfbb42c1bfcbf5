// Times as text: what Date writes, whatever was written before.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isoTime } from '../../../src/domain/model/iso-time.ts';

/** The first and the last time that a Date can hold. */
const most = 8.64e15;

describe('a time in ISO 8601', () => {
  test('is what toISOString writes, for times far apart and within the same second', () => {
    const near = fc.array(fc.integer({ min: -2500, max: 2500 }), { minLength: 1, maxLength: 5 });
    const time = fc.oneof(
      fc.integer({ min: 0, max: 4e12 }),
      fc.integer({ min: -most + 2500, max: most - 2500 }),
    );
    fc.assert(
      fc.property(time, near, (first, steps) => {
        for (const step of steps) expect(isoTime(first + step)).toBe(new Date(first + step).toISOString());
      }),
    );
  });

  test.each([0, 999, 1000, -1, 253402300799999, 253402300800000, most, -most])('%i', epoch => {
    expect(isoTime(epoch)).toBe(new Date(epoch).toISOString());
  });

  test('no time beyond those of a Date is written', () => {
    expect(() => isoTime(most + 1000)).toThrow(RangeError);
    expect(() => isoTime(Number.NaN)).toThrow(RangeError);
    expect(isoTime(1)).toBe('1970-01-01T00:00:00.001Z');
  });
});
