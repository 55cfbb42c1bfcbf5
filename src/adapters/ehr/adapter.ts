// What an adapter to an EHR is: how it is registered, and what a system of a region profile hands to it.
import type { TSchema } from 'typebox';
import type { RecordKind } from '../../domain/records/index.ts';
import type { Ehr } from '../../ports/ehr.ts';
import type { Log } from '../telemetry/service-log.ts';
import type { RegionTime } from '../time/region-time.ts';
import type { Relations } from './relations.ts';

/** One system of a region, its secrets and files read. */
export type System = {
  readonly name: string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** PEM texts. */
  readonly tls: { readonly ca?: string; readonly cert?: string; readonly key?: string };
  /** Kinds whose interval is passed on (D8). */
  readonly intervalAtEhr: ReadonlySet<RecordKind>;
  readonly timeoutMs: number;
  readonly maxConcurrent: number;
  readonly maxAnswerBytes: number;
  /** The system as the profile has it, for members of the adapter's own. */
  readonly own: unknown;
};

/** What adapters know of the region. */
export type RegionFacts = {
  readonly time: RegionTime;
  /** Root of the region's reserve numbers, where it has them. */
  readonly reserveNumbersRoot: string | undefined;
  /** For what an EHR says beside its answers that is no failure; never with content. */
  readonly log?: Log;
};

export type OpenSystem = {
  readonly ehr: Ehr;
  /** Where the adapter offers them: who may act for whom, as a register has it. */
  readonly relations?: Relations;
  /** Whether its circuit is open: it has failed repeatedly. */
  isOpen(): boolean;
  close(): Promise<void>;
};

export type Adapter = {
  /** Kinds that it can read; whether it can tell of arrivals and payments; whether it knows who is whose guardian. */
  readonly offers: {
    readonly kinds: readonly RecordKind[];
    readonly transitions: boolean;
    readonly relations?: true;
    /** Kinds whose interval a profile may have it pass on (`intervalAtEhr`); any kind, where nothing is said. */
    readonly intervals?: readonly RecordKind[];
  };
  /** Members of a system in the profile that are the adapter's own. */
  readonly members?: TSchema;
  open(system: System, region: RegionFacts): OpenSystem;
};

/** Adapters by the name that a profile gives them. */
export type Adapters = Readonly<Record<string, Adapter>>;
