// The composition root: assembles the service from its parts. The only place where adapters, use cases and http meet.
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import packageFile from '../package.json' with { type: 'json' };
import type { OpenAccessLog } from './adapters/access-log/open-log.ts';
import { type OpenRegion, openRegion } from './adapters/ehr/region.ts';
import { issuerEndpoints } from './adapters/identity/issuer-endpoints.ts';
import { regionTime } from './adapters/time/region-time.ts';
import { systemClock, systemStopwatch } from './adapters/time/system-clock.ts';
import { watchedCertificates } from './composition/certificates.ts';
import { closing } from './composition/closing.ts';
import { assemble, type Recipes } from './composition/container.ts';
import { adminOf, appDepsOf, limitsOf, offeredOf, readinessOf } from './composition/http.ts';
import { issuerClientOf, representationOf, signingKeysOf } from './composition/identity.ts';
import { openParts } from './composition/open-parts.ts';
import type { Given, Made, Opened, Parts, Ports, ServiceInputs } from './composition/parts.ts';
import { profileInUse, type RegionInUse } from './composition/profile.ts';
import { reloading, reloadLogLevel, renewedSystems } from './composition/reloading.ts';
import { lastScrape, shutdownTimeoutOf, stopping, stopTimeOf } from './composition/stopping.ts';
import { subscriptionsOf } from './composition/subscriptions.ts';
import type { Configuration } from './config/index.ts';
import type { Region } from './config/region/region.ts';
import { tableVersions } from './config/region/system.ts';
import { personRoots } from './domain/rules/foreign.ts';
import { releaseFilter } from './domain/rules/release.ts';
import { useCases } from './domain/use-cases/index.ts';
import { protection } from './domain/use-cases/protection.ts';
import { resolveSubject } from './domain/use-cases/resolve-subject.ts';
import { inFlightRequests } from './http/load/in-flight.ts';
import type { ServerLimits } from './http/request/limits.ts';
import { buildApp } from './http/server/app.ts';
import { drain } from './http/server/connection/drain.ts';

const systemsOf = (parts: Parts): OpenRegion => {
  const { systems, sources, reserveNumbersRoot, adapters } = parts.configuration.region;
  const opened = openRegion({
    systems,
    sources,
    facts: { time: parts.time, clock: parts.clock, reserveNumbersRoot, log: parts.logger },
    adapters,
    telemetry: parts.telemetry,
    tracing: parts.tracing,
    stopwatch: parts.stopwatch,
  });
  parts.onClose(opened.close);
  return opened;
};

/**
 * What follows from a version of the profile. The open systems and the writes in flight are shared by all versions, so an equal
 * write is sent once even if the profile is read again meanwhile (D21).
 */
const regionOf = (given: ExistingParts, { systems, writesInFlight }: Parts, region: Region): RegionInUse => {
  const ofRegion = {
    ...given,
    configuration: { ...given.configuration, region },
    systems: systems.bind(region.sources),
    writesInFlight,
  };
  const { useCases } = assemble(recipesBeside(given), ofRegion);
  return { region, useCases, offered: offeredOf(ofRegion) };
};

/** The parts that exist before the recipes are used. */
type ExistingParts = Given & Partial<Ports>;

/** Part → how to make it from other parts. Each part is made once, when it is first needed. */
const recipesBeside = (given: ExistingParts): Recipes<Made, Given> => ({
  clock: () => systemClock,
  stopwatch: () => systemStopwatch,
  time: ({ configuration }) => regionTime(configuration.region.timeZone),

  issuerClient: issuerClientOf,
  signingKeys: signingKeysOf,
  issuerEndpoints: ({ issuerClient, logger }) => issuerEndpoints(issuerClient, { log: logger }),
  subscriptions: subscriptionsOf,

  systems: systemsOf,
  roots: ({ configuration }) => personRoots(configuration.region.reserveNumbersRoot),
  release: ({ configuration }) => releaseFilter(configuration.region.release),
  protection: ({ configuration, systems, roots }) => {
    const { representProtected } = configuration.region;
    return protection({ ehr: systems.ehr, roots, representProtected });
  },
  representation: representationOf,
  resolveSubject: ({ representation }) => resolveSubject({ representation }),
  useCases: parts =>
    useCases({
      ehr: parts.systems.ehr,
      roots: parts.roots,
      release: parts.release,
      protection: parts.protection,
      telemetry: parts.telemetry,
      clock: parts.clock,
      stopwatch: parts.stopwatch,
      writeLock: parts.writeLock,
      writesInFlight: parts.writesInFlight,
      resolveSubject: parts.resolveSubject,
    }),
  writesInFlight: () => new Map(),
  profile: parts => profileInUse(parts, region => regionOf(given, parts, region)),

  stopping,
  readiness: readinessOf,
  inFlightRequests,
  appDeps: appDepsOf,
  admin: adminOf,
});

/** Adds the metrics of the states of the parts. */
const showStates = (
  metrics: NonNullable<Opened['metrics']>,
  { parts, accessLog }: { parts: Parts; accessLog: OpenAccessLog },
): void => {
  metrics.showCircuits(parts.systems.circuits);
  metrics.showTableCounts(parts.systems.tableCounts);
  metrics.showAccessLog({ ...accessLog, isWritable: parts.accessLog.isWritable });
  metrics.showCertificates(() => parts.certificateExpiries);
  metrics.showBuild(() => {
    const { name, version, systems } = parts.profile.now().region;
    return {
      version: packageFile.version,
      region: name,
      profile: version,
      node: process.version,
      tables: tableVersions(systems),
    };
  });
  metrics.showReadiness(async () => (await parts.readiness.missing()).length === 0);
  metrics.showStaleFiles(() => parts.staleFiles);
  if (parts.redis !== undefined) metrics.showRedis(parts.redis.check);
};

/** What a service is assembled with, beside its configuration. */
type Surroundings = Pick<ServiceInputs, 'logger'> & {
  /** Implementations of ports, for tests. */
  readonly replaced?: Partial<Ports>;
  /** Limits to override, for tests, which share their process and event loop with the service. */
  readonly limits?: Partial<ServerLimits>;
  /** The number of dropped lines of the service log. */
  readonly droppedLines?: () => number;
  readonly recentWarnings?: ServiceInputs['recentWarnings'];
};

/**
 * Assembles a service from a configuration. It does not listen yet.
 * @throws Error if the limit of open files is too low.
 */
export const compose = async (configuration: Configuration, surroundings: Surroundings) => {
  const { logger, replaced = {}, limits = {} } = surroundings;
  const { droppedLines = () => 0, recentWarnings = () => [] } = surroundings;
  const { onClose, closeAll } = closing();
  const given = {
    configuration,
    logger,
    instance: `${hostname()}/${randomBytes(6).toString('hex')}`,
    recentWarnings,
    staleFiles: new Map(),
    certificateExpiries: new Map(),
    onClose,
  };
  const region = { ...configuration.region, systems: renewedSystems(given) };
  const inputs: ServiceInputs = {
    ...given,
    configuration: { ...configuration, region },
    limits: { ...limitsOf(configuration), ...limits },
  };
  reloadLogLevel(inputs);
  const renewCertificate = watchedCertificates(inputs);
  const opened = await openParts(inputs);
  const existing = { ...inputs, ...opened, ...replaced };
  const parts = assemble(recipesBeside(existing), existing);
  if (opened.metrics !== undefined) {
    showStates(opened.metrics, { parts, accessLog: opened.accessLog });
    opened.metrics.showDroppedLines(droppedLines);
  }
  const { app, connections, changeCertificate } = await buildApp(parts.appDeps);
  const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile } = configuration.settings;
  const reloadCertificate =
    certFile === undefined || keyFile === undefined
      ? () => {}
      : reloading(
          {
            name: 'TLS_CERT_FILE',
            paths: [certFile, keyFile],
            reload: list => renewCertificate(changeCertificate, list),
          },
          inputs,
        );
  opened.metrics?.showLoad({
    connections: connections.count,
    maxConnections: () => parts.limits.connections,
    requestsInFlight: parts.inFlightRequests.admitted,
  });
  const closeApp = drain({ app, connections }, parts.inFlightRequests);
  return {
    app,
    /** The metrics server; undefined if it is not configured. */
    admin: parts.admin,
    /** The name of this process, as in the entries of the access log. */
    instance: inputs.instance,
    /** What is missing before the service can serve, as in `/health/ready`; empty if nothing is. */
    missing: parts.readiness.missing,
    /** Reopens the access log and reloads the certificate (SIGHUP). */
    reload: (): Promise<void> => {
      reloadCertificate();
      return opened.accessLog.reopen();
    },
    /** Reads the region profile again, as a whole or not at all (SIGUSR2). The outcome is in the log. */
    reloadProfile: parts.profile.reload,
    /** Makes readiness answer 503, so load balancers stop sending requests. */
    announceStop: parts.stopping.announce,
    /** The longest time in milliseconds from a signal to the end of the process. */
    stopTimeMs: stopTimeOf(configuration.settings),
    /** Finishes or refuses the requests in flight, then closes everything that was opened. */
    close: async (): Promise<void> => {
      parts.stopping.announce();
      try {
        const refused = await closeApp(shutdownTimeoutOf(configuration.settings));
        if (refused > 0 && parts.admin !== undefined) await lastScrape(parts.admin);
      } finally {
        await closeAll();
      }
    },
  };
};

export type Service = Awaited<ReturnType<typeof compose>>;
