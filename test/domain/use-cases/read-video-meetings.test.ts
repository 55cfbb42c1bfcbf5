// Reading the video meetings: which are answered, within what bounds, and what is counted (D8, D18, D24, D27, D29).
import { describe, expect, test } from 'vitest';
import { Failure } from '../../../src/domain/model/failure.ts';
import type { TimedMeeting } from '../../../src/domain/model/video-meeting.ts';
import type { ReadQuery } from '../../../src/domain/use-cases/read-records.ts';
import { readVideoMeetings } from '../../../src/domain/use-cases/read-video-meetings.ts';
import type { Ehr } from '../../../src/ports/ehr.ts';
import {
  ehrOf,
  expectFailure,
  found,
  omitted,
  patientRecord,
  question,
  type Rules,
  readDeps,
  reader,
  recordsOf,
  time,
  unreadable,
  type Yielded,
} from '../support.ts';

const now = 1_768_465_800_000;

const read = async (offered: Partial<Ehr>, asked: Partial<ReadQuery> = {}, rules: Rules = {}) => {
  const { deps, given } = readDeps(ehrOf(offered), rules);
  const answer = readVideoMeetings({ ...deps, clock: () => now })(question(asked));
  const records = await recordsOf(answer);
  const ids = records.map(({ actionId }) => actionId);
  return { kind: answer.kind, ids, records, leftOut: answer.leftOut(), given };
};

const readAll = (yielded: Yielded<TimedMeeting | undefined>[], asked: Partial<ReadQuery> = {}) =>
  read({ videoMeetings: reader(...yielded) }, asked);

const held = (actionId: number, start?: string, end?: string): TimedMeeting => ({
  meeting: { actionId },
  start,
  end,
});
/** A meeting that starts the given number of minutes from now; that number is its id. */
const inMinutes = (actionId: number): TimedMeeting => ({
  meeting: { actionId, startDateTimeInUnix: now + actionId * 60_000 },
  start: undefined,
  end: undefined,
});

describe('a meeting that comes twice', () => {
  const meeting = held(1, '20260115090000', '20260115100000');

  test('is one, and not counted, if it is equal', async () => {
    const { ids, leftOut } = await readAll([found(meeting), found(meeting)]);
    expect(ids).toEqual([1]);
    expect(leftOut).toMatchObject({ records: 0 });
  });

  test('makes the answer unusable if it has another content, in the interval or not', async () => {
    const interval = { from: time('20260115000000') };
    const earlier = held(1, '20250115090000', '20250115100000');
    await expectFailure(readAll([found(meeting), found(earlier)], { interval }), 'ehr-unusable');
  });
});

describe('the interval', () => {
  test.each<[string, TimedMeeting, boolean]>([
    ['over before it', held(1, '20260109090000', '20260109235959'), false],
    ['over at its first second', held(1, '20260109090000', '20260110000000'), true],
    ['within', held(1, '20260115090000', '20260115100000'), true],
    ['begins at its last second', held(1, '20260120000000', '20260120010000'), true],
    ['begins after it', held(1, '20260120000001', '20260120010000'), false],
    ['without any time', held(1), true],
    ['without a start, over before it', held(1, undefined, '20260109235959'), false],
    ['without a start, over within it', held(1, undefined, '20260110000000'), true],
    ['without a start, which may be within it', held(1, undefined, '20260121000000'), true],
    ['without an end, begun before it', held(1, '20260109235959'), false],
  ])('%s', async (_, meeting, kept) => {
    const interval = { from: time('20260110000000'), to: time('20260120000000') };
    const { ids, leftOut } = await readAll([found(meeting)], { interval });
    expect(ids).toEqual(kept ? [1] : []);
    expect(leftOut).toEqual({ records: 0, values: 0, sources: 0, unmapped: 0 });
  });

  test('a meeting of which a time is there twice is kept: it may apply all the same', async () => {
    const interval = { from: time('20260110000000') };
    const one = {
      ...found(held(1, '20260109090000')),
      losses: [unreadable('VideoMeeting/StartDateTime', 'time')],
    };
    expect((await readAll([one], { interval })).ids).toEqual([1]);
  });

  test('a meeting without an end is compared by its start', async () => {
    const interval = { from: time('20260110000000') };
    const meetings = [found(held(1, '20260109090000')), found(held(2, '20260110000000'))];
    expect((await readAll(meetings, { interval })).ids).toEqual([2]);
  });
});

test('no more than 64, in the order of their start; the others are counted', async () => {
  const minutes = Array.from({ length: 70 }, (_, at) => at - 5);
  const { ids, leftOut, given } = await readAll(minutes.toReversed().map(at => found(inMinutes(at))));
  expect(ids).toEqual(Array.from({ length: 64 }, (_, at) => at));
  expect(leftOut).toEqual({ records: 6, values: 0, sources: 0, unmapped: 0 });
  expect(given).toMatchObject([{ kind: 'videoMeetings', reason: 'out-of-bounds', count: 6 }]);
});

test('values out of bounds, cut or unreadable are counted by reason and path', async () => {
  const meeting = {
    actionId: -1,
    serviceName: 'x'.repeat(65),
    meetingLink: `https://${'v'.repeat(57)}`,
    startDateTimeInUnix: now,
  };
  const lost = unreadable('VideoMeeting/EndDateTime', 'time');
  const { records, leftOut, given } = await readAll([
    found({ meeting, start: undefined, end: undefined }, lost),
  ]);
  expect(records).toEqual([{ serviceName: 'x'.repeat(64), startDateTimeInUnix: now }]);
  expect(leftOut).toEqual({ records: 0, values: 4, sources: 0, unmapped: 0 });
  expect(given.map(({ reason, path, count }) => [reason, path, count]).sort()).toEqual([
    ['cut', 'serviceName', 1],
    ['out-of-bounds', 'actionId', 1],
    ['out-of-bounds', 'meetingLink', 1],
    ['unreadable', 'VideoMeeting/EndDateTime', 1],
  ]);
});

describe('failures', () => {
  test('not offered', async () => {
    await expectFailure(read({}), 'not-offered');
  });

  test.each(['patient-unknown', 'ehr-unavailable', 'ehr-unusable'] as const)(
    'an EHR that answers %s',
    async code => {
      await expectFailure(readAll([new Failure(code)]), code);
      await expectFailure(readAll([found(held(1)), new Failure(code)]), code);
    },
  );
});

test('a meeting that no patient may see is counted, and no more', async () => {
  const { ids, leftOut, given } = await readAll([found(held(1)), found(undefined)]);
  expect(ids).toEqual([1]);
  expect(leftOut).toEqual({ records: 1, values: 0, sources: 0, unmapped: 0 });
  expect(given).toMatchObject([{ kind: 'videoMeetings', reason: 'withheld', count: 1 }]);
});

test('source systems that are missing are counted', async () => {
  const { ids, leftOut } = await readAll([found(held(1)), omitted('source-unavailable')]);
  expect(ids).toEqual([1]);
  expect(leftOut).toEqual({ records: 0, values: 0, sources: 1, unmapped: 0 });
});

describe('protected identity: video meetings have no flag, so the patient extract decides', () => {
  const offered = (flag: boolean) => ({
    patients: reader(found(patientRecord(flag))),
    videoMeetings: reader(found(held(1))),
  });

  test('refused', async () => {
    await expectFailure(read(offered(true), { ground: 'acts_for' }), 'representation-refused');
  });

  test.each([
    ['not protected', false, 'acts_for', {}],
    ['the caller', true, 'self', {}],
    ['a partner', true, 'partner', {}],
    ['the region allows it', true, 'acts_for', { representProtected: true }],
  ] as const)('answered: %s', async (_, flag, ground, rules) => {
    expect((await read(offered(flag), { ground }, rules)).ids).toEqual([1]);
  });
});

test('the answer says which kind it is', async () => {
  expect((await readAll([])).kind).toBe('videoMeetings');
});
