// Bookings of the legacy interface whose start or state is there twice (extracts.md, "XML"): the first one is published, but
// decides nothing.
import { expect, onTestFinished, test } from 'vitest';
import { extracts } from '../../../../src/adapters/ehr/extracts/index.ts';
import { regionTime } from '../../../../src/adapters/time/region-time.ts';
import type { AppointmentList } from '../../../../src/domain/model/appointment.ts';
import type { PatientNumber } from '../../../../src/domain/model/patient-number.ts';
import { ehrServer, xml } from '../../../support/servers/ehr-server.ts';
import { newCall, systemAt } from '../calls.ts';

/** The list, and what it lacks, if the EHR answers with these bookings. */
const read = async (bookings: string) => {
  const server = await ehrServer((_, response) => xml(response, `<Bookings>${bookings}</Bookings>`));
  const region = { time: regionTime('Europe/Stockholm'), clock: Date.now, reserveNumbersRoot: undefined };
  const { ehr, close } = extracts.open(systemAt(server.url), region);
  onTestFinished(async () => {
    await close();
    await server.close();
  });
  const patient = '191212121212' as PatientNumber;
  const found = await Array.fromAsync(ehr.appointments?.({ patient, interval: {}, call: newCall() }) ?? []);
  const [list] = found as { record: AppointmentList; losses: unknown[] }[];
  return { ...list?.record, listLosses: list?.losses };
};

const start = '<StartTime>20100101093000</StartTime>';
const startPath = (kind: string) => ({ path: `${kind}/StartTime`, reason: 'repeated' });

test('a start that is there twice is published, and no interval excludes the booking', async () => {
  const later = '<StartTime>20260715093000</StartTime>';
  const { appointments, registered, listLosses } = await read(
    `<Booking><ContactId>1</ContactId>${start}${later}</Booking><Booking><ContactId>2</ContactId>${start}</Booking>` +
      `<RegisteredBooking><BookingId>3</BookingId>${later}${start}</RegisteredBooking>`,
  );
  expect(appointments).toMatchObject([
    { booking: { ContactId: '1', StartTime: '2010-01-01 09:30' }, losses: [startPath('Booking')] },
    { booking: { ContactId: '2' }, start: '20100101093000' },
  ]);
  expect(appointments?.[0]?.start).toBeUndefined();
  expect(appointments?.[1]?.losses).toBeUndefined();
  expect(registered).toMatchObject([
    { booking: { StartTime: '2026-07-15 09:30' }, losses: [startPath('RegisteredBooking')] },
  ]);
  expect(registered?.[0]?.start).toBeUndefined();
  expect(listLosses).toEqual([]);
});

test('a state that is there twice is not known: the EHR decides', async () => {
  const { appointments } = await read(
    '<Booking><ContactId>1</ContactId><Status>ARRIVED</Status><Status>BOOKED</Status>' +
      '<PaymentStatus>PAID</PaymentStatus><PaymentStatus>UNPAID</PaymentStatus></Booking>' +
      '<Booking Status="BOOKED"><ContactId>2</ContactId><Status>ARRIVED</Status><PaymentStatus> PAID </PaymentStatus></Booking>',
  );
  expect(appointments).toEqual([
    {
      booking: { ContactId: '1', Any: [] },
      start: undefined,
      state: undefined,
      payment: undefined,
      losses: [
        { path: 'Booking/Status', reason: 'repeated' },
        { path: 'Booking/PaymentStatus', reason: 'repeated' },
      ],
    },
    { booking: { ContactId: '2', Any: [] }, start: undefined, state: 'ARRIVED', payment: 'PAID' },
  ]);
});
