// Video meetings of the legacy interface (extracts.md, "Video meetings").
import { type Static, Type } from 'typebox';
import { omitUndefined } from '../../../domain/model/omit-undefined.ts';
import type { TimedMeeting } from '../../../domain/model/video-meeting.ts';
import { container, ExactInteger, objectOf } from '../../../domain/records/shared/common.ts';
import { withHidden } from '../../../domain/records/shared/hiding.ts';
import type { Staff, VideoMeeting } from '../../../domain/records/video-meeting.ts';
import type { Found, Reader } from '../../../ports/ehr.ts';
import { momentSchema, planOf } from '../xml/plan.ts';
import { documentReader, type ExtractsConnection } from './documents.ts';
import { withEmptiness } from './empty-records.ts';

const textSchema = Type.String();
const XmlStaff = objectOf({ Name: textSchema, Type: textSchema });
const XmlServer = objectOf({ DiscoveryURI: textSchema, ClientID: textSchema, OnPremise: Type.Boolean() });

const XmlMeeting = objectOf({
  ActionId: ExactInteger,
  StartDateTime: withHidden('time', momentSchema),
  EndDateTime: withHidden('time', momentSchema),
  PerformingUnitName: textSchema,
  ServiceName: textSchema,
  MeetingLink: textSchema,
  MainStaff: XmlStaff,
  OtherStaffList: container('Staff', XmlStaff),
  Server: XmlServer,
});

const Meetings = objectOf({ VideoMeeting: Type.Array(XmlMeeting) });

const staffOf = ({ Name, Type: type }: Static<typeof XmlStaff>): Staff =>
  omitUndefined<Staff>({ name: Name, type });

const serverOf = ({ DiscoveryURI, ClientID, OnPremise }: Static<typeof XmlServer>) =>
  omitUndefined({ discoveryURI: DiscoveryURI, clientID: ClientID, onPremise: OnPremise });

const meetingOf = (xml: Static<typeof XmlMeeting>): VideoMeeting => {
  const { Server: server, MainStaff: main, OtherStaffList: others } = xml;
  return omitUndefined<VideoMeeting>({
    actionId: xml.ActionId,
    startDateTimeInUnix: xml.StartDateTime?.epoch,
    endDateTimeInUnix: xml.EndDateTime?.epoch,
    performingUnitName: xml.PerformingUnitName,
    serviceName: xml.ServiceName,
    meetingLink: xml.MeetingLink,
    mainStaff: main && staffOf(main),
    otherStaffList: others?.Staff?.map(staffOf),
    server: server && serverOf(server),
  });
};

/** Reads the video meetings, with their local times. A document is one list. */
export const readExtractVideoMeetings = (connection: ExtractsConnection): Reader<TimedMeeting> => {
  const plan = planOf(Meetings, connection.rules);
  return documentReader<Found<TimedMeeting>>(connection, {
    kind: 'videoMeetings',
    path: '/videomeetings',
    document: addRecord => ({
      root: 'VideoMeetings',
      plan,
      isList: true,
      each: {
        element: 'VideoMeeting',
        onItem: ({ value, losses }) => {
          const xml = value as Static<typeof XmlMeeting>;
          addRecord({
            record: {
              meeting: meetingOf(xml),
              start: xml.StartDateTime?.local,
              end: xml.EndDateTime?.local,
            },
            losses: withEmptiness('VideoMeeting', { value, losses, hides: ['time'] }),
          });
        },
      },
    }),
  });
};
