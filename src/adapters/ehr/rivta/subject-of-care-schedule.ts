// GetSubjectOfCareSchedule 1.1 → bookings. It has no date filter, and each call is for one facility.
import type { Static } from 'typebox';
import type { Appointment, AppointmentList } from '../../../domain/model/appointment.ts';
import { hides } from '../../../domain/model/loss.ts';
import { omitUndefined } from '../../../domain/model/omit-undefined.ts';
import type { PatientNumber } from '../../../domain/model/patient-number.ts';
import type { Booking, PatientSummary } from '../../../domain/records/appointment.ts';
import { type AnyObject, objectOf } from '../../../domain/records/shared/common.ts';
import { withHidden } from '../../../domain/records/shared/hiding.ts';
import type { ResultCode } from '../../../domain/records/transition.ts';
import { isForeignSummary, type PersonRoots, personRoots } from '../../../domain/rules/foreign.ts';
import type { Call } from '../../../ports/call.ts';
import type { Omission, Reader } from '../../../ports/ehr.ts';
import { startLosses, startTexts } from '../booking-start.ts';
import { concurrencyLimit } from '../transport/concurrency-limit.ts';
import { joinedLines, nonBlank, partialObject } from '../values/values.ts';
import { startSchema } from '../xml/plan.ts';
import {
  type Contract,
  checkedResultCode,
  contractCaller,
  type SoapConnection,
  type SoapDocument,
} from './soap/contract.ts';
import { interoperability, omissionsOf } from './soap/processing-status.ts';
import type { ReplyEnd } from './soap/reply.ts';
import { codeSchema, textSchema, timeSchema } from './wire-types.ts';

const TimeslotType = objectOf({
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
type TimeslotType = Static<typeof TimeslotType>;
type ReadTimeslot = SoapDocument<TimeslotType>;

const subjectOfCareSchedule: Contract<typeof TimeslotType> = {
  name: 'GetSubjectOfCareSchedule',
  domain: 'crm:scheduling',
  version: 1,
  hasResult: false,
  element: 'timeslotDetail',
  isList: true,
  schema: TimeslotType,
};

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
const appointmentOf = ({ document: slot, losses: read }: ReadTimeslot): Appointment => {
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

/** The answer of one facility. */
type Schedule = {
  readonly slots: readonly ReadTimeslot[];
  /** Values beside the bookings. */
  readonly omissions: readonly Omission[];
  readonly code: ResultCode;
  readonly end: ReplyEnd;
};

/** Concurrent calls for one request: an app that reads the other five kinds at the same time stays within 8 calls (D31). */
const maxConcurrentFacilities = 3;

/** The contract is addressed to the facility that owns the schedule, and requires the actor. */
const headersFor = (facility: string, patient: PatientNumber) => ({
  logicalAddress: facility,
  more: {
    'ih:Actor': {
      '@xmlns:ih': interoperability,
      'ih:actorId': patient,
      'ih:actorType': 'subject_of_care',
    },
  },
});

/** The code of the whole list. One facility's error makes the list an error: without its bookings, the list would look complete. */
const worstCode = (codes: readonly ResultCode[]): ResultCode =>
  (['ERROR', 'INFO'] as const).find(code => codes.includes(code)) ?? 'OK';

/**
 * The patient of the list, from the numbers in its bookings. Another patient's number takes precedence, so D17 refuses
 * the list even if only one booking is another patient's.
 */
const patientOf = (
  slots: readonly ReadTimeslot[],
  patient: PatientNumber,
  roots: PersonRoots,
): PatientSummary | undefined => {
  const summaryOf = (number: string): PatientSummary => ({ PersonNumbers: [{ Number: number }] });
  const summaries = slots.flatMap(({ document }) => nonBlank(document.subject_of_care) ?? []).map(summaryOf);
  return summaries.find(summary => isForeignSummary(summary, patient, roots)) ?? summaries[0];
};

/** Reads the bookings of all facilities as one list. */
export const readSchedule = (
  connection: SoapConnection,
  facilities: readonly string[],
): Reader<AppointmentList> => {
  const callContract = contractCaller(connection, subjectOfCareSchedule);
  const roots = personRoots(connection.reserveRoot);

  const scheduleAt = async (facility: string, patient: PatientNumber, call: Call): Promise<Schedule> => {
    const body = { 'q:healthcare_facility': facility, 'q:subject_of_care': patient };
    const slots: ReadTimeslot[] = [];
    let end: ReplyEnd = { result: undefined, sources: [], attachments: 0 };
    const onEnd = (reply: ReplyEnd) => {
      end = reply;
    };
    const headers = headersFor(facility, patient);
    const omissions: Omission[] = [];
    for await (const item of callContract({ headers, body, call, onEnd })) {
      if ('omitted' in item) {
        omissions.push(item);
        continue;
      }
      const { document, losses } = item;
      // A booking without a facility belongs to the facility that was called: release rules must see it (D26).
      const place = nonBlank(document.healthcare_facility) ?? facility;
      slots.push({ document: { ...document, healthcare_facility: place }, losses });
    }
    return {
      slots,
      omissions,
      code: checkedResultCode(connection, subjectOfCareSchedule, { result: end.result, call }),
      end,
    };
  };

  const appointmentListOf = (schedules: readonly Schedule[], patient: PatientNumber): AppointmentList => {
    const resultCode = worstCode(schedules.map(({ code }) => code));
    const decisive = schedules.filter(({ code }) => code === resultCode);
    const slots = resultCode === 'ERROR' ? [] : schedules.flatMap(schedule => schedule.slots);
    return {
      appointments: slots.map(appointmentOf),
      registered: [],
      patient: patientOf(slots, patient, roots),
      resultCode,
      comment: resultCode === 'OK' ? '' : (joinedLines(decisive.map(({ end }) => end.result?.message)) ?? ''),
      any: [],
    };
  };

  return async function* ({ patient, call }) {
    const tasks = facilities.map(facility => (part: Call) => scheduleAt(facility, patient, part));
    const schedules = await concurrencyLimit(maxConcurrentFacilities, tasks, call);
    const ends = schedules.map(({ end }) => end);
    const omissions = omissionsOf(ends, connection.profile);
    yield { record: appointmentListOf(schedules, patient), losses: [] };
    // A booking that names several patients, or an unreadable one, may be anybody's.
    if (schedules.some(({ slots }) => slots.some(({ losses }) => hides(losses, 'owner'))))
      yield { omitted: 'foreign' };
    yield* [...omissions, ...schedules.flatMap(schedule => schedule.omissions)];
  };
};
