// Intervals: the form of their ends, and which records they cover (D8).
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Interval,
  overlaps,
  parseIntervalEnd,
  spanAt,
  spanBetween,
} from '../../../src/domain/model/interval.ts';
import { time } from '../support.ts';

describe('an end of an interval', () => {
  test.each([
    ['2026-01-15T09:30:00', '20260115093000'],
    ['2024-02-29T23:59:59', '20240229235959'],
    ['1912-12-12T00:00:00', '19121212000000'],
  ])('%s is %s', (text, compact) => {
    expect(parseIntervalEnd(text)).toBe(compact);
  });

  test.each([
    '',
    '2026-01-15',
    '2026-01-15T09:30',
    '2026-01-15 09:30:00',
    '2026-01-15t09:30:00',
    '2026-01-15T09:30:00Z',
    '2026-01-15T09:30:00+01:00',
    '2026-01-15T09:30:00.000',
    '20260115093000',
    '2026-1-15T09:30:00',
    '2026-02-29T00:00:00',
    '2026-13-01T00:00:00',
    '2026-01-15T24:00:00',
    '2026-01-15T09:60:00',
    '2026-01-15T23:59:60',
    ' 2026-01-15T09:30:00',
    '2026-01-15T09:30:00 ',
    '2026-01-15T09:30:00\n',
    '02026-01-15T09:30:00',
  ])('%j is none', text => {
    expect(parseIntervalEnd(text)).toBeUndefined();
  });
});

type Ends = readonly [from?: number | undefined, to?: number | undefined];

const day = (number: number) => time(`202601${String(number).padStart(2, '0')}000000`);
const dayOf = (number: number | undefined) => (number === undefined ? undefined : day(number));
const interval = (...[from, to]: Ends): Interval => ({
  ...(from === undefined ? {} : { from: day(from) }),
  ...(to === undefined ? {} : { to: day(to) }),
});

describe('when a record holds', () => {
  test('a point in time', () => {
    expect(spanAt(day(5))).toEqual({ from: day(5), to: day(5) });
    expect(spanAt(undefined)).toBeUndefined();
    expect(spanAt('20260115')).toEqual({ from: '20260115000000', to: '20260115235959' });
  });

  test.each([
    ['from its begin to its end', 5, 7, { from: day(5), to: day(7) }],
    ['a begin that is the end', 5, 5, { from: day(5), to: day(5) }],
    ['still open without an end', 5, undefined, { from: day(5) }],
    ['at its end without a begin', undefined, 7, { from: day(7), to: day(7) }],
    ['never known', undefined, undefined, undefined],
    ['between the two if they are swapped', 7, 5, { from: day(5), to: day(7) }],
  ])('%s', (_, begin, end, span) => {
    expect(spanBetween(dayOf(begin), dayOf(end))).toEqual(span);
  });
});

describe('which spans overlap an interval', () => {
  test.each<[string, Ends, Ends, boolean]>([
    ['before it', [10, 20], [5, 9], false],
    ['up to its first second', [10, 20], [5, 10], true],
    ['into it', [10, 20], [5, 12], true],
    ['within it', [10, 20], [12, 14], true],
    ['all of it and more', [10, 20], [5, 25], true],
    ['out of it', [10, 20], [18, 25], true],
    ['from its last second', [10, 20], [20, 25], true],
    ['after it', [10, 20], [21, 25], false],
    ['at its first second', [10, 20], [10, 10], true],
    ['at its last second', [10, 20], [20, 20], true],
    ['still open, begun before', [10, 20], [5, undefined], true],
    ['still open, begun within', [10, 20], [15, undefined], true],
    ['still open, begun after', [10, 20], [21, undefined], false],
    ['ended before, begin unknown', [10, 20], [undefined, 9], false],
    ['ended within, begin unknown', [10, 20], [undefined, 15], true],
    ['ended before its begin, open at the end', [10], [5, 9], false],
    ['after its begin, open at the end', [10], [25, 26], true],
    ['before its end, open at the begin', [undefined, 20], [1, 2], true],
    ['after its end, open at the begin', [undefined, 20], [21, 22], false],
    ['anything, open at both ends', [], [5, 9], true],
    ['an interval of one second', [10, 10], [10, 10], true],
  ])('%s', (_, asked, held, covered) => {
    expect(overlaps(interval(...asked), interval(...held))).toBe(covered);
  });

  test('the second before the first one and the second after the last one are out', () => {
    const hour = { from: time('20260115090000'), to: time('20260115100000') };
    expect(overlaps(hour, spanAt('20260115085959'))).toBe(false);
    expect(overlaps(hour, spanAt('20260115090000'))).toBe(true);
    expect(overlaps(hour, spanAt('20260115100000'))).toBe(true);
    expect(overlaps(hour, spanAt('20260115100001'))).toBe(false);
  });

  test('a record without any usable time is kept', () => {
    expect(overlaps(interval(10, 20), undefined)).toBe(true);
    expect(overlaps({}, undefined)).toBe(true);
  });

  const number = fc.integer({ min: 1, max: 28 });
  const end = fc.option(number, { nil: undefined });
  const ordered = fc
    .tuple(end, end)
    .filter(([from, to]) => from === undefined || to === undefined || from <= to);
  const isIn = (one: number, [from = 1, to = 28]: Ends) => from <= one && one <= to;

  test('a span overlaps exactly if they share a moment', () => {
    fc.assert(
      fc.property(ordered, ordered, (asked, held) => {
        const days = Array.from({ length: 28 }, (_, index) => index + 1);
        const common = days.some(one => isIn(one, asked) && isIn(one, held));
        expect(overlaps(interval(...asked), interval(...held))).toBe(common);
      }),
    );
  });

  test('a wider interval never covers less', () => {
    fc.assert(
      fc.property(ordered, ordered, ([from, to], held) => {
        const span = interval(...held);
        if (!overlaps(interval(from, to), span)) return;
        expect(overlaps(interval(undefined, to), span)).toBe(true);
        expect(overlaps(interval(from), span)).toBe(true);
      }),
    );
  });

  test('swapped ends cover the same as ends in order', () => {
    fc.assert(
      fc.property(ordered, number, number, (asked, one, another) => {
        const inOrder = interval(Math.min(one, another), Math.max(one, another));
        const swapped = spanBetween(day(Math.max(one, another)), day(Math.min(one, another)));
        expect(overlaps(interval(...asked), swapped)).toBe(overlaps(interval(...asked), inOrder));
      }),
    );
  });
});
