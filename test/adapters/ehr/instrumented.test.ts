// What is reported of the calls to an EHR.
import { expect, test } from 'vitest';
import { instrumented, instrumentedRelations } from '../../../src/adapters/ehr/instrumented.ts';
import { readersOf } from '../../../src/adapters/ehr/readers.ts';
import { Failure } from '../../../src/domain/model/failure.ts';
import type { PatientNumber } from '../../../src/domain/model/patient-number.ts';
import type { Ehr } from '../../../src/ports/ehr.ts';
import type { EhrCallEvent, TelemetryEvents } from '../../../src/ports/telemetry.ts';
import { noTracing } from '../../../src/ports/tracing.ts';
import { newCall, requestId } from './calls.ts';

const patient = '191212121212' as PatientNumber;

/** Instrumentation without tracing, and the calls that it has reported. */
const reporting = () => {
  const reported: EhrCallEvent[] = [];
  const telemetry = { ehrCall: (event: EhrCallEvent) => void reported.push(event) };
  let now = 0;
  const instrumentation = {
    system: 'ehr',
    telemetry: telemetry as unknown as TelemetryEvents,
    tracing: noTracing,
    stopwatch: () => (now += 40),
  };
  return { reported, instrumentation };
};

const event = (members: object) => ({ requestId, system: 'ehr', durationMs: 40, ...members });

const ehrWith = (members: Partial<Ehr>): Ehr => ({
  ...readersOf(() => undefined),
  writer: undefined,
  ...members,
});

test.each([
  ['an answer', undefined, { outcome: 'done' }],
  ['a patient who is unknown', new Failure('patient-unknown'), { outcome: 'done' }],
  ['an error of the program', new TypeError('of nothing'), { outcome: 'unexpected', reason: 'unexpected' }],
  [
    'a failure',
    new Failure('ehr-unavailable', { reason: 'ehr-says-unavailable', detail: 'status 503' }),
    { outcome: 'ehr-unavailable', reason: 'ehr-says-unavailable', detail: 'status 503' },
  ],
])('%s, of a reader, a register and a write', async (_, error, outcome) => {
  const { reported, instrumentation } = reporting();
  const fail = () => {
    if (error !== undefined) throw error;
  };
  const ehr = instrumented(
    ehrWith({
      contacts: async function* () {
        fail();
        yield* [];
      },
      writer: {
        arrive: async () => {
          fail();
          return { result: { ResultCode: 'OK', Comment: '', Any: [] }, losses: [] };
        },
      } as unknown as NonNullable<Ehr['writer']>,
    }),
    instrumentation,
  );
  const relations = instrumentedRelations(async () => {
    fail();
    return { birthDate: undefined, guardians: [] };
  }, instrumentation);
  const call = newCall();
  const settled = await Promise.allSettled([
    Array.fromAsync(ehr.contacts?.({ patient, interval: {}, call }) ?? []),
    relations({ patient, call }),
    ehr.writer?.arrive?.({ patient, bookingId: '1', call }),
  ]);
  expect(settled.map(({ status }) => status)).toEqual(
    Array(3).fill(error === undefined ? 'fulfilled' : 'rejected'),
  );
  const kinds = reported.map(({ kind }) => kind);
  expect(kinds.toSorted()).toEqual(['arrival', 'contacts', 'relations']);
  for (const one of reported)
    expect(one).toMatchObject({ ...event(outcome), durationMs: expect.any(Number) });
});

test('what a system does not have, it does not have with it', () => {
  const { instrumentation } = reporting();
  const ehr = instrumented(ehrWith({}), instrumentation);
  expect([ehr.writer, ehr.contacts]).toEqual([undefined, undefined]);
});
