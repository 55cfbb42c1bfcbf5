// Periods of a patient's list, in the region's local time: of the hour that occurs twice in autumn, both are in them.
import { expect, test } from 'vitest';
import { factsOf } from '../../../tools/access-log/for-patient/region-facts.ts';
import { periodOf } from '../../../tools/access-log/period.ts';

const { instantOf } = factsOf({ name: undefined, timeZone: 'Europe/Stockholm' });

test.each([
  ['2026-10-25T02:30:00', '2026-10-25T00:30:00Z', '2026-10-25T01:30:01Z'],
  ['2026-10-25T03:30:00', '2026-10-25T02:30:00Z', '2026-10-25T02:30:01Z'],
  ['2026-07-01T12:00:00', '2026-07-01T10:00:00Z', '2026-07-01T10:00:01Z'],
])('from and to %s', (moment, from, before) => {
  expect(periodOf(moment, moment, instantOf)).toEqual({ from: new Date(from), before: new Date(before) });
});
