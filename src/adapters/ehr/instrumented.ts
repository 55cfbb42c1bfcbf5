// What goes around the calls of every EHR: they are traced and reported with system, kind, outcome and duration, and the texts of what
// they answer are plain.
import { isFailure } from '../../domain/model/failure.ts';
import { omitUndefined } from '../../domain/model/omit-undefined.ts';
import type { SourceKind } from '../../domain/records/index.ts';
import { type Call, idsOf } from '../../ports/call.ts';
import type { Stopwatch } from '../../ports/clock.ts';
import type { Arrival, Ehr, EhrReader, EhrWriter, Reader, ReadValue, WriteAnswer } from '../../ports/ehr.ts';
import type { EhrCallEvent, TelemetryEvents } from '../../ports/telemetry.ts';
import type { SpanStart, Tracing } from '../../ports/tracing.ts';
import { plainReading, plainWriteAnswer } from './plain-ehr.ts';
import { readersOf } from './readers.ts';
import type { Relations } from './relations.ts';

type Instrumentation = {
  readonly system: string;
  readonly telemetry: TelemetryEvents;
  readonly tracing: Tracing;
  readonly stopwatch: Stopwatch;
};

type Outcome = Pick<EhrCallEvent, 'outcome' | 'reason' | 'detail'>;

/** The EHR's answer that a patient or booking is unknown is not a failure of the call. */
const outcomeOf = (error: unknown): Outcome => {
  if (isFailure(error, 'patient-unknown', 'booking-unknown')) return { outcome: 'done' };
  if (!isFailure(error)) return { outcome: 'unexpected', reason: 'unexpected' };
  return { outcome: error.code, reason: error.reason, detail: error.message };
};

/** Starts the span of a call. Returns the call to pass on, and a function that ends the span. */
const beginSpan = ({ system, tracing }: Instrumentation, kind: EhrCallEvent['kind'], call: Call) => {
  const ids = { 'pdas.request_id': call.requestId, 'pdas.system': system };
  const span = tracing.begin({
    name: `ehr ${kind}`,
    kind: 'internal',
    parent: call.traceparent,
    attributes: { ...ids, 'pdas.kind': kind },
  });
  const { traceparent } = span;
  return {
    call: {
      ...call,
      traceparent,
      beginSpan: (start: Omit<SpanStart, 'parent'>) =>
        tracing.begin({ ...start, parent: traceparent, attributes: { ...ids, ...start.attributes } }),
    },
    endSpan: ({ outcome, reason }: Outcome) =>
      span.end({
        attributes: { 'pdas.outcome': outcome, ...(reason === undefined ? {} : { 'error.type': reason }) },
        failed: reason !== undefined,
      }),
  };
};

/** Starts a call, with a span if spans are created. Returns the call to pass on, and a function that reports its end. */
const beginCall = (instrumentation: Instrumentation, kind: EhrCallEvent['kind'], original: Call) => {
  const { system, telemetry, tracing, stopwatch } = instrumentation;
  const startedAt = stopwatch();
  const { call, endSpan } = tracing.isOn
    ? beginSpan(instrumentation, kind, original)
    : { call: original, endSpan: undefined };
  return {
    call,
    end: (outcome: Outcome) => {
      const durationMs = Math.round(stopwatch() - startedAt);
      telemetry.ehrCall({ ...idsOf(original), system, kind, ...outcome, durationMs });
      if (outcome.outcome === 'done') original.answered?.(system);
      endSpan?.(outcome);
    },
  };
};

/** Wraps what answers with one value: each call is a span, and is reported when it ends. */
const instrumentedCall =
  <Q extends { readonly call: Call }, A>(
    ask: (question: Q) => Promise<A>,
    kind: EhrCallEvent['kind'],
    instrumentation: Instrumentation,
  ) =>
  async (question: Q): Promise<A> => {
    const { call, end } = beginCall(instrumentation, kind, question.call);
    let outcome: Outcome = { outcome: 'done' };
    try {
      return await ask({ ...question, call });
    } catch (error) {
      outcome = outcomeOf(error);
      throw error;
    } finally {
      end(outcome);
    }
  };

/** Wraps a register. */
export const instrumentedRelations = (relations: Relations, instrumentation: Instrumentation): Relations =>
  instrumentedCall(relations, 'relations', instrumentation);

/** Wraps an EHR: each call is a span, and is reported when it ends; no text that it answers has control characters (D33). */
export const instrumented = (ehr: Ehr, instrumentation: Instrumentation): Ehr => {
  const readerOf = <K extends SourceKind>(kind: K): EhrReader[K] => {
    const read = ehr[kind] as Reader<ReadValue<K>> | undefined;
    if (read === undefined) return undefined;
    const plain = plainReading(kind);
    const reader: Reader<ReadValue<K>> = async function* (question) {
      const { call, end } = beginCall(instrumentation, kind, question.call);
      let outcome: Outcome = { outcome: 'done' };
      try {
        for await (const reading of read({ ...question, call })) yield plain(reading);
      } catch (error) {
        outcome = outcomeOf(error);
        throw error;
      } finally {
        end(outcome);
      }
    };
    return reader as EhrReader[K];
  };

  const writerOf = <C extends Arrival>(
    write: ((command: C) => Promise<WriteAnswer>) | undefined,
    kind: 'arrival' | 'payment',
  ) =>
    write &&
    instrumentedCall(async (command: C) => plainWriteAnswer(await write(command)), kind, instrumentation);

  const { arrive, pay } = ehr.writer ?? {};
  const writer = omitUndefined<EhrWriter>({
    arrive: writerOf(arrive, 'arrival'),
    pay: writerOf(pay, 'payment'),
  });
  return { ...readersOf(readerOf), writer: ehr.writer && writer };
};
