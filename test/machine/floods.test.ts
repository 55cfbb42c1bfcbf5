// Oversized EHR documents and a process with a 512 MB heap (D32): each is refused or answered, and the process survives.
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type ServiceProcess, startProcess } from '../support/service/process.ts';
import { unhurried } from '../support/until.ts';
import { startWorld, usualAnswer, type World } from './world.ts';

vi.setConfig(unhurried);

const mebibytes = 1024 * 1024;

const packed = (text: string) => gzipSync(text, { level: 1 });

/** A document of about the given size that repeats one part. One piece is compressed: the whole would cost more than reading it. */
const flood = (bytes: number, [start, part, end]: readonly [start: string, part: string, end: string]) => {
  const piece = packed(part.repeat(Math.ceil(mebibytes / part.length)));
  return Buffer.concat([
    packed(start),
    ...Array.from({ length: bytes / mebibytes - 1 }, () => piece),
    packed(end),
  ]);
};

const largest = 64 * mebibytes;
const largestList = 8 * mebibytes;

const anyOf = (part: string) => ['<Bookings><Booking><Any>', part, '</Any></Booking></Bookings>'] as const;
const inNote = (part: string, around = 'Records') =>
  [
    `<JournalNoteEHRExtracts><JournalNoteEHRExtract><Note><${around}>`,
    part,
    `</${around}></Note></JournalNoteEHRExtract></JournalNoteEHRExtracts>`,
  ] as const;

const meetings = (part: string) => ['<VideoMeetings>', part, '</VideoMeetings>'] as const;
const bookings = (part: string) => ['<Bookings>', part, '</Bookings>'] as const;

let world: World;
let service: ServiceProcess;
/** What the EHR answers on a path. */
let answers: Readonly<Record<string, Buffer>> = {};

beforeAll(async () => {
  world = await startWorld();
  world.ehr.answer = (received, response) => {
    const body = answers[received.path];
    if (body === undefined || received.method !== 'GET') return usualAnswer(received, response);
    return response
      .writeHead(200, { 'content-type': 'application/xml', 'content-encoding': 'gzip' })
      .end(body);
  };
  service = await startProcess({
    ...world.here,
    settings: {
      NODE_OPTIONS: '--max-old-space-size=512',
      REQUEST_TIMEOUT_MS: '100000',
      // More than the heap, so the answer budget cannot be what keeps the process alive.
      ANSWER_BUDGET_BYTES: '68719476736',
    },
    system: { timeoutMs: 100_000 },
  });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await world.close();
});

const outcomeOf = async (operation: number, path: string, body: Buffer) => {
  answers = { [path]: body };
  const { status } = await service.ask(world.usual(operation));
  answers = {};
  const usual = await service.ask(world.usual(operation));
  return { status, usual: usual.status };
};

describe('bookings', () => {
  const path = '/bookings';

  test.each([
    ['bookings', largest, bookings('<Booking/>')],
    ['registered bookings', largest, bookings('<RegisteredBooking/>')],
    ['free-form elements', largest, bookings('<Any/>')],
    ['free-form elements with attributes', largestList, bookings('<Any a="1"/>')],
    ['elements that nobody knows', largest, bookings('<x/>')],
    ['elements of a free-form element', largestList, anyOf('<a/>')],
    ['objects in a free-form element', largestList, anyOf('<a b="1"/>')],
  ])('a flood of %s is refused', async (_, bytes, parts) => {
    expect(await outcomeOf(3, path, flood(bytes, parts))).toEqual({ status: 502, usual: 200 });
  });

  test('as many free-form objects as a list may have are answered', async () => {
    const booking = `<Booking><Any>${'<a b="1"/>'.repeat(1000)}</Any></Booking>`;
    const body = flood(largestList, bookings(booking));
    expect(await outcomeOf(3, path, body)).toEqual({ status: 200, usual: 200 });
  });
});

describe('video meetings', () => {
  test.each([
    ['video meetings', meetings('<VideoMeeting/>')],
    ['staff', meetings('<VideoMeeting><OtherStaffList><Staff/></OtherStaffList></VideoMeeting>')],
  ])('a flood of %s is refused', async (_, parts) => {
    const outcome = await outcomeOf(8, '/videomeetings', flood(largest, parts));
    expect(outcome).toEqual({ status: 500, usual: 200 });
  });
});

describe('a journal', () => {
  const path = '/extracts/journalnotes';

  test.each([
    ['records', inNote('<Record/>')],
    ['records with a text', inNote('<Record><Keyword>x</Keyword></Record>')],
    [
      'attributes',
      [
        '<JournalNoteEHRExtracts><JournalNoteEHRExtract><x',
        ' a="1"',
        '/></JournalNoteEHRExtract></JournalNoteEHRExtracts>',
      ] as const,
    ],
    ['one text', inNote('x', 'NoteTypeOfNote')],
    ['references in one text', inNote('&#65;'.repeat(1000) + 'x'.repeat(1000), 'NoteTypeOfNote')],
    [
      'versions',
      ['<JournalNoteEHRExtracts>', '<XSDVersion version="x"/>', '</JournalNoteEHRExtracts>'] as const,
    ],
  ])('a flood of %s is refused', async (_, parts) => {
    expect(await outcomeOf(10, path, flood(largest, parts))).toEqual({ status: 502, usual: 200 });
  });

  test('one record of 60 MiB of text is answered', async () => {
    const record = `<Record><Keyword>${'x'.repeat(mebibytes)}</Keyword></Record>`;
    const body = flood(60 * mebibytes, inNote(record));
    expect(await outcomeOf(10, path, body)).toEqual({ status: 200, usual: 200 });
  });
});

test('a flood that answers a write leaves its outcome unknown', async () => {
  const body = flood(largest, [
    '<ResultRecord><ResultCode>OK</ResultCode>',
    '<Any a="1"/>',
    '</ResultRecord>',
  ]);
  world.ehr.answer = (received, response) =>
    received.method === 'GET'
      ? usualAnswer(received, response)
      : response.writeHead(200, { 'content-type': 'application/xml', 'content-encoding': 'gzip' }).end(body);
  const { status } = await service.ask(world.usual(2));
  expect(status).toBe(504);
  const health = await service.send({ path: '/health/live', key: null });
  expect(health.status).toBe(200);
});
