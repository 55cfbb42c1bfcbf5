// Which video meetings are answered, and how they are made to fit the contract's limits (D18).
import type { Loss } from '../model/loss.ts';
import { omitUndefined } from '../model/omit-undefined.ts';
import type { TimedMeeting } from '../model/video-meeting.ts';
import { type Staff, type VideoMeeting, videoMeetingLimits } from '../records/video-meeting.ts';

/** As many code points of a text as the contract allows. */
const shortened = (text: string): string =>
  Iterator.from(text).take(videoMeetingLimits.text).toArray().join('');

type Time = number | bigint;
type Server = NonNullable<VideoMeeting['server']>;
type Range = { readonly minimum: Time; readonly maximum: Time };

/** Makes a meeting fit the contract's limits, and lists what it lost. */
export const withinBounds = (meeting: VideoMeeting): { meeting: VideoMeeting; losses: Loss[] } => {
  const losses: Loss[] = [];
  const addLoss = (path: string, reason: 'cut' | 'out-of-bounds') =>
    void losses.push({ path, reason, hides: [] });

  /** Cuts a name or label that is too long. */
  const cut = (text: string | undefined, path: string) => {
    if (text === undefined) return undefined;
    const kept = shortened(text);
    if (kept !== text) addLoss(path, 'cut');
    return kept;
  };

  /** Leaves out a link, URI or id that is too long: a cut link leads elsewhere. */
  const wholeOrNothing = (text: string | undefined, path: string) => {
    if (text === undefined || shortened(text) === text) return text;
    addLoss(path, 'out-of-bounds');
    return undefined;
  };

  const inRange = (value: Time | undefined, path: string, { minimum, maximum }: Range) => {
    if (value === undefined || (value >= minimum && value <= maximum)) return value;
    addLoss(path, 'out-of-bounds');
    return undefined;
  };

  const staff = ({ name, type }: Staff, path: string): Staff =>
    omitUndefined<Staff>({ name: cut(name, `${path}/name`), type: cut(type, `${path}/type`) });

  const staffList = (list: readonly Staff[]): Staff[] => {
    for (const _ of list.slice(videoMeetingLimits.otherStaff)) addLoss('otherStaffList', 'out-of-bounds');
    return list.slice(0, videoMeetingLimits.otherStaff).map(member => staff(member, 'otherStaffList'));
  };

  const server = ({ discoveryURI, clientID, onPremise }: Server): Server =>
    omitUndefined<Server>({
      discoveryURI: wholeOrNothing(discoveryURI, 'server/discoveryURI'),
      clientID: wholeOrNothing(clientID, 'server/clientID'),
      onPremise,
    });

  const { actionId, unixTime } = videoMeetingLimits;
  const bounded = omitUndefined<VideoMeeting>({
    actionId: inRange(meeting.actionId, 'actionId', actionId),
    startDateTimeInUnix: inRange(meeting.startDateTimeInUnix, 'startDateTimeInUnix', unixTime),
    endDateTimeInUnix: inRange(meeting.endDateTimeInUnix, 'endDateTimeInUnix', unixTime),
    performingUnitName: cut(meeting.performingUnitName, 'performingUnitName'),
    serviceName: cut(meeting.serviceName, 'serviceName'),
    meetingLink: wholeOrNothing(meeting.meetingLink, 'meetingLink'),
    mainStaff: meeting.mainStaff && staff(meeting.mainStaff, 'mainStaff'),
    otherStaffList: meeting.otherStaffList && staffList(meeting.otherStaffList),
    server: meeting.server && server(meeting.server),
  });
  return { meeting: bounded, losses };
};

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
