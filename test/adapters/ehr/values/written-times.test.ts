// Times on the wire, in all their forms, as the region's local time (extracts.md, "Times on the wire").
import { describe, expect, test } from 'vitest';
import { timeReader, withDaysAsWritten } from '../../../../src/adapters/ehr/values/written-times.ts';
import { unreadable } from '../../../../src/adapters/ehr/values/written-values.ts';
import { regionTime } from '../../../../src/adapters/time/region-time.ts';
import { listed } from '../../../support/listed.ts';

const { time, date, moment } = timeReader(regionTime('Europe/Stockholm'));

describe('local times', () => {
  test.each([
    ['20260115093000', '20260115093000'],
    ['202601150930', '20260115093000'],
    ['20260115', '20260115000000'],
    ['2026-01-15', '20260115000000'],
    ['2026-01-15T09:30', '20260115093000'],
    ['2026-01-15T09:30:15', '20260115093015'],
    // A fraction is truncated, not rounded.
    ['20260115093000.123', '20260115093000'],
    ['20260115235959.999', '20260115235959'],
    ['20261231235959.9999999', '20261231235959'],
    ['2026-01-15T09:30:15.5', '20260115093015'],
    ['2026-12-31T23:59:59.999999', '20261231235959'],
    ['20260115093000,123', '20260115093000'],
    ['2026-01-15T09:30:15,5', '20260115093015'],
    // The bounds of days and years.
    ['20260101000000', '20260101000000'],
    ['20261231235959', '20261231235959'],
    ['20240229120000', '20240229120000'],
    ['20000229', '20000229000000'],
    ['18991231235959', '18991231235959'],
    ['99991231', '99991231000000'],
    // A local time that does not exist or occurs twice stays as it was written.
    ['20260329023000', '20260329023000'],
    ['20261025023000', '20261025023000'],
    // Times are trimmed.
    [' 20260115093000\n', '20260115093000'],
    ['\t2026-01-15T09:30 ', '20260115093000'],
  ])('%j is %s', (text, local) => {
    expect(time(text)).toBe(local);
  });
});

describe('times with an offset become local', () => {
  test.each([
    // Winter: one hour east.
    ['20260115093000Z', '20260115103000'],
    ['20260115093000+0100', '20260115093000'],
    ['20260115093000.123+0100', '20260115093000'],
    ['20260115093000-0500', '20260115153000'],
    ['2026-01-15T08:30:00Z', '20260115093000'],
    ['2026-01-15T08:30Z', '20260115093000'],
    ['2026-01-15T09:30:00+01:00', '20260115093000'],
    ['2026-01-15T09:30+02:00', '20260115083000'],
    ['2026-01-15T14:00:00+05:30', '20260115093000'],
    ['2026-01-15T05:00:00-03:30', '20260115093000'],
    ['2026-01-15T08:30:00.999Z', '20260115093000'],
    ['2026-01-15T22:30:59.999999+14:00', '20260115093059'],
    // An offset of hours alone, and the largest ones.
    ['20260115093000+01', '20260115093000'],
    ['2026-01-15T09:30-03', '20260115133000'],
    ['20260115093000+2300', '20260114113000'],
    ['20260115093000-0059', '20260115112900'],
    // Summer: two hours.
    ['20260715093000Z', '20260715113000'],
    ['20260715093000+0200', '20260715093000'],
    ['20260715093000+0100', '20260715103000'],
    ['2026-07-15T08:30:00Z', '20260715103000'],
    ['2026-07-15T08:30:00.5-08:00', '20260715183000'],
    // Across midnight, months and years.
    ['2026-01-15T23:30:00Z', '20260116003000'],
    ['20260116003000+0200', '20260115233000'],
    ['2026-01-31T23:00:00Z', '20260201000000'],
    ['2024-02-28T23:59:59Z', '20240229005959'],
    ['2025-12-31T23:30:00Z', '20260101003000'],
    ['20260101003000+0200', '20251231233000'],
    ['2026-01-01T00:30:00+03:00', '20251231223000'],
    ['2026-06-30T22:30:00Z', '20260701003000'],
    // The clock is set forward at 01:00 UTC on 29 March, and back at 01:00 UTC on 25 October.
    ['2026-03-29T00:59:59Z', '20260329015959'],
    ['2026-03-29T01:00:00Z', '20260329030000'],
    ['2026-10-25T00:30:00Z', '20261025023000'],
    ['2026-10-25T01:30:00Z', '20261025023000'],
    ['2026-10-25T02:30:00Z', '20261025033000'],
    // Trimmed, too.
    ['\n 2026-01-15T08:30:00Z ', '20260115093000'],
  ])('%j is %s', (text, local) => {
    expect(time(text)).toBe(local);
  });
});

test('a time of the first century stays one', () => {
  expect(timeReader(regionTime('UTC')).time('0099-06-15T14:00:00+02:00')).toBe('00990615120000');
});

const impossible = [
  // Invalid days and months.
  ...listed(`
    20260231080000 20260431 202606310930 20250229120000 19000229 20260015080000 20261315080000 20260100080000
    20260132 2026-02-31 2026-13-01 2026-02-29T08:30:00Z
  `),
  // Hour 24, minute 60, second 60.
  ...listed(`
    20260115240000 202601152400 2026-01-15T24:00 2026-01-15T24:00:00 2026-01-15T24:00:00Z 20260115250000
    20260115096000 202601150960 2026-01-15T09:60 20260115093060 2016-12-31T23:59:60Z 20161231235960.5
  `),
  // Invalid offsets.
  ...listed(`
    20260115093000+2400 20260115093000+0160 2026-01-15T09:30:00-24:00 2026-01-15T09:30:00+99:99
  `),
  // Five digits of a year.
  '9999-12-31T23:30:00Z',
];

const noTimes = [
  ...listed(`
    idag 2026 202601 2026011509 2026011509300 202601150930000 2026-1-5 15/01/2026 2026-01-15T9:30 2026-01-15T
    09:30 20260115093000. 20260115093000.+0100 20260115.5 2026-01-15T09:30.5 20260115093000+1
    20260115093000+010 20260115093000+01000 20260115093000Zx x20260115093000Z x2026-01-15 2026-01-15x
    2026-01-15Z +20260115 -20260115093000 ２０２６０１１５ 1768465800000 null
  `),
  ...['2026-01-15 09:30', '20260115093000 Z', '20260115093000 20260116093000', '2026 01 15'],
];

describe('unreadable times', () => {
  test.each([...impossible, ...noTimes])('%j is neither time, date nor moment', text => {
    expect([time(text), date(text), moment(text)]).toEqual([unreadable, unreadable, unreadable]);
  });

  test.each(['', ' ', '\n', '\t \r\n'])('%j is absent', text => {
    expect([time(text), date(text), moment(text)]).toEqual([undefined, undefined, undefined]);
  });
});

describe('dates', () => {
  test.each([
    ['19121212', '19121212'],
    ['1912-12-12', '19121212'],
    ['19121212000000', '19121212'],
    ['191212120830', '19121212'],
    ['20260115235959.9', '20260115'],
    ['2026-01-15T08:30', '20260115'],
    ['20240229', '20240229'],
    // The date in the region.
    ['2026-01-15T23:30:00Z', '20260116'],
    ['2026-07-15T22:00:00Z', '20260716'],
    ['2026-07-15T21:59:59Z', '20260715'],
    ['20260101003000+0200', '20251231'],
    [' 19121212 ', '19121212'],
  ])('%j stays 8 digits: %s', (text, digits) => {
    expect(date(text)).toBe(digits);
  });
});

describe('moments', () => {
  const cases: readonly [text: string, local: string, instant: string][] = [
    ['20260115093000', '20260115093000', '2026-01-15T08:30:00Z'],
    ['202607150930', '20260715093000', '2026-07-15T07:30:00Z'],
    ['20260115', '20260115000000', '2026-01-14T23:00:00Z'],
    ['2026-01-15T08:30:00.999Z', '20260115093000', '2026-01-15T08:30:00Z'],
    ['20260715093000+0100', '20260715103000', '2026-07-15T08:30:00Z'],
    // Written without an offset: the first of two, or forward by the gap.
    ['20261025023000', '20261025023000', '2026-10-25T00:30:00Z'],
    ['20260329023000', '20260329023000', '2026-03-29T01:30:00Z'],
    // With an offset, it is exact.
    ['2026-10-25T02:30:00+02:00', '20261025023000', '2026-10-25T00:30:00Z'],
    ['2026-10-25T02:30:00+01:00', '20261025023000', '2026-10-25T01:30:00Z'],
  ];

  test.each(cases)('%s is %s here and %s', (text, local, instant) => {
    expect(moment(text)).toEqual({ local, epoch: Date.parse(instant) });
  });
});

describe('days, in every region but the extracts (D8)', () => {
  const days = withDaysAsWritten(timeReader(regionTime('Europe/Stockholm')));

  test.each([
    ['a day', '19880324', '19880324', '19880324'],
    ['a day with hyphens', '1988-03-24', '19880324', '19880324'],
    ['midnight of an offset of the east', '1988-03-24T00:00:00.000+0800', '19880324', '19880324'],
    ['midnight of UTC', '1988-03-24T00:00:00Z', '19880324', '19880324'],
    ['midnight of the region, in UTC', '1988-03-23T23:00:00Z', '19880324', '19880324'],
    ['midnight without an offset', '19880324000000', '19880324', '19880324'],
    ['another time of an offset of the east', '2015-02-14T13:42:00+10:00', '20150214', unreadable],
    ['a time of another day in the region', '1988-03-24T23:30:00Z', '19880325', unreadable],
    ['a second after midnight', '1988-03-24T00:00:01+08:00', '19880323', unreadable],
    ['a fraction after midnight', '1988-03-24T00:00:00.5+08:00', '19880323', unreadable],
    ['a day that does not exist', '1988-02-30T00:00:00+08:00', unreadable, unreadable],
    ['nothing', ' ', undefined, undefined],
  ])('%s', (_name, written, day, birth) => {
    expect([days.date(written), days.birthDate(written)]).toEqual([day, birth]);
  });

  test('the extracts have the day in the region’s time', () => {
    const { date, birthDate } = timeReader(regionTime('Europe/Stockholm'));
    expect([date, birthDate].map(read => read('1988-03-24T00:00:00+08:00'))).toEqual([
      '19880323',
      '19880323',
    ]);
  });
});
