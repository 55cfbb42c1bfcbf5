// No interval hides a record because its time is missing: if a time that D8 compares is masked or unreadable, no other replaces it.
import { describe, expect, test } from 'vitest';
import { factsOf } from '../../../../../src/domain/rules/facts.ts';
import { appointment, bundle, masked, own, tolvan, videoLink } from '../support/fhir-server.ts';
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
  const note = {
    resourceType: 'DocumentReference',
    id: 'd1',
    status: 'current',
    subject: own,
    _date: masked,
    context: { period: { start: '2020-01-15T10:00:00Z' } },
    content: [{ attachment: { contentType: 'text/plain', data: 'QQ==' } }],
  };
  const { record, losses } = only(await readAll('journalNotes', { '/DocumentReference': bundle([note]) }));
  expect(factsOf.journalNotes(record).span).toBeUndefined();
  expect(losses).toEqual([
    'withheld DocumentReference/date',
    'unreadable DocumentReference/context/period/start',
  ]);
});

describe('a video meeting', () => {
  const read = async (times: object) => {
    const meeting = { ...appointment({ extension: [videoLink] }), start: undefined, ...times };
    const { record, losses } = only(await readAll('videoMeetings', { '/Appointment': bundle([meeting]) }));
    return { span: [record.start, record.end], meeting: record.meeting, losses };
  };

  test.each<[string, object, string[]]>([
    [
      'whose start cannot be read',
      { start: '2026-01-15', end: '2026-01-15T09:00:00Z' },
      ['unreadable Appointment/start'],
    ],
    [
      'whose end cannot be read',
      { start: '2026-01-15T08:30:00Z', end: '2026-01-15' },
      ['unreadable Appointment/end'],
    ],
    ['whose end is masked', { start: '2026-01-15T08:30:00Z', _end: masked }, ['withheld Appointment/end']],
    [
      'whose length is longer than time',
      { start: '2026-01-15T08:30:00Z', minutesDuration: 9007199254740991 },
      ['unreadable Appointment/minutesDuration'],
    ],
    [
      'whose length is negative',
      { start: '2026-01-15T08:30:00Z', minutesDuration: -30 },
      ['unreadable Appointment/minutesDuration'],
    ],
    [
      'whose length cannot be read',
      { start: '2026-01-15T08:30:00Z', minutesDuration: '30' },
      ['unreadable Appointment/minutesDuration'],
    ],
  ])('%s is in every interval', async (_, times, losses) => {
    const found = await read(times);
    expect(found.span).toEqual([undefined, undefined]);
    expect(found.losses).toEqual(losses);
  });

  test('that has no end is there at its start', async () => {
    const found = await read({ start: '2026-01-15T08:30:00Z' });
    expect(found).toMatchObject({ span: ['20260115093000', undefined], losses: [] });
  });

  test('whose readable times are still published', async () => {
    const { meeting } = await read({ start: '2026-01-15T08:30:00Z', end: '2026-01-15' });
    expect(meeting.startDateTimeInUnix).toBe(Date.UTC(2026, 0, 15, 8, 30));
  });
});

test('a death that cannot be read is counted', async () => {
  const { losses } = only(
    await readAll('patients', { '/Patient': bundle([tolvan({ deceasedBoolean: 'true' })]) }),
  );
  expect(losses).toEqual(['unreadable Patient/deceasedBoolean']);
});
