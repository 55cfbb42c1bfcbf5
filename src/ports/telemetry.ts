// What operators must hear of: counted, and logged by element path, never with content (D17, D26, D29).
import type { FailureCode } from '../domain/model/failure.ts';
import type { FailureReason, RefusalReason } from '../domain/model/failure-reasons.ts';
import type { LossReason } from '../domain/model/loss.ts';
import type { RecordKind } from '../domain/records/index.ts';

export type LeftOutEvent = {
  readonly requestId: string;
  /** Of the trace that the request belongs to; undefined where there is none. */
  readonly traceId?: string | undefined;
  readonly kind: RecordKind;
  readonly reason: LossReason;
  /** Element names from the published trees, joined by `/`; absent for whole records. */
  readonly path?: string | undefined;
  readonly count: number;
};

/** One call to a system of the region, when it has ended. */
export type EhrCallEvent = {
  readonly requestId: string;
  /** Of the trace that the request belongs to; undefined where there is none. */
  readonly traceId?: string | undefined;
  readonly system: string;
  /** What was read (`relations`: who may act for a patient), or which write it was. */
  readonly kind: RecordKind | 'relations' | 'arrival' | 'payment';
  /** The code of its failure. `done` includes the EHR's own word that a patient or booking is not known. */
  readonly outcome: 'done' | FailureCode;
  /** Why it failed: the word that the request's own line has where this failure ended it (D30). */
  readonly reason?: FailureReason | undefined;
  /** What is known of a failure, in our own words: never content. */
  readonly detail?: string | undefined;
  readonly durationMs: number;
};

/** One request, when it has been answered. */
export type RequestEvent = {
  /** Number and name of the operation; undefined outside them. */
  readonly operation: string | undefined;
  /** Name of the subscription, where its key was known. */
  readonly subscription: string | undefined;
  readonly status: number;
  /** Why it was refused or failed: one word of the closed list, for every 4xx and 5xx (D30). */
  readonly reason: RefusalReason | undefined;
  /** Undefined for what could not be read as a request. */
  readonly durationMs: number | undefined;
  /** W3C trace context of its span, so that a metric can lead to the trace; undefined where there is none. */
  readonly traceparent?: string | undefined;
};

/** One write of the access log: several entries may share it. */
export type LogWriteEvent = { readonly entries: number; readonly durationMs: number };

export type TelemetryEvents = {
  leftOut(event: LeftOutEvent): void;
  ehrCall(event: EhrCallEvent): void;
  requestServed(event: RequestEvent): void;
  logWritten(event: LogWriteEvent): void;
};
