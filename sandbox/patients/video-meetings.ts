// Video meetings: some of Tolvan's, of which one has a link that is too long (D18) and the last one is today's, which is booked too; and
// 71 of another patient, of which 64 are returned.
import type { EhrVideoMeeting } from '../extracts/world.ts';
import { bookingIds } from './bookings.ts';
import { daysAfter } from './parts.ts';
import type { TodaysVideoVisit } from './today.ts';

const longLink = `https://video.example.com/rum/${'mycket-'.repeat(8)}lang-lank`;

const meeting = (
  of: Pick<EhrVideoMeeting, 'ActionId' | 'StartDateTime' | 'EndDateTime' | 'MeetingLink'>,
) => ({
  ...of,
  PerformingUnitName: 'Hudmottagningen',
  ServiceName: 'Videobesök',
  MainStaff: { Name: 'Påhittad Läkarsson', Type: 'Läkare' },
  OtherStaffList: { Staff: [{ Name: 'Uppdiktad Sköterska', Type: 'Sjuksköterska' }] },
  Server: { DiscoveryURI: 'https://video.example.com', ClientID: 'sandlada', OnPremise: true },
});

/** One of 71 on days in a row. */
const dailyMeeting = (index: number) =>
  meeting({
    // Ids exceed what a double can hold, and must stay exact (D25).
    ActionId: 9_007_199_254_740_991n + BigInt(index),
    StartDateTime: daysAfter('20261001', index, '143000'),
    EndDateTime: daysAfter('20261001', index, '150000'),
    MeetingLink: index === 60 ? longLink : `https://video.example.com/m/${index}`,
  });

/** More than an answer has room for. */
export const tooManyVideoMeetings: readonly EhrVideoMeeting[] = Array.from({ length: 71 }, (_, index) =>
  dailyMeeting(index),
);

export const tolvansVideoMeetings = (video: TodaysVideoVisit): readonly EhrVideoMeeting[] => [
  ...[0, 55, 60, 69].map(dailyMeeting),
  meeting({
    ActionId: BigInt(bookingIds.tolvanVideo),
    StartDateTime: video.start,
    EndDateTime: video.end,
    MeetingLink: `https://video.example.com/m/${bookingIds.tolvanVideo}`,
  }),
];
