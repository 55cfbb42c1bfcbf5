// Reads the kinds of an EHR by its tables: whose a record is, whether a patient may see it, and what becomes of it.
import type { Appointment, BookingState, PaymentState } from '../../../../domain/model/appointment.ts';
import { Failure } from '../../../../domain/model/failure.ts';
import { overlaps, spanAt, type TimeSpan } from '../../../../domain/model/interval.ts';
import type { Json } from '../../../../domain/model/json.ts';
import { hides, type Loss } from '../../../../domain/model/loss.ts';
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import { numberKindOf, type PatientNumber } from '../../../../domain/model/patient-number.ts';
import { spanOfMeeting, type TimedMeeting } from '../../../../domain/model/video-meeting.ts';
import { newYielding } from '../../../../domain/model/yield-to-event-loop.ts';
import type { RecordOf, SourceKind } from '../../../../domain/records/index.ts';
import { layoutVersions } from '../../../../domain/records/layout-versions.ts';
import type { NoteRecord } from '../../../../domain/records/note-record.ts';
import type { VideoMeeting } from '../../../../domain/records/video-meeting.ts';
import { type ExtractKind, type Facts, factsOf } from '../../../../domain/rules/facts.ts';
import type { Clock } from '../../../../ports/clock.ts';
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
import type { Member } from '../../xml/plan.ts';
import type { OtherKinds } from '../tables.ts';
import type { KindCounts } from './counts.ts';
import { earlierPages } from './earlier-pages.ts';
import { fill } from './fill.ts';
import { type Looking, wordAt } from './find.ts';
import { fillWithHtml } from './html-texts.ts';
import type { KeptBookings } from './kept-bookings.ts';
import { surroundingsOfRecord } from './located-records.ts';
import type { FindPerson } from './lookup.ts';
import { hidingMark } from './marks.ts';
import { ownerFaultOf, ownerFaultWords } from './owner.ts';
import { type Connection, readListedRecords } from './pages.ts';
import { reachOfAnswer } from './reach.ts';
import { addLoss, type Fields, type RecordReading, type SeenRows } from './record-reading.ts';
import { followedBy, type ListReferences, listReferencesIn } from './references.ts';
import { unreadCounter } from './unread.ts';

/** What reading needs of a system. */
export type KindConnection = Connection & {
  readonly system: Pick<System, 'intervalAtEhr'>;
  readonly reserveRoot: string | undefined;
  readonly clock: Clock;
  readonly findPerson: FindPerson;
  readonly bookings: KeptBookings;
  readonly counts: ReadonlyMap<SourceKind, KindCounts>;
};

/** A record of this patient's, as its table builds it. */
type Built = {
  readonly fields: Fields;
  readonly losses: readonly Loss[];
  /** The record as the EHR sent it. */
  readonly sent: Json;
};

/** What a kind makes of it: the record, when that applies, and what else the reader yields with it. */
type Made<T, Stated> = {
  readonly record: T;
  /** What tells it from the others of its kind. */
  readonly id: string | undefined;
  readonly span: TimeSpan;
  readonly stated: Stated;
};

/** Whether a note has a value under a keyword, at any depth. */
const hasValue = (record: NoteRecord): boolean =>
  (record.Value?.length ?? 0) > 0 || record.OtherValue !== undefined || (record.Record ?? []).some(hasValue);

/** Counts the text of a journal note that has none: a note of headings alone would look like one of which nothing was written. */
const checkContent = (fields: Fields, content: Member, reading: RecordReading): void => {
  const { Note: note } = fields as { readonly Note?: { readonly Records?: NoteRecord } };
  const isLost = reading.losses.some(({ path }) => path.startsWith(content.path));
  if (!isLost && (note?.Records === undefined || !hasValue(note.Records)))
    addLoss(reading, { path: content.path, reason: 'unreadable', hides: content.hides });
};

/** Whether an item of a list says that it is a record of another kind, whose table reads it. */
const isOfOtherKind = (sent: Json, others: OtherKinds | undefined, looking: Looking): boolean => {
  const word = others && wordAt(sent, others.steps, looking);
  return typeof word === 'string' && others?.words.has(word) === true;
};

/** Creates the reader of a kind, which translates the records of the patient; undefined if the tables do not have it. */
const kindReader = <T, Stated extends object>(
  connection: KindConnection,
  kind: SourceKind,
  make: (built: Built, query: EhrQuery) => Made<T, Stated>,
) => {
  const { tables, roots, system, clock, findPerson } = connection;
  const { format, decimals } = tables;
  const source = tables.kinds.get(kind);
  if (source === undefined) return undefined;
  const counts = connection.counts.get(kind);
  const keeps = kind === 'appointments' || kind === 'videoMeetings';
  return async function* (query: EhrQuery): AsyncGenerator<(Found<T | undefined> & Stated) | Omission> {
    const { patient, call } = query;
    const person = await findPerson(patient, { call, next: source });
    const interval = system.intervalAtEhr.has(kind) ? query.interval : {};
    const pages = source.next === undefined ? undefined : earlierPages();
    const countUnread = unreadCounter();
    const yieldToEventLoop = newYielding();
    let isPartial = false;
    const onPartial = () => {
      isPartial = true;
    };
    const { references } = source;
    let refer: ListReferences = () => undefined;
    const beginReach = reachOfAnswer();
    const onAround = (around: Json) => {
      refer = listReferencesIn(around, references);
    };
    const listed = readListedRecords(connection, source, {
      person,
      interval,
      call,
      keeps,
      onPartial,
      onPage: pages?.onPage,
      ...(references.size === 0 ? {} : { onAround }),
    });
    for await (const one of listed) {
      const { record: sent } = one;
      const ownerFault = ownerFaultOf(one, source, { ...person, roots, tables });
      if (ownerFault !== undefined) {
        await pages?.check(undefined, sent);
        yield { omitted: 'foreign', ownerFault };
        continue;
      }
      const surroundings = surroundingsOfRecord(one);
      if (isOfOtherKind(sent, source.others, { format, outer: surroundings.outer })) {
        await pages?.check(undefined, sent);
        continue;
      }
      const { fields, reading, followed, seen } = await fillWithHtml(html => {
        const reach = beginReach();
        const { follow, followed } = followedBy(refer, reach);
        const seen: SeenRows = { read: [], worded: [], nodes: [] };
        const fresh: RecordReading = {
          format,
          decimals,
          losses: [],
          reads: new Map(),
          html,
          refer: follow,
          reach,
          ...surroundings,
          seen,
        };
        const record: Fields = {};
        fill(source.scope, sent, record, fresh);
        return { fields: record, reading: fresh, followed, seen };
      }, call.memory);
      countUnread(one, source.beside, reading, { references, followed });
      if (source.content !== undefined) checkContent(fields, source.content, reading);
      const { losses } = reading;
      const { record, id, span, stated } = make({ fields, losses, sent }, query);
      await pages?.check(id, sent);
      const hiding = hidingMark(sent, source.visible, { ...reading, now: clock() });
      const isProtected = (stated as { readonly isProtected?: Protected }).isProtected === true;
      counts?.add({ sent, outer: surroundings.outer, seen, hiding, isProtected });
      if (hiding === undefined) yield { record, losses, ...stated };
      else if (overlaps(query.interval, hides(losses, 'time') ? undefined : span))
        yield {
          record: undefined,
          losses: losses.filter(({ hides: hidden }) => hidden.includes('protection')),
          ...stated,
        };
      await yieldToEventLoop();
    }
    if (isPartial) yield { omitted: 'source-unavailable' };
  };
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

const extractReader = <K extends ExtractKind>(connection: KindConnection, kind: K) => {
  const facts = factsOf[kind] as (record: RecordOf<K>) => Facts;
  const { member, patient: patientMember, id } = extracts[kind];
  const head = versionOf(kind);
  return kindReader(connection, kind, ({ fields }, { patient }) => {
    const person = {
      ...(fields[patientMember] as Fields | undefined),
      [id]: idOf(patient, connection),
    };
    const record = { ...head, [member]: [{ ...fields, [patientMember]: person }] } as RecordOf<K>;
    const { id: recordId, span, isProtected = 'not-said' } = facts(record);
    return { record, id: recordId, span, stated: { isProtected } as { readonly isProtected: Protected } };
  });
};

/** Creates the reader of a kind whose records are extracts; undefined if the tables do not have it. */
export const readTableExtracts = <K extends Exclude<ExtractKind, 'patients'>>(
  connection: KindConnection,
  kind: K,
): Reader<RecordOf<K> | undefined> | undefined => extractReader(connection, kind);

/** Creates the reader of the patient; undefined if the tables do not have it. */
export const readTablePatients = (
  connection: KindConnection,
): PatientReader<RecordOf<'patients'> | undefined> | undefined => extractReader(connection, 'patients');

/**
 * A state, whose words were checked when the tables were loaded. One that a row has lost is not understood (D16): the path of the loss
 * is that of the member.
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
  const read = kindReader(connection, 'appointments', (built, { call }) => {
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
      if ('omitted' in found)
        throw new Failure('ehr-unusable', {
          reason: 'ehr-wrong-patient',
          detail: `a booking that ${ownerFaultWords[found.ownerFault ?? 'another']}`,
        });
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
  kindReader(connection, 'videoMeetings', ({ fields }) => {
    const record = meetingOf(fields);
    const { actionId } = record.meeting;
    return { record, id: actionId?.toString(), span: spanOfMeeting(record), stated: {} };
  });
