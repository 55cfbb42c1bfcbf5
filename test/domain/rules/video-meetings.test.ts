// Which video meetings are answered, and how they are held to the contract's bounds (D18).
import { describe, expect, test } from 'vitest';
import type { VideoMeeting } from '../../../src/domain/records/video-meeting.ts';
import { selectMeetings, withinBounds } from '../../../src/domain/rules/video-meetings.ts';

const now = 1_768_465_800_000;
const hour = 3_600_000;

type Times = { readonly start?: number; readonly end?: number };

/** A meeting by its hours from now. */
const held = (actionId: number, { start, end }: Times) => ({
  meeting: {
    actionId,
    ...(start === undefined ? {} : { startDateTimeInUnix: now + start * hour }),
    ...(end === undefined ? {} : { endDateTimeInUnix: now + end * hour }),
  },
});

const select = (...meetings: ReturnType<typeof held>[]) =>
  selectMeetings(meetings, now).map(({ meeting }) => meeting.actionId);

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
/** Meetings that start the given number of hours from now and last half an hour; that number is their id. */
const at = (...hours: number[]) => hours.map(start => held(start, { start, end: start + 0.5 }));

describe('the selection', () => {
  test('none if there are none', () => {
    expect(select()).toEqual([]);
  });

  test('all, in the order of their start, up to 64', () => {
    expect(select(...at(3, -2, 1, -1, 2))).toEqual([-2, -1, 1, 2, 3]);
    expect(select(...at(...range(1, 64).reverse()))).toEqual(range(1, 64));
  });

  test('of those to come, the first 64', () => {
    expect(select(...at(...range(1, 70).reverse()))).toEqual(range(1, 64));
  });

  test('those to come before all past ones', () => {
    expect(select(...at(...range(-30, -1)), ...at(...range(1, 64)))).toEqual(range(1, 64));
  });

  test('the latest of the past ones fill up', () => {
    expect(select(...at(...range(-100, -1)), ...at(...range(1, 60)))).toEqual([
      ...range(-4, -1),
      ...range(1, 60),
    ]);
  });

  test('of only past ones, the latest 64', () => {
    expect(select(...at(...range(-100, -1)))).toEqual(range(-64, -1));
  });

  test('a past one without a start counts by its end', () => {
    const [old, recent] = [held(-100, { end: -100 }), held(-200, { end: -0.25 })];
    expect(select(...at(...range(-64, -1)), old)).toEqual(range(-64, -1));
    expect(select(...at(...range(-64, -1)), recent)).toEqual([...range(-63, -1), -200]);
  });

  test('one that has begun is not over before its end', () => {
    const running = held(0, { start: -200, end: 1 });
    expect(select(...at(...range(-100, -1)), running)).toEqual([0, ...range(-63, -1)]);
  });

  test('one without an end is over after its start', () => {
    const old = held(0, { start: -200 });
    const coming = held(65, { start: 65 });
    expect(select(...at(...range(-63, -1)), old, coming)).toEqual([...range(-63, -1), 65]);
  });

  test('one without any time is not known to be over', () => {
    expect(select(...at(...range(-100, -1)), held(0, {})).toSorted((a, b) => a - b)).toEqual(range(-63, 0));
  });

  test('equal starts are all answered, those to come in the order in which they were sent', () => {
    expect(select(held(1, { start: 5 }), held(2, { start: 3 }), held(3, { start: 5 }))).toEqual([2, 1, 3]);
    const past = select(held(1, { start: -5 }), held(2, { start: -3 }), held(3, { start: -5 }));
    expect(past.at(-1)).toBe(2);
    expect(past.toSorted()).toEqual([1, 2, 3]);
  });

  test('does not change its input', () => {
    const given = at(3, 1, 2);
    select(...given);
    expect(given.map(({ meeting }) => meeting.actionId)).toEqual([3, 1, 2]);
  });
});

const texts = (length: number) => 'å'.repeat(length);
const emoji = (length: number) => '😀'.repeat(length);

describe('names and labels are cut to 64 code points', () => {
  test.each<[string, string, string]>([
    ['64', texts(64), texts(64)],
    ['65', texts(65), texts(64)],
    ['200', texts(200), texts(64)],
    ['64 emoji', emoji(64), emoji(64)],
    ['65 emoji', emoji(65), emoji(64)],
    ['an emoji at the edge', `${texts(63)}😀x`, `${texts(63)}😀`],
    ['empty', '', ''],
  ])('%s', (_, long, kept) => {
    const paths = ['performingUnitName', 'serviceName', 'mainStaff/name', 'mainStaff/type'];
    const { meeting, losses } = withinBounds({
      performingUnitName: long,
      serviceName: long,
      mainStaff: { name: long, type: long },
    });
    expect(meeting).toEqual({
      performingUnitName: kept,
      serviceName: kept,
      mainStaff: { name: kept, type: kept },
    });
    expect(losses).toEqual(long === kept ? [] : paths.map(path => ({ path, reason: 'cut', hides: [] })));
  });
});

describe('a link, URI or id that is too long is left out', () => {
  const link = (length: number) => `https://${'v'.repeat(length - 8)}`;
  const meetingOf = (text: string): VideoMeeting => ({
    meetingLink: text,
    server: { discoveryURI: text, clientID: text, onPremise: false },
  });

  test.each([link(64), emoji(64), ''])('%s stays', text => {
    expect(withinBounds(meetingOf(text))).toEqual({ meeting: meetingOf(text), losses: [] });
  });

  test.each([link(65), emoji(65), link(500)])('%s goes', text => {
    const { meeting, losses } = withinBounds(meetingOf(text));
    expect(meeting).toEqual({ server: { onPremise: false } });
    expect(losses).toEqual([
      { path: 'meetingLink', reason: 'out-of-bounds', hides: [] },
      { path: 'server/discoveryURI', reason: 'out-of-bounds', hides: [] },
      { path: 'server/clientID', reason: 'out-of-bounds', hides: [] },
    ]);
  });
});

describe('a number out of bounds is left out', () => {
  test.each<[keyof VideoMeeting, number | bigint]>([
    ['actionId', 0],
    ['actionId', 10_000_000_000_000_000n],
    ['actionId', 9_007_199_254_740_993n],
    ['startDateTimeInUnix', 9_999_999_999_999],
    ['startDateTimeInUnix', -9_999_999_999_999],
    ['endDateTimeInUnix', 9_999_999_999_999],
    ['endDateTimeInUnix', -9_999_999_999_999],
  ])('%s %s stays, exactly', (name, value) => {
    expect(withinBounds({ [name]: value })).toEqual({ meeting: { [name]: value }, losses: [] });
  });

  test.each<[keyof VideoMeeting, number | bigint]>([
    ['actionId', -1],
    ['actionId', -1n],
    ['actionId', 10_000_000_000_000_001n],
    ['actionId', 123_456_789_012_345_678_901n],
    ['startDateTimeInUnix', 10_000_000_000_000],
    ['startDateTimeInUnix', -10_000_000_000_000],
    ['endDateTimeInUnix', 10_000_000_000_000n],
    ['endDateTimeInUnix', -10_000_000_000_000n],
  ])('%s %s goes', (name, value) => {
    expect(withinBounds({ serviceName: 'Videobesök', [name]: value })).toEqual({
      meeting: { serviceName: 'Videobesök' },
      losses: [{ path: name, reason: 'out-of-bounds', hides: [] }],
    });
  });
});

describe('other staff', () => {
  const staff = (length: number) =>
    range(1, length).map(number => ({ name: `Påhittad ${number}`, type: 'Läkare' }));

  test('32 are answered', () => {
    expect(withinBounds({ otherStaffList: staff(32) })).toEqual({
      meeting: { otherStaffList: staff(32) },
      losses: [],
    });
  });

  test('of more, the first 32; each of the others is a loss', () => {
    const { meeting, losses } = withinBounds({ otherStaffList: staff(34) });
    expect(meeting.otherStaffList).toEqual(staff(32));
    expect(losses.map(({ path, reason }) => `${reason} ${path}`)).toEqual([
      'out-of-bounds otherStaffList',
      'out-of-bounds otherStaffList',
    ]);
  });

  test('their names are cut too', () => {
    const { meeting, losses } = withinBounds({ otherStaffList: [{ name: emoji(65), type: texts(65) }] });
    expect(meeting).toEqual({ otherStaffList: [{ name: emoji(64), type: texts(64) }] });
    expect(losses.map(({ reason }) => reason)).toEqual(['cut', 'cut']);
  });

  test('an empty list stays one', () => {
    expect(withinBounds({ otherStaffList: [] })).toEqual({ meeting: { otherStaffList: [] }, losses: [] });
  });
});

test('missing members stay missing', () => {
  expect(withinBounds({})).toEqual({ meeting: {}, losses: [] });
  const { meeting } = withinBounds({ mainStaff: { name: 'Påhittad Läkarsson' }, server: {} });
  expect(meeting).toStrictEqual({ mainStaff: { name: 'Påhittad Läkarsson' }, server: {} });
});

test('what is cut of the staff is counted by its place', () => {
  const long = 'å'.repeat(65);
  const staff = { name: long, type: long };
  const { losses } = withinBounds({ actionId: 1, mainStaff: staff, otherStaffList: [staff] });
  expect(losses.map(({ path, reason }) => `${reason} ${path}`)).toEqual([
    'cut mainStaff/name',
    'cut mainStaff/type',
    'cut otherStaffList/name',
    'cut otherStaffList/type',
  ]);
});
