// What the tables of each kind build: the schema that reads their values, and the members that the engine writes itself.
import { type TSchema, Type } from 'typebox';
import { Booking } from '../../../domain/records/appointment.ts';
import { AttentionSignalExtract } from '../../../domain/records/attention-signal.ts';
import { ContactExtract } from '../../../domain/records/contact.ts';
import { type SourceKind, sharedSchemas } from '../../../domain/records/index.ts';
import { JournalNoteExtract } from '../../../domain/records/journal-note.ts';
import { PatientExtract } from '../../../domain/records/patient.ts';
import { PrescriptionExtract } from '../../../domain/records/prescription/prescription.ts';
import { objectOf, refTo } from '../../../domain/records/shared/common.ts';
import { withHidden } from '../../../domain/records/shared/hiding.ts';
import { contactLayout, type Layout } from '../../../domain/records/shared/layout-v2.ts';
import { Staff, VideoMeeting } from '../../../domain/records/video-meeting.ts';
import type { TimeReader } from '../values/written-times.ts';
import { type Member, type ObjectPlan, planOf, startSchema, timeOfDaySchema } from '../xml/plan.ts';

const start = withHidden('time', startSchema);
/** A time of a video meeting needs a time of day (D8, the interval). */
const moment = withHidden('time', timeOfDaySchema);

const { ContactId, PerformingUnit, CareGiver, PatientInformation, PaymentDetails } = Booking.properties;

/** A booking, as tables build it: its start is one time, and its states are members (D16, booked appointments). */
const TableBooking = objectOf({
  ContactId,
  StartTime: start,
  PerformingUnit,
  CareGiver,
  PatientInformation,
  PaymentDetails,
  Status: withHidden('state', Type.String()),
  PaymentStatus: withHidden('state', Type.String()),
});

const { actionId, performingUnitName, serviceName, meetingLink, server } = VideoMeeting.properties;

/** A video meeting, as tables build it: its times are read like all times. */
const TableMeeting = objectOf({
  actionId,
  startDateTimeInUnix: moment,
  endDateTimeInUnix: moment,
  performingUnitName,
  serviceName,
  meetingLink,
  mainStaff: refTo(Staff),
  otherStaffList: Type.Array(refTo(Staff)),
  server,
});

type Built = {
  readonly schema: TSchema;
  /** Element names of the record that are published under others. */
  readonly layout?: Pick<Layout, 'names'>;
  /** Members that the engine writes, and what says them instead. */
  readonly reserved: Readonly<Record<string, string>>;
};

/** The member that says whether an identity is protected. Its row stands in system.json (`protected`). */
export const protectionMember = 'Patient/PatientProtectedId';

const owner = 'owner of system.json, from which this member is written';
const ofOwner = { 'Patient/PatientID': owner };

const built: { readonly [K in SourceKind]: Built } = {
  appointments: { schema: TableBooking, reserved: {} },
  patients: {
    schema: PatientExtract,
    reserved: { ...ofOwner, [protectionMember]: 'protected of system.json' },
  },
  contacts: { schema: ContactExtract, layout: contactLayout, reserved: ofOwner },
  attentionSignals: { schema: AttentionSignalExtract, reserved: ofOwner },
  videoMeetings: { schema: TableMeeting, reserved: {} },
  prescriptions: { schema: PrescriptionExtract, reserved: { 'Patient/PatientId': owner } },
  journalNotes: { schema: JournalNoteExtract, reserved: ofOwner },
};

/** The plan of what a kind's tables build. */
export const recordPlan = (kind: SourceKind, times: TimeReader): ObjectPlan => {
  const { schema, layout } = built[kind];
  return planOf(schema, { times, schemas: sharedSchemas, layout });
};

/** What a row must not write, because something else says it; undefined if it may. */
export const reservedMember = (kind: SourceKind, target: string): string | undefined => {
  const { reserved } = built[kind];
  const member = Object.keys(reserved).find(name => target === name || target.startsWith(`${name}/`));
  return member === undefined ? undefined : reserved[member];
};

/** Whether a member is an end: a day alone is then that of its last second (D8, the interval). */
export const isEnd = ({ element }: Member): boolean =>
  /End(?:Date)?(?:Time)?$|(?:Deletion|Terminate)Date$|^DischargeDateTime$/i.test(element);

/** Whether a member is an amount of money, which is not below 0. */
export const isAmount = ({ element }: Member): boolean => element === 'Price' || element === 'Reduction';
