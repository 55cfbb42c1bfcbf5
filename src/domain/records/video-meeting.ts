// VideoMeeting (operation 8). Its limits are the contract's; D18 says how meetings are made to fit.
import { type Static, Type } from 'typebox';
import { arrayOf, flag, namedObject, objectOf, refTo } from './shared/common.ts';
import { withHidden } from './shared/hiding.ts';
import { verbatim } from './shared/verbatim.ts';

/** The limits of operation 8 (contract, "Limits"). */
export const videoMeetingLimits = {
  meetings: 64,
  otherStaff: 32,
  text: 64,
  actionId: { minimum: 0n, maximum: 10_000_000_000_000_000n },
  unixTime: { minimum: -9_999_999_999_999, maximum: 9_999_999_999_999 },
} as const;

/** A bounded text. Names that are too long are cut, links and ids that are too long are left out (D18). */
const label = (description: string, example: string) =>
  Type.String({ maxLength: videoMeetingLimits.text, description, examples: [example] });

/** A link or an id: no character is taken out of it (D33). */
const exactLabel = (description: string, example: string) => verbatim(label(description, example));

/** An int64: a bigint if a double would round it (D25). */
const int64 = (range: { minimum: number; maximum: number }, description: string, example: number) =>
  Type.Unsafe<number | bigint>({
    type: 'integer',
    format: 'int64',
    ...range,
    description,
    examples: [example],
  });

const unixTime = (description: string, example: number) =>
  int64(videoMeetingLimits.unixTime, `${description} Milliseconds since 1970-01-01T00:00:00Z.`, example);

export const Staff = namedObject('Staff', 'A member of staff.', {
  name: label('The person’s name.', 'Påhittad Läkarsson'),
  type: label('The profession or role.', 'Läkare'),
});
export type Staff = Static<typeof Staff>;

export const VideoMeeting = namedObject(
  'VideoMeeting',
  'A booked appointment that the patient can attend by video.',
  {
    actionId: int64(
      { minimum: 0, maximum: Number(videoMeetingLimits.actionId.maximum) },
      'The id of the meeting. It can be larger than 2^53: read it with a parser that keeps integers exact.',
      349576,
    ),
    startDateTimeInUnix: withHidden('time', unixTime('The planned start.', 1768465800000)),
    endDateTimeInUnix: withHidden('time', unixTime('The planned end.', 1768467600000)),
    performingUnitName: label('The unit that holds the meeting.', 'Hudmottagningen'),
    serviceName: label('What the meeting is about.', 'Videobesök'),
    meetingLink: exactLabel(
      'The link with which the patient joins, as the EHR sent it. Open it only if it is an https URL.',
      'https://video.example.com/m/349576',
    ),
    mainStaff: refTo(Staff, 'The member of staff whom the patient meets.'),
    otherStaffList: arrayOf(refTo(Staff), 'Other staff who take part.', {
      maxItems: videoMeetingLimits.otherStaff,
    }),
    server: objectOf(
      {
        discoveryURI: exactLabel(
          'The address where a video client finds its configuration.',
          'https://video.example.com/discovery',
        ),
        clientID: exactLabel('The id with which a video client identifies itself.', 'patient-app'),
        onPremise: flag('Whether the region runs the server itself.'),
      },
      'The video server, for apps with a video client of their own.',
      { $id: 'VideoServer' },
    ),
  },
);
export type VideoMeeting = Static<typeof VideoMeeting>;

export const videoMeetingSchemas = [Staff];
