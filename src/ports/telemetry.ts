// Telemetry events: what operators count and log. They carry element paths, never content (D17, D26, D29).
import type { FailureCode } from '../domain/model/failure.ts';
import type { FailureReason, RefusalReason } from '../domain/model/failure-reasons.ts';
import type { LossReason, OwnerFault } from '../domain/model/loss.ts';
import type { SourceKind } from '../domain/records/index.ts';

export type LeftOutEvent = {
  readonly requestId: string;
  /** The id of the request's trace; undefined without a trace. */
  readonly traceId?: string | undefined;
  readonly kind: SourceKind;
  readonly reason: LossReason;
  /** Element names joined by `/`; missing for whole records. */
  readonly path?: string | undefined;
  /** Of foreign records, why they count as such, if the adapter tells it. */
  readonly ownerFault?: OwnerFault | undefined;
  readonly count: number;
};

/** One finished call to a system of the region. */
export type EhrCallEvent = {
  readonly requestId: string;
  /** The id of the request's trace; undefined without a trace. */
  readonly traceId?: string | undefined;
  readonly system: string;
  /** What was read (`relations`: who may act for a patient) or written. */
  readonly kind: SourceKind | 'relations' | 'arrival' | 'payment';
  /** `done`, or the code of the failure. An EHR that states that a patient or booking is unknown counts as `done`. */
  readonly outcome: 'done' | FailureCode;
  /** Why it failed: the reason that the request's log line has if this failure ended the request (D30). */
  readonly reason?: FailureReason | undefined;
  /** Details of a failure in the service's own words; never content. */
  readonly detail?: string | undefined;
  readonly durationMs: number;
};

/** One answered request. */
export type RequestEvent = {
  /** Number and name of the operation; undefined for any other path. */
  readonly operation: string | undefined;
  /** Name of the subscription, if the key was known. */
  readonly subscription: string | undefined;
  readonly status: number;
  /** Why it was refused or failed, for every 4xx and 5xx (D30). */
  readonly reason: RefusalReason | undefined;
  /** Undefined for a request that could not be parsed. */
  readonly durationMs: number | undefined;
  /** W3C trace context of its span, which links a metric to the trace; undefined without a trace. */
  readonly traceparent?: string | undefined;
};

/** One write to the access log. It may hold several entries. */
export type LogWriteEvent = { readonly entries: number; readonly durationMs: number };

export type TelemetryEvents = {
  leftOut(event: LeftOutEvent): void;
  ehrCall(event: EhrCallEvent): void;
  requestServed(event: RequestEvent): void;
  logWritten(event: LogWriteEvent): void;
};
