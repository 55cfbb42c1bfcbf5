// Tolvan's video meetings: 70, of which 64 are answered and one has a link that is too long (D18).
import type { EhrVideoMeeting } from '../world.ts';
import { daysAfter } from './parts.ts';

const longLink = `https://video.example.com/rum/${'mycket-'.repeat(8)}lang-lank`;

export const tolvansVideoMeetings = (): readonly EhrVideoMeeting[] =>
  Array.from({ length: 70 }, (_, index) => ({
    // Ids grow beyond what a double can hold: they are exact all the same (D25).
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
