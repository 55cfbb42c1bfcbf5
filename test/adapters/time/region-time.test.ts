// The region's clock at every change from 1980 to 2037. The instants come from the rule, not from the library.
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { endOfLocalDay, regionTime } from '../../../src/adapters/time/region-time.ts';
import { attempts } from '../../support/amount.ts';

const { toEpoch, toLocal, toOffsetTime } = regionTime('Europe/Stockholm');

const second = 1000;
const hour = 3_600_000;

/** Midnight UTC of the last Sunday of a month (from 1). */
const lastSunday = (year: number, month: number): number => {
  const last = new Date(Date.UTC(year, month, 0));
  return last.getTime() - last.getUTCDay() * 24 * hour;
};

/** Clocks change at 01:00 UTC: forward at 02:00 here, back at 03:00. Sweden began on 6 April 1980. */
const forwardIn = (year: number) => (year === 1980 ? Date.UTC(1980, 3, 6) : lastSunday(year, 3)) + hour;
const backIn = (year: number) => lastSunday(year, year < 1996 ? 9 : 10) + hour;

const years = Array.from({ length: 2037 - 1980 + 1 }, (_, at) => 1980 + at);

/** The day of an instant as 8 digits. */
const dayOf = (epoch: number) => new Date(epoch).toISOString().slice(0, 10).replaceAll('-', '');

const offsetNames = new Intl.DateTimeFormat('en', {
  timeZone: 'Europe/Stockholm',
  timeZoneName: 'longOffset',
});
const offsetAt = (epoch: number) =>
  offsetNames.formatToParts(epoch).find(({ type }) => type === 'timeZoneName')?.value;

test('days that the rule gives agree with the calendar', () => {
  const days = [
    [forwardIn(1980), backIn(1980)],
    [forwardIn(1981), backIn(1981)],
    [forwardIn(1995), backIn(1995)],
    [forwardIn(1996), backIn(1996)],
    [forwardIn(2026), backIn(2026)],
  ].map(pair => pair.map(dayOf));
  expect(days).toEqual([
    ['19800406', '19800928'],
    ['19810329', '19810927'],
    ['19950326', '19950924'],
    ['19960331', '19961027'],
    ['20260329', '20261025'],
  ]);
});

describe.each(years)('%i', year => {
  const forward = forwardIn(year);
  const back = backIn(year);

  test('the rule is what the time zone database says', () => {
    const offsets = [forward - second, forward, back - second, back].map(offsetAt);
    expect(offsets).toEqual(['GMT+01:00', 'GMT+02:00', 'GMT+02:00', 'GMT+01:00']);
  });

  test('forward: the local hour from 02:00 does not exist, and is moved forward by the gap', () => {
    const day = dayOf(forward);
    expect([forward - second, forward, forward + hour].map(toLocal)).toEqual([
      `${day}015959`,
      `${day}030000`,
      `${day}040000`,
    ]);
    expect(
      ['015959', '020000', '023000', '025959', '030000', '040000'].map(clock => toEpoch(day + clock)),
    ).toEqual([
      forward - second,
      forward,
      forward + hour / 2,
      forward + hour - second,
      forward,
      forward + hour,
    ]);
  });

  test('back: the local hour from 02:00 occurs twice, and the first one counts', () => {
    const day = dayOf(back);
    const instants = [
      back - hour - second,
      back - hour,
      back - second,
      back,
      back + hour - second,
      back + hour,
    ];
    expect(instants.map(toLocal)).toEqual([
      `${day}015959`,
      `${day}020000`,
      `${day}025959`,
      `${day}020000`,
      `${day}025959`,
      `${day}030000`,
    ]);
    expect(['015959', '020000', '023000', '025959', '030000'].map(clock => toEpoch(day + clock))).toEqual([
      back - hour - second,
      back - hour,
      back - hour / 2,
      back - second,
      back + hour,
    ]);
  });

  test('in between it is summer, else winter', () => {
    const noons: readonly (readonly [string, number])[] = [
      [`${year}0101120000`, Date.UTC(year, 0, 1, 11)],
      [`${year}0315120000`, Date.UTC(year, 2, 15, 11)],
      [`${year}0415120000`, Date.UTC(year, 3, 15, 10)],
      [`${year}0701120000`, Date.UTC(year, 6, 1, 10)],
      [`${year}0915120000`, Date.UTC(year, 8, 15, 10)],
      [`${year}1115120000`, Date.UTC(year, 10, 15, 11)],
      [`${year}1231235959`, Date.UTC(year, 11, 31, 22, 59, 59)],
    ];
    expect(noons.map(([, epoch]) => toLocal(epoch))).toEqual(noons.map(([local]) => local));
    expect(noons.map(([local]) => toEpoch(local))).toEqual(noons.map(([, epoch]) => epoch));
  });
});

test('a gap of half an hour moves by half an hour, and an overlap of one has a first half', () => {
  const island = regionTime('Australia/Lord_Howe');
  // 4 October 2026: 02:00 at +10:30 becomes 02:30 at +11. 5 April 2026: 02:00 at +11 becomes 01:30 at +10:30.
  expect(island.toEpoch('20261004021500')).toBe(Date.parse('2026-10-03T15:45:00Z'));
  expect(island.toEpoch('20260405014500')).toBe(Date.parse('2026-04-04T14:45:00Z'));
});

test('years that 14 digits cannot hold have no local time', () => {
  const last = Date.parse('9999-12-31T22:59:59Z');
  expect([toLocal(last), toLocal(last + second)]).toEqual(['99991231235959', undefined]);
  expect([8.64e15, -1e18, Number.NaN].map(toLocal)).toEqual([undefined, undefined, undefined]);
});

test('an unknown time zone is refused', () => {
  expect(() => regionTime('Europe/Atlantis')).toThrow(RangeError);
});

test('the last change of a zone, asked for first, does not hold before itself', () => {
  const india = regionTime('Asia/Kolkata');
  const change = Date.UTC(1945, 9, 14, 17, 30);
  expect([change, change - second].map(india.toLocal)).toEqual(['19451014230000', '19451014235959']);
});

describe('what is kept of a zone answers as the library does each time', () => {
  const zones = ['Europe/Stockholm', 'America/St_Johns', 'Africa/Monrovia', 'Asia/Kolkata', 'UTC'];

  test.each(zones)('%s', zone => {
    const clock = regionTime(zone);
    const expected = (epoch: number) =>
      Temporal.Instant.fromEpochMilliseconds(epoch)
        .toZonedDateTimeISO(zone)
        .toPlainDateTime()
        .toString({ smallestUnit: 'second', roundingMode: 'floor' })
        .replace(/[-T:]/g, '');
    const recent = fc.integer({ min: Date.UTC(1850, 0), max: Date.UTC(2050, 0) });
    const any = fc.integer({ min: -62_135_000_000_000, max: 253_370_000_000_000 });
    fc.assert(
      fc.property(fc.oneof(recent, any), epoch => {
        expect(clock.toLocal(epoch)).toBe(expected(epoch));
      }),
      { numRuns: attempts(1000) },
    );
  });
});

test.each([
  ['20260329015959', true],
  ['20260329020000', false],
  ['20260329025959', false],
  ['20260329030000', true],
  // Occurs twice.
  ['20261025023000', true],
])('the local time %s exists: %s', (local, exists) => {
  expect(regionTime('Europe/Stockholm').exists(local)).toBe(exists);
});

test.each([
  ['2026-12-31', '2026-12-31T23:00:00.000Z'],
  ['2026-06-30', '2026-06-30T22:00:00.000Z'],
  // The days on which clocks change have 23 and 25 hours.
  ['2026-03-29', '2026-03-29T22:00:00.000Z'],
  ['2026-10-25', '2026-10-25T23:00:00.000Z'],
  ['2028-02-29', '2028-02-29T23:00:00.000Z'],
])('the day %s ends at %s', (day, end) => {
  expect(new Date(endOfLocalDay(day, regionTime('Europe/Stockholm'))).toISOString()).toBe(end);
});

test.each([
  ['in winter', '2026-01-15T08:30:00.999Z', '2026-01-15T09:30:00+01:00'],
  ['in summer, on the next day', '2026-07-31T22:30:09Z', '2026-08-01T00:30:09+02:00'],
])('local time with its offset %s', (_, instant, local) => {
  expect(toOffsetTime(Date.parse(instant))).toBe(local);
});
