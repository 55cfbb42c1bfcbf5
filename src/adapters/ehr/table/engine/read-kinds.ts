// Reads the kinds of an EHR by its tables: whose a record is, whether a patient may see it, and what becomes of it.
import type { Appointment, BookingState, PaymentState } from '../../../../domain/model/appointment.ts';
import { Failure } from '../../../../domain/model/failure.ts';
import { overlaps, spanAt } from '../../../../domain/model/interval.ts';
import type { Json } from '../../../../domain/model/json.ts';
import { hides, type Loss } from '../../../../domain/model/loss.ts';
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import { numberKindOf, type PatientNumber } from '../../../../domain/model/patient-number.ts';
import { spanOfMeeting, type TimedMeeting } from '../../../../domain/model/video-meeting.ts';
import { newYielding } from '../../../../domain/model/yield-to-event-loop.ts';
import type { RecordOf, SourceKind } from '../../../../domain/records/index.ts';
import { layoutVersions } from '../../../../domain/records/layout-versions.ts';
import type { VideoMeeting } from '../../../../domain/records/video-meeting.ts';
import { type ExtractKind, type Facts, factsOf } from '../../../../domain/rules/facts.ts';
import type {
  EhrQuery,
  Found,
  Omission,
  PatientReader,
  Protected,
  Reader,
  ReadValue,
} from '../../../../ports/ehr.ts';
import type { Moment, MomentOrDay } from '../../../time/local-time.ts';
import type { System } from '../../adapter.ts';
import { startLosses, startTexts } from '../../booking-start.ts';
import { numberRoot } from '../../translation/values.ts';
import { unreadable } from '../../translation/written-values.ts';
import type { KindTables, MarkTest } from '../tables.ts';
import { type Fields, fill, type RecordReading } from './fill.ts';
import { find, wordAt } from './find.ts';
import type { FindPerson } from './lookup.ts';
import { type Connection, isOwn, readRecords } from './pages.ts';
import { unreadCounter } from './unread.ts';

/** What reading needs of a system. */
export type KindConnection = Connection & {
  readonly system: Pick<System, 'intervalAtEhr'>;
  readonly reserveRoot: string | undefined;
  readonly findPerson: FindPerson;
};

/** A record of this patient's, as its table builds it. */
type Translated = { readonly fields: Fields; readonly losses: readonly Loss[]; readonly isVisible: boolean };

const isShown = (
  record: Json,
  { steps, shown, isShownWithout }: MarkTest,
  format: RecordReading['format'],
): boolean => {
  if (find(record, steps) === undefined) return isShownWithout;
  const word = wordAt(record, steps, { format });
  return word !== undefined && word !== unreadable && shown.has(word);
};

/** Reads the records of a kind, and translates those of the patient. */
const translated = async function* (
  connection: KindConnection,
  { kind, source }: { kind: SourceKind; source: KindTables },
  { patient, interval, call }: EhrQuery,
): AsyncGenerator<Translated | Omission> {
  const { tables, roots, system } = connection;
  const { format, decimals } = tables;
  const person = await connection.findPerson(patient, { call, next: source });
  const passed = system.intervalAtEhr.has(kind) ? interval : {};
  const keeps = kind === 'appointments' || kind === 'videoMeetings';
  const countUnread = unreadCounter();
  const yieldToEventLoop = newYielding();
  for await (const record of readRecords(connection, source, { person, interval: passed, call, keeps })) {
    if (!isOwn(record, source, { ...person, roots, tables })) {
      yield { omitted: 'foreign' };
      continue;
    }
    const reading: RecordReading = { format, decimals, losses: [], reads: new Map() };
    const fields: Fields = {};
    fill(source.scope, record, fields, reading);
    countUnread(record, source.beside, reading);
    const isVisible = source.visible.every(mark => isShown(record, mark, format));
    yield { fields, losses: reading.losses, isVisible };
    await yieldToEventLoop();
  }
};

/** The id of a patient, as records state it. */
const idOf = (patient: PatientNumber, { reserveRoot }: KindConnection) => ({
  root: numberRoot(numberKindOf(patient), reserveRoot),
  extension: patient,
});

/** For each kind whose records are extracts: the member that holds the extract, and where it states the patient. */
const extracts = {
  patients: { member: 'PatientEHRExtract', patient: 'Patient', id: 'PatientID' },
  contacts: { member: 'contactEHRExtract', patient: 'patient', id: 'patientID' },
  attentionSignals: { member: 'AttentionSignalEHRExtract', patient: 'Patient', id: 'PatientID' },
  prescriptions: { member: 'PrescriptionEHRExtract', patient: 'Patient', id: 'PatientId' },
  journalNotes: { member: 'JournalNoteEHRExtract', patient: 'Patient', id: 'PatientID' },
} as const satisfies Record<ExtractKind, object>;

/** The version of the record's layout, for the kinds that state one (D37, the layout of a message). */
const versionOf = (kind: ExtractKind): object => omitUndefined({ XSDVersion: layoutVersions[kind] });

type AnyFound<K extends ExtractKind> = Found<RecordOf<K> | undefined> & { readonly isProtected: Protected };

const extractReader = <K extends ExtractKind>(connection: KindConnection, kind: K) => {
  const source = connection.tables.kinds.get(kind);
  if (source === undefined) return undefined;
  const facts = factsOf[kind] as (record: RecordOf<K>) => Facts;
  const { member, patient: patientMember, id } = extracts[kind];
  const head = versionOf(kind);
  return async function* (query: EhrQuery): AsyncGenerator<AnyFound<K> | Omission> {
    for await (const translation of translated(connection, { kind, source }, query)) {
      if ('omitted' in translation) {
        yield translation;
        continue;
      }
      const { fields, losses, isVisible } = translation;
      const person = {
        ...(fields[patientMember] as Fields | undefined),
        [id]: idOf(query.patient, connection),
      };
      const record = { ...head, [member]: [{ ...fields, [patientMember]: person }] } as RecordOf<K>;
      const { span, isProtected = 'not-said' } = facts(record);
      if (isVisible) yield { record, losses, isProtected };
      else if (overlaps(query.interval, hides(losses, 'time') ? undefined : span))
        yield {
          record: undefined,
          losses: losses.filter(({ hides: hidden }) => hidden.includes('protection')),
          isProtected,
        };
    }
  };
};

/** Creates the reader of a kind whose records are extracts; undefined if the tables do not have it. */
export const readExtracts = <K extends Exclude<ExtractKind, 'patients'>>(
  connection: KindConnection,
  kind: K,
): Reader<RecordOf<K> | undefined> | undefined => extractReader(connection, kind);

/** Creates the reader of the patient; undefined if the tables do not have it. */
export const readPatients = (
  connection: KindConnection,
): PatientReader<RecordOf<'patients'> | undefined> | undefined => extractReader(connection, 'patients');

/**
 * A state, whose words were checked when the tables were loaded. One that a row has lost is not understood (D16): the path of the loss
 * is that of the member.
 */
const stateAt = <S extends BookingState | PaymentState>(
  member: 'Status' | 'PaymentStatus',
  { fields, losses }: Pick<Translated, 'fields' | 'losses'>,
): S | 'UNKNOWN' => (losses.some(({ path }) => path === member) ? 'UNKNOWN' : (fields[member] as S));

const appointmentOf = (translation: Translated): Appointment => {
  const { StartTime, Status: _, PaymentStatus: __, ...rest } = translation.fields;
  const start = StartTime as MomentOrDay | undefined;
  return {
    booking: { ...rest, ...startTexts(start), Any: [] },
    start: start?.local,
    state: stateAt<BookingState>('Status', translation),
    payment: stateAt<PaymentState>('PaymentStatus', translation),
    losses: [...translation.losses, ...startLosses(start, 'StartTime')],
  };
};

/** Creates the reader of bookings; undefined if the tables do not have them. */
export const readAppointments = (
  connection: KindConnection,
): Reader<ReadValue<'appointments'>> | undefined => {
  const source = connection.tables.kinds.get('appointments');
  if (source === undefined) return undefined;
  return async function* (query) {
    const appointments: Appointment[] = [];
    let withheld = 0;
    for await (const translation of translated(connection, { kind: 'appointments', source }, query)) {
      // A single foreign booking is not left out: the whole answer is unusable (D17).
      if ('omitted' in translation)
        throw new Failure('ehr-unusable', {
          reason: 'ehr-wrong-patient',
          detail: 'a booking that does not name this patient',
        });
      const appointment = appointmentOf(translation);
      if (translation.isVisible) appointments.push(appointment);
      else if (
        overlaps(query.interval, hides(translation.losses, 'time') ? undefined : spanAt(appointment.start))
      )
        withheld++;
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
export const readVideoMeetings = (
  connection: KindConnection,
): Reader<TimedMeeting | undefined> | undefined => {
  const source = connection.tables.kinds.get('videoMeetings');
  if (source === undefined) return undefined;
  return async function* (query) {
    for await (const translation of translated(connection, { kind: 'videoMeetings', source }, query)) {
      if ('omitted' in translation) {
        yield translation;
        continue;
      }
      const record = meetingOf(translation.fields);
      if (translation.isVisible) yield { record, losses: translation.losses };
      else if (
        overlaps(query.interval, hides(translation.losses, 'time') ? undefined : spanOfMeeting(record))
      )
        yield { record: undefined, losses: [] };
    }
  };
};
