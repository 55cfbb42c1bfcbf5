// Reads one kind of one patient by the service's own use case; what it found is told by counts and places alone.
import { randomUUID } from 'node:crypto';
import type { Adapters } from '../../src/adapters/ehr/adapter.ts';
import { openRegion } from '../../src/adapters/ehr/region.ts';
import { claimsRepresentation } from '../../src/adapters/identity/claims-representation.ts';
import { regionTime } from '../../src/adapters/time/region-time.ts';
import { systemClock, systemStopwatch } from '../../src/adapters/time/system-clock.ts';
import type { Region } from '../../src/config/region.ts';
import { isFailure } from '../../src/domain/model/failure.ts';
import type { PatientNumber } from '../../src/domain/model/patient-number.ts';
import type { BookedAppointmentsResult } from '../../src/domain/records/appointment.ts';
import type { RecordKind } from '../../src/domain/records/index.ts';
import { personRoots } from '../../src/domain/rules/foreign.ts';
import { releaseFilter } from '../../src/domain/rules/release.ts';
import { useCases } from '../../src/domain/use-cases/index.ts';
import { protection } from '../../src/domain/use-cases/protection.ts';
import { noSuchPatient } from '../../src/domain/use-cases/read-appointments.ts';
import { resolveSubject } from '../../src/domain/use-cases/resolve-subject.ts';
import type { Ehr } from '../../src/ports/ehr.ts';
import type { LeftOutEvent, TelemetryEvents } from '../../src/ports/telemetry.ts';
import { noTracing } from '../../src/ports/tracing.ts';
import { noWriteLock } from '../../src/ports/write-lock.ts';
import { reasonOf } from './reasons.ts';

export type Outcome = {
  /** `no such patient` is an answer too: the system was reached and understood. */
  readonly outcome: 'ok' | 'no such patient' | 'FAILED';
  readonly records: number | undefined;
  readonly durationMs: number;
  /** Why it failed, or what there is to look at all the same. */
  readonly remarks: readonly string[];
};

type Question = {
  readonly region: Region;
  readonly adapters: Adapters;
  readonly kind: RecordKind;
  readonly patient: PatientNumber;
  /** Milliseconds, repeats included. */
  readonly timeoutMs: number;
};

const noticesInto = (leftOut: LeftOutEvent[]): TelemetryEvents => ({
  leftOut: notice => void leftOut.push(notice),
  ehrCall: () => {},
  requestServed: () => {},
  logWritten: () => {},
});

/** The use cases over these systems, as composition makes them. */
const readersOf = (region: Region, ehr: Ehr, telemetry: TelemetryEvents) => {
  const roots = personRoots(region.reserveNumbersRoot);
  return useCases({
    ehr,
    roots,
    release: releaseFilter(region.release),
    protection: protection({ ehr, roots, representProtected: region.representProtected }),
    telemetry,
    clock: systemClock,
    stopwatch: systemStopwatch,
    writeLock: noWriteLock,
    resolveSubject: resolveSubject({ representation: claimsRepresentation }),
  }).read;
};

const isBookings = (kind: RecordKind, _record: unknown): _record is BookedAppointmentsResult =>
  kind === 'appointments';

/** How many records one of an answer stands for, and what it says of itself. */
const contentOf = (kind: RecordKind, record: unknown) => {
  if (!isBookings(kind, record)) return { count: 1, isUnknown: false, remarks: [] };
  const { ResultCode, Comment, Booking, RegisteredBooking } = record;
  const isUnknown = ResultCode === 'ERROR' && Comment === noSuchPatient;
  return {
    count: Booking.length + RegisteredBooking.length,
    isUnknown,
    remarks: ResultCode === 'OK' || isUnknown ? [] : [`the EHR answered with ResultCode ${ResultCode}`],
  };
};

const remarkOf = ({ count, reason, path }: LeftOutEvent): string =>
  reason === 'foreign'
    ? `${count} of another patient: the EHR must not answer those`
    : `${count} left out: ${reason}${path === undefined ? '' : ` ${path}`}`;

/** Reads a kind to its end. Each has connections of its own, so that one that fails opens no circuit for the next. */
export const readKind = async ({
  region,
  adapters,
  kind,
  patient,
  timeoutMs,
}: Question): Promise<Outcome> => {
  const leftOut: LeftOutEvent[] = [];
  const telemetry = noticesInto(leftOut);
  const { ehr, close } = openRegion({
    systems: region.systems,
    sources: region.sources,
    facts: {
      time: regionTime(region.timeZone),
      reserveNumbersRoot: region.reserveNumbersRoot,
      clock: systemClock,
    },
    adapters,
    telemetry,
    tracing: noTracing,
    stopwatch: systemStopwatch,
  });
  const began = systemStopwatch();
  const outcomeOf = (
    outcome: Outcome['outcome'],
    records?: number,
    remarks: readonly string[] = [],
  ): Outcome => ({
    outcome,
    records,
    durationMs: Math.round(systemStopwatch() - began),
    remarks: [...remarks, ...leftOut.map(remarkOf)],
  });
  const call = {
    requestId: randomUUID(),
    signal: new AbortController().signal,
    deadline: performance.now() + timeoutMs,
    consumer: { user: 'operator', subscription: undefined, patient },
  };
  try {
    const answer = readersOf(region, ehr, telemetry)[kind]({ patient, ground: 'self', interval: {}, call });
    let [records, isUnknown] = [0, false];
    const remarks: string[] = [];
    for await (const record of answer.records) {
      const content = contentOf(kind, record);
      records += content.count;
      isUnknown ||= content.isUnknown;
      remarks.push(...content.remarks);
    }
    if (isUnknown) return outcomeOf('no such patient');
    return outcomeOf(leftOut.some(({ reason }) => reason === 'foreign') ? 'FAILED' : 'ok', records, remarks);
  } catch (error) {
    if (isFailure(error, 'patient-unknown')) return outcomeOf('no such patient');
    return outcomeOf('FAILED', undefined, [reasonOf(error)]);
  } finally {
    await close();
  }
};
