// Reads the video meetings: appointments with a link, or at a virtual location.
import type * as R4 from 'fhir/r4.js';
import { hasControls } from '../../../../domain/model/control-characters.ts';
import { unusableAnswer } from '../../../../domain/model/failure.ts';
import { overlaps } from '../../../../domain/model/interval.ts';
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import { spanOfMeeting, type TimedMeeting } from '../../../../domain/model/video-meeting.ts';
import { newYielding } from '../../../../domain/model/yield-to-event-loop.ts';
import type { Staff, VideoMeeting } from '../../../../domain/records/video-meeting.ts';
import type { Reader } from '../../../../ports/ehr.ts';
import type { Moment } from '../../../time/local-time.ts';
import { nonEmptyList, partialObject } from '../../values/values.ts';
import { conceptText, joinedConceptTexts } from '../elements/coded.ts';
import {
  children,
  countLoss,
  type Element,
  hiding,
  hidingNothing,
  ignoringLosses,
  withTally,
} from '../elements/element.ts';
import { integer, text } from '../elements/primitives.ts';
import { readPart, recordTally } from '../elements/tally.ts';
import type { Resource } from '../json/resource.ts';
import type { PatientContext } from '../records/context.ts';
import { recordLosses } from '../records/record-losses.ts';
import { withholdingElement } from '../search/labels.ts';
import type { ServerContext } from '../search/server-context.ts';
import { findAppointments } from './find-appointments.ts';
import { type Meeting, meetingOf } from './meeting-link.ts';
import {
  type AppointmentParts,
  countOtherActors,
  type InvolvedProfessional,
  participantsOf,
  professionalsAmong,
} from './participants.ts';
import { performingPlace } from './place.ts';

const statuses = new Set<unknown>(['pending', 'booked', 'arrived', 'checked-in', 'fulfilled']);

/** Members that say no more than that there is a meeting. No member says that one is not agreed yet, or is over. */
const judgedOf = ({ node: { status } }: Element<R4.Appointment>) => (status === 'booked' ? ['status'] : []);

/** Appointments that are no meeting yet, or no longer one. */
const otherStatuses = new Set<unknown>(['proposed', 'cancelled', 'noshow', 'entered-in-error', 'waitlist']);

const minute = 60_000;

/** The id as a number, if that keeps its digits: at most 17, without a leading zero (D25). */
const actionId = (id: string | undefined): number | bigint | undefined => {
  if (id === undefined || !/^[1-9]\d{0,16}$|^0$/.test(id)) return undefined;
  const value = BigInt(id);
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
};

const staffOf = ({ professional, element }: InvolvedProfessional): Staff => {
  const { name, position } = professional;
  const positionName = position?.CareProviderPositionName;
  // A meeting has no member for the code of a position.
  if (position !== undefined && positionName === undefined) countLoss(hidingNothing(element), 'actor');
  return omitUndefined<Staff>({ name, type: positionName ?? joinedConceptTexts(element, 'type') });
};

/** The main professional: the primary performer, else the attender, else the first. */
const mainOf = (all: readonly InvolvedProfessional[]): InvolvedProfessional | undefined =>
  all.find(({ codes }) => codes.includes('PPRF')) ??
  all.find(({ codes }) => codes.includes('ATND')) ??
  all[0];

/** @param start decides, with the length of the meeting, when it ends. */
const endOf = (
  root: Element<R4.Appointment>,
  start: Moment | undefined,
  { times, region }: PatientContext,
): Moment | undefined => {
  const end = times.moment(root, 'end');
  if (end !== undefined || start === undefined) return end;
  const minutes = integer(root, 'minutesDuration');
  if (minutes === undefined) return undefined;
  const epoch = start.epoch + minutes * minute;
  const local = minutes < 0 ? undefined : region.toLocal(epoch);
  return local === undefined ? countLoss(root, 'minutesDuration') : { epoch, local };
};

/** A meeting that an unreadable extension may hold. */
const uncertain: Meeting = { link: undefined, discoveryUri: undefined, isCertain: false };

/** Whether every extension can be read. One that cannot may be the link to a meeting. */
const areExtensionsReadable = (appointment: Element<R4.Appointment>): boolean => {
  const quiet = ignoringLosses(appointment);
  const extensions = children(quiet, 'extension');
  const isNamed = ({ node: { url } }: Element<R4.Extension>) => typeof url === 'string' && !hasControls(url);
  return quiet.tally.losses.length === 0 && extensions.every(isNamed);
};

/** The times of a meeting, and whether both are known: not if one was sent and is masked or unreadable. */
const timesOf = (root: Element<R4.Appointment>, context: PatientContext) => {
  const dated = hiding(root, 'time');
  const { value: times, isComplete: areKnown } = readPart(root, () => {
    const start = context.times.moment(dated, 'start');
    return { start, end: endOf(dated, start, context) };
  });
  return { ...times, areKnown };
};

const timedMeeting = (
  { root, participants }: AppointmentParts,
  meeting: Meeting,
  context: PatientContext,
): TimedMeeting => {
  const { start, end, areKnown } = timesOf(root, context);
  const place = performingPlace(participants, context);
  const staff = professionalsAmong(participants, context);
  countOtherActors(participants, [place?.actor, place?.runBy, meeting.room], context);
  const main = mainOf(staff);
  const others = staff.filter(participant => participant !== main).map(staffOf);
  return {
    meeting: omitUndefined<VideoMeeting>({
      actionId: actionId(text(root, 'id')),
      startDateTimeInUnix: start?.epoch,
      endDateTimeInUnix: end?.epoch,
      performingUnitName: place?.name(),
      serviceName:
        joinedConceptTexts(root, 'serviceType') ??
        conceptText(root, 'appointmentType') ??
        text(root, 'description'),
      meetingLink: meeting.link,
      mainStaff: main === undefined ? undefined : staffOf(main),
      otherStaffList: nonEmptyList(others),
      server: partialObject({ discoveryURI: meeting.discoveryUri }),
    }),
    // Of two times, the one that is left would be compared alone, and an interval would hide the meeting.
    start: areKnown ? start?.local : undefined,
    end: areKnown ? end?.local : undefined,
  };
};

/** Reads the bookings of a patient that are video meetings. Throws what `findAppointments` throws. */
export const readFhirVideoMeetings = (server: ServerContext): Reader<TimedMeeting | undefined> =>
  async function* (question) {
    const { interval } = question;
    const found = await findAppointments(server, question, 'videoMeetings');
    const { context, appointments, foreign, suppressed } = found;
    if (foreign !== undefined) {
      throw unusableAnswer('ehr-wrong-patient', 'a meeting of another patient');
    }
    const yieldIfSlow = newYielding();
    for (const appointment of appointments) {
      const yielded = yieldIfSlow();
      if (yielded !== undefined) await yielded;
      if (otherStatuses.has(appointment.node.status)) continue;
      const root = withTally(appointment, recordTally(appointment.tally.meter));
      const parts = { root, participants: participantsOf(root) };
      const meeting =
        meetingOf(parts, context) ?? (areExtensionsReadable(appointment) ? undefined : uncertain);
      if (meeting === undefined) continue;
      const record = timedMeeting(parts, meeting, context);
      const isWithheld = withholdingElement(root.node as Resource, server.members) !== undefined;
      if (!isWithheld && meeting.isCertain && statuses.has(appointment.node.status))
        yield { record, losses: recordLosses(root, { judged: judgedOf(root) }) };
      // What may be a meeting is not shown as one, but counted as left out (D29).
      else if (overlaps(interval, spanOfMeeting(record))) yield { record: undefined, losses: [] };
    }
    for (let left = suppressed; left > 0; left--) yield { record: undefined, losses: [] };
  };
