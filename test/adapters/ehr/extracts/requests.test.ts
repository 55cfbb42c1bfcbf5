// What the adapter sends, and how it reads the encoding of an answer (extracts.md, "Transport" and "XML").
import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { extractLists } from '../../../../sandbox/extracts/lists.ts';
import type { System } from '../../../../src/adapters/ehr/adapter.ts';
import { extracts } from '../../../../src/adapters/ehr/extracts/index.ts';
import { isFailure } from '../../../../src/domain/model/failure.ts';
import type { Interval } from '../../../../src/domain/model/interval.ts';
import { type EhrServer, xml } from '../../../support/servers/ehr-server.ts';
import { failureOf } from '../calls.ts';
import { newQuery, openExtracts } from './open-extracts.ts';

const empty = '<JournalNoteEHRExtracts/>';

const open = async (answer: EhrServer['answer'], members: Partial<System> = {}) => {
  const { server, ehr } = await openExtracts(answer, {
    intervalAtEhr: new Set(['journalNotes']),
    ...members,
  });
  const stream = (interval: Interval = {}): AsyncIterable<unknown> | readonly unknown[] =>
    ehr.journalNotes?.(newQuery({ interval })) ?? [];
  const read = (interval?: Interval) => Array.fromAsync<unknown>(stream(interval));
  return { server, stream, read };
};

test('every kind that is read is offered', () => {
  const { kinds } = extracts.offers({}, '/nowhere');
  const lists = [...Object.keys(extractLists), 'appointments', 'videoMeetings'];
  expect(kinds.toSorted()).toEqual(lists.toSorted());
});

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

test('an interval is sent only if the profile passes it on for the kind', async () => {
  const { server, read } = await open((_, response) => xml(response, empty), {
    intervalAtEhr: new Set(['contacts']),
  });
  await read({ from: '20260101000000', to: '20261231235959' } as Interval);
  expect(server.received.map(received => received.query.toString())).toEqual(['patient=191212121212']);
});

test('a read whose connection breaks is sent again', async () => {
  const { server, read } = await open((_, response) => {
    if (server.received.length === 1) response.destroy();
    else xml(response, empty);
  });
  expect(await read()).toEqual([]);
  expect(server.received).toHaveLength(2);
});

describe('an answer that is not read to its end gives back the only connection', () => {
  /** An answer that goes on until the connection is closed. */
  const endless = (response: ServerResponse, status: number, start: string) => {
    response.writeHead(status, { 'content-type': 'application/xml' });
    const more = setInterval(() => response.write(' '.repeat(1000)), 1);
    response.once('close', () => clearInterval(more));
    response.write(start);
  };

  test.each<[what: string, status: number, start: string, isRead: boolean]>([
    ['because the reader stops', 200, '<JournalNoteEHRExtracts><JournalNoteEHRExtract/>', true],
    ['because it is unusable', 200, '<html>', false],
    ['because of its status', 500, '', false],
  ])('%s', async (_, status, start, isRead) => {
    const { server, stream, read } = await open((_, response) => endless(response, status, start), {
      maxConcurrent: 1,
    });
    const firstOf = async () => {
      for await (const one of stream()) return one;
      return undefined;
    };
    if (isRead) expect(await firstOf()).toBeDefined();
    else expect(await failureOf(firstOf())).toBe('ehr-unusable');
    server.answer = (_, response) => xml(response, empty);
    expect(await read()).toEqual([]);
  });
});

describe('404', () => {
  const known = '<Fault><Code>PATIENT_UNKNOWN</Code></Fault>';
  const status404 = ['ehr-unusable', 'ehr-status', 'status 404'];
  const largest = 64 * 1024;

  test.each<[what: string, body: string, failure: readonly string[]]>([
    ['of the EHR itself', known, ['patient-unknown', 'patient-unknown', 'patient-unknown']],
    ['of 64 KiB', known.padEnd(largest), ['patient-unknown', 'patient-unknown', 'patient-unknown']],
    ['of more than 64 KiB', known.padEnd(largest + 1), status404],
    ['of another code', known.replace('PATIENT', 'BOOKING'), status404],
    ['of two codes', known.replace('<Code>', '<Code>OTHER</Code><Code>'), status404],
    ['with an element in place of the code', known.replace('PATIENT_UNKNOWN', '<b/>'), status404],
    ['without a code', '<Fault/>', status404],
    ['of another root', known.replaceAll('Fault', 'Error'), status404],
    ['of no XML', 'Not Found', status404],
  ])('%s', async (_, body, failure) => {
    const { read } = await open((_, response) => xml(response, body, 404));
    const why = await read().catch((error: unknown) =>
      isFailure(error) ? [error.code, error.reason, error.message] : error,
    );
    expect(why).toEqual(failure);
  });

  test('that does not end in time does not say what it means', async () => {
    const { read } = await open(
      (_, response) => response.writeHead(404, { 'content-type': 'application/xml' }).write(known),
      { timeoutMs: 100 },
    );
    expect(await failureOf(read())).toBe('ehr-too-slow');
  });
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
