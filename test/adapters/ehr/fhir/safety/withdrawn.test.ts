// D35, what was never true: a record that its source has taken back may be about somebody else. It is withheld and counted.
import { expect, test } from 'vitest';
import type { CompactTimestamp } from '../../../../../src/domain/model/timestamp.ts';
import { bundle, visit } from '../support/fhir-server.ts';
import { only, readAll } from '../support/read-all.ts';

const withdrawn = (members: object) => ({
  '/Encounter': bundle([visit({ status: 'entered-in-error', ...members })]),
});

test('one outside the interval is not counted', async () => {
  const interval = { from: '20260201000000' as CompactTimestamp };
  const past = withdrawn({ period: { start: '2026-01-15', end: '2026-01-16' } });
  expect(await readAll('contacts', past, {}, { interval })).toEqual([]);
});

test("another patient's is recognized, so it is reported as foreign", async () => {
  const foreign = withdrawn({ subject: { reference: 'Patient/p2' } });
  expect(only(await readAll('contacts', foreign)).record).toEqual({
    contactEHRExtract: [{ patient: { patientID: { extension: 'Patient:Patient/p2' } } }],
  });
});
