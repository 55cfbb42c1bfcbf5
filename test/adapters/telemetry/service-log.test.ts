// Notices as lines of the service's log: what was left out, without content (D17, D29).
import { expect, test } from 'vitest';
import { logNotices } from '../../../src/adapters/telemetry/service-log.ts';
import type { EhrCallNotice, LeftOutNotice } from '../../../src/ports/telemetry.ts';
import { recordedLog } from '../recorded-log.ts';

const tell = (notice: LeftOutNotice) => {
  const { log, told } = recordedLog();
  logNotices(log).leftOut(notice);
  return told;
};

test.each(['unreadable', 'repeated', 'cut', 'out-of-bounds', 'withheld'] as const)(
  'what is %s is told by kind, reason, path and number',
  reason => {
    const notice: LeftOutNotice = {
      requestId: 'r-1',
      kind: 'journalNotes',
      reason,
      path: 'JournalNoteEHRExtract/Note/NoteActive',
      count: 3,
    };
    expect(tell(notice)).toEqual([{ level: 'info', fields: notice, message: expect.any(String) }]);
  },
);

test('a foreign record stands out as a security event', () => {
  const notice: LeftOutNotice = { requestId: 'r-1', kind: 'contacts', reason: 'foreign', count: 1 };
  expect(tell(notice)).toEqual([
    { level: 'warn', fields: { ...notice, security: true }, message: expect.any(String) },
  ]);
});

const call: EhrCallNotice = {
  requestId: 'r-1',
  system: 'ehr',
  kind: 'contacts',
  outcome: 'ehr-too-slow',
  detail: 'time is over',
  durationMs: 8000,
};

const tellCall = (notice: EhrCallNotice) => {
  const { log, told } = recordedLog();
  logNotices(log).ehrCall(notice);
  return told;
};

test('a call to an EHR that failed is told', () => {
  expect(tellCall(call)).toEqual([{ level: 'warn', fields: call, message: expect.any(String) }]);
});

test.each(['done', 'client-gone'] as const)('one that did not is not: %s', outcome => {
  expect(tellCall({ ...call, outcome })).toEqual([]);
});
