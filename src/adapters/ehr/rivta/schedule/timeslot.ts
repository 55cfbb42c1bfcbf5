// A timeslot of GetSubjectOfCareSchedule 1.1 → a booking.
import type { Static } from 'typebox';
import type { AppointmentList } from '../../../../domain/model/appointment.ts';
import { hides } from '../../../../domain/model/loss.ts';
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import type { Booking } from '../../../../domain/records/appointment.ts';
import { type AnyObject, objectOf } from '../../../../domain/records/shared/common.ts';
import { withHidden } from '../../../../domain/records/shared/hiding.ts';
import type { Loss } from '../../../../ports/ehr.ts';
import { startLosses, startTexts } from '../../booking-start.ts';
import { nonBlank, partialObject } from '../../values/values.ts';
import { startSchema } from '../../xml/plan.ts';
import type { Contract } from '../soap/contract.ts';
import { codeSchema, textSchema, timeSchema } from '../wire-types.ts';

export const TimeslotType = objectOf({
  startTimeInclusive: withHidden('time', startSchema),
  endTimeExclusive: timeSchema,
  healthcare_facility: withHidden('unit', codeSchema),
  performer: codeSchema,
  bookingId: codeSchema,
  subject_of_care: withHidden('owner', codeSchema),
  purpose: textSchema,
  reason: textSchema,
  resourceName: textSchema,
  healthcare_facility_name: textSchema,
  performerName: textSchema,
  resourceID: textSchema,
  timeTypeName: textSchema,
  timeTypeID: textSchema,
  careTypeName: textSchema,
  careTypeID: textSchema,
  cancel_booking_allowed: textSchema,
  rebooking_allowed: textSchema,
  message_allowed: textSchema,
  isInvitation: textSchema,
});
export type TimeslotType = Static<typeof TimeslotType>;

export const subjectOfCareSchedule: Contract<typeof TimeslotType> = {
  name: 'GetSubjectOfCareSchedule',
  domain: 'crm:scheduling',
  version: 1,
  hasResult: false,
  element: 'timeslotDetail',
  isList: true,
  schema: TimeslotType,
};

/** A timeslot and its losses. */
export type ReadTimeslot = { readonly slot: TimeslotType; readonly losses: readonly Loss[] };

/** There is no `CareGiver`: it is an organisation, and the contract names none. */
const bookingOf = (slot: TimeslotType): Booking => {
  const {
    startTimeInclusive,
    bookingId,
    healthcare_facility,
    healthcare_facility_name,
    // Published as the patient of the whole list, which D17 checks.
    subject_of_care: _,
    ...others
  } = slot;
  const rest = partialObject<AnyObject>(others);
  return {
    ...omitUndefined<Omit<Booking, 'Any'>>({
      ContactId: nonBlank(bookingId),
      PerformingUnit: partialObject({ HSAId: nonBlank(healthcare_facility), Name: healthcare_facility_name }),
    }),
    ...startTexts(startTimeInclusive),
    Any: rest === undefined ? [] : [rest],
  };
};

/** Translates a timeslot to a booking, with the start that decides whether it is in an interval. */
export const appointmentOf = ({
  slot,
  losses: read,
}: ReadTimeslot): AppointmentList['appointments'][number] => {
  const losses = [...read, ...startLosses(slot.startTimeInclusive, 'timeslotDetail/startTimeInclusive')];
  return {
    booking: bookingOf(slot),
    start: slot.startTimeInclusive?.local,
    // The contract has neither arrivals nor payments.
    state: undefined,
    payment: undefined,
    // Losses are per booking, so one booking's losses do not withhold another.
    ...(losses.length === 0 ? {} : { losses }),
  };
};

/** Whether the owner of a booking is unknown: it names several patients, or an unreadable one. */
export const isOfUnknownPatient = ({ losses }: ReadTimeslot): boolean => hides(losses, 'owner');
