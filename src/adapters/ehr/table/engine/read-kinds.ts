// The readers of all kinds: what the fields that a table fills become. Bookings are one list of appointments, video meetings and extracts
// records of their own.
import type { Appointment, BookingState, PaymentState } from '../../../../domain/model/appointment.ts';
import { spanAt } from '../../../../domain/model/interval.ts';
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import { numberKindOf } from '../../../../domain/model/patient-number.ts';
import { spanOfMeeting, type TimedMeeting } from '../../../../domain/model/video-meeting.ts';
import type { RecordOf } from '../../../../domain/records/index.ts';
import { layoutVersions } from '../../../../domain/records/layout-versions.ts';
import type { VideoMeeting } from '../../../../domain/records/video-meeting.ts';
import { type ExtractKind, type Facts, factsOf } from '../../../../domain/rules/facts.ts';
import type { PatientReader, Reader, ReadValue } from '../../../../ports/ehr.ts';
import type { Moment, MomentOrDay } from '../../../time/local-time.ts';
import { startLosses, startTexts } from '../../booking-start.ts';
import { numberRoot } from '../../values/values.ts';
import { type Built, type KindConnection, kindReader } from './kind-reader.ts';
import { wrongPatient } from './owner.ts';
import type { Fields } from './record-reading.ts';

/**
 * A state, whose words were checked when the tables were loaded. One that a row could not read is UNKNOWN (D16): the path of that loss is
 * the member's.
 */
const stateAt = <S extends BookingState | PaymentState>(
  member: 'Status' | 'PaymentStatus',
  { fields, losses }: Built,
): S | 'UNKNOWN' => (losses.some(({ path }) => path === member) ? 'UNKNOWN' : (fields[member] as S));

const appointmentOf = (built: Built): Appointment => {
  const { StartTime, Status: _, PaymentStatus: __, ...rest } = built.fields;
  const start = StartTime as MomentOrDay | undefined;
  return {
    booking: { ...rest, ...startTexts(start), Any: [] },
    start: start?.local,
    state: stateAt<BookingState>('Status', built),
    payment: stateAt<PaymentState>('PaymentStatus', built),
    // Of a day alone, the instant is missing: a start that is missing as a whole is counted by its own name.
    losses: [...built.losses, ...startLosses(start, 'TypedStartDateTime')],
  };
};

/** Creates the reader of bookings; undefined if the tables do not have them. */
export const readTableAppointments = (
  connection: KindConnection,
): Reader<ReadValue<'appointments'>> | undefined => {
  const { bookings } = connection;
  const read = kindReader(connection, 'appointments', ({ call }) => built => {
    const { ContactId: id } = built.fields;
    if (typeof id === 'string') bookings.keep(call, id, built.sent);
    const record = appointmentOf(built);
    return { record, id: typeof id === 'string' ? id : undefined, span: spanAt(record.start), stated: {} };
  });
  if (read === undefined) return undefined;
  return async function* (query) {
    const appointments: Appointment[] = [];
    let withheld = 0;
    for await (const found of read(query)) {
      if ('omitted' in found && found.omitted !== 'foreign') {
        yield found;
        continue;
      }
      // A single foreign booking is not left out: the whole answer is unusable (D17).
      if ('omitted' in found) throw wrongPatient('a booking', found.ownerFault ?? 'another');
      if (found.record === undefined) withheld++;
      else appointments.push(found.record);
    }
    yield {
      record: {
        appointments,
        registered: [],
        patient: { PersonNumbers: [{ Number: query.patient }] },
        resultCode: 'OK',
        comment: '',
        any: [],
        withheld,
      },
      losses: [],
    };
  };
};

/** For each kind whose records are extracts: the member that holds the extract, and where it states the patient. */
const extracts = {
  patients: { member: 'PatientEHRExtract', patient: 'Patient', id: 'PatientID' },
  contacts: { member: 'contactEHRExtract', patient: 'patient', id: 'patientID' },
  attentionSignals: { member: 'AttentionSignalEHRExtract', patient: 'Patient', id: 'PatientID' },
  prescriptions: { member: 'PrescriptionEHRExtract', patient: 'Patient', id: 'PatientId' },
  journalNotes: { member: 'JournalNoteEHRExtract', patient: 'Patient', id: 'PatientID' },
} as const satisfies Record<ExtractKind, object>;

/** Creates the reader of a kind whose records are extracts; undefined if the tables do not have it. */
export const readTableExtracts = <K extends ExtractKind>(
  connection: KindConnection,
  kind: K,
): PatientReader<RecordOf<K> | undefined> | undefined => {
  const facts = factsOf[kind] as (record: RecordOf<K>) => Facts;
  const { member, patient: patientMember, id } = extracts[kind];
  // The version of the layout, for the kinds that state one (D37, the layout of a message).
  const head = omitUndefined({ XSDVersion: layoutVersions[kind] });
  return kindReader(connection, kind, ({ patient }) => {
    const patientId = { root: numberRoot(numberKindOf(patient), connection.reserveRoot), extension: patient };
    return ({ fields }) => {
      const person = { ...(fields[patientMember] as Fields | undefined), [id]: patientId };
      const record = { ...head, [member]: [{ ...fields, [patientMember]: person }] } as RecordOf<K>;
      const { id: recordId, span, isProtected = 'not-said' } = facts(record);
      return { record, id: recordId, span, stated: { isProtected } };
    };
  });
};

const meetingOf = (fields: Fields): TimedMeeting => {
  const { startDateTimeInUnix: first, endDateTimeInUnix: last, ...rest } = fields;
  const [start, end] = [first, last] as (Moment | undefined)[];
  const times = omitUndefined<VideoMeeting>({
    startDateTimeInUnix: start?.epoch,
    endDateTimeInUnix: end?.epoch,
  });
  return { meeting: { ...rest, ...times }, start: start?.local, end: end?.local };
};

/** Creates the reader of video meetings; undefined if the tables do not have them. */
export const readTableVideoMeetings = (
  connection: KindConnection,
): Reader<TimedMeeting | undefined> | undefined =>
  kindReader(connection, 'videoMeetings', () => ({ fields }) => {
    const record = meetingOf(fields);
    const { actionId } = record.meeting;
    return { record, id: actionId?.toString(), span: spanOfMeeting(record), stated: {} };
  });
