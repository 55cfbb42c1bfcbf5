// No interval hides a record because its time is missing: if a time that D8 compares is masked or unreadable, no other replaces it.
import { expect, test } from 'vitest';
import { factsOf } from '../../../../../src/domain/rules/facts.ts';
import { bundle, masked, noteOf, own } from '../support/fhir-server.ts';
import { only, readAll } from '../support/read-all.ts';

test.each<[string, object, string[]]>([
  [
    'begin',
    { _start: masked, end: '2026-01-15T10:00:00Z' },
    ['withheld Encounter/period/start', 'unreadable Encounter/period/end'],
  ],
  [
    'period',
    { ...masked, end: '2026-01-15T10:00:00Z' },
    ['withheld Encounter/period', 'unreadable Encounter/period/end'],
  ],
])('a contact whose %s is masked has no end either', async (_, period, losses) => {
  const visit = { resourceType: 'Encounter', id: 'e1', status: 'finished', subject: own, period };
  const found = only(await readAll('contacts', { '/Encounter': bundle([visit]) }));
  expect(factsOf.contacts(found.record).span).toBeUndefined();
  expect(found.losses).toEqual(losses);
});

test('a note whose date is masked has no other time', async () => {
  const times = { _date: masked, context: { period: { start: '2020-01-15T10:00:00Z' } } };
  const note = noteOf({ contentType: 'text/plain', data: 'QQ==' }, times);
  const { record, losses } = only(await readAll('journalNotes', { '/DocumentReference': bundle([note]) }));
  expect(factsOf.journalNotes(record).span).toBeUndefined();
  expect(losses).toEqual([
    'withheld DocumentReference/date',
    'unreadable DocumentReference/context/period/start',
  ]);
});
