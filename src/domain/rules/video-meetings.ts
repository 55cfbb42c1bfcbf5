// Which video meetings are answered, and how they are made to fit the contract's limits (D18).
import type { Loss } from '../model/loss.ts';
import { omitUndefined } from '../model/omit-undefined.ts';
import type { TimedMeeting } from '../model/video-meeting.ts';
import { type Staff, type VideoMeeting, videoMeetingLimits } from '../records/video-meeting.ts';

/** Records one loss. */
type AddLoss = (path: string, reason: 'cut' | 'out-of-bounds') => void;

/** The first code points of a text, and whether there are more. */
const upTo = (text: string, max: number): { text: string; isLonger: boolean } => {
  if (text.length <= max) return { text, isLonger: false };
  let end = 0;
  let count = 0;
  for (const char of text) {
    if (count === max) return { text: text.slice(0, end), isLonger: true };
    end += char.length;
    count++;
  }
  return { text, isLonger: false };
};

/** Cuts a name or label that is too long. */
const cut = (text: string | undefined, path: string, addLoss: AddLoss) => {
  if (text === undefined) return undefined;
  const { text: kept, isLonger } = upTo(text, videoMeetingLimits.text);
  if (isLonger) addLoss(path, 'cut');
  return kept;
};

/** Leaves out a link, URI or id that is too long: a cut link leads elsewhere. */
const wholeOrNothing = (text: string | undefined, path: string, addLoss: AddLoss) => {
  if (text === undefined || !upTo(text, videoMeetingLimits.text).isLonger) return text;
  addLoss(path, 'out-of-bounds');
  return undefined;
};

type Range = { readonly minimum: number | bigint; readonly maximum: number | bigint };

const inRange = (
  value: number | bigint | undefined,
  { path, range }: { path: string; range: Range },
  addLoss: AddLoss,
) => {
  if (value === undefined || (value >= range.minimum && value <= range.maximum)) return value;
  addLoss(path, 'out-of-bounds');
  return undefined;
};

const staff = ({ name, type }: Staff, path: string, addLoss: AddLoss): Staff =>
  omitUndefined<Staff>({
    name: cut(name, `${path}/name`, addLoss),
    type: cut(type, `${path}/type`, addLoss),
  });

const staffList = (list: readonly Staff[], addLoss: AddLoss): Staff[] => {
  for (const _ of list.slice(videoMeetingLimits.otherStaff)) addLoss('otherStaffList', 'out-of-bounds');
  return list.slice(0, videoMeetingLimits.otherStaff).map(member => staff(member, 'otherStaffList', addLoss));
};

type Server = NonNullable<VideoMeeting['server']>;

const server = ({ discoveryURI, clientID, onPremise }: Server, addLoss: AddLoss): Server =>
  omitUndefined<Server>({
    discoveryURI: wholeOrNothing(discoveryURI, 'server/discoveryURI', addLoss),
    clientID: wholeOrNothing(clientID, 'server/clientID', addLoss),
    onPremise,
  });

/** Makes a meeting fit the contract's limits, and lists what it lost. */
export const withinBounds = (meeting: VideoMeeting): { meeting: VideoMeeting; losses: Loss[] } => {
  const losses: Loss[] = [];
  const addLoss: AddLoss = (path, reason) => void losses.push({ path, reason, hides: [] });
  const time = (value: number | bigint | undefined, path: string) =>
    inRange(value, { path, range: videoMeetingLimits.unixTime }, addLoss);
  const { mainStaff, otherStaffList, server: held } = meeting;
  const bounded = omitUndefined<VideoMeeting>({
    actionId: inRange(meeting.actionId, { path: 'actionId', range: videoMeetingLimits.actionId }, addLoss),
    startDateTimeInUnix: time(meeting.startDateTimeInUnix, 'startDateTimeInUnix'),
    endDateTimeInUnix: time(meeting.endDateTimeInUnix, 'endDateTimeInUnix'),
    performingUnitName: cut(meeting.performingUnitName, 'performingUnitName', addLoss),
    serviceName: cut(meeting.serviceName, 'serviceName', addLoss),
    meetingLink: wholeOrNothing(meeting.meetingLink, 'meetingLink', addLoss),
    mainStaff: mainStaff === undefined ? undefined : staff(mainStaff, 'mainStaff', addLoss),
    otherStaffList: otherStaffList === undefined ? undefined : staffList(otherStaffList, addLoss),
    server: held === undefined ? undefined : server(held, addLoss),
  });
  return { meeting: bounded, losses };
};

type Time = number | bigint;
type Selectable = Pick<TimedMeeting, 'meeting'>;

const startOf = ({ meeting }: Selectable): Time | undefined => meeting.startDateTimeInUnix;
const endOf = ({ meeting }: Selectable): Time | undefined =>
  meeting.endDateTimeInUnix ?? meeting.startDateTimeInUnix;

/** Compares by a time; meetings without one come last. */
const by =
  (timeOf: (held: Selectable) => Time | undefined) =>
  (a: Selectable, b: Selectable): number => {
    const [first, second] = [timeOf(a), timeOf(b)];
    if (first === second) return 0;
    if (first === undefined) return 1;
    return second === undefined || first < second ? -1 : 1;
  };

const byStart = by(startOf);
/** For past meetings, which have at least one of the two times. */
const byStartOrEnd = by(held => startOf(held) ?? endOf(held));

/**
 * Selects as many meetings as the contract allows: first those that are not over, by start, then the latest past ones.
 * The selection is ordered by start.
 * @param now milliseconds since the epoch. A meeting without any time counts as not over.
 */
export const selectMeetings = <M extends Selectable>(meetings: readonly M[], now: number): M[] => {
  const isOver = (held: M) => (endOf(held) ?? now) < now;
  const coming = meetings.filter(held => !isOver(held)).sort(byStart);
  const past = meetings.filter(isOver).sort((a, b) => byStartOrEnd(b, a));
  return [...coming, ...past].slice(0, videoMeetingLimits.meetings).sort(byStart);
};
