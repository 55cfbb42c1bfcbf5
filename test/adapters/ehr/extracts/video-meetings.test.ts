// Video meetings of the legacy interface: what is published of each, and what a lost value of one hides (extracts.md, "Video
// meetings"; D36).
import { expect, test } from 'vitest';
import { xml } from '../../../support/servers/ehr-server.ts';
import { newQuery, openExtracts } from './open-extracts.ts';

/** What is found if the EHR answers with these meetings. */
const read = async (meetings: string): Promise<unknown[]> => {
  const { ehr } = await openExtracts((_, response) =>
    xml(response, `<VideoMeetings>${meetings}</VideoMeetings>`),
  );
  return Array.fromAsync<unknown>(ehr.videoMeetings?.(newQuery()) ?? []);
};

test('every value of a meeting', async () => {
  const found = await read(
    '<VideoMeeting><ActionId>349576</ActionId><StartDateTime>20260115093000</StartDateTime>' +
      '<EndDateTime value="20260115100000"/><PerformingUnitName>Hudmottagningen</PerformingUnitName>' +
      '<ServiceName>Återbesök</ServiceName><MeetingLink>meet://1</MeetingLink>' +
      '<MainStaff><Name>Berit</Name><Type>Läkare</Type></MainStaff>' +
      '<OtherStaffList><Staff><Name>Göran</Name></Staff><Staff><Type>Tolk</Type></Staff></OtherStaffList>' +
      '<Server><DiscoveryURI>wss://1</DiscoveryURI><ClientID>c</ClientID><OnPremise>0</OnPremise></Server>' +
      '</VideoMeeting>',
  );
  expect(found).toEqual([
    {
      record: {
        meeting: {
          actionId: 349576,
          startDateTimeInUnix: Date.parse('2026-01-15T08:30:00Z'),
          endDateTimeInUnix: Date.parse('2026-01-15T09:00:00Z'),
          performingUnitName: 'Hudmottagningen',
          serviceName: 'Återbesök',
          meetingLink: 'meet://1',
          mainStaff: { name: 'Berit', type: 'Läkare' },
          otherStaffList: [{ name: 'Göran' }, { type: 'Tolk' }],
          server: { discoveryURI: 'wss://1', clientID: 'c', onPremise: false },
        },
        start: '20260115093000',
        end: '20260115100000',
      },
      losses: [],
    },
  ]);
});

test('what is missing is left out, and what is empty stays; a meeting that holds nothing is a loss', async () => {
  const found = await read(
    '<VideoMeeting/><VideoMeeting><MainStaff/><OtherStaffList/><Server/></VideoMeeting>',
  );
  const times = { start: undefined, end: undefined };
  const losses = [{ path: 'VideoMeeting', reason: 'unreadable', hides: ['time'] }];
  expect(found).toEqual([
    { record: { meeting: {}, ...times }, losses },
    { record: { meeting: { mainStaff: {}, otherStaffList: [], server: {} }, ...times }, losses },
  ]);
});

test.each(['StartDateTime', 'EndDateTime'])('a lost %s hides when the meeting is', async element => {
  const [unreadable, repeated] = await read(
    `<VideoMeeting><${element}>idag</${element}></VideoMeeting>` +
      `<VideoMeeting>${`<${element}>20260115</${element}>`.repeat(2)}</VideoMeeting>`,
  );
  const path = `VideoMeeting/${element}`;
  expect(unreadable).toMatchObject({ losses: [{ path, reason: 'unreadable', hides: ['time'] }] });
  expect(repeated).toMatchObject({ losses: [{ path, reason: 'repeated', hides: ['time'] }] });
});

test('another lost value hides nothing', async () => {
  expect(await read('<VideoMeeting><ActionId>ett</ActionId></VideoMeeting>')).toMatchObject([
    { losses: [{ path: 'VideoMeeting/ActionId', reason: 'unreadable', hides: [] }] },
  ]);
});
