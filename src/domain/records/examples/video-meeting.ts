import type { VideoMeeting } from '../video-meeting.ts';

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
