// A video meeting in the EHR, and its published form.
import type { Tree } from './record-tree.ts';

const staff = { Name: 'string', Type: 'string' } as const;

export const videoMeeting = {
  ActionId: 'integer',
  StartDateTime: 'time text',
  EndDateTime: 'time text',
  PerformingUnitName: 'string',
  ServiceName: 'string',
  MeetingLink: 'string',
  MainStaff: staff,
  OtherStaffList: { Staff: [staff] },
  Server: { DiscoveryURI: 'string', ClientID: 'string', OnPremise: 'boolean' },
} as const satisfies Tree;

const publishedStaff = { name: 'string', type: 'string' } as const;

export const videoMeetingResult = {
  actionId: 'integer',
  startDateTimeInUnix: 'integer',
  endDateTimeInUnix: 'integer',
  performingUnitName: 'string',
  serviceName: 'string',
  meetingLink: 'string',
  mainStaff: publishedStaff,
  otherStaffList: [publishedStaff],
  server: { discoveryURI: 'string', clientID: 'string', onPremise: 'boolean' },
} as const satisfies Tree;
