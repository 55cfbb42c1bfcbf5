// TelemetryEvents as lines of the service's log: what was left out, without content (D17, D29).
import { expect, test } from 'vitest';
import { serviceLogTelemetry } from '../../../src/adapters/telemetry/service-log.ts';
import type { EhrCallEvent, LeftOutEvent } from '../../../src/ports/telemetry.ts';
import { recordedLog } from '../recorded-log.ts';

const tell = (event: LeftOutEvent) => {
  const { log, logged } = recordedLog();
  serviceLogTelemetry(log).leftOut(event);
  return logged;
};

test.each(['unreadable', 'repeated', 'cut', 'out-of-bounds', 'withheld'] as const)(
  'what is %s is logged by kind, reason, path and number',
  reason => {
    const event: LeftOutEvent = {
      requestId: 'r-1',
      kind: 'journalNotes',
      reason,
      path: 'JournalNoteEHRExtract/Note/NoteActive',
      count: 3,
    };
    expect(tell(event)).toEqual([{ level: 'info', fields: event, message: expect.any(String) }]);
  },
);

test('what no record has a member for is left to the metrics: it would be lines for every answer', () => {
  const path = 'careContact/careContactHeader/documentTitle';
  expect(tell({ requestId: 'r-1', kind: 'contacts', reason: 'unmapped', path, count: 3 })).toEqual([]);
});

test.each(['source-unavailable', 'source-outdated'] as const)('a source system stands out: %s', reason => {
  const event: LeftOutEvent = { requestId: 'r-1', kind: 'contacts', reason, count: 2 };
  expect(tell(event)).toEqual([{ level: 'warn', fields: event, message: expect.any(String) }]);
});

test('a foreign record stands out as a security event', () => {
  const event: LeftOutEvent = { requestId: 'r-1', kind: 'contacts', reason: 'foreign', count: 1 };
  expect(tell(event)).toEqual([
    { level: 'warn', fields: { ...event, security: true }, message: expect.any(String) },
  ]);
});

const call: EhrCallEvent = {
  requestId: 'r-1',
  system: 'ehr',
  kind: 'contacts',
  outcome: 'ehr-too-slow',
  detail: 'time is over',
  durationMs: 8000,
};

const tellCall = (event: EhrCallEvent) => {
  const { log, logged } = recordedLog();
  serviceLogTelemetry(log).ehrCall(event);
  return logged;
};

test('a call to an EHR that failed is logged', () => {
  expect(tellCall(call)).toEqual([{ level: 'warn', fields: call, message: expect.any(String) }]);
});

test.each(['done', 'client-gone'] as const)('one that did not is not: %s', outcome => {
  expect(tellCall({ ...call, outcome })).toEqual([]);
});

test.each<[EhrCallEvent['outcome'], EhrCallEvent['reason'], string]>([
  ['ehr-unreachable', 'ehr-circuit-open', 'the EHR was not asked'],
  ['ehr-unreachable', 'ehr-places-taken', 'the EHR was not asked'],
  ['ehr-unreachable', 'ehr-share-taken', 'the EHR was not asked'],
  ['ehr-unavailable', 'ehr-token-unavailable', 'the EHR was not asked'],
  ['ehr-unusable', 'ehr-token-refused', 'the EHR was not asked'],
  ['log-unavailable', 'access-log-unwritable', 'the EHR was not asked'],
  ['booking-incomplete', 'booking-incomplete', 'the EHR was not asked'],
  ['ehr-unreachable', 'ehr-no-connection', 'the EHR failed'],
  ['ehr-too-slow', 'ehr-timeout', 'the EHR failed'],
  ['ehr-unusable', 'ehr-status', 'the EHR failed'],
])('%s (%s): %s', (outcome, reason, message) => {
  const event = { ...call, outcome, reason };
  expect(tellCall(event)).toEqual([{ level: 'warn', fields: event, message }]);
});
