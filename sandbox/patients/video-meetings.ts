// Tolvan's 71 video meetings: 64 are returned, and one has a link that is too long (D18). The last one is today's, which is booked too.
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

export const tolvansVideoMeetings = (video: TodaysVideoVisit): readonly EhrVideoMeeting[] => [
  ...Array.from({ length: 70 }, (_, index) =>
    meeting({
      // Ids exceed what a double can hold, and must stay exact (D25).
      ActionId: 9_007_199_254_740_991n + BigInt(index),
      StartDateTime: daysAfter('20261001', index, '143000'),
      EndDateTime: daysAfter('20261001', index, '150000'),
      MeetingLink: index === 60 ? longLink : `https://video.example.com/m/${index}`,
    }),
  ),
  meeting({
    ActionId: BigInt(bookingIds.tolvanVideo),
    StartDateTime: video.start,
    EndDateTime: video.end,
    MeetingLink: `https://video.example.com/m/${bookingIds.tolvanVideo}`,
  }),
];
