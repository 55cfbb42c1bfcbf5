// Metrics of states, which are read at every scrape.
import { Counter, Gauge, type Registry } from '@prometheus-io/client';
import type { OpenAccessLog } from '../access-log/open-log.ts';

/** The prefix of the names of all metrics of the service. */
export const prefix = 'pdas_';

/** What is running. `tables`: the versions of those that systems are read by, such as `ehr:1a2b3c4d5e6f`; empty if there are none. */
const buildLabels = ['version', 'region', 'profile', 'node', 'tables'] as const;

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

const seconds = (moment: Date) => moment.getTime() / 1000;

/** Gauges of the state of parts. Each is read when the metrics are fetched. */
export const stateMetrics = (registry: Registry) => {
  const registers = [registry];

  const gauge = (name: string, help: string, read: () => number | undefined | Promise<number>) => {
    new Gauge({
      name: `${prefix}${name}`,
      help,
      registers,
      async collect() {
        const value = await read();
        if (value !== undefined) this.set(value);
      },
    });
  };

  const flag = (name: string, help: string, isTrue: () => Promise<boolean>) =>
    gauge(name, help, async () => Number(await isTrue()));

  /** A gauge with a value for each of several things. Those that are no longer there have none. */
  const gauges = <T>(
    name: string,
    {
      help,
      label,
      of,
      value,
    }: { help: string; label: string; of: () => ReadonlyMap<string, T>; value: (of: T) => number },
  ) => {
    new Gauge({
      name: `${prefix}${name}`,
      help,
      labelNames: [label],
      registers,
      collect() {
        this.reset();
        for (const [thing, state] of of()) this.set({ [label]: thing }, value(state));
      },
    });
  };

  return {
    /** What is running now: the profile may be read again. */
    showBuild: (build: () => Readonly<Record<(typeof buildLabels)[number], string>>) => {
      new Gauge({
        name: `${prefix}build_info`,
        help: 'What runs: the versions of the service, of Node, of the profile and of tables, and the name of the region. Always 1.',
        labelNames: buildLabels,
        registers,
        collect() {
          this.reset();
          this.set(build(), 1);
        },
      });
    },
    showReadiness: (isReady: () => Promise<boolean>) =>
      flag('ready', 'Whether the service can serve (1), as /health/ready says.', isReady),
    /** When the issuer's signing keys were last fetched, in milliseconds since the epoch; undefined if never. */
    showIssuerKeys: (fetchedAt: () => number | undefined) =>
      gauge(
        'issuer_keys_fetched_timestamp_seconds',
        'When the signing keys of the issuer were last fetched (Unix time); 0: never.',
        () => (fetchedAt() ?? 0) / 1000,
      ),
    showRedis: (isReachable: () => Promise<boolean>) =>
      flag(
        'redis_reachable',
        'Whether Redis answers (1); while it does not (0), each instance counts calls for itself.',
        isReachable,
      ),
    /** Name of a system → whether its circuit is open. */
    showCircuits: (states: () => ReadonlyMap<string, boolean>) =>
      gauges('circuit_open', {
        help: 'Whether the circuit of a system is open (1) or closed (0).',
        label: 'system',
        of: states,
        value: Number,
      }),
    /** Name of a system with tables → what these have read since the start. */
    showTableCounts: (counts: () => ReadonlyMap<string, readonly SeenCount[]>) => {
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
    showAccessLog: ({
      isWritable,
      waiting,
      partitionsUntil,
    }: Pick<OpenAccessLog, 'isWritable' | 'waiting' | 'partitionsUntil'>) => {
      flag(
        'access_log_writable',
        'Whether the access log can be written (1); where it cannot (0), nothing is answered.',
        isWritable,
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
    showLoad: ({
      connections,
      maxConnections,
      requestsInFlight,
    }: Readonly<Record<'connections' | 'maxConnections' | 'requestsInFlight', () => number>>) => {
      gauge('connections', 'Connections of clients that are open.', connections);
      gauge('connections_limit', 'Connections of clients that may be open.', maxConnections);
      gauge(
        'requests_in_flight',
        'Requests that have passed the checks of key, token and rate, and are not answered yet.',
        requestsInFlight,
      );
    },
    /** What a certificate is for → when it expires. */
    showCertificates: (expiries: () => ReadonlyMap<string, Date>) =>
      gauges('tls_certificate_expiry_timestamp_seconds', {
        help: 'When a certificate expires (Unix time): of the service itself, client certificates for systems, and those of the database, Redis and proxies as they were last seen.',
        label: 'certificate',
        of: expiries,
        value: seconds,
      }),
    /** Name of a subscription that expires → the first moment at which its keys are no longer accepted. */
    showSubscriptions: (expiries: () => ReadonlyMap<string, Date>) =>
      gauges('subscription_expiry_timestamp_seconds', {
        help: 'When a subscription expires (Unix time); those that do not expire have no sample.',
        label: 'subscription',
        of: expiries,
        value: seconds,
      }),
    /** Name of a file → whether an older version of it is in use: the new one is faulty, or is a profile that was not read again. */
    showStaleFiles: (states: () => ReadonlyMap<string, () => boolean>) =>
      gauges('configuration_stale', {
        help: 'Whether an older version of a file of the configuration is in use (1): the new one is faulty, or is a profile that was not read again.',
        label: 'file',
        of: states,
        value: isStale => Number(isStale()),
      }),
    /** How many lines of the service's own log have been dropped since it started. */
    showDroppedLines: (count: () => number) => {
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
