// GetSubjectOfCareSchedule 1.1 → bookings. It has no date filter, and asks for one facility a call.
import type { AppointmentList } from '../../../../domain/model/appointment.ts';
import type { PatientNumber } from '../../../../domain/model/patient-number.ts';
import type { PatientSummary } from '../../../../domain/records/appointment.ts';
import type { ResultCode } from '../../../../domain/records/transition.ts';
import { isForeignSummary, type PersonRoots, personRoots } from '../../../../domain/rules/foreign.ts';
import type { Call } from '../../../../ports/call.ts';
import type { Reader } from '../../../../ports/ehr.ts';
import { joinedLines, nonBlank } from '../../translation/values.ts';
import { concurrencyLimit } from '../../transport/concurrency-limit.ts';
import { asking, type Connection } from '../soap/ask.ts';
import { codeOf } from '../soap/conclusion.ts';
import { interoperability, omissionsOf } from '../soap/processing-status.ts';
import type { End } from '../soap/reply.ts';
import { appointmentOf, isOfUnknownPatient, type ReadTimeslot, subjectOfCareSchedule } from './timeslot.ts';

/** What one facility answers. */
type Schedule = { readonly slots: readonly ReadTimeslot[]; readonly code: ResultCode; readonly end: End };

/** Facilities that are asked at a time, for one request: an app that reads the other five kinds too stays within 8 (D31). */
const atATime = 3;

/** The contract is addressed to the facility that owns the schedule, and wants to know who asks. */
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

/** The word for the whole: an error is one of all facilities, for a list that lacks some would look complete. */
const worst = (codes: readonly ResultCode[]): ResultCode =>
  (['ERROR', 'INFO'] as const).find(code => codes.includes(code)) ?? 'OK';

/**
 * The patient of the list, by the numbers of its bookings. A number of another patient stands alone: one booking of
 * someone else's is enough for D17 to refuse the list.
 */
const patientOf = (
  slots: readonly ReadTimeslot[],
  patient: PatientNumber,
  roots: PersonRoots,
): PatientSummary | undefined => {
  const summaryOf = (number: string): PatientSummary => ({ PersonNumbers: [{ Number: number }] });
  const summaries = slots.flatMap(({ slot }) => nonBlank(slot.subject_of_care) ?? []).map(summaryOf);
  return summaries.find(summary => isForeignSummary(summary, patient, roots)) ?? summaries[0];
};

export const readSchedule = (
  connection: Connection,
  facilities: readonly string[],
): Reader<AppointmentList> => {
  const ask = asking(connection, subjectOfCareSchedule);
  const roots = personRoots(connection.reserveRoot);

  const scheduleAt = async (facility: string, patient: PatientNumber, call: Call): Promise<Schedule> => {
    const body = { 'q:healthcare_facility': facility, 'q:subject_of_care': patient };
    const slots: ReadTimeslot[] = [];
    let end: End = { result: undefined, sources: [], attachments: 0 };
    const ended = (said: End) => {
      end = said;
    };
    const asked = { headers: headersFor(facility, patient), body, call, ended };
    for await (const { document, losses } of ask(asked)) {
      // One that does not say where it is, is at the facility that was asked: release rules must see it (D26).
      const place = nonBlank(document.healthcare_facility) ?? facility;
      slots.push({ slot: { ...document, healthcare_facility: place }, losses });
    }
    return { slots, code: codeOf(connection, subjectOfCareSchedule, { result: end.result, call }), end };
  };

  const listOf = (schedules: readonly Schedule[], patient: PatientNumber): AppointmentList => {
    const resultCode = worst(schedules.map(({ code }) => code));
    const decisive = schedules.filter(({ code }) => code === resultCode);
    const slots = resultCode === 'ERROR' ? [] : schedules.flatMap(schedule => schedule.slots);
    return {
      appointments: slots.map(appointmentOf),
      registered: [],
      patient: patientOf(slots, patient, roots),
      resultCode,
      comment:
        resultCode === 'OK' ? '' : (joinedLines(...decisive.map(({ end }) => end.result?.message)) ?? ''),
      any: [],
    };
  };

  return async function* ({ patient, call }) {
    const questions = facilities.map(facility => (part: Call) => scheduleAt(facility, patient, part));
    const schedules = await concurrencyLimit(atATime, questions, call);
    const ends = schedules.map(({ end }) => end);
    const omissions = omissionsOf(ends, connection.own);
    yield { record: listOf(schedules, patient), losses: [] };
    if (schedules.some(({ slots }) => slots.some(isOfUnknownPatient))) yield { omitted: 'foreign' };
    yield* omissions;
  };
};
