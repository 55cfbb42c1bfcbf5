// The parts of a service, by name. Their recipes are in ../composition.ts.
import type { FastifyInstance } from 'fastify';
import type { OpenRegion } from '../adapters/ehr/region.ts';
import type { IssuerClient } from '../adapters/identity/issuer-client.ts';
import type { GuardedRedis } from '../adapters/redis/guarded.ts';
import type { Logger } from '../adapters/telemetry/logger.ts';
import type { Metrics } from '../adapters/telemetry/prometheus-metrics.ts';
import type { RegionTime } from '../adapters/time/region-time.ts';
import type { Configuration } from '../config/index.ts';
import type { PersonRoots } from '../domain/rules/foreign.ts';
import type { ReleaseFilter } from '../domain/rules/release.ts';
import type { UseCases } from '../domain/use-cases/index.ts';
import type { Protection } from '../domain/use-cases/protection.ts';
import type { ResolveSubject } from '../domain/use-cases/resolve-subject.ts';
import type { WritesInFlight } from '../domain/use-cases/transition.ts';
import type { InFlightRequests } from '../http/load/in-flight.ts';
import type { ServerLimits } from '../http/request/limits.ts';
import type { AppDeps } from '../http/server/app.ts';
import type { Readiness } from '../http/server/health.ts';
import type { AccessLog } from '../ports/access-log.ts';
import type { Clock, Stopwatch } from '../ports/clock.ts';
import type { FindIssuerEndpoints } from '../ports/issuer-endpoints.ts';
import type { IsFirstUse } from '../ports/proof-replay.ts';
import type { RateCounter } from '../ports/rate-counter.ts';
import type { Representation } from '../ports/representation.ts';
import type { SigningKeys } from '../ports/signing-keys.ts';
import type { Subscriptions } from '../ports/subscriptions.ts';
import type { TelemetryEvents } from '../ports/telemetry.ts';
import type { Tracing } from '../ports/tracing.ts';
import type { WriteLock } from '../ports/write-lock.ts';
import type { ProfileInUse } from './profile.ts';
import type { Stopping } from './stopping.ts';

/** What the parts are made from. */
export type ServiceInputs = {
  readonly configuration: Configuration;
  readonly logger: Logger;
  /** A unique name for this process: where it runs, and a part that is new at each start. */
  readonly instance: string;
  /** The last warnings and errors of the service log, the oldest first: lines of JSON. */
  readonly recentWarnings: () => readonly string[];
  readonly limits: ServerLimits;
  /**
   * Name of a file, or of files that are read together → whether they are faulty, and an older version is in use. The parts that
   * read files again add theirs.
   */
  readonly staleFiles: Map<string, () => boolean>;
  /** Purpose of a certificate → when it expires. The parts that present certificates, or see those of others, add theirs. */
  readonly certificateExpiries: Map<string, Date>;
  /** Registers a function that closes a part. They run in reverse order. */
  readonly onClose: (close: () => unknown) => void;
};

/** Parts that are opened asynchronously, before the others are made. */
export type Opened = {
  /** Undefined if metrics are not configured. */
  readonly metrics: Metrics | undefined;
  readonly telemetry: TelemetryEvents;
  readonly tracing: Tracing;
  readonly accessLog: AccessLog;
  readonly counter: RateCounter;
  /** The Redis of the counter; undefined if each instance counts by itself. */
  readonly redis: Pick<GuardedRedis, 'isReachable' | 'check'> | undefined;
  readonly writeLock: WriteLock;
  readonly isFirstUse: IsFirstUse;
};

/** Parts that recipes make. */
export type Made = {
  readonly clock: Clock;
  readonly stopwatch: Stopwatch;
  readonly time: RegionTime;
  readonly issuerClient: IssuerClient;
  readonly signingKeys: SigningKeys;
  readonly issuerEndpoints: FindIssuerEndpoints;
  readonly subscriptions: Subscriptions;
  readonly systems: OpenRegion;
  readonly roots: PersonRoots;
  readonly release: ReleaseFilter;
  readonly protection: Protection;
  readonly representation: Representation;
  readonly resolveSubject: ResolveSubject;
  readonly writesInFlight: WritesInFlight;
  readonly useCases: UseCases;
  readonly profile: ProfileInUse;
  readonly stopping: Stopping;
  readonly readiness: Readiness;
  readonly inFlightRequests: InFlightRequests;
  readonly appDeps: AppDeps;
  /** The operators' server; undefined if metrics are not configured. */
  readonly admin: FastifyInstance | undefined;
};

export type Given = ServiceInputs & Opened;
export type Parts = Readonly<Made & Given>;

/** The ports whose implementations tests may replace. */
export type Ports = Pick<
  Parts,
  | 'clock'
  | 'telemetry'
  | 'tracing'
  | 'accessLog'
  | 'counter'
  | 'signingKeys'
  | 'issuerEndpoints'
  | 'subscriptions'
>;
