// Control characters are taken out of the texts of everything that an EHR answers, before any rule looks at them or an app shows them,
// and are counted once a record or booking; an id or a code that has one is unreadable, with what its member hides (D33). Once for all
// protocols.
import { withoutControls } from '../../domain/model/control-characters.ts';
import { newYielding } from '../../domain/model/yield-to-event-loop.ts';
import { BookedAppointmentsResult, Booking, RegisteredBooking } from '../../domain/records/appointment.ts';
import { recordSchemas, type SourceKind } from '../../domain/records/index.ts';
import { ResultRecord } from '../../domain/records/transition.ts';
import { VideoMeeting } from '../../domain/records/video-meeting.ts';
import { type Plain, plainTexts } from '../../domain/rules/plain-texts.ts';
import { recordWriter } from '../../json/record-json.ts';
import type { Found, KnownTexts, Omission, ReadValue, WriteAnswer } from '../../ports/ehr.ts';

type Value<K extends SourceKind> = NonNullable<ReadValue<K>>;

type Cleaned<T> = Plain<T> & Pick<Found<unknown>, 'json'>;

/** Cleans the texts of a value that a reader yields. A promise only where there is something to do. */
type Cleaner<K extends SourceKind> = (
  value: Value<K>,
  texts: KnownTexts | undefined,
) => Cleaned<Value<K>> | Promise<Cleaned<Value<K>>>;

const ofRecord = <K extends SourceKind>(kind: K): Cleaner<K> => {
  const { jsonOf } = recordWriter(kind);
  return (record, texts) => {
    const json = jsonOf(record, texts?.mostCharacters);
    if (json !== undefined && texts?.mayHaveControls === false) return { value: record, losses: [], json };
    const plain = plainTexts(recordSchemas[kind], record, { json });
    if (!(plain instanceof Promise)) return { ...plain, json };
    return plain.then(cleaned => ({ ...cleaned, json: jsonOf(cleaned.value) }));
  };
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

const cleaners: { readonly [K in SourceKind]: () => Cleaner<K> } = {
  appointments: () => ofList,
  patients: () => ofRecord('patients'),
  contacts: () => ofRecord('contacts'),
  attentionSignals: () => ofRecord('attentionSignals'),
  videoMeetings: () => ofMeeting,
  prescriptions: () => ofRecord('prescriptions'),
  journalNotes: () => ofRecord('journalNotes'),
};

/** Titles are compared by release rules, and not published. */
const withPlainTitles = async <F extends Found<unknown>>(found: F, titles: readonly string[]): Promise<F> => {
  const plain: string[] = [];
  for (const title of titles) plain.push((await withoutControls(title, newYielding())).text);
  return { ...found, titles: plain };
};

type Reading<K extends SourceKind> = Found<ReadValue<K>> | Omission;

/** What becomes of each reading of a kind. */
export const plainReading = <K extends SourceKind>(
  kind: K,
): ((reading: Reading<K>) => Reading<K> | Promise<Reading<K>>) => {
  const clean = cleaners[kind]();
  return reading => {
    if ('omitted' in reading || reading.record === undefined) return reading;
    const { losses: own, titles } = reading;
    const found = ({ value: record, json, losses }: Cleaned<Value<K>>): Found<ReadValue<K>> => ({
      ...reading,
      record,
      json,
      losses: [...own, ...losses],
    });
    const cleaning = clean(reading.record, reading.texts);
    const plain = cleaning instanceof Promise ? cleaning.then(found) : found(cleaning);
    if (titles === undefined) return plain;
    return Promise.resolve(plain).then(one => withPlainTitles(one, titles));
  };
};

/** What becomes of the answer to a write. */
export const plainWriteAnswer = async ({ result, losses }: WriteAnswer): Promise<WriteAnswer> => {
  const { value, losses: more } = await plainTexts(ResultRecord, result);
  return { result: value, losses: [...losses, ...more] };
};
