// A video meeting in the EHR (the published form is videoMeetingResult).
import type { Tree } from './record-trees.ts';

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
