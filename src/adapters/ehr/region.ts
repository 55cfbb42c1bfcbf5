// Opens a region: binds each kind to the system that serves it according to the profile.
import { Failure } from '../../domain/model/failure.ts';
import type { SourceKind } from '../../domain/records/index.ts';
import type { Stopwatch } from '../../ports/clock.ts';
import type { Ehr, EhrReader } from '../../ports/ehr.ts';
import type { TelemetryEvents } from '../../ports/telemetry.ts';
import type { Tracing } from '../../ports/tracing.ts';
import type { Adapters, OpenSystem, RegionFacts, System, TableCount } from './adapter.ts';
import { instrumented, instrumentedRelations } from './instrumented.ts';
import { readersOf } from './readers.ts';
import type { Relations } from './relations.ts';

export type OpenRegion = {
  readonly ehr: Ehr;
  /** The register of the system that serves the patients, if it has one. */
  readonly relations: Relations | undefined;
  /** The same open systems, serving other kinds. @param sources kind, by its name in profiles → name of a system. */
  bind(sources: Sources): OpenRegion;
  /** Name of each system → whether its circuit is open. */
  circuits(): ReadonlyMap<string, boolean>;
  /** Name of each system with tables → what these have read so far. */
  tableCounts(): ReadonlyMap<string, readonly TableCount[]>;
  close(): Promise<void>;
};

type Sources = Readonly<Record<string, string | undefined>>;

type NamedSystem = System & { readonly adapter: string };

type RegionParts = {
  readonly systems: readonly NamedSystem[];
  /** Kind, by its name in profiles → name of a system. */
  readonly sources: Sources;
  readonly facts: RegionFacts;
  readonly adapters: Adapters;
  readonly telemetry: TelemetryEvents;
  readonly tracing: Tracing;
  readonly stopwatch: Stopwatch;
};

/** The same EHR for a region that promises that it marks every patient whose identity is protected (D27). */
const withUnprotectedSilence = ({ patients: read, ...ehr }: Ehr): Ehr => ({
  ...ehr,
  patients:
    read &&
    async function* (question) {
      for await (const reading of read(question)) {
        const isSilent = !('omitted' in reading) && reading.isProtected === 'not-said';
        yield isSilent ? { ...reading, isProtected: false } : reading;
      }
    },
});

const openSystem = (system: NamedSystem, { adapters, facts, ...shared }: RegionParts): OpenSystem => {
  const adapter = adapters[system.adapter];
  if (adapter === undefined) throw new Failure('unexpected', { detail: `no adapter ${system.adapter}` });
  const opened = adapter.open(system, facts);
  const instrumentation = { ...shared, system: system.name };
  const { ehr, relations, ...rest } = opened;
  const stated = system.absentMeansUnprotected === true ? withUnprotectedSilence(ehr) : ehr;
  return {
    ...rest,
    ehr: instrumented(stated, instrumentation),
    ...(relations === undefined ? {} : { relations: instrumentedRelations(relations, instrumentation) }),
  };
};

/** Opens the systems of a region. Throws `Failure` `unexpected` for an adapter that is not registered. */
export const openRegion = (parts: RegionParts): OpenRegion => {
  const systems = new Map(parts.systems.map(system => [system.name, openSystem(system, parts)]));
  return boundRegion(systems, parts.sources);
};

const boundRegion = (systems: ReadonlyMap<string, OpenSystem>, sources: Sources): OpenRegion => {
  const ehrOf = (kind: SourceKind): Ehr | undefined => systems.get(sources[kind] ?? '')?.ehr;
  const readerOf = <K extends SourceKind>(kind: K): EhrReader[K] => ehrOf(kind)?.[kind];
  return {
    ehr: { ...readersOf(readerOf), writer: ehrOf('appointments')?.writer },
    relations: systems.get(sources.patients ?? '')?.relations,
    bind: others => boundRegion(systems, others),
    circuits: () => new Map([...systems].map(([name, system]) => [name, system.isOpen()])),
    tableCounts: () =>
      new Map(
        [...systems].flatMap(([name, { tableCounts }]) =>
          tableCounts === undefined ? [] : [[name, tableCounts()]],
        ),
      ),
    close: async () => {
      await Promise.all([...systems.values()].map(system => system.close()));
    },
  };
};
