// Bookings: another patient's, and those with unclear facilities or times.
import { describe, expect, test } from 'vitest';
import type { AppointmentList } from '../../../../src/domain/model/appointment.ts';
import { patient } from './support/connect.ts';
import { answerOf, timeslot } from './support/documents.ts';
import { readAnswer } from './support/read-answer.ts';

describe('bookings', () => {
  const list = (...slots: string[]) =>
    readAnswer('appointments', answerOf('GetSubjectOfCareSchedule', slots));

  test("a list with another patient's booking has that patient, so D17 refuses the whole list", async () => {
    const [found] = await list(
      timeslot({ bookingId: '1', subject_of_care: patient }),
      timeslot({ bookingId: '2', subject_of_care: '198507302381' }),
      timeslot({ bookingId: '3', subject_of_care: patient }),
    );
    expect(found?.record).toMatchObject({ patient: { PersonNumbers: [{ Number: '198507302381' }] } });
  });

  const facility = 'SE2321000016-1A2B';
  const unitsOf = (found: unknown) =>
    (found as AppointmentList).appointments.map(({ booking }) => booking.PerformingUnit?.HSAId);

  test.each([undefined, '', ' '])(
    'a booking without a facility gets the one that was called: %j',
    async said => {
      const [found] = await list(timeslot({ bookingId: '1', healthcare_facility: said }));
      expect(unitsOf(found?.record)).toEqual([facility]);
      expect(found?.losses).toEqual([]);
    },
  );

  test('a repeated facility hides the unit', async () => {
    const twice = timeslot({ bookingId: '1' }).replace(
      '<c:bookingId>',
      '<c:healthcare_facility>SE-9</c:healthcare_facility><c:bookingId>',
    );
    const [found] = await list(timeslot({ bookingId: '0' }), twice);
    const losses = [{ path: 'timeslotDetail/healthcare_facility', reason: 'repeated', hides: ['unit'] }];
    // Only for that booking: the other one is released.
    expect(found?.losses).toEqual([]);
    const record = found?.record as AppointmentList | undefined;
    expect(record?.appointments.map(one => one.losses)).toEqual([undefined, losses]);
  });

  test('a start that is there twice is published, and hides when the booking applies', async () => {
    const twice = timeslot({ bookingId: '1' }).replace(
      '<c:startTimeInclusive>',
      '<c:startTimeInclusive>20100101093000</c:startTimeInclusive><c:startTimeInclusive>',
    );
    const [found] = await list(twice);
    const { appointments: [only] = [] } = (found?.record ?? {}) as Partial<AppointmentList>;
    expect(only?.booking.StartTime).toBe('2010-01-01 09:30');
    expect(only?.losses).toEqual([
      { path: 'timeslotDetail/startTimeInclusive', reason: 'repeated', hides: ['time'] },
    ]);
  });

  test('a start of a day alone is no midnight (D8): the day is published, and counted', async () => {
    const [found] = await list(timeslot({ bookingId: '1', startTimeInclusive: '20260715' }));
    const { appointments: [only] = [] } = (found?.record ?? {}) as Partial<AppointmentList>;
    expect(only?.booking.StartTime).toBe('2026-07-15');
    expect(only?.booking).not.toHaveProperty('TypedStartDateTime');
    expect(only).toMatchObject({
      start: '20260715',
      losses: [{ path: 'timeslotDetail/startTimeInclusive', reason: 'unreadable', hides: [] }],
    });
  });

  test('leaves out and counts an invalid start; keeps the booking', async () => {
    const [found] = await list(timeslot({ bookingId: '1', startTimeInclusive: '20260231093000' }));
    expect(found).toMatchObject({
      record: {
        appointments: [
          {
            start: undefined,
            booking: { ContactId: '1' },
            losses: [{ path: 'timeslotDetail/startTimeInclusive', reason: 'unreadable', hides: ['time'] }],
          },
        ],
      },
    });
  });
});
