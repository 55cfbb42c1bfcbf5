// Wraps an EHR to trace its calls and report them with system, kind, outcome and duration.
import { isFailure } from '../../domain/model/failure.ts';
import type { SourceKind } from '../../domain/records/index.ts';
import { type Call, idsOf } from '../../ports/call.ts';
import type { Stopwatch } from '../../ports/clock.ts';
import type { Arrival, Ehr, EhrReader, EhrWriter, Reader } from '../../ports/ehr.ts';
import type { EhrCallEvent, TelemetryEvents } from '../../ports/telemetry.ts';
import type { SpanStart, Tracing } from '../../ports/tracing.ts';
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

const instrumentedReader = <T>(
  read: Reader<T>,
  kind: SourceKind,
  instrumentation: Instrumentation,
): Reader<T> =>
  async function* (question) {
    const { call, end } = beginCall(instrumentation, kind, question.call);
    let outcome: Outcome = { outcome: 'done' };
    try {
      yield* read({ ...question, call });
    } catch (error) {
      outcome = outcomeOf(error);
      throw error;
    } finally {
      end(outcome);
    }
  };

const instrumentedWriter = ({ arrive, pay }: EhrWriter, instrumentation: Instrumentation): EhrWriter => {
  const instrument =
    <A extends Arrival, R>(write: (command: A) => Promise<R>, kind: 'arrival' | 'payment') =>
    async (command: A): Promise<R> => {
      const { call, end } = beginCall(instrumentation, kind, command.call);
      let outcome: Outcome = { outcome: 'done' };
      try {
        return await write({ ...command, call });
      } catch (error) {
        outcome = outcomeOf(error);
        throw error;
      } finally {
        end(outcome);
      }
    };
  return {
    ...(arrive === undefined ? {} : { arrive: instrument(arrive, 'arrival') }),
    ...(pay === undefined ? {} : { pay: instrument(pay, 'payment') }),
  };
};

/** Wraps a register: each call is a span, and is reported when it ends. */
export const instrumentedRelations =
  (relations: Relations, instrumentation: Instrumentation): Relations =>
  async query => {
    const { call, end } = beginCall(instrumentation, 'relations', query.call);
    let outcome: Outcome = { outcome: 'done' };
    try {
      return await relations({ ...query, call });
    } catch (error) {
      outcome = outcomeOf(error);
      throw error;
    } finally {
      end(outcome);
    }
  };

/** Wraps an EHR: each call is a span, and is reported when it ends. */
export const instrumented = (ehr: Ehr, instrumentation: Instrumentation): Ehr => {
  const readerOf = <K extends SourceKind>(kind: K): EhrReader[K] => {
    const read = ehr[kind] as Reader<unknown> | undefined;
    return (read === undefined ? undefined : instrumentedReader(read, kind, instrumentation)) as EhrReader[K];
  };
  return {
    ...readersOf(readerOf),
    writer: ehr.writer === undefined ? undefined : instrumentedWriter(ehr.writer, instrumentation),
  };
};
