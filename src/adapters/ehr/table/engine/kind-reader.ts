// Reads the records of a kind by its tables: whose a record is, whether the patient may see it, and what is published of it.
import { overlaps, type TimeSpan } from '../../../../domain/model/interval.ts';
import { isJsonObject, type Json } from '../../../../domain/model/json.ts';
import { hides, type Loss } from '../../../../domain/model/loss.ts';
import { newYielding } from '../../../../domain/model/yield-to-event-loop.ts';
import type { SourceKind } from '../../../../domain/records/index.ts';
import type { NoteRecord } from '../../../../domain/records/note-record.ts';
import { hideable } from '../../../../domain/records/shared/hiding.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { EhrQuery, Found, Omission, Protected } from '../../../../ports/ehr.ts';
import type { System } from '../../adapter.ts';
import { answerMeter } from '../../meter.ts';
import type { Member } from '../../xml/plan.ts';
import { type CompiledRow, readingRows } from '../scope.ts';
import type { KindTables, OtherKinds } from '../tables.ts';
import { unusable } from './answers.ts';
import type { KindCounts } from './counts.ts';
import { earlierPages } from './earlier-pages.ts';
import { filler } from './fill.ts';
import { holdsAt, type ValueContext, wordAt } from './find.ts';
import type { KeptBookings } from './kept-bookings.ts';
import { contextOfRecord, type RecordContext } from './located-records.ts';
import type { FindPerson } from './lookup.ts';
import { hidingMarkOf } from './marks.ts';
import { ownerCheck } from './owner.ts';
import { type Connection, readListedRecords } from './pages.ts';
import { type Fields, fillWithHtml, newRecordReading, noHtml, type RecordReading } from './record-reading.ts';
import { followedBy, type ListReferences, listReferencesIn } from './references.ts';
import { hiddenByText, unreadCounter } from './unread.ts';

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
export type Built = {
  readonly fields: Fields;
  readonly losses: readonly Loss[];
  /** The record as the EHR sent it. */
  readonly sent: Json;
};

/** What a kind makes of it: the record, the time that it is about, and what else the reader yields with it. */
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
  const isLost = reading.losses.list.some(({ path }) => path.startsWith(content.path));
  if (!isLost && (note?.Records === undefined || !hasValue(note.Records)))
    reading.losses.add({ path: content.path, reason: 'unreadable', hides: content.hides });
};

/** Whether an item of a list says that it is a record of another kind, whose table reads it. */
const isOfOtherKind = (sent: Json, others: OtherKinds | undefined, context: ValueContext): boolean => {
  if (others === undefined) return false;
  const { steps, own, words } = others;
  if (typeof own === 'string') return holdsAt(sent, { steps, words: own }, context) === false;
  const word = wordAt(sent, steps, context);
  return typeof word === 'string' && (words === undefined ? !own.has(word) : words.has(word));
};

const hasHtml = ({ source }: CompiledRow): boolean =>
  source.kind === 'text' && source.reading.isHtml === true;

/** Creates the reader of a kind, which translates the records of the patient; undefined if the tables do not have it. */
export const kindReader = <T, Stated extends { readonly isProtected?: Protected }>(
  connection: KindConnection,
  kind: SourceKind,
  makeFor: (query: EhrQuery) => (built: Built) => Made<T, Stated>,
) => {
  const readers = (connection.tables.kinds.get(kind) ?? [])
    // A file is the answer to one of them.
    .filter(({ table }) => table === (connection.file?.table ?? table))
    .map(source => requestReader(connection, { kind, source }, makeFor));
  const [only, ...others] = readers;
  // Most kinds have one request: a generator around its own would cost each record four times as much.
  if (others.length === 0) return only;
  return async function* (query: EhrQuery) {
    for (const read of readers) yield* read(query);
  };
};

const requestReader = <T, Stated extends { readonly isProtected?: Protected }>(
  connection: KindConnection,
  { kind, source }: { readonly kind: SourceKind; readonly source: KindTables },
  makeFor: (query: EhrQuery) => (built: Built) => Made<T, Stated>,
) => {
  const { tables, roots, system, clock, findPerson } = connection;
  const counts = connection.counts.get(kind);
  const fill = filler(source.scope, tables, counts?.rows);
  const hidingMark = hidingMarkOf(source.visible, tables, counts?.marks);
  const ofText = hiddenByText(source.scope);
  const mayHaveHtml = readingRows(source.scope.rows).some(hasHtml);
  const keeps = kind === 'appointments' || kind === 'videoMeetings';
  return async function* (query: EhrQuery): AsyncGenerator<(Found<T | undefined> & Stated) | Omission> {
    const { patient, call } = query;
    const person = await findPerson(patient, { call, next: source });
    const { now } = person;
    const interval = system.intervalAtEhr.has(kind) ? query.interval : {};
    const owner = ownerCheck(source, { ...person, roots, tables });
    const pages = source.next === undefined ? undefined : earlierPages();
    const countUnread = unreadCounter({ ...source, ofText });
    const make = makeFor(query);
    const yieldToEventLoop = newYielding();
    let isPartial = false;
    const onPartial = () => {
      isPartial = true;
    };
    let refer: ListReferences = () => undefined;
    const beginRecord = answerMeter();
    const listed = readListedRecords(connection, source, {
      person,
      interval,
      call,
      keeps,
      onPartial,
      onPage: pages?.onPage,
      onAround: around => {
        refer = listReferencesIn(around, source.references);
      },
    });
    /** A record before the marks are looked at. */
    const filledOnce = (sent: Json, context: RecordContext) => (html: RecordReading['html']) => {
      const { follow, followed } = followedBy(refer, context.outside.meter);
      const reading = newRecordReading(tables, context, { html, refer: follow, patient, now });
      const fields: Fields = {};
      const hasValue = fill(sent, fields, reading);
      // A record of constants alone would look like one that the EHR has sent.
      if (!hasValue && Object.keys(fields).length > 0 && reading.losses.list.length === 0)
        reading.losses.add({ path: kind, reason: 'unreadable', hides: hideable });
      return { fields, reading, followed };
    };
    for await (const records of listed)
      for (const one of records) {
        const { record: sent } = one;
        if (!isJsonObject(sent)) throw unusable(`a record of ${kind} that is no object`);
        const context = contextOfRecord(one, beginRecord());
        const { outside } = context;
        const ownerFault = owner.ofRecord(one, outside);
        if (ownerFault !== undefined) {
          await pages?.check(undefined, sent);
          yield { omitted: 'foreign', ownerFault };
          continue;
        }
        if (isOfOtherKind(sent, source.others, { format: tables.format, outside })) {
          await pages?.check(undefined, sent);
          continue;
        }
        const fillOnce = filledOnce(sent, context);
        const { fields, reading, followed } = mayHaveHtml
          ? await fillWithHtml(fillOnce, { memory: call.memory, meter: outside.meter })
          : fillOnce(noHtml);
        countUnread(one, reading, followed);
        if (source.content !== undefined) checkContent(fields, source.content, reading);
        const { seen } = reading;
        const losses = reading.losses.list;
        const { record, id, span, stated } = make({ fields, losses, sent });
        const isChecked = pages?.check(id, sent);
        if (isChecked !== undefined) await isChecked;
        const hiding = hidingMark(sent, reading, clock());
        counts?.add({ seen, hiding, isProtected: stated.isProtected === true });
        if (hiding === undefined) yield { record, losses, ...stated };
        else if (overlaps(query.interval, hides(losses, 'time') ? undefined : span))
          yield {
            record: undefined,
            losses: losses.filter(({ hides: hidden }) => hidden.includes('protection')),
            ...stated,
          };
        const yielded = yieldToEventLoop();
        if (yielded !== undefined) await yielded;
      }
    if (isPartial) yield { omitted: 'source-unavailable' };
  };
};
