// For each alert, time series with which it fires, and others with which it does not: what promtool is given.

type Series = Readonly<Record<string, string>>;

export type AlertCase = {
  readonly alert: string;
  /** Series with the service's own labels → values, one a minute, in promtool's notation. */
  readonly fires: Series;
  /** When it fires. */
  readonly at: string;
  /** The service's own labels of the alert. */
  readonly own?: Readonly<Record<string, string>>;
  /** The labels of the scrape that it keeps; by default all. */
  readonly keeps?: readonly string[];
  /** Series with which it does not fire at that time. */
  readonly quiet: Series;
};

const day = 86_400;
const slowest = 'pdas_request_duration_seconds_bucket{operation="10 journalNotes",le=';
const sync = 'pdas_access_log_sync_duration_seconds_bucket{le=';
const call = 'pdas_ehr_calls_total{system="ehr",kind="patients",outcome=';
const served = 'pdas_requests_total{operation="4 patient",status=';
const ofApp = 'pdas_requests_total{operation="4 patient",subscription="app",status=';
const certificate = 'pdas_tls_certificate_expiry_timestamp_seconds{certificate="service"}';
const places = 'pdas_refusals_total{reason="ehr-places-taken",subscription="app"}';
const overload = 'pdas_refusals_total{reason="overload-requests",subscription="app"}';
const rate = 'pdas_refusals_total{reason="rate-user",subscription="app"}';
const token = 'pdas_refusals_total{reason="token-expired",subscription="app"}';
const stopping = 'pdas_refusals_total{reason="service-stopping",subscription="app"}';
const foreign = 'pdas_left_out_total{kind="journalNotes",reason="foreign",path=""}';
const source = 'pdas_left_out_total{kind="journalNotes",reason="source-unavailable",path=""}';
const path = 'JournalNoteEHRExtract/Patient/PatientProtectedId';
const unreadable = `pdas_left_out_total{kind="journalNotes",reason="unreadable",path="${path}"}`;

export const alertCases: readonly AlertCase[] = [
  {
    alert: 'PatientDataAccessDown',
    fires: { up: '1x2 0x10' },
    at: '6m',
    quiet: { up: '1x4 0x1 1x10' },
  },
  {
    alert: 'PatientDataAccessNotScraped',
    fires: {},
    at: '6m',
    keeps: ['job'],
    quiet: { up: '0x10' },
  },
  {
    alert: 'PatientDataAccessNotReady',
    fires: { pdas_ready: '0x10' },
    at: '6m',
    quiet: { pdas_ready: '1x10' },
  },
  {
    alert: 'IssuerKeysNotFetched',
    fires: { pdas_issuer_keys_fetched_timestamp_seconds: '60x60' },
    at: '40m',
    quiet: { pdas_issuer_keys_fetched_timestamp_seconds: '600x60' },
  },
  {
    alert: 'RedisUnreachable',
    fires: { pdas_redis_reachable: '0x10' },
    at: '6m',
    quiet: { pdas_redis_reachable: '1x10' },
  },
  {
    alert: 'ConfigurationStale',
    fires: { 'pdas_configuration_stale{file="SUBSCRIPTIONS_FILE"}': '1x10' },
    at: '2m',
    own: { file: 'SUBSCRIPTIONS_FILE' },
    quiet: { 'pdas_configuration_stale{file="SUBSCRIPTIONS_FILE"}': '0x10' },
  },
  {
    alert: 'SubscriptionExpires',
    fires: { 'pdas_subscription_expiry_timestamp_seconds{subscription="app"}': `${13 * day}x10` },
    at: '1m',
    own: { subscription: 'app' },
    keeps: [],
    // One that has expired is silent, too: what is refused then shows otherwise.
    quiet: {
      'pdas_subscription_expiry_timestamp_seconds{subscription="app"}': `${15 * day}x10`,
      'pdas_subscription_expiry_timestamp_seconds{subscription="ended"}': '30x10',
    },
  },
  {
    alert: 'CertificateExpires',
    fires: { [certificate]: `${13 * day}x10` },
    at: '1m',
    own: { certificate: 'service' },
    keeps: [],
    quiet: { [certificate]: `${15 * day}x10` },
  },
  {
    alert: 'CertificateExpiresSoon',
    fires: { [certificate]: `${day}x10` },
    at: '1m',
    own: { certificate: 'service' },
    keeps: [],
    quiet: { [certificate]: `${3 * day}x10` },
  },
  {
    alert: 'AccessLogNotWritable',
    fires: { pdas_access_log_writable: '0x10' },
    at: '1m',
    quiet: { pdas_access_log_writable: '1x10' },
  },
  {
    alert: 'AccessLogSlow',
    fires: { [`${sync}"0.25"}`]: '0x30', [`${sync}"0.5"}`]: '0+60x30', [`${sync}"+Inf"}`]: '0+60x30' },
    at: '20m',
    keeps: ['instance'],
    quiet: { [`${sync}"0.25"}`]: '0+60x30', [`${sync}"0.5"}`]: '0+60x30', [`${sync}"+Inf"}`]: '0+60x30' },
  },
  {
    alert: 'AccessLogEntriesWait',
    fires: { pdas_access_log_waiting_entries: '51x10' },
    at: '5m',
    quiet: { pdas_access_log_waiting_entries: '51x3 0x1 51x10' },
  },
  {
    alert: 'AccessLogPartitionsEnd',
    fires: { pdas_access_log_partitions_until_timestamp_seconds: `${29 * day}x10` },
    at: '1m',
    keeps: ['job'],
    quiet: { pdas_access_log_partitions_until_timestamp_seconds: `${31 * day}x10` },
  },
  {
    alert: 'AccessLogVerifyFails',
    fires: { pdas_access_log_verify_exit_status: '0x2 1x10' },
    at: '6m',
    keeps: [],
    quiet: { pdas_access_log_verify_exit_status: '1x2 0x10' },
  },
  {
    alert: 'AccessLogVerifyFails',
    fires: { 'kube_job_status_failed{job_name="access-log-verify-29000000"}': '0x2 1x10' },
    at: '6m',
    keeps: [],
    quiet: { 'kube_job_status_failed{job_name="another-29000000"}': '1x10' },
  },
  {
    alert: 'AccessLogNotVerified',
    fires: { pdas_access_log_verified_timestamp_seconds: '0x1800' },
    at: '1640m',
    keeps: [],
    quiet: { pdas_access_log_verified_timestamp_seconds: '0x1400 84000x400' },
  },
  {
    alert: 'AccessLogNotVerified',
    fires: { 'kube_cronjob_status_last_successful_time{cronjob="access-log-verify"}': '0x1800' },
    at: '1640m',
    keeps: [],
    quiet: { 'kube_cronjob_status_last_successful_time{cronjob="access-log-verify"}': '0x1400 84000x400' },
  },
  {
    // It has never run.
    alert: 'AccessLogNotVerified',
    fires: { up: '1x100' },
    at: '70m',
    keeps: [],
    quiet: { pdas_access_log_verified_timestamp_seconds: '0x100' },
  },
  {
    alert: 'LogLinesDropped',
    fires: { pdas_log_lines_dropped_total: '0x5 7x10' },
    at: '8m',
    quiet: { pdas_log_lines_dropped_total: '7x15' },
  },
  {
    alert: 'EhrCircuitOpen',
    fires: { 'pdas_circuit_open{system="ehr"}': '1x10' },
    at: '3m',
    own: { system: 'ehr' },
    keeps: [],
    quiet: { 'pdas_circuit_open{system="ehr"}': '0x10' },
  },
  {
    alert: 'EhrPlacesTaken',
    fires: { [places]: '0+60x30' },
    at: '15m',
    own: { reason: 'ehr-places-taken' },
    keeps: ['instance'],
    quiet: { [places]: '0+3x30' },
  },
  {
    alert: 'EhrCallsFail',
    fires: { [`${call}"done"}`]: '0+60x40', [`${call}"ehr-unusable"}`]: '0+6x40' },
    at: '30m',
    own: { system: 'ehr', kind: 'patients' },
    keeps: [],
    quiet: { [`${call}"done"}`]: '0+60x40', [`${call}"ehr-unusable"}`]: '0+1x40' },
  },
  {
    // It begins five minutes after the incident; four minutes after its end it is over.
    alert: 'EhrCallsFail',
    fires: { [`${call}"done"}`]: '0+60x40', [`${call}"ehr-unavailable"}`]: '0x19 0+60x20' },
    at: '25m',
    own: { system: 'ehr', kind: 'patients' },
    keeps: [],
    quiet: { [`${call}"done"}`]: '0+60x40', [`${call}"ehr-unavailable"}`]: '0+60x20 1200x20' },
  },
  {
    // One patient's unreadable record, asked for four times a minute at night.
    alert: 'EhrCallsFail',
    fires: { [`${call}"ehr-unusable"}`]: '0+6x40' },
    at: '30m',
    own: { system: 'ehr', kind: 'patients' },
    keeps: [],
    quiet: { [`${call}"ehr-unusable"}`]: '0+4x40' },
  },
  {
    alert: 'RequestsFail',
    fires: { [`${served}"200"}`]: '0+120x40', [`${served}"502"}`]: '0+12x40' },
    at: '30m',
    keeps: [],
    quiet: { [`${served}"200"}`]: '0+120x40', [`${served}"502"}`]: '0+2x40' },
  },
  {
    alert: 'RequestsFail',
    fires: { [`${served}"200"}`]: '0+60x40', [`${served}"503"}`]: '0x19 0+60x20' },
    at: '25m',
    keeps: [],
    quiet: { [`${served}"200"}`]: '0+60x40', [`${served}"503"}`]: '0+60x20 1200x20' },
  },
  {
    alert: 'RequestsFail',
    fires: { [`${served}"502"}`]: '0+12x40' },
    at: '30m',
    keeps: [],
    quiet: { [`${served}"502"}`]: '0+6x40' },
  },
  {
    // The process was restarted meanwhile, and has not counted anything yet.
    alert: 'NoTraffic',
    fires: { [`${served}"200"}`]: '0+60x1440 _x30' },
    at: '1465m',
    keeps: [],
    quiet: { [`${served}"200"}`]: '0+60x1470' },
  },
  {
    // A night like the one before.
    alert: 'NoTraffic',
    fires: { [`${served}"200"}`]: '0+60x1440 86400x30' },
    at: '1465m',
    keeps: [],
    quiet: { [`${served}"200"}`]: '0x1470' },
  },
  {
    alert: 'SubscriptionRefused',
    fires: { [`${ofApp}"200"}`]: '500x60', [`${ofApp}"401"}`]: '0+2x60' },
    at: '50m',
    own: { subscription: 'app' },
    keeps: [],
    // One of its calls in ten is answered.
    quiet: { [`${ofApp}"200"}`]: '0+1x60', [`${ofApp}"401"}`]: '0+9x60' },
  },
  {
    // It is over when the app is answered again; a few refused calls are no news.
    alert: 'SubscriptionRefused',
    fires: { [`${ofApp}"403"}`]: '0+2x60' },
    at: '50m',
    own: { subscription: 'app' },
    keeps: [],
    quiet: {
      [`${ofApp}"403"}`]: '0+20x40 800x20',
      [`${ofApp}"200"}`]: '0x40 0+1x20',
      'pdas_requests_total{operation="4 patient",subscription="small",status="403"}': '0x30 5x30',
    },
  },
  {
    alert: 'RestartLoop',
    fires: { process_start_time_seconds: '0x5 300x2 480x2 660x20' },
    at: '14m',
    // A rolling restart, and a second one.
    quiet: { process_start_time_seconds: '0x5 300x5 600x20' },
  },
  {
    alert: 'RequestsCutOff',
    // It was scraped once more before it ended.
    fires: { [stopping]: '_x3 4x0' },
    at: '8m',
    keeps: ['instance'],
    quiet: { [rate]: '4x10' },
  },
  {
    alert: 'RequestsRefusedForOverload',
    fires: { [overload]: '0+60x30' },
    at: '15m',
    own: { reason: 'overload-requests' },
    keeps: ['instance'],
    quiet: { [overload]: '0+3x30' },
  },
  {
    alert: 'ConnectionsNearlyExhausted',
    fires: { pdas_connections: '91x10', pdas_connections_limit: '100x10' },
    at: '6m',
    quiet: { pdas_connections: '90x10', pdas_connections_limit: '100x10' },
  },
  {
    alert: 'RequestsSlow',
    fires: {
      [`${slowest}"5"}`]: '0+60x40',
      [`${slowest}"10"}`]: '0+66x40',
      [`${slowest}"+Inf"}`]: '0+66x40',
    },
    at: '35m',
    own: { operation: '10 journalNotes' },
    keeps: [],
    quiet: {
      [`${slowest}"5"}`]: '0+60x40',
      [`${slowest}"10"}`]: '0+61x40',
      [`${slowest}"+Inf"}`]: '0+61x40',
    },
  },
  {
    alert: 'ForeignRecord',
    fires: { [foreign]: '0x5 1x20' },
    at: '10m',
    own: { kind: 'journalNotes' },
    keeps: [],
    quiet: { [foreign]: '1x20' },
  },
  {
    alert: 'SourceUnavailable',
    fires: { [source]: '0+1x60' },
    at: '40m',
    own: { kind: 'journalNotes' },
    keeps: [],
    quiet: { [source]: '0x10 1x60' },
  },
  {
    alert: 'ValuesUnreadable',
    fires: { [unreadable]: '0+2x100' },
    at: '90m',
    own: { kind: 'journalNotes', path },
    keeps: [],
    quiet: { [unreadable]: '0+1x100' },
  },
  {
    alert: 'ManyRateLimited',
    fires: { [rate]: '0+120x40' },
    at: '30m',
    own: { subscription: 'app' },
    keeps: [],
    quiet: { [rate]: '0+30x40' },
  },
  {
    alert: 'ManyUnauthorized',
    fires: { [token]: '0+1x360 360+60x30' },
    at: '385m',
    own: { reason: 'token-expired', subscription: 'app' },
    keeps: [],
    quiet: { [token]: '0+60x400' },
  },
  {
    alert: 'EventLoopLags',
    fires: { nodejs_eventloop_lag_p99_seconds: '0.3x20' },
    at: '12m',
    quiet: { nodejs_eventloop_lag_p99_seconds: '0.2x20' },
  },
];
