// Reading the kinds whose records are extracts: each record is judged as it comes (D8, D17, D26, D27).
import type { Call } from '../../ports/call.ts';
import type { Ehr, Found, Omission } from '../../ports/ehr.ts';
import type { TelemetryEvents } from '../../ports/telemetry.ts';
import type { Ground } from '../model/caller.ts';
import { Failure } from '../model/failure.ts';
import { type Interval, overlaps } from '../model/interval.ts';
import type { PatientNumber } from '../model/patient-number.ts';
import type { RecordKind, RecordOf } from '../records/index.ts';
import { type ExtractKind, type Facts, factsOf } from '../rules/facts.ts';
import { isForeign, type PersonRoots } from '../rules/foreign.ts';
import type { ReleaseFilter } from '../rules/release.ts';
import { type LeftOut, leftOutTally } from './left-out.ts';
import { hidesProtection, type Protection, refuseMissingSource } from './protection.ts';

export type ReadDeps = {
  readonly ehr: Ehr;
  readonly roots: PersonRoots;
  readonly release: ReleaseFilter;
  readonly protection: Protection;
  readonly telemetry: TelemetryEvents;
};

export type ReadQuery = {
  readonly patient: PatientNumber;
  readonly ground: Ground;
  readonly interval: Interval;
  readonly call: Call;
};

/** Records as they are released. All of them count only once the iteration has ended without an error. */
export type Answer<K extends RecordKind> = {
  /** What they are records of: kinds whose records have the same members are told apart by it. */
  readonly kind: K;
  readonly records: AsyncIterable<RecordOf<K>>;
  /** What the answer lacks; final when the iteration has ended. */
  leftOut(): LeftOut;
};

export type Read<K extends RecordKind> = (question: ReadQuery) => Answer<K>;

/** The patient's own record decides for itself; the others ask it where they do not say. */
const isPatientKind = (kind: ExtractKind) => kind === 'patients' || kind === 'patientsV2';

type Readings<K extends ExtractKind> = AsyncIterable<Found<RecordOf<K> | undefined> | Omission>;

/**
 * One kind's use case. Its iteration throws `Failure`: `not-offered`, `representation-refused` (protected identity),
 * `ehr-unavailable` (a source system that may know of the protection is missing), and what the EHR throws.
 */
export const readRecords = <K extends ExtractKind>(deps: ReadDeps, kind: K): Read<K> => {
  const { ehr, roots, release, protection, telemetry } = deps;
  const facts = factsOf[kind] as (record: RecordOf<K>) => Facts;

  return question => {
    const { patient, ground, interval, call } = question;
    const leftOut = leftOutTally({ kind, call });
    const concernsProtection = protection.appliesTo(ground);
    /** Whether every record so far has said that the identity is not protected. */
    let saysUnprotected = false;
    let saysNothing = false;

    const refuseProtected = (flag: boolean | undefined, lacks: Found<unknown>['losses']) => {
      if (flag === true || (isPatientKind(kind) && flag === undefined && hidesProtection(lacks))) {
        throw new Failure('representation-refused', {
          reason: 'subject-protected',
          detail: 'protected identity',
        });
      }
      if (flag === false) saysUnprotected = true;
      else saysNothing = true;
    };

    /** A record that the EHR withholds. The patient's own may still say whether the identity is protected. */
    const withhold = ({ losses, isProtected }: Found<undefined>) => {
      if (concernsProtection && isPatientKind(kind)) refuseProtected(isProtected, losses);
      leftOut.record('withheld');
    };

    /** Part of the answer is missing. The part may be the one that says that the identity is protected. */
    const omit = (omission: Omission) => {
      if (concernsProtection && isPatientKind(kind)) refuseMissingSource(omission);
      leftOut.omission(omission);
    };

    /** Whether a record is released; what is withheld is counted. */
    const judge = ({ record, losses }: Found<RecordOf<K>>): boolean => {
      const known = facts(record);
      if (isForeign(known.patientId, patient, roots)) {
        leftOut.record('foreign');
        return false;
      }
      if (concernsProtection) refuseProtected(known.isProtected, losses);
      if (!overlaps(interval, known.span)) return false;
      if (release.withholds(known, record, losses)) {
        leftOut.record('withheld');
        return false;
      }
      leftOut.values(losses);
      return true;
    };

    const records = async function* () {
      const reader = ehr[kind];
      if (reader === undefined) throw new Failure('not-offered');
      try {
        for await (const one of reader({ patient, interval, call }) as Readings<K>) {
          if ('omitted' in one) omit(one);
          else if (one.record === undefined) withhold({ ...one, record: undefined });
          else if (judge({ ...one, record: one.record })) yield one.record;
        }
      } finally {
        leftOut.report(telemetry);
      }
      const undecided = saysNothing || !saysUnprotected;
      if (concernsProtection && undecided && !isPatientKind(kind)) await protection.enforce(question);
    };

    return { kind, records: records(), leftOut: leftOut.total };
  };
};
