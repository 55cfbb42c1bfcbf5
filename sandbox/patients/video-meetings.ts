// Tolvan's 70 video meetings: 64 are returned, and one has a link that is too long (D18).
import type { EhrVideoMeeting } from '../extracts/world.ts';
import { daysAfter } from './parts.ts';

const longLink = `https://video.example.com/rum/${'mycket-'.repeat(8)}lang-lank`;

export const tolvansVideoMeetings = (): readonly EhrVideoMeeting[] =>
  Array.from({ length: 70 }, (_, index) => ({
    // Ids exceed what a double can hold, and must stay exact (D25).
    ActionId: 9_007_199_254_740_991n + BigInt(index),
    StartDateTime: daysAfter('20261001', index, '143000'),
    EndDateTime: daysAfter('20261001', index, '150000'),
    PerformingUnitName: 'Hudmottagningen',
    ServiceName: 'Videobesök',
    MeetingLink: index === 60 ? longLink : `https://video.example.com/m/${index}`,
    MainStaff: { Name: 'Påhittad Läkarsson', Type: 'Läkare' },
    OtherStaffList: { Staff: [{ Name: 'Uppdiktad Sköterska', Type: 'Sjuksköterska' }] },
    Server: { DiscoveryURI: 'https://video.example.com', ClientID: 'sandlada', OnPremise: true },
  }));
