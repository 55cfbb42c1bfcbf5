// Which video meetings are answered, and how they are held to the contract's bounds (D18).
import { omitUndefined } from '../model/omit-undefined.ts';
import type { TimedMeeting } from '../model/video-meeting.ts';
import { type Staff, type VideoMeeting, videoMeetingLimits } from '../records/video-meeting.ts';

type Loss = { readonly path: string; readonly reason: 'cut' | 'out-of-bounds' };

/** Collects what a meeting loses to the bounds. */
type Losses = (path: string, reason: Loss['reason']) => void;

/** The code points of a text up to the bound, and whether there are more. */
const upTo = (text: string, most: number): { text: string; isLonger: boolean } => {
  if (text.length <= most) return { text, isLonger: false };
  let end = 0;
  let count = 0;
  for (const char of text) {
    if (count === most) return { text: text.slice(0, end), isLonger: true };
    end += char.length;
    count++;
  }
  return { text, isLonger: false };
};

/** A name or label is cut. */
const label = (text: string | undefined, path: string, lose: Losses) => {
  if (text === undefined) return undefined;
  const { text: kept, isLonger } = upTo(text, videoMeetingLimits.text);
  if (isLonger) lose(path, 'cut');
  return kept;
};

/** A link, URI or id that is too long is left out: a cut link leads elsewhere. */
const whole = (text: string | undefined, path: string, lose: Losses) => {
  if (text === undefined || !upTo(text, videoMeetingLimits.text).isLonger) return text;
  lose(path, 'out-of-bounds');
  return undefined;
};

type Range = { readonly minimum: number | bigint; readonly maximum: number | bigint };

const number = (
  value: number | bigint | undefined,
  { path, range }: { path: string; range: Range },
  lose: Losses,
) => {
  if (value === undefined || (value >= range.minimum && value <= range.maximum)) return value;
  lose(path, 'out-of-bounds');
  return undefined;
};

const staff = ({ name, type }: Staff, path: string, lose: Losses): Staff =>
  omitUndefined<Staff>({ name: label(name, `${path}/name`, lose), type: label(type, `${path}/type`, lose) });

const staffList = (list: readonly Staff[], lose: Losses): Staff[] => {
  for (const _ of list.slice(videoMeetingLimits.otherStaff)) lose('otherStaffList', 'out-of-bounds');
  return list.slice(0, videoMeetingLimits.otherStaff).map(one => staff(one, 'otherStaffList', lose));
};

type Server = NonNullable<VideoMeeting['server']>;

const server = ({ discoveryURI, clientID, onPremise }: Server, lose: Losses): Server =>
  omitUndefined<Server>({
    discoveryURI: whole(discoveryURI, 'server/discoveryURI', lose),
    clientID: whole(clientID, 'server/clientID', lose),
    onPremise,
  });

/** A meeting within the contract's bounds, and what it has lost to them. */
export const withinBounds = (meeting: VideoMeeting): { meeting: VideoMeeting; losses: Loss[] } => {
  const losses: Loss[] = [];
  const lose: Losses = (path, reason) => void losses.push({ path, reason });
  const time = (value: number | bigint | undefined, path: string) =>
    number(value, { path, range: videoMeetingLimits.unixTime }, lose);
  const { mainStaff, otherStaffList, server: held } = meeting;
  const bounded = omitUndefined<VideoMeeting>({
    actionId: number(meeting.actionId, { path: 'actionId', range: videoMeetingLimits.actionId }, lose),
    startDateTimeInUnix: time(meeting.startDateTimeInUnix, 'startDateTimeInUnix'),
    endDateTimeInUnix: time(meeting.endDateTimeInUnix, 'endDateTimeInUnix'),
    performingUnitName: label(meeting.performingUnitName, 'performingUnitName', lose),
    serviceName: label(meeting.serviceName, 'serviceName', lose),
    meetingLink: whole(meeting.meetingLink, 'meetingLink', lose),
    mainStaff: mainStaff === undefined ? undefined : staff(mainStaff, 'mainStaff', lose),
    otherStaffList: otherStaffList === undefined ? undefined : staffList(otherStaffList, lose),
    server: held === undefined ? undefined : server(held, lose),
  });
  return { meeting: bounded, losses };
};

type Time = number | bigint;

const startOf = ({ meeting }: Pick<TimedMeeting, 'meeting'>): Time | undefined => meeting.startDateTimeInUnix;
const endOf = ({ meeting }: Pick<TimedMeeting, 'meeting'>): Time | undefined =>
  meeting.endDateTimeInUnix ?? meeting.startDateTimeInUnix;

/** Order of start; a meeting without one comes last. */
const byStart = (one: Pick<TimedMeeting, 'meeting'>, other: Pick<TimedMeeting, 'meeting'>): number => {
  const [first, second] = [startOf(one), startOf(other)];
  if (first === second) return 0;
  if (first === undefined) return 1;
  return second === undefined || first < second ? -1 : 1;
};

/**
 * The meetings that are answered: first those that are not over, by start; then the latest of the past ones; in the
 * order of their start.
 * @param now milliseconds since the epoch. A meeting without any time is not known to be over.
 */
export const selectMeetings = <M extends Pick<TimedMeeting, 'meeting'>>(
  meetings: readonly M[],
  now: number,
): M[] => {
  const isOver = (held: M) => (endOf(held) ?? now) < now;
  const coming = meetings.filter(held => !isOver(held)).sort(byStart);
  const past = meetings.filter(isOver).sort((one, other) => byStart(other, one));
  return [...coming, ...past].slice(0, videoMeetingLimits.meetings).sort(byStart);
};
