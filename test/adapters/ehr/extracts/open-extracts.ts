// Opens the adapter for legacy XML extracts with an EHR of its own, until the test has finished.
import { onTestFinished } from 'vitest';
import type { System } from '../../../../src/adapters/ehr/adapter.ts';
import { extracts } from '../../../../src/adapters/ehr/extracts/index.ts';
import { regionTime } from '../../../../src/adapters/time/region-time.ts';
import type { PatientNumber } from '../../../../src/domain/model/patient-number.ts';
import type { EhrQuery } from '../../../../src/ports/ehr.ts';
import { type EhrServer, ehrServer } from '../../../support/servers/ehr-server.ts';
import { newCall, systemAt } from '../calls.ts';

/** @param answer how the EHR answers. */
export const openExtracts = async (answer: EhrServer['answer'], members: Partial<System> = {}) => {
  const server = await ehrServer(answer);
  const region = { time: regionTime('Europe/Stockholm'), clock: Date.now, reserveNumbersRoot: undefined };
  const { ehr, close } = extracts.open(systemAt(server.url, members), region);
  onTestFinished(async () => {
    await close();
    await server.close();
  });
  return { server, ehr };
};

/** A query for everything that one patient has. */
export const newQuery = (members: Partial<EhrQuery> = {}): EhrQuery => ({
  patient: '191212121212' as PatientNumber,
  interval: {},
  call: newCall(),
  ...members,
});
