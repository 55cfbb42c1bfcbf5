// Reading the kinds whose records are extracts: each record is checked as it arrives (D8, D17, D26, D27, D29).
import type { Ehr, EhrQuery, Found, Omission, Protected } from '../../ports/ehr.ts';
import type { TelemetryEvents } from '../../ports/telemetry.ts';
import type { Ground } from '../model/caller.ts';
import { Failure } from '../model/failure.ts';
import { overlaps } from '../model/interval.ts';
import { hides } from '../model/loss.ts';
import { noteWithStatus } from '../model/note-status.ts';
import { repetitions } from '../model/repeated.ts';
import { newYielding } from '../model/yield-to-event-loop.ts';
import type { RecordKind, RecordOf } from '../records/index.ts';
import type { JournalNoteRecord } from '../records/journal-note.ts';
import { type ExtractKind, type Facts, factsOf } from '../rules/facts.ts';
import { ownership, type PersonRoots } from '../rules/foreign.ts';
import type { ReleaseFilter } from '../rules/release.ts';
import { careUnits } from './care-units.ts';
import { type LeftOut, leftOutTally } from './left-out.ts';
import { type Protection, protectedIdentity, refuseMissingSource, statedProtection } from './protection.ts';

export type ReadDeps = {
  readonly ehr: Ehr;
  readonly roots: PersonRoots;
  readonly release: ReleaseFilter;
  readonly protection: Protection;
  readonly telemetry: TelemetryEvents;
};

export type ReadQuery = EhrQuery & { readonly ground: Ground };

/** The released records. They may be used only once the iteration has ended without an error. */
export type Answer<K extends RecordKind> = {
  /** Tells apart, for the compiler, kinds whose records have the same members. */
  readonly kind: K;
  readonly records: AsyncIterable<RecordOf<K>>;
  /** The JSON of the record that was yielded last; undefined if it has not been written. */
  readonly json?: () => string | undefined;
  /** What the answer lacks; final when the iteration has ended. */
  leftOut(): LeftOut;
  /** The care units of the records (D23), final as `leftOut`; undefined for kinds whose records belong to no unit. */
  readonly units?: () => readonly string[];
};

export type Read<K extends RecordKind> = (question: ReadQuery) => Answer<K>;

/** A reading of any kind: a patient record states whether the identity is protected (D27). */
type StatedFound<T> = Found<T> & { readonly isProtected?: Protected };

const hasRecord = <T>(found: StatedFound<T | undefined>): found is StatedFound<T> =>
  found.record !== undefined;

type Readings<K extends ExtractKind> = AsyncIterable<StatedFound<RecordOf<K> | undefined> | Omission>;

/** The records of an answer that is read as a whole, when the iteration begins. */
export const readAtOnce = async function* <T>(read: () => Promise<readonly T[]>): AsyncGenerator<T> {
  for (const item of await read()) yield item;
};

/**
 * Reads one kind. The iteration throws `Failure`: `not-offered`, `representation-refused` (protected identity),
 * `ehr-unavailable` (a source system that may know about the protection is missing), and what the EHR throws.
 */
export const readRecords = <K extends ExtractKind>(deps: ReadDeps, kind: K): Read<K> => {
  const { ehr, roots, release, protection, telemetry } = deps;
  const facts = factsOf[kind] as (record: RecordOf<K>) => Facts;
  return question => {
    const { patient, ground, interval, call } = question;
    const leftOut = leftOutTally({ kind, call });
    const units = careUnits();
    const isRepeated = repetitions();
    let lastJson: string | undefined;
    /** Undefined if the rule of protected identity does not apply to the caller (D27). */
    const stated = protection.appliesTo(ground) ? statedProtection(kind) : undefined;

    /** Handles a record that the EHR withholds. A patient record may still state whether the identity is protected. */
    const withhold = ({ losses, isProtected = 'not-said' }: StatedFound<unknown>) => {
      if (kind === 'patients') stated?.add(isProtected, losses);
      leftOut.record('withheld');
    };

    /** Handles a missing part of the answer. It may be the part that says that the identity is protected. */
    const omit = (omission: Omission) => {
      if (stated !== undefined && kind === 'patients') refuseMissingSource(omission);
      leftOut.omission(omission);
    };

    /** Whether a record is released: a promise only for one that is not known as a whole as JSON. Counts what is not. */
    const isReleased = (found: StatedFound<RecordOf<K>>): boolean | Promise<boolean> => {
      const { record, losses, titles, noteStatus, isProtected } = found;
      const recordFacts = titles === undefined ? facts(record) : { ...facts(record), titles };
      const owner = ownership({ patientId: recordFacts.patientId, losses }, patient, roots);
      // If nobody can tell whose the record is, it may be this patient's, and protected; it does not prove the opposite.
      if (owner !== 'foreign') {
        const says = (kind === 'patients' ? isProtected : recordFacts.isProtected) ?? 'not-said';
        stated?.add(owner === 'unclear' && says === false ? 'not-said' : says, losses);
      }
      if (owner !== 'own') {
        leftOut.record('foreign');
        return false;
      }
      const isReleasedUnless = (isKnown: boolean): boolean => {
        if (isKnown || !overlaps(interval, hides(losses, 'time') ? undefined : recordFacts.span))
          return false;
        if (release.withholds(recordFacts, record, losses)) {
          leftOut.record('withheld');
          return false;
        }
        leftOut.values(losses);
        // The care unit; the next unit that the record names if it does not name that one.
        units.add(recordFacts.units[0]);
        return true;
      };
      const isKnown = isRepeated(recordFacts.id, found, [losses, titles, noteStatus]);
      return typeof isKnown === 'boolean' ? isReleasedUnless(isKnown) : isKnown.then(isReleasedUnless);
    };

    /** The record as it is published. A note says its status (D40, drafts). */
    const published = ({ record, json, noteStatus }: StatedFound<RecordOf<K>>): RecordOf<K> => {
      lastJson = noteStatus === undefined ? json : undefined;
      return noteStatus === undefined
        ? record
        : (noteWithStatus(record as JournalNoteRecord, noteStatus) as RecordOf<K>);
    };

    /** The released records, as they arrive. Throws the reason of the signal when the client is gone. */
    const released = async function* (): AsyncGenerator<RecordOf<K>> {
      const reader = ehr[kind];
      if (reader === undefined) throw new Failure('not-offered');
      const readings = reader({ patient, interval, call }) as Readings<K>;
      const yieldToEventLoop = newYielding();
      try {
        // Nothing is awaited for a record that needs no waiting: a journal has thousands.
        for await (const item of readings) {
          const before = yieldToEventLoop();
          if (before !== undefined) await before;
          call.signal.throwIfAborted();
          if ('omitted' in item) omit(item);
          else if (!hasRecord(item)) withhold(item);
          else {
            const decision = isReleased(item);
            if (decision === false || (decision !== true && !(await decision))) continue;
            // Reading, judging and writing a record each go through all of it: together they would hold the event loop too long.
            const between = yieldToEventLoop();
            if (between !== undefined) await between;
            yield published(item);
          }
        }
      } finally {
        leftOut.report(telemetry);
      }
      if (stated?.isUndecided() !== true) return;
      // Patient records decide by themselves; for other records without the flag, the patient extract is read.
      if (kind === 'patients') throw protectedIdentity();
      await protection.enforce(question);
    };

    return {
      kind,
      records: released(),
      json: () => lastJson,
      leftOut: leftOut.total,
      ...(kind === 'patients' ? {} : { units: units.list }),
    };
  };
};
