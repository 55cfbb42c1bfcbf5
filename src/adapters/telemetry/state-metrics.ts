// Metrics of states, which are read at every scrape.
import { Counter, Gauge, type Registry } from '@prometheus-io/client';
import type { OpenAccessLog } from '../access-log/open-log.ts';

/** The prefix of the names of all metrics of the service. */
export const prefix = 'pdas_';

/** What is running. */
export type Build = {
  readonly version: string;
  readonly region: string;
  /** The version of the region's profile. */
  readonly profile: string;
  readonly node: string;
  /** The versions of the tables that systems are read by, such as `ehr:1a2b3c4d5e6f`; empty if there are none. */
  readonly tables: string;
};

/** The access log as it is now. */
type AccessLogState = Pick<OpenAccessLog, 'isWritable' | 'waiting' | 'partitionsUntil'>;

/** The load of the instance as it is now. */
export type LoadState = {
  /** Connections of clients, and how many there may be. */
  connections(): number;
  maxConnections(): number;
  /** Requests that have passed the gates and are not answered yet. */
  requestsInFlight(): number;
};

/** How often something that the tables of a system name has been seen. */
export type SeenCount = {
  readonly of: keyof typeof tableMetrics;
  readonly labels: Readonly<Record<string, string>>;
  readonly count: number;
};

/** The metrics of tables: what they count, and the labels beside the system and the kind. */
const tableMetrics = {
  records: { help: 'Records of patients that tables have read.', labels: [] },
  withheld: { help: 'Records that a mark of the tables has withheld.', labels: ['mark'] },
  protected: { help: 'Patient records that say that the identity is protected, read by tables.', labels: [] },
  values: { help: 'Values that a row of the tables has read.', labels: ['member', 'path'] },
  words: {
    help: 'Words of the EHR that a row, or a mark (member "visible"), of the tables lists, as they came.',
    labels: ['member', 'path', 'word'],
  },
} as const;

export type StateMetrics = {
  /** What is running now: the profile may be read again. */
  showBuild(build: () => Build): void;
  /** Whether the service can serve, as `/health/ready` says. */
  showReadiness(isReady: () => Promise<boolean>): void;
  /** When the issuer's signing keys were last fetched, in milliseconds since the epoch; undefined if never. */
  showIssuerKeys(fetchedAt: () => number | undefined): void;
  /** Whether Redis answers. */
  showRedis(isReachable: () => Promise<boolean>): void;
  /** Name of a system → whether its circuit is open. */
  showCircuits(states: () => ReadonlyMap<string, boolean>): void;
  /** Name of a system with tables → what these have read since the start. */
  showTableCounts(counts: () => ReadonlyMap<string, readonly SeenCount[]>): void;
  showAccessLog(log: AccessLogState): void;
  showLoad(load: LoadState): void;
  /** What a certificate is for → when it expires. */
  showCertificates(expiries: () => ReadonlyMap<string, Date>): void;
  /** Name of a subscription that expires → the first moment at which its keys are no longer accepted. */
  showSubscriptions(expiries: () => ReadonlyMap<string, Date>): void;
  /** Name of a file → whether an older version of it is in use: the new one is faulty, or is a profile that was not read again. */
  showStaleFiles(states: () => ReadonlyMap<string, () => boolean>): void;
  /** How many lines of the service's own log have been dropped since it started. */
  showDroppedLines(count: () => number): void;
};

const flag = async (isTrue: () => Promise<boolean>) => ((await isTrue()) ? 1 : 0);
const seconds = (moment: Date) => moment.getTime() / 1000;

/** Gauges of the state of parts. Each is read when the metrics are fetched. */
export const stateMetrics = (registry: Registry): StateMetrics => {
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => number | undefined | Promise<number>) =>
    new Gauge({
      name: `${prefix}${name}`,
      help,
      registers,
      async collect() {
        const value = await read();
        if (value !== undefined) this.set(value);
      },
    });

  return {
    showBuild: build => {
      new Gauge({
        name: `${prefix}build_info`,
        help: 'What runs: the versions of the service, of Node, of the profile and of tables, and the name of the region. Always 1.',
        labelNames: ['version', 'region', 'profile', 'node', 'tables'],
        registers,
        collect() {
          this.reset();
          this.set(build(), 1);
        },
      });
    },
    showReadiness: isReady => {
      gauge('ready', 'Whether the service can serve (1), as /health/ready says.', () => flag(isReady));
    },
    showIssuerKeys: fetchedAt => {
      gauge(
        'issuer_keys_fetched_timestamp_seconds',
        'When the signing keys of the issuer were last fetched (Unix time); 0: never.',
        () => (fetchedAt() ?? 0) / 1000,
      );
    },
    showRedis: isReachable => {
      gauge(
        'redis_reachable',
        'Whether Redis answers (1); while it does not (0), each instance counts calls for itself.',
        () => flag(isReachable),
      );
    },
    showCircuits: states => {
      new Gauge({
        name: `${prefix}circuit_open`,
        help: 'Whether the circuit of a system is open (1) or closed (0).',
        labelNames: ['system'],
        registers,
        collect() {
          for (const [system, isOpen] of states()) this.set({ system }, isOpen ? 1 : 0);
        },
      });
    },
    showTableCounts: counts => {
      if (counts().size === 0) return;
      for (const [of, { help, labels }] of Object.entries(tableMetrics))
        new Counter({
          name: `${prefix}table_${of}_total`,
          help,
          labelNames: ['system', 'kind', ...labels],
          registers,
          collect() {
            this.reset();
            for (const [system, all] of counts())
              for (const one of all) if (one.of === of) this.inc({ system, ...one.labels }, one.count);
          },
        });
    },
    showAccessLog: ({ isWritable, waiting, partitionsUntil }) => {
      gauge(
        'access_log_writable',
        'Whether the access log can be written (1); where it cannot (0), nothing is answered.',
        () => flag(isWritable),
      );
      gauge(
        'access_log_waiting_entries',
        'Entries of the access log that are not written yet; each of them holds up an answer.',
        waiting,
      );
      gauge(
        'access_log_partitions_until_timestamp_seconds',
        'When the last monthly partition of the access log in a database ends (Unix time).',
        // Without a value, the library would report 0, a date long past.
        () => {
          const until = partitionsUntil();
          return until === undefined ? Number.NaN : seconds(until);
        },
      );
    },
    showLoad: ({ connections, maxConnections, requestsInFlight }) => {
      gauge('connections', 'Connections of clients that are open.', connections);
      gauge('connections_limit', 'Connections of clients that may be open.', maxConnections);
      gauge(
        'requests_in_flight',
        'Requests that have passed the checks of key, token and rate, and are not answered yet.',
        requestsInFlight,
      );
    },
    showCertificates: expiries => {
      new Gauge({
        name: `${prefix}tls_certificate_expiry_timestamp_seconds`,
        help: 'When a certificate expires (Unix time): of the service itself, client certificates for systems, and those of the database, Redis and proxies as they were last seen.',
        labelNames: ['certificate'],
        registers,
        collect() {
          for (const [certificate, expires] of expiries()) this.set({ certificate }, seconds(expires));
        },
      });
    },
    showSubscriptions: expiries => {
      new Gauge({
        name: `${prefix}subscription_expiry_timestamp_seconds`,
        help: 'When a subscription expires (Unix time); those that do not expire have no sample.',
        labelNames: ['subscription'],
        registers,
        collect() {
          // The file may have been read again.
          this.reset();
          for (const [subscription, expires] of expiries()) this.set({ subscription }, seconds(expires));
        },
      });
    },
    showStaleFiles: states => {
      new Gauge({
        name: `${prefix}configuration_stale`,
        help: 'Whether an older version of a file of the configuration is in use (1): the new one is faulty, or is a profile that was not read again.',
        labelNames: ['file'],
        registers,
        collect() {
          for (const [file, isStale] of states()) this.set({ file }, isStale() ? 1 : 0);
        },
      });
    },
    showDroppedLines: count => {
      let counted = 0;
      new Counter({
        name: `${prefix}log_lines_dropped_total`,
        help: "Lines of the service's log that were dropped: it could not be written, or nobody read it.",
        registers,
        collect() {
          const now = count();
          this.inc(now - counted);
          counted = now;
        },
      });
    },
  };
};
