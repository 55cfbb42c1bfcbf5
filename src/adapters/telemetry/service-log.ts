// Telemetry events as lines of the service's log: what was left out by reason and path, never with content (D17, D29).
import type { FailureReason } from '../../domain/model/failure-reasons.ts';
import type { EhrCallEvent, TelemetryEvents } from '../../ports/telemetry.ts';

export type Log = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

/** `trace_id` is OpenTelemetry's name for it in lines of JSON. */
const lineOf = <E extends { readonly traceId?: string | undefined }>({ traceId, ...event }: E) => ({
  ...event,
  trace_id: traceId,
});

/** Why a call ended before anything was sent to the EHR. */
const notAsked: ReadonlySet<EhrCallEvent['reason']> = new Set<FailureReason>([
  'booking-incomplete',
  'ehr-circuit-open',
  'ehr-places-taken',
  'ehr-share-taken',
  'ehr-token-unavailable',
  'ehr-token-refused',
  'access-log-unwritable',
  'access-log-timeout',
  'service-stopping',
]);

/** Logs the events that operators follow up. */
export const serviceLogTelemetry = (log: Log): TelemetryEvents => ({
  // The EHR must never send a record of another patient: that is a security event, logged as a warning. So is a source system
  // that could not be asked, because somebody has to repair it. Values for which records have no member are counted by the
  // metrics alone: nearly every answer of such an EHR has some, and nobody can do anything about it.
  leftOut: event => {
    const { reason } = event;
    const line = lineOf(event);
    if (reason === 'unmapped') return;
    if (reason === 'foreign') log.warn({ ...line, security: true }, 'a foreign record was withheld');
    else if (reason.startsWith('source-')) log.warn(line, 'source systems could not be asked');
    else log.info(line, 'left out of an answer');
  },
  // A client that has gone away is not a failure of the EHR, and neither is a call that was not sent.
  ehrCall: event => {
    const { outcome, reason } = event;
    if (outcome === 'done' || outcome === 'client-gone') return;
    log.warn(lineOf(event), notAsked.has(reason) ? 'the EHR was not asked' : 'the EHR failed');
  },
  // The HTTP server logs requests, since it knows more about them. Writes of the access log are for metrics.
  requestServed: () => {},
  logWritten: () => {},
});

/** Passes every event on to all of them. */
export const combinedTelemetry = (...all: readonly TelemetryEvents[]): TelemetryEvents => ({
  leftOut: event => all.forEach(events => void events.leftOut(event)),
  ehrCall: event => all.forEach(events => void events.ehrCall(event)),
  requestServed: event => all.forEach(events => void events.requestServed(event)),
  logWritten: event => all.forEach(events => void events.logWritten(event)),
});
