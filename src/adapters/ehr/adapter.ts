// The interface of an EHR adapter: what it offers, and what it gets from the region profile for each system.
import type { KeyObject } from 'node:crypto';
import type { TSchema } from 'typebox';
import type { Loss } from '../../domain/model/loss.ts';
import type { PatientNumber } from '../../domain/model/patient-number.ts';
import type { SourceKind } from '../../domain/records/index.ts';
import type { Call } from '../../ports/call.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ehr } from '../../ports/ehr.ts';
import type { ProxyFor } from '../http-client/outgoing-agent.ts';
import type { Log } from '../telemetry/service-log.ts';
import type { RegionTime } from '../time/region-time.ts';
import type { CertificateSeen } from '../tls/seen-certificates.ts';
import type { Relations } from './relations.ts';

export type { ProxyFor };

/** How this service authorizes itself to a system, at the token endpoint that the profile names. */
export type BackendAuth = { readonly tokenUrl: string } & (SignedAssertion | ClientSecret | Login);

/** A secret of the client (RFC 6749, section 2.3.1), in the header or in the body. */
export type ClientSecret = {
  readonly clientId: string;
  readonly scope: string | undefined;
  readonly secret: string;
  readonly secretIn: 'header' | 'body';
};

/** A login that is the system's own: JSON with credentials, whose answer has a token. */
export type Login = {
  /** The body. */
  readonly login: string;
  /** The names that lead to the token, and to its lifetime in seconds, in the answer. */
  readonly token: readonly string[];
  readonly lifetime: readonly string[] | undefined;
};

/** SMART Backend Services (client credentials, RFC 7523). */
export type SignedAssertion = {
  readonly clientId: string;
  readonly scope: string;
  /** The private key that signs assertions, its id, and its signature algorithm. */
  readonly key: KeyObject;
  readonly kid: string;
  readonly alg: string;
  /** SHA-256 of the key's certificate, for servers that identify keys by it (`x5t#S256`). */
  readonly thumbprint?: string;
};

/** One system of a region. Its secrets and files have been read. */
export type System = {
  readonly name: string;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** PEM texts. */
  readonly tls: { readonly ca?: string; readonly cert?: string; readonly key?: string };
  /** Absent if everything is called directly. */
  readonly proxyFor?: ProxyFor;
  /** Called with the time at which the certificate of its proxy expires. */
  readonly proxyCertificateSeen?: CertificateSeen;
  /** Absent if the system needs no access token. */
  readonly auth?: BackendAuth;
  /** Whether a patient record that does not say that the identity is protected means that it is not (D27). */
  readonly absentMeansUnprotected?: boolean;
  /** Kinds whose interval is passed on (D8). */
  readonly intervalAtEhr: ReadonlySet<SourceKind>;
  /** Local names of XML elements that hold no record: they are skipped under the root of a list (D14, unusable answers). */
  readonly ignore: ReadonlySet<string>;
  readonly timeoutMs: number;
  readonly maxConcurrent: number;
  readonly maxAnswerBytes: number;
  /** The system as written in the profile, including the adapter's own members, which have passed its schema and `check`. */
  readonly profileMembers: unknown;
  /** The folder of the profile, as an absolute path. Relative paths in the adapter's own members start there. */
  readonly profileFolder: string;
  /**
   * Calls back when `headers`, `tls`, `auth` or `proxyFor` have been read again, because their files have changed. Absent if there
   * are no such files.
   */
  readonly onRenewed?: (use: (renewed: System) => void) => void;
};

/** What adapters know about the region. */
export type RegionFacts = {
  readonly time: RegionTime;
  /** Root of the region's reserve numbers, if it has any. */
  readonly reserveNumbersRoot: string | undefined;
  readonly clock: Clock;
  /** For what an EHR reports besides failures. Never with contents of records. */
  readonly log?: Log;
};

/** How often something that tables name has been seen since the start. The labels are names of the tables, never values of records. */
export type TableCount = {
  /**
   * `records`: records of patients that were read. `withheld`: those that a mark withheld. `protected`: those of patients whose identity is
   * protected. `values`: values that a row has read. `words`: words of the EHR that the tables list.
   */
  readonly of: 'records' | 'withheld' | 'protected' | 'values' | 'words';
  readonly labels: { readonly kind: SourceKind } & Readonly<
    Partial<Record<'mark' | 'member' | 'path' | 'word', string>>
  >;
  readonly count: number;
};

export type OpenSystem = {
  readonly ehr: Ehr;
  /** Who may act for whom, according to a register, if the adapter has one. */
  readonly relations?: Relations;
  /** Whether the system's circuit breaker is open, because it has failed repeatedly. */
  isOpen(): boolean;
  /** What its tables have read so far, if it has tables. */
  tableCounts?(): readonly TableCount[];
  close(): Promise<void>;
};

/** Whose a file is. */
export type FileOwner = {
  /** The EHR's own id of the patient, where it names that; by default any id is taken for the patient's. */
  readonly id?: string;
  /** The table of the request that it answers, where a kind has several (`attention-signals-flags`); by default, the first. */
  readonly table?: string;
  /** The status of the answer; by default 200. */
  readonly status?: number;
};

/** The calls beside those for records whose answers tables read: for the patient's id, of an arrival, of a payment. */
export const otherCalls = ['lookup', 'arrive', 'pay'] as const;
export type OtherCall = (typeof otherCalls)[number];

/** What the answer of such a call says: `{ "id": … }`, or `{ "result": "OK", "comment": … }`; and what of it is lost. */
export type SaidByAnswer = {
  readonly said: Readonly<Record<string, string>>;
  readonly losses: readonly Loss[];
};

/** A system that answers from a file. */
export type OpenFile = OpenSystem & {
  /** Whether the file turned out to be one page of several: it names a further one, which is not read. */
  isOnePage?(): boolean;
  /** The EHR's own ids that were taken for the patient's: in a file, nothing finds them. */
  idsTaken?(): readonly string[];
};

/** What becomes of a value of a saved answer. It shows contents of records. */
export type Explained = {
  /** The member of the record, or `-` for a value that nothing reads. */
  readonly published: string;
  /** The path in the answer. */
  readonly source: string;
  readonly place: { readonly line: number; readonly column: number } | undefined;
  readonly outcome: 'read' | 'lost' | 'absent' | 'unmapped' | 'withheld';
  /** What is published, as JSON; or why the value is lost. */
  readonly text: string;
};

/** What a system offers. */
export type Offer = {
  readonly kinds: readonly SourceKind[];
  /** Whether it has a register of guardians. */
  readonly relations?: boolean;
  /** Kinds whose interval it can pass on (`intervalAtEhr`); by default, any kind. */
  readonly intervals?: readonly SourceKind[];
  /** The most journal notes of an answer whose text is fetched where it is stored apart; by default, all. */
  readonly maxNotesWithSeparateText?: number;
};

/** A fault in an adapter's own members, or in a file that they name. Never quotes the value. */
export type MemberFault = {
  /** The place of the member below the system. */
  readonly place: string;
  /** The place in the file, such as `nordvik/contacts.json:6:3`, if the fault is there. */
  readonly file?: string;
  readonly expected: string;
};

/** What files that an adapter's members name allow, but probably do not mean. Never quotes values of records. */
export type FileHint = {
  readonly where: string;
  readonly message: string;
  /** What names the hint in the files' own list of hints that have been looked at; absent if it cannot be listed. */
  readonly acceptAs?: string;
  /** The reason in that list: the hint then counts no more. */
  readonly accepted?: string;
};

export type Adapter = {
  /**
   * What a system offers, which may depend on its members. They have passed the schema and `check`.
   * @param profileMembers the system as written in the profile.
   * @param profileFolder as in `System`.
   */
  offers(profileMembers: unknown, profileFolder: string): Offer;
  /** The schema of the adapter's own members in the profile. With a schema, an unknown member is a fault. */
  readonly members?: TSchema;
  /** The URLs of other servers that are called for a system, beside `baseUrl` and the token server. */
  otherUrls?(profileMembers: unknown): readonly string[];
  /**
   * Faults that the schema cannot express, such as a file that is missing; the members have passed the schema.
   * @param profileFolder as in `System`.
   */
  check?(profileMembers: unknown, profileFolder: string): readonly MemberFault[];
  /**
   * What is probably not meant in files that the members name, without faults: a start logs it unless it has been accepted, and
   * `region check` prints it.
   */
  hints?(
    profileMembers: unknown,
    profileFolder: string,
    region: { readonly timeZone: string; readonly now: number },
  ): Promise<readonly FileHint[]>;
  /** Identifies the version of the files that the members name, if what is read depends on them: 64 hexadecimal digits. */
  version?(profileMembers: unknown, profileFolder: string): string | undefined;
  /** The paths of these files and of the folders that they are in, in which others may be added. */
  versionFiles?(profileMembers: unknown, profileFolder: string): readonly string[];
  open(system: System, region: RegionFacts): OpenSystem;
  /**
   * Opens a system that answers every request from a file, without a network and without writes, to try a translation.
   * Absent if the adapter cannot read saved answers.
   */
  openFile?(file: Uint8Array, system: System, region: RegionFacts & FileOwner): OpenFile;
  /**
   * What a saved answer of another call says. Throws the failure that the service answers with, such as `patient-unknown`. Absent if the
   * adapter cannot read it.
   */
  readFile?(
    file: Uint8Array,
    system: System,
    region: RegionFacts &
      FileOwner & { readonly answerOf: OtherCall; readonly patient: PatientNumber; readonly call: Call },
  ): Promise<SaidByAnswer>;
  /** Explains what becomes of each value of a saved answer, record by record. Absent if the adapter cannot. */
  explainFile?(
    file: Uint8Array,
    system: System,
    region: RegionFacts &
      FileOwner & { readonly kind: SourceKind; readonly patient: PatientNumber | undefined },
  ): Promise<readonly (readonly Explained[])[]>;
};

/** Adapters by their names in profiles. */
export type Adapters = Readonly<Record<string, Adapter>>;

/** Loads the code of an adapter, which a region without such a system does not need. */
export type LoadAdapter = () => Promise<Adapter>;

/** The adapters that a profile may name. */
export type AdapterLoaders = Readonly<Record<string, LoadAdapter>>;
