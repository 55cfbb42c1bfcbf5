// VideoMeeting (operation 8). Its bounds are the contract's ("Limits"); how they are met is D18.
import Type, { type Static } from 'typebox';
import { members } from './shared/common.ts';

/** The bounds of operation 8, from the contract. */
export const bounds = {
  meetings: 64,
  otherStaff: 32,
  text: 64,
  actionId: { minimum: 0n, maximum: 10_000_000_000_000_000n },
  unixTime: { minimum: -9_999_999_999_999, maximum: 9_999_999_999_999 },
} as const;

const label = Type.String({ maxLength: bounds.text });

/** int64: a bigint where a double would round it (D25). */
const int64 = (range: { minimum: number; maximum: number }) =>
  Type.Unsafe<number | bigint>({ type: 'integer', format: 'int64', ...range });

const unixTime = int64(bounds.unixTime);

export const Staff = Type.Partial(Type.Object({ name: label, type: label }), { $id: 'Staff' });
export type Staff = Static<typeof Staff>;

export const VideoMeeting = Type.Partial(
  Type.Object({
    actionId: int64({ minimum: 0, maximum: Number(bounds.actionId.maximum) }),
    startDateTimeInUnix: unixTime,
    endDateTimeInUnix: unixTime,
    performingUnitName: label,
    serviceName: label,
    meetingLink: label,
    mainStaff: Type.Unsafe<Staff>({ $ref: 'Staff#' }),
    otherStaffList: Type.Array(Type.Unsafe<Staff>({ $ref: 'Staff#' }), { maxItems: bounds.otherStaff }),
    server: members({ discoveryURI: label, clientID: label, onPremise: Type.Boolean() }),
  }),
  { $id: 'VideoMeeting', description: 'A booked appointment that one can take part in by video.' },
);
export type VideoMeeting = Static<typeof VideoMeeting>;

export const videoMeetingSchemas = [Staff];

export const videoMeetingExample: VideoMeeting = {
  actionId: 349576,
  startDateTimeInUnix: 1_768_465_800_000,
  endDateTimeInUnix: 1_768_467_600_000,
  performingUnitName: 'Hudmottagningen',
  serviceName: 'Videobesök',
  meetingLink: 'https://video.example.com/m/349576',
  mainStaff: { name: 'Påhittad Läkarsson', type: 'Läkare' },
  otherStaffList: [{ name: 'Uppdiktad Sköterska', type: 'Sjuksköterska' }],
  server: { discoveryURI: 'https://video.example.com', clientID: 'exempel', onPremise: true },
};
