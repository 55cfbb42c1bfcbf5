// The version of the message layout (extracts.md, "XML"): published in the older layouts, and not in v2.
import { expect, onTestFinished, test } from 'vitest';
import { extracts } from '../../../../src/adapters/ehr/extracts/index.ts';
import { regionTime } from '../../../../src/adapters/time/region-time.ts';
import type { PatientNumber } from '../../../../src/domain/model/patient-number.ts';
import { ehrServer, xml } from '../../../support/servers/ehr-server.ts';
import { newCall, systemAt } from '../calls.ts';

const document = `<PatientEHRExtracts><XSDVersion version="new"/>${'<PatientEHRExtract/>'.repeat(2)}</PatientEHRExtracts>`;
const unreadable = { path: 'XSDVersion/version', reason: 'unreadable', hides: [] };

test.each([
  [
    'patients',
    [
      { record: { PatientEHRExtract: [{}], XSDVersion: {} }, losses: [unreadable] },
      { record: { PatientEHRExtract: [{}], XSDVersion: {} }, losses: [] },
    ],
  ],
  ['patientsV2', Array(2).fill({ record: { patientEHRExtract: [{}] }, losses: [] })],
] as const)('an unreadable version is lost once, where it would be published: %s', async (kind, expected) => {
  const server = await ehrServer((_, response) => xml(response, document));
  const region = { time: regionTime('Europe/Stockholm'), clock: Date.now, reserveNumbersRoot: undefined };
  const { ehr, close } = extracts.open(systemAt(server.url), region);
  onTestFinished(async () => {
    await close();
    await server.close();
  });
  const question = { patient: '191212121212' as PatientNumber, interval: {}, call: newCall() };
  expect(await Array.fromAsync<unknown>(ehr[kind]?.(question) ?? [])).toEqual(expected);
});
