// The access log: who accessed which patient's data (D23).
import type { Ground } from '../domain/model/caller.ts';
import type { ResultCode } from '../domain/records/transition.ts';

export type AccessEntry = {
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly requestId: string;
  /** Number and name of the operation, such as `10 journalNotes`. */
  readonly operation: string;
  /** `begun`: the EHR is about to be notified of a write. `done`: the request was answered. */
  readonly phase: 'begun' | 'done';
  readonly subscription: string;
  readonly client: string | null;
  /** The token's `sub`. */
  readonly caller: string | null;
  readonly callerPatient: string | null;
  /** The requested patient; null if the request names none. */
  readonly subject: string | null;
  /** Null if access was refused. */
  readonly ground: Ground | null;
  /** The scope that the operation needs. */
  readonly scope: string;
  /** HTTP status; null for `begun`. */
  readonly status: number | null;
  /** `ResultCode` of a write. */
  readonly result: ResultCode | null;
  /** The number of records in the answer. */
  readonly records: number | null;
  /**
   * How many records, values, and source systems behind the EHR the answer lacks, and how many values no record has a member
   * for (D29). Entries of earlier versions have no `unmapped`.
   */
  readonly leftOut: {
    readonly records: number;
    readonly values: number;
    readonly sources: number;
    readonly unmapped?: number;
  } | null;
  // Entries of earlier versions lack the members from here on. In those of this version, what is absent is null.
  /** The region's name in its profile. */
  readonly region?: string | null;
  /** The process that wrote the entry: its host's name and a random part that is new at each start. */
  readonly instance?: string | null;
  /** The client's network address, as rate limits see it (D13), without a port. */
  readonly address?: string | null;
  /** On whose behalf a partner asks: the care unit and the person that its token names (`AUTH_UNIT_CLAIM`, `AUTH_USER_CLAIM`). */
  readonly unit?: string | null;
  readonly user?: string | null;
  /** The systems of the region that answered, in the order of their first answers. */
  readonly systems?: readonly string[] | null;
  /**
   * The care units whose records were handed out, each once: at most 50 ids, and then the number of the others as `"+12"`.
   * Null for operations that hand out no records of care units.
   */
  readonly units?: readonly string[] | null;
  /** SHA-256 of the entry before it, as hexadecimal digits; null for the first one. The log itself adds it. */
  readonly prev?: string | null;
};

/** What the service appends: all members but `prev`. */
export type NewEntry = Required<Omit<AccessEntry, 'prev'>>;

export type AccessLog = {
  /**
   * Resolves once the entry is on disk. Throws `Failure` `log-unavailable` if it cannot be written, or is not on disk by
   * the deadline (a time of `performance.now()`); it may still be written later.
   */
  append(entry: AccessEntry, deadline: number): Promise<void>;
  /**
   * Whether entries can be written. Known from the last write; if that failed, this tries again. False while the disk
   * hangs (D34).
   */
  isWritable(): Promise<boolean>;
  /**
   * Whether it is known that no entry can be written; the EHR is then not asked (D23). The log itself finds out, each second, when it
   * can be written again.
   */
  isKnownUnwritable(): boolean;
};
