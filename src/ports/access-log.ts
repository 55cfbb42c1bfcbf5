// The access log: who saw what of whom (D23).
import type { Ground } from '../domain/model/caller.ts';
import type { ResultCode } from '../domain/records/transition.ts';

export type AccessEntry = {
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly requestId: string;
  /** Number and name, such as `10 journalNotes`. */
  readonly operation: string;
  /** `begun`: a write that the EHR is about to be told of; `done`: what was answered. */
  readonly phase: 'begun' | 'done';
  readonly subscription: string;
  readonly client: string | null;
  /** The token's `sub`. */
  readonly caller: string | null;
  readonly callerPatient: string | null;
  /** The patient asked for; null where none was named. */
  readonly subject: string | null;
  /** Null when refused. */
  readonly ground: Ground | null;
  /** The scope that the operation needs. */
  readonly scope: string;
  /** HTTP status; null while it is not known (`begun`). */
  readonly status: number | null;
  /** `ResultCode` of a transition. */
  readonly result: ResultCode | null;
  /** How many records were answered. */
  readonly records: number | null;
  /** What the answer lacks: records, values, and source systems behind the EHR. */
  readonly leftOut: { readonly records: number; readonly values: number; readonly sources: number } | null;
};

export type AccessLog = {
  /**
   * Resolves once the entry is on disk. Throws `Failure` `log-unavailable` where it cannot be written, and where it is not
   * on disk by the deadline (on the clock of `performance.now()`); it may get there later all the same.
   */
  append(entry: AccessEntry, deadline: number): Promise<void>;
  /**
   * Whether entries can be written: known from the last one, and tried again where that failed; not while the disk hangs
   * (D34).
   */
  isWritable(): Promise<boolean>;
};
