// Reading the bookings. The answer always has exactly one element (D8, D15 to D17, D24, D26, D27).
import { idsOf } from '../../ports/call.ts';
import type { Ehr, EhrQuery, Found } from '../../ports/ehr.ts';
import { type AppointmentList, isListedState, publishedBooking } from '../model/appointment.ts';
import { Failure, isFailure, unusableAnswer } from '../model/failure.ts';
import { overlaps, spanAt } from '../model/interval.ts';
import { hides, type Loss, type Omission } from '../model/loss.ts';
import { withoutRepetitions } from '../model/repeated.ts';
import type { BookedAppointmentsResult } from '../records/appointment.ts';
import { unitOfBooking } from '../rules/facts.ts';
import { isForeignSummary } from '../rules/foreign.ts';
import { careUnits } from './care-units.ts';
import { leftOutTally } from './left-out.ts';
import { type Answer, type ReadDeps, type ReadQuery, readAtOnce } from './read-records.ts';

export const noSuchPatient = 'No such patient.';

const empty = (comment: string): BookedAppointmentsResult => ({
  Booking: [],
  RegisteredBooking: [],
  ResultCode: 'ERROR',
  Comment: comment,
  Any: [],
});

/**
 * Reads the patient's list of bookings from the EHR.
 * Throws `Failure`: `not-offered`; `ehr-unusable` for another patient's list (D17) and for an id with two contents (D29); what the EHR
 * throws.
 */
export const readList = async (
  { ehr, roots, telemetry }: Pick<ReadDeps, 'ehr' | 'roots' | 'telemetry'>,
  question: EhrQuery,
): Promise<{ list: AppointmentList; losses: readonly Loss[]; omissions: readonly Omission[] }> => {
  const { appointments } = ehr as Pick<Ehr, 'appointments'>;
  if (appointments === undefined) throw new Failure('not-offered');
  const lists: Found<AppointmentList>[] = [];
  const omissions: Omission[] = [];
  for await (const reading of appointments(question)) {
    if ('omitted' in reading) omissions.push(reading);
    else lists.push(reading);
  }
  const [only, ...others] = lists;
  if (only === undefined || others.length > 0) throw unusableAnswer('ehr-document', 'not one list');
  const hasForeign = omissions.some(({ omitted }) => omitted === 'foreign');
  const isOthers =
    isForeignSummary(only.record.patient, question.patient, roots) || hides(only.losses, 'owner');
  if (hasForeign || isOthers) {
    telemetry.leftOut({ ...idsOf(question.call), kind: 'appointments', reason: 'foreign', count: 1 });
    throw unusableAnswer('ehr-wrong-patient', 'bookings of another patient');
  }
  const { appointments: booked, registered } = only.record;
  const list = {
    ...only.record,
    appointments: withoutRepetitions(booked, ({ booking }) => booking.ContactId),
    registered: withoutRepetitions(registered, ({ booking }) => booking.BookingId),
  };
  return { list, losses: only.losses, omissions };
};

type Listed = (AppointmentList['appointments'] | AppointmentList['registered'])[number];

/** Operation 3. The iteration throws what `readRecords` throws. */
export const readAppointments = (deps: ReadDeps) => {
  const { release, protection, telemetry } = deps;

  return (question: ReadQuery): Answer<'appointments'> => {
    const { interval, call } = question;
    const leftOut = leftOutTally({ kind: 'appointments', call });
    const units = careUnits();
    const isWithheld = release.bookings();

    /** Whether a booking is in the interval and released, given the losses of its list. */
    const isReleased =
      (ofList: readonly Loss[]) =>
      ({ booking, start, losses = [] }: Listed) => {
        if (!overlaps(interval, hides(losses, 'time') ? undefined : spanAt(start))) return false;
        const unit = unitOfBooking(booking);
        if (isWithheld(unit, [...ofList, ...losses])) {
          leftOut.record('withheld');
          return false;
        }
        leftOut.values(losses);
        units.add(unit);
        return true;
      };

    const read = async (): Promise<BookedAppointmentsResult> => {
      const { list, losses, omissions } = await readList(deps, question);
      leftOut.values(losses);
      omissions.forEach(leftOut.omission);
      for (let left = list.withheld ?? 0; left > 0; left--) leftOut.record('withheld');
      return {
        Booking: list.appointments.filter(isListedState).filter(isReleased(losses)).map(publishedBooking),
        RegisteredBooking: list.registered.filter(isReleased(losses)).map(({ booking }) => booking),
        ...(list.patient === undefined ? {} : { Patient: list.patient }),
        ResultCode: list.resultCode,
        Comment: list.comment,
        Any: list.any,
      };
    };

    const readAllowed = async (): Promise<BookedAppointmentsResult[]> => {
      if (deps.ehr.appointments === undefined) throw new Failure('not-offered');
      try {
        await protection.enforce(question);
        return [await read()];
      } catch (error) {
        if (!isFailure(error, 'patient-unknown')) throw error;
        return [empty(noSuchPatient)];
      } finally {
        leftOut.report(telemetry);
      }
    };

    return {
      kind: 'appointments',
      records: readAtOnce(readAllowed),
      leftOut: leftOut.total,
      units: units.list,
    };
  };
};
