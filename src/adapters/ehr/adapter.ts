// What an adapter to an EHR is: how it is registered, and what a system of a region profile hands to it.
import type { KeyObject } from 'node:crypto';
import type { TSchema } from 'typebox';
import type { RecordKind } from '../../domain/records/index.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ehr } from '../../ports/ehr.ts';
import type { Log } from '../telemetry/service-log.ts';
import type { RegionTime } from '../time/region-time.ts';
import type { Relations } from './relations.ts';

/** How this service authorizes itself to a system: SMART Backend Services (client credentials, RFC 7523). */
export type BackendAuth = {
  /** The authorization server's token endpoint, as the profile has it. */
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly scope: string;
  /** The private key that assertions are signed with, its id, and the signature algorithm that fits it. */
  readonly key: KeyObject;
  readonly kid: string;
  readonly alg: string;
  /** SHA-256 of the key's certificate, for servers that know keys by it. */
  readonly thumbprint?: string;
};

/** One system of a region, its secrets and files read. */
export type System = {
  readonly name: string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** PEM texts. */
  readonly tls: { readonly ca?: string; readonly cert?: string; readonly key?: string };
  /** Absent where nothing beside `headers` and `tls` authorizes the service. */
  readonly auth?: BackendAuth;
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
  readonly clock: Clock;
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

/** What a system can be bound to. */
export type Offer = {
  readonly kinds: readonly RecordKind[];
  /** Whether it has a register of guardians. */
  readonly relations?: boolean;
  /** Kinds whose interval a profile may have it pass on (`intervalAtEhr`); any kind, where nothing is said. */
  readonly intervals?: readonly RecordKind[];
};

/** Something wrong with an adapter's own members: where, below the system, and what was expected. Never the value. */
export type MemberFault = { readonly place: string; readonly expected: string };

export type Adapter = {
  /**
   * What a system offers, by its own members; they have passed the schema and `check`.
   * @param own the system as the profile has it.
   */
  offers(own: unknown): Offer;
  /** Members of a system in the profile that are the adapter's own. Where there are any, an unknown one is a fault. */
  readonly members?: TSchema;
  /** Faults that a schema cannot tell; `own` has passed the schema. */
  check?(own: unknown): readonly MemberFault[];
  open(system: System, region: RegionFacts): OpenSystem;
  /**
   * Opens a system that answers every question with what is in a file, without any network and without writes: to try a
   * translation. Absent where the adapter has nothing that can be saved to a file.
   */
  openFile?(file: Uint8Array, system: System, region: RegionFacts): OpenSystem;
};

/** Adapters by the name that a profile gives them. */
export type Adapters = Readonly<Record<string, Adapter>>;
