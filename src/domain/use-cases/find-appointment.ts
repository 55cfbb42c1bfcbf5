// Finding the appointment that a write is about. It is looked up in the same list that operation 3 answers, so a
// booking that is withheld or somebody else's gets the same answer as one that does not exist (D19).
import type { Call } from '../../ports/call.ts';
import type { Stopwatch } from '../../ports/clock.ts';
import type { Appointment } from '../model/appointment.ts';
import { sourceUnavailable } from '../model/failure.ts';
import type { PatientNumber } from '../model/patient-number.ts';
import { unitOfBooking } from '../rules/facts.ts';
import { readList } from './read-appointments.ts';
import type { ReadDeps } from './read-records.ts';

/** A signal that nothing aborts: a client that disconnects does not stop a write (D21). */
const neverAborted = new AbortController().signal;

/**
 * The context of one call to the EHR during a write. It gets a third of the remaining time, so there is time to
 * read the booking again if the outcome of the call is unknown (D21).
 */
export const withThirdOfTime = (call: Call, stopwatch: Stopwatch): Call => {
  const now = stopwatch();
  return { ...call, signal: neverAborted, deadline: now + (call.deadline - now) / 3 };
};

export type FindDeps = Pick<ReadDeps, 'ehr' | 'roots' | 'telemetry' | 'release'> & {
  readonly stopwatch: Stopwatch;
};

export type FindQuery = {
  readonly patient: PatientNumber;
  readonly bookingId: string;
  readonly call: Call;
};

/**
 * Reads the patient's bookings and picks the one with this id: `listed` also if it is withheld, `appointment` if it is released to the
 * patient.
 * Throws `Failure`: `ehr-unavailable` if the booking may be in a source system that is missing; what `readList` throws.
 */
export const findAppointment = async (deps: FindDeps, { patient, bookingId, call }: FindQuery) => {
  const { list, losses, omissions } = await readList(deps, {
    patient,
    interval: {},
    call: withThirdOfTime(call, deps.stopwatch),
  });
  const listed = list.appointments.find(({ booking }) => booking.ContactId === bookingId);
  const isWithheld = deps.release.bookings();
  const isReleased = ({ booking, losses: own = [] }: Appointment) =>
    !isWithheld(unitOfBooking(booking), [...losses, ...own]);
  const appointment = listed !== undefined && isReleased(listed) ? listed : undefined;
  if (appointment === undefined && omissions.some(({ omitted }) => omitted === 'source-unavailable'))
    throw sourceUnavailable('a source of the bookings is missing');
  return { list, listed, appointment };
};
