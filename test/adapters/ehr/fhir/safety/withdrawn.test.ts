// D35, what was never true: a record that its source has taken back may be about somebody else. It is withheld and counted.
import { describe, expect, test } from 'vitest';
import type { Interval } from '../../../../../src/domain/model/interval.ts';
import type { CompactTimestamp } from '../../../../../src/domain/model/timestamp.ts';
import type { SourceKind } from '../../../../../src/domain/records/index.ts';
import { bundle, own, visit } from '../support/fhir-server.ts';
import { only, readAll } from '../support/read-all.ts';

const verification = 'http://terminology.hl7.org/CodeSystem/allergyintolerance-verification';

const withdrawn = (members: object) => ({
  '/Encounter': bundle([visit({ status: 'entered-in-error', ...members })]),
});

const status = 'entered-in-error';
const past = { start: '2026-01-15', end: '2026-01-16' };
const noted = { subject: own, type: { text: 'Anteckning' } };

/** Kind and resource, with the members that say when it applied; it applies to the whole of 2026-01-15 at least. */
const applied: readonly (readonly [SourceKind, string, object, object])[] = [
  ['contacts', 'Encounter', { status, subject: own, class: { code: 'AMB' } }, { period: past }],
  [
    'attentionSignals',
    'AllergyIntolerance',
    { verificationStatus: { coding: [{ system: verification, code: status }] }, patient: own },
    { onsetPeriod: past, meta: { lastUpdated: '2026-01-15T12:00:00+01:00' } },
  ],
  ['attentionSignals', 'Flag', { status, subject: own, code: { text: 'Smitta' } }, { period: past }],
  ['prescriptions', 'MedicationRequest', { status, subject: own }, { authoredOn: '2026-01-15' }],
  ['journalNotes', 'DocumentReference', { status, ...noted }, { date: '2026-01-15T12:00:00+01:00' }],
  ['journalNotes', 'DocumentReference', { status, ...noted }, { context: { period: past } }],
  ['journalNotes', 'Composition', { status, ...noted }, { date: '2026-01-15T12:00:00+01:00' }],
  ['journalNotes', 'Composition', { status, ...noted }, { event: [{ period: past }] }],
];

describe.each(applied)('one in the past: %s, %s', (kind, resourceType, members, times) => {
  const countIn = async (interval: Interval, more = times) => {
    const resource = { resourceType, id: '1', ...members, ...more };
    const found = await readAll(kind, { [`/${resourceType}`]: bundle([resource]) }, {}, { interval });
    return found.filter(({ record }) => record === undefined).length;
  };
  const at = (digits: string) => digits as CompactTimestamp;

  test('is counted inside the interval, and not before it began', async () => {
    expect(await countIn({ from: at('20260115000000'), to: at('20260115235959') })).toBe(1);
    expect(await countIn({ to: at('20260114235959') })).toBe(0);
  });

  test('is counted in any interval if it does not say when', async () => {
    expect(await countIn({ to: at('19000101000000') }, {})).toBe(1);
  });
});

test('one that has ended before the interval is not counted', async () => {
  const interval = { from: '20260201000000' as CompactTimestamp };
  expect(await readAll('contacts', withdrawn({ period: past }), {}, { interval })).toEqual([]);
});

test("another patient's is recognized, so it is reported as foreign", async () => {
  const foreign = withdrawn({ subject: { reference: 'Patient/p2' } });
  expect(only(await readAll('contacts', foreign)).record).toEqual({
    contactEHRExtract: [{ patient: { patientID: { extension: 'Patient:Patient/p2' } } }],
  });
});
