// Entries for tests of the access log and its tools.
import type { AccessEntry } from '../../../src/ports/access-log.ts';

/** A read of the patient's own bookings. */
export const entryOf = (requestId: string, more: Partial<AccessEntry> = {}): AccessEntry => ({
  time: '2026-01-15T08:30:00.000Z',
  requestId,
  operation: '3 appointments',
  phase: 'done',
  subscription: 'app',
  client: 'app',
  caller: 'åäö-1',
  callerPatient: '191212121212',
  subject: '191212121212',
  ground: 'self',
  scope: 'user/Appointment-read',
  status: 200,
  result: null,
  records: 1,
  leftOut: { records: 0, values: 0, sources: 0 },
  ...more,
});

/** All members that this version writes, but for the one that the log adds. */
export const fullEntry = entryOf('1', {
  leftOut: { records: 1, values: 2, sources: 3, unmapped: 4 },
  region: 'Region Exempel',
  instance: 'host-1/0a1b2c3d4e5f',
  address: '2001:db8::1',
  unit: 'SE2321000016-1ÅÄÖ',
  user: "nurse';--",
  systems: ['ehr', 'notes'],
  units: ['SE1', 'a "quoted", {unit}', '+12'],
});
