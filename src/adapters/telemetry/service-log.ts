// TelemetryEvents as lines of the service's log: what was left out by reason and path, never with content (D17, D29).
import type { EhrCallEvent, LeftOutEvent, TelemetryEvents } from '../../ports/telemetry.ts';

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

/**
 * A record of another patient should never come: it is a security event, and stands out as one. A source system that
 * could not be asked stands out too: somebody has to repair it.
 * What no record has a member for is left to the metrics: nearly every answer of such an EHR lacks it, and nothing is to
 * be done about it.
 */
const tellLeftOut = (log: Log, event: LeftOutEvent) => {
  const { reason } = event;
  const line = lineOf(event);
  if (reason === 'unmapped') return;
  if (reason === 'foreign') log.warn({ ...line, security: true }, 'a foreign record was withheld');
  else if (reason.startsWith('source-')) log.warn(line, 'source systems could not be asked');
  else log.info(line, 'left out of an answer');
};

/** Failures alone: what goes well is in the line of its request. A client that went away is no failure of the EHR. */
const tellEhrCall = (log: Log, event: EhrCallEvent) => {
  const { outcome } = event;
  if (outcome !== 'done' && outcome !== 'client-gone') log.warn(lineOf(event), 'the EHR failed');
};

export const serviceLogTelemetry = (log: Log): TelemetryEvents => ({
  leftOut: event => tellLeftOut(log, event),
  ehrCall: event => tellEhrCall(log, event),
  // The line of a request is written by http, which knows more of it; writes of the access log are for metrics.
  requestServed: () => {},
  logWritten: () => {},
});

/** Tells everything to several. */
export const combinedTelemetry = (...all: readonly TelemetryEvents[]): TelemetryEvents => ({
  leftOut: event => all.forEach(one => void one.leftOut(event)),
  ehrCall: event => all.forEach(one => void one.ehrCall(event)),
  requestServed: event => all.forEach(one => void one.requestServed(event)),
  logWritten: event => all.forEach(one => void one.logWritten(event)),
});
