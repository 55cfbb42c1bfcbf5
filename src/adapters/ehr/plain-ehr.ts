// Wraps an EHR so that no text of it has control characters when a rule looks at it or an app shows it (D33). Once for all protocols.
import { withoutControls } from '../../domain/model/control-characters.ts';
import { newYielding } from '../../domain/model/yield-to-event-loop.ts';
import { BookedAppointmentsResult, Booking, RegisteredBooking } from '../../domain/records/appointment.ts';
import { recordSchemas, type SourceKind } from '../../domain/records/index.ts';
import { ResultRecord } from '../../domain/records/transition.ts';
import { VideoMeeting } from '../../domain/records/video-meeting.ts';
import { type Plain, plainTexts } from '../../domain/rules/plain-texts.ts';
import { recordWriter } from '../../json/record-json.ts';
import type { Ehr, Found, ReadValue } from '../../ports/ehr.ts';
import { wrapEhr } from './readers.ts';

type Value<K extends SourceKind> = NonNullable<ReadValue<K>>;

/** Cleans the texts of a value that a reader yields. */
type Cleaner<K extends SourceKind> = (
  value: Value<K>,
) => Promise<Plain<Value<K>> & Pick<Found<unknown>, 'json'>>;

const ofRecord =
  <K extends SourceKind>(kind: K): Cleaner<K> =>
  async record => {
    const { jsonOf } = recordWriter(kind);
    const json = jsonOf(record);
    const plain = await plainTexts(recordSchemas[kind], record, { json });
    return { ...plain, json: plain.value === record ? json : jsonOf(plain.value) };
  };

type List = Value<'appointments'>;
type Listed = (List['appointments'] | List['registered'])[number];

const plainBookings = async <B extends Listed>(
  bookings: readonly B[],
  schema: typeof Booking | typeof RegisteredBooking,
  path: string,
): Promise<B[]> => {
  const plain: B[] = [];
  for (const one of bookings) {
    const { value: booking, losses } = await plainTexts(schema, one.booking, { path });
    plain.push({ ...one, booking, losses: [...(one.losses ?? []), ...losses] });
  }
  return plain;
};

/** The losses of a booking stay with it. */
const ofList: Cleaner<'appointments'> = async list => {
  const { patient, comment, any } = list;
  const head = { Patient: patient, Comment: comment, Any: any };
  const { value, losses } = await plainTexts(BookedAppointmentsResult, head);
  return {
    value: {
      ...list,
      appointments: await plainBookings(list.appointments, Booking, 'Booking'),
      registered: await plainBookings(list.registered, RegisteredBooking, 'RegisteredBooking'),
      patient: value.Patient,
      comment: value.Comment,
      any: value.Any,
    },
    losses,
  };
};

const ofMeeting: Cleaner<'videoMeetings'> = async timed => {
  const { value: meeting, losses } = await plainTexts(VideoMeeting, timed.meeting);
  return { value: { ...timed, meeting }, losses };
};

const cleaners: { readonly [K in SourceKind]: Cleaner<K> } = {
  appointments: ofList,
  patients: ofRecord('patients'),
  contacts: ofRecord('contacts'),
  attentionSignals: ofRecord('attentionSignals'),
  videoMeetings: ofMeeting,
  prescriptions: ofRecord('prescriptions'),
  journalNotes: ofRecord('journalNotes'),
};

/** Titles are compared by release rules, and not published. */
const plainTitles = async (titles: readonly string[]): Promise<string[]> => {
  const plain: string[] = [];
  for (const title of titles) plain.push((await withoutControls(title, newYielding())).text);
  return plain;
};

const plainFound = async <K extends SourceKind>(
  found: Found<Value<K>>,
  clean: Cleaner<K>,
): Promise<Found<Value<K>>> => {
  const { value, losses, json } = await clean(found.record);
  return {
    ...found,
    record: value,
    json,
    losses: [...found.losses, ...losses],
    ...(found.titles === undefined ? {} : { titles: await plainTitles(found.titles) }),
  };
};

/**
 * Wraps an EHR: control characters are taken out of the texts of everything it answers, before any rule is applied, and are counted
 * once a record or booking; an id or a code that has one is unreadable, with what its member hides.
 */
export const plainEhr = (ehr: Ehr): Ehr =>
  wrapEhr(ehr, {
    reader: (read, kind) =>
      async function* (question) {
        for await (const reading of read(question)) {
          if ('omitted' in reading || reading.record === undefined) yield reading;
          else yield await plainFound({ ...reading, record: reading.record }, cleaners[kind]);
        }
      },
    write: write => async command => {
      const { result, losses } = await write(command);
      const { value, losses: more } = await plainTexts(ResultRecord, result);
      return { result: value, losses: [...losses, ...more] };
    },
  });
