// What the adapter sends, and how it reads the encoding of an answer (extracts.md, "Transport" and "XML").
import { expect, onTestFinished, test } from 'vitest';
import { extracts } from '../../../../src/adapters/ehr/extracts/index.ts';
import { regionTime } from '../../../../src/adapters/time/region-time.ts';
import type { Interval } from '../../../../src/domain/model/interval.ts';
import type { PatientNumber } from '../../../../src/domain/model/patient-number.ts';
import { type EhrServer, ehrServer, xml } from '../../../support/servers/ehr-server.ts';
import { newCall, systemAt } from '../calls.ts';

const empty = '<JournalNoteEHRExtracts/>';

const open = async (answer: EhrServer['answer']) => {
  const server = await ehrServer(answer);
  const system = systemAt(server.url, { intervalAtEhr: new Set(['journalNotes']) });
  const region = { time: regionTime('Europe/Stockholm'), clock: Date.now, reserveNumbersRoot: undefined };
  const { ehr, close } = extracts.open(system, region);
  onTestFinished(async () => {
    await close();
    await server.close();
  });
  const read = (interval: Interval = {}) =>
    Array.fromAsync<unknown>(
      ehr.journalNotes?.({ patient: '191212121212' as PatientNumber, interval, call: newCall() }) ?? [],
    );
  return { server, read };
};

test.each([
  [{}, 'patient=191212121212'],
  [{ from: '20260101000000' }, 'patient=191212121212&from=20260101000000'],
  [{ to: '20261231235959' }, 'patient=191212121212&to=20261231235959'],
  [
    { from: '20260101000000', to: '20261231235959' },
    'patient=191212121212&from=20260101000000&to=20261231235959',
  ],
])('an end of the interval that is open is not sent: %o', async (interval, query) => {
  const { server, read } = await open((_, response) => xml(response, empty));
  await read(interval as Interval);
  expect(server.received.map(received => received.query.toString())).toEqual([query]);
});

test.each([
  'application/xml; charset=ISO-8859-1',
  'application/xml; Charset=ISO-8859-1',
  'application/xml;CHARSET="iso-8859-1"',
])('the charset of an answer, in any letters: %s', async type => {
  const note = '<Note><NoteTemplateName>Besök</NoteTemplateName></Note>';
  const document = `<JournalNoteEHRExtracts><XSDVersion version="1"/><JournalNoteEHRExtract>${note}</JournalNoteEHRExtract></JournalNoteEHRExtracts>`;
  const { read } = await open((_, response) =>
    response.writeHead(200, { 'content-type': type }).end(Buffer.from(document, 'latin1')),
  );
  expect(await read()).toMatchObject([
    { record: { JournalNoteEHRExtract: [{ Note: { NoteTemplateName: 'Besök' } }] } },
  ]);
});
