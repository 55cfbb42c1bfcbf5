// Opens the service's own use cases on the systems of a region, for one command.
import { randomUUID } from 'node:crypto';
import { openRegion } from '../../src/adapters/ehr/region.ts';
import { claimsRepresentation } from '../../src/adapters/identity/representation.ts';
import { regionTime } from '../../src/adapters/time/region-time.ts';
import { systemClock, systemStopwatch } from '../../src/adapters/time/system-clock.ts';
import type { Region } from '../../src/config/region/region.ts';
import type { PatientNumber } from '../../src/domain/model/patient-number.ts';
import { type RecordKind, sourceOf } from '../../src/domain/records/index.ts';
import { personRoots } from '../../src/domain/rules/foreign.ts';
import { releaseFilter } from '../../src/domain/rules/release.ts';
import { type UseCases, useCases } from '../../src/domain/use-cases/index.ts';
import { protection } from '../../src/domain/use-cases/protection.ts';
import type { ReadQuery } from '../../src/domain/use-cases/read-records.ts';
import { resolveSubject } from '../../src/domain/use-cases/resolve-subject.ts';
import type { PatientReader, Protected, Reader } from '../../src/ports/ehr.ts';
import type { LeftOutEvent, TelemetryEvents } from '../../src/ports/telemetry.ts';
import { noTracing } from '../../src/ports/tracing.ts';
import { noWriteLock } from '../../src/ports/write-lock.ts';

/** The name of the system that serves a kind; undefined if none does. */
export const systemOf = ({ sources }: Pick<Region, 'sources'>, kind: RecordKind): string | undefined =>
  sources[sourceOf(kind)];

export type RegionReader = {
  readonly read: UseCases['read'];
  /** What the patient records that have been read say about protected identity. */
  readonly protections: readonly Protected[];
  /** Categories of flags that the profile does not list, as `system|code` or `no code`, and how many flags have each. */
  readonly unlistedCategories: ReadonlyMap<string, number>;
  /** What has been left out so far. */
  readonly leftOut: readonly LeftOutEvent[];
  close(): Promise<void>;
};

const collecting = (leftOut: LeftOutEvent[]): TelemetryEvents => ({
  leftOut: event => void leftOut.push(event),
  ehrCall: () => {},
  requestServed: () => {},
  logWritten: () => {},
});

const noting = <T>(read: PatientReader<T>, protections: Protected[]): PatientReader<T> =>
  async function* (question) {
    for await (const reading of read(question)) {
      if (!('omitted' in reading)) protections.push(reading.isProtected);
      yield reading;
    }
  };

const notingCategories = <T>(read: Reader<T>, unlisted: Map<string, number>): Reader<T> =>
  async function* (question) {
    for await (const reading of read(question)) {
      const categories = 'omitted' in reading ? undefined : reading.unlistedCategories;
      for (const category of categories?.length === 0 ? ['no code'] : (categories ?? []))
        unlisted.set(category, (unlisted.get(category) ?? 0) + 1);
      yield reading;
    }
  };

/** Opens the systems with their own connections and circuit breakers, so one failing read does not affect another. */
export const openRegionReader = (region: Region): RegionReader => {
  const { systems, adapters, sources, reserveNumbersRoot, representProtected } = region;
  const leftOut: LeftOutEvent[] = [];
  const telemetry = collecting(leftOut);
  const protections: Protected[] = [];
  const unlistedCategories = new Map<string, number>();
  const { ehr: opened, close } = openRegion({
    systems,
    sources,
    facts: { time: regionTime(region.timeZone), reserveNumbersRoot, clock: systemClock },
    adapters,
    telemetry,
    tracing: noTracing,
    stopwatch: systemStopwatch,
  });
  const ehr = {
    ...opened,
    patients: opened.patients && noting(opened.patients, protections),
    attentionSignals:
      opened.attentionSignals && notingCategories(opened.attentionSignals, unlistedCategories),
  };
  const roots = personRoots(reserveNumbersRoot);
  const { read } = useCases({
    ehr,
    roots,
    release: releaseFilter(region.release),
    protection: protection({ ehr, roots, representProtected }),
    telemetry,
    clock: systemClock,
    stopwatch: systemStopwatch,
    writeLock: noWriteLock,
    writesInFlight: new Map(),
    resolveSubject: resolveSubject({ representation: claimsRepresentation }),
  });
  return { read, leftOut, protections, unlistedCategories, close };
};

/** A query for all records of a patient, asked by the patient. */
export const questionFor = (patient: PatientNumber, timeoutMs: number): ReadQuery => ({
  patient,
  ground: 'self',
  interval: {},
  call: {
    requestId: randomUUID(),
    signal: new AbortController().signal,
    deadline: performance.now() + timeoutMs,
    consumer: { user: 'operator', subscription: undefined, patient },
  },
});
