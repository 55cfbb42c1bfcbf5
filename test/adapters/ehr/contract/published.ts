// What the service answers for what an adapter has read: the published JSON and the counts, under any rules of a profile.
import { plainReading } from '../../../../src/adapters/ehr/plain-ehr.ts';
import type { Ground } from '../../../../src/domain/model/caller.ts';
import { isFailure } from '../../../../src/domain/model/failure.ts';
import type { Interval } from '../../../../src/domain/model/interval.ts';
import type { PatientNumber } from '../../../../src/domain/model/patient-number.ts';
import type { SourceKind } from '../../../../src/domain/records/index.ts';
import { personRoots } from '../../../../src/domain/rules/foreign.ts';
import { type ReleaseRules, releaseFilter } from '../../../../src/domain/rules/release.ts';
import { useCases } from '../../../../src/domain/use-cases/index.ts';
import type { LeftOut } from '../../../../src/domain/use-cases/left-out.ts';
import { protection } from '../../../../src/domain/use-cases/protection.ts';
import { recordWriter } from '../../../../src/json/record-json.ts';
import type { Call } from '../../../../src/ports/call.ts';
import type { Ehr, EhrReader, Found, Omission, Reader } from '../../../../src/ports/ehr.ts';
import { noWriteLock } from '../../../../src/ports/write-lock.ts';
import { newCall } from '../calls.ts';

/** Everything that a reader has yielded, and how it ended. */
export type Readings = {
  readonly yielded: readonly (Found<unknown> | Omission)[];
  /** Undefined if the reading ended well. */
  readonly error: unknown;
};

export const readAll = async (
  ehr: EhrReader,
  kind: SourceKind,
  {
    patient,
    interval = {},
    call = newCall(),
  }: { readonly patient: PatientNumber; readonly interval?: Interval; readonly call?: Call },
): Promise<Readings> => {
  const reader = ehr[kind] as Reader<unknown> | undefined;
  if (reader === undefined) throw new TypeError(`${kind} is not offered`);
  const yielded: (Found<unknown> | Omission)[] = [];
  try {
    for await (const item of reader({ patient, interval, call })) yielded.push(item);
    return { yielded, error: undefined };
  } catch (error) {
    return { yielded, error };
  }
};

export type View = {
  readonly release?: ReleaseRules;
  readonly ground?: Ground;
  readonly interval?: Interval;
};

export type Published = {
  /** The records, each as JSON. Empty if the read failed. */
  readonly records: readonly string[];
  readonly leftOut: LeftOut;
  /** The code of the failure, or of any other error that was thrown. */
  readonly failure: string | undefined;
};

const nothing: LeftOut = { records: 0, values: 0, sources: 0, unmapped: 0 };

const replayed = (kind: SourceKind, { yielded, error }: Readings): Reader<unknown> =>
  async function* () {
    const plain = plainReading(kind);
    for (const reading of yielded) yield plain(reading as Parameters<typeof plain>[0]);
    if (error !== undefined) throw error;
  };

type Read = {
  readonly kind: SourceKind;
  readonly patient: PatientNumber;
  readonly readings: Readings;
  /** What the EHR answers about the patient, where a kind says nothing about protection. */
  readonly patients: Readings | undefined;
};

/** The answer of the service to what an adapter has read. */
export const publish = async (
  { kind, patient, readings, patients }: Read,
  { release = 'ehr', ground = 'self', interval = {} }: View,
): Promise<Published> => {
  const ehr = {
    ...(patients === undefined ? {} : { patients: replayed('patients', patients) }),
    [kind]: replayed(kind, readings),
  } as unknown as Ehr;
  const roots = personRoots('1.2.752.97.3.1.3');
  const { read } = useCases({
    ehr,
    roots,
    release: releaseFilter(release),
    protection: protection({ ehr, roots, representProtected: false }),
    telemetry: {
      leftOut: () => undefined,
      ehrCall: () => undefined,
      requestServed: () => undefined,
      logWritten: () => undefined,
    },
    clock: () => Date.UTC(2026, 0, 15, 11),
    stopwatch: () => performance.now(),
    writeLock: noWriteLock,
    writesInFlight: new Map(),
    resolveSubject: async () => {
      throw new TypeError('not part of a read');
    },
  });
  const answer = read[kind]({ patient, ground, interval, call: newCall() });
  try {
    const records: string[] = [];
    for await (const record of answer.records)
      records.push(answer.json?.() ?? recordWriter(kind).serialize(record));
    return { records, leftOut: answer.leftOut(), failure: undefined };
  } catch (error) {
    const failure = isFailure(error) ? error.code : `${error instanceof Error ? error.stack : String(error)}`;
    return { records: [], leftOut: nothing, failure };
  }
};

/**
 * How many records an answer publishes. Bookings are one list: each of its bookings counts.
 */
export const countRecords = (kind: SourceKind, { records }: Published): number => {
  if (kind !== 'appointments') return records.length;
  return records
    .map(record => JSON.parse(record) as { Booking: unknown[]; RegisteredBooking: unknown[] })
    .reduce((sum, { Booking, RegisteredBooking }) => sum + Booking.length + RegisteredBooking.length, 0);
};
