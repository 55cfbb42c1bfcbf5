// GetSubjectOfCareSchedule 1.1 → bookings. It has no date filter, and asks for one facility a call.
import Type, { type Static } from 'typebox';
import type { AppointmentList } from '../../../domain/model/appointment.ts';
import { omitUndefined } from '../../../domain/model/omit-undefined.ts';
import type { PatientNumber } from '../../../domain/model/patient-number.ts';
import type { Booking, PatientSummary } from '../../../domain/records/appointment.ts';
import { type AnyObject, members } from '../../../domain/records/shared/common.ts';
import type { ResultCode } from '../../../domain/records/transition.ts';
import { isForeignSummary, personRoots } from '../../../domain/rules/foreign.ts';
import type { Call } from '../../../ports/call.ts';
import type { Found, Loss, Reader } from '../../../ports/ehr.ts';
import { startTexts } from '../booking-start.ts';
import { concurrencyLimit } from '../transport/concurrency-limit.ts';
import { momentFormat } from '../xml/plan.ts';
import type { Moment } from '../xml/times.ts';
import { hidesPatient, type RuledPaths, underPublishedNames } from './losses.ts';
import { asking, type Connection, type Contract } from './soap/ask.ts';
import { codeOf } from './soap/conclusion.ts';
import { omissionsOf } from './soap/processing-status.ts';
import type { End } from './soap/reply.ts';
import { filled, lines, some } from './values.ts';
import { text, time } from './wire-types.ts';

const TimeslotType = members({
  startTimeInclusive: Type.Unsafe<Moment>({ type: 'string', format: momentFormat }),
  endTimeExclusive: time,
  healthcare_facility: text,
  performer: text,
  bookingId: text,
  subject_of_care: text,
  purpose: text,
  reason: text,
  resourceName: text,
  healthcare_facility_name: text,
  performerName: text,
  resourceID: text,
  timeTypeName: text,
  timeTypeID: text,
  careTypeName: text,
  careTypeID: text,
  cancel_booking_allowed: text,
  rebooking_allowed: text,
  message_allowed: text,
  isInvitation: text,
});
type TimeslotType = Static<typeof TimeslotType>;

export const subjectOfCareSchedule: Contract<typeof TimeslotType> = {
  name: 'GetSubjectOfCareSchedule',
  namespace: 'urn:riv:crm:scheduling:GetSubjectOfCareScheduleResponder:1',
  core: 'urn:riv:crm:scheduling:1',
  action: 'urn:riv:crm:scheduling:GetSubjectOfCareScheduleResponder:1:GetSubjectOfCareSchedule',
  hasResult: false,
  element: 'timeslotDetail',
  isList: true,
  schema: TimeslotType,
};

/** Whose a booking is. */
const patientPath = `${subjectOfCareSchedule.element}/subject_of_care`;

/** What release rules look at. */
const ruled: RuledPaths = [['healthcare_facility', 'Booking/PerformingUnit/HSAId']];

const bookingOf = (slot: TimeslotType): Booking => {
  const {
    startTimeInclusive,
    bookingId,
    healthcare_facility,
    healthcare_facility_name,
    performerName,
    resourceName,
    // Published as the patient of the whole list, which D17 looks at.
    subject_of_care: _,
    ...others
  } = slot;
  const performer = filled(performerName);
  const rest = some<AnyObject>(performer === undefined ? others : { ...others, resourceName });
  return {
    ...omitUndefined<Omit<Booking, 'Any'>>({
      ContactId: filled(bookingId),
      PerformingUnit: some({ HSAId: filled(healthcare_facility), Name: healthcare_facility_name }),
      CareGiver: performer ?? filled(resourceName),
    }),
    ...startTexts(startTimeInclusive),
    Any: rest === undefined ? [] : [rest],
  };
};

const appointmentOf = (slot: TimeslotType): AppointmentList['appointments'][number] => ({
  booking: bookingOf(slot),
  start: slot.startTimeInclusive?.local,
  // The contract tells neither of arrivals nor of payments.
  state: undefined,
  payment: undefined,
});

/**
 * The patient of the list, by the numbers of its bookings. A number of another patient stands alone: one booking of
 * someone else's is enough for D17 to refuse the list.
 */
const patientOf = (
  slots: readonly TimeslotType[],
  patient: PatientNumber,
  reserveRoot: string | undefined,
): PatientSummary | undefined => {
  const roots = personRoots(reserveRoot);
  const summaryOf = (number: string): PatientSummary => ({ PersonNumbers: [{ Number: number }] });
  const summaries = slots.flatMap(slot => filled(slot.subject_of_care) ?? []).map(summaryOf);
  return summaries.find(summary => isForeignSummary(summary, patient, roots)) ?? summaries[0];
};

/** What one facility answers. */
type Schedule = {
  readonly slots: readonly TimeslotType[];
  readonly losses: readonly Loss[];
  readonly code: ResultCode;
  readonly end: End;
};

/** Facilities that are asked at a time, for one request: an app that reads the other five kinds too stays within 8 (D31). */
const atATime = 3;

/** The word for the whole: an error is one of all facilities, for a list that lacks some would look complete. */
const worst = (codes: readonly ResultCode[]): ResultCode =>
  (['ERROR', 'INFO'] as const).find(code => codes.includes(code)) ?? 'OK';

export const readSchedule = (
  connection: Connection,
  facilities: readonly string[],
): Reader<AppointmentList> => {
  const ask = asking(connection, subjectOfCareSchedule);

  const scheduleAt = async (facility: string, patient: PatientNumber, call: Call): Promise<Schedule> => {
    const headers = {
      // The contract is addressed to the facility that owns the schedule.
      logicalAddress: facility,
      more: {
        'ih:Actor': {
          '@xmlns:ih': 'urn:riv:interoperability:headers:1',
          'ih:actorId': patient,
          'ih:actorType': 'subject_of_care',
        },
      },
    };
    const body = { 'q:healthcare_facility': facility, 'q:subject_of_care': patient };
    const found: TimeslotType[] = [];
    const losses: Loss[] = [];
    let end: End = { result: undefined, sources: [], attachments: 0 };
    const ended = (said: End) => {
      end = said;
    };
    for await (const { document, losses: lost } of ask({ headers, body, call, ended })) {
      // One that does not say where it is, is at the facility that was asked: release rules must see it (D26).
      found.push({ ...document, healthcare_facility: filled(document.healthcare_facility) ?? facility });
      losses.push(...underPublishedNames(lost, subjectOfCareSchedule.element, ruled));
    }
    const code = codeOf(connection, subjectOfCareSchedule, { result: end.result, call });
    return { slots: found, losses, code, end };
  };

  const listOf = (schedules: readonly Schedule[], patient: PatientNumber): Found<AppointmentList> => {
    const resultCode = worst(schedules.map(({ code }) => code));
    const told = schedules.filter(({ code }) => code === resultCode);
    const kept = resultCode === 'ERROR' ? [] : schedules;
    const slots = kept.flatMap(schedule => schedule.slots);
    return {
      record: {
        appointments: slots.map(appointmentOf),
        registered: [],
        patient: patientOf(slots, patient, connection.reserveRoot),
        resultCode,
        comment: resultCode === 'OK' ? '' : (lines(...told.map(({ end }) => end.result?.message)) ?? ''),
        any: [],
      },
      losses: kept.flatMap(schedule => schedule.losses),
    };
  };

  return async function* ({ patient, call }) {
    const asked = facilities.map(facility => (part: Call) => scheduleAt(facility, patient, part));
    const schedules = await concurrencyLimit(atATime, asked, call);
    const ends = schedules.map(({ end }) => end);
    const omissions = omissionsOf(ends, connection.own);
    yield listOf(schedules, patient);
    if (schedules.some(({ losses }) => hidesPatient(losses, patientPath))) yield { omitted: 'foreign' };
    yield* omissions;
  };
};
