// The round trip of bookings and video meetings, whose JSON and XML names differ. ROUND_TRIP_CASES sets the number of cases.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodings, type Written } from '../../sandbox/extracts/xml/encode.ts';
import { variationFor } from '../../sandbox/extracts/xml/variation.ts';
import { writeExtracts, writeObject } from '../../sandbox/extracts/xml/write.ts';
import { bookings } from '../../sandbox/record-builders/bookings.ts';
import { videoMeeting } from '../../sandbox/record-builders/video-meeting.ts';
import { attempts } from '../support/amount.ts';
import { forThisFile } from '../support/for-this-file.ts';
import { ehrServer } from '../support/servers/ehr-server.ts';
import { startIssuer } from '../support/servers/issuer.ts';
import { startService } from '../support/service/service.ts';
import { canonical, parseExactly } from './json.ts';
import { saysSomething, valuesOf } from './values.ts';

const format = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Stockholm',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** The local time in Stockholm at an instant, as 14 digits. */
const shownAt = (epoch: number): string => format.format(epoch).replace(/\D/g, '');

const asIfUtc = (compact: string): number =>
  Date.parse(compact.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6Z'));

const minute = 60_000;

/**
 * The instant of a local time from 1980 on, in milliseconds since the epoch, by Intl alone, independently of the service's code: the first of two, and
 * for a time that does not exist, the time shifted forward by the gap.
 */
const instantOf = (compact: string): number => {
  const summer = asIfUtc(compact) - 120 * minute;
  const winter = asIfUtc(compact) - 60 * minute;
  return shownAt(summer) === compact ? summer : winter;
};

const cases = Number(process.env.ROUND_TRIP_CASES ?? attempts(150));
const subject = '191212121212';

type Fields = Record<string, unknown>;

let written: Written;

const issuer = await forThisFile(startIssuer());
const ehr = await forThisFile(
  ehrServer((_asked, response) => {
    response.writeHead(200, { 'content-type': written.contentType }).end(written.bytes);
  }),
);
const service = await forThisFile(startService({ issuer, ehr: ehr.url }));
const token = await issuer.sign({ patient: subject, scope: 'user/Appointment-read user/VideoMeeting-read' });

const style = (seed: number) => ({
  variation: variationFor(seed),
  encoding: Object.values(encodings)[seed % 5] ?? encodings.utf8,
});

const answered = async (path: string) => {
  const { status, text, headers } = await service.ask({ path, token });
  return { status, value: parseExactly(text), leftOut: headers.get('x-left-out') };
};

/** What an answer lacks: the bookings or meetings of which nothing is said (D29). */
const emptiness = (sent: readonly unknown[]): string | null => {
  const empty = sent.filter(one => !saysSomething(one)).length;
  return empty === 0 ? null : `values=${empty}`;
};

const assertSame = (
  found: { status: number; value: unknown; leftOut: string | null },
  expected: unknown,
  sent: readonly unknown[],
) => {
  const leftOut = emptiness(sent);
  const isSame =
    found.status === 200 && canonical(found.value) === canonical(expected) && found.leftOut === leftOut;
  if (!isSame) expect(found).toEqual({ status: 200, value: expected, leftOut });
};

/** A time from 1980 on: before, Stockholm's summer time had other rules. */
const recent = fc
  .date({ min: new Date('1980-01-01'), max: new Date('2037-12-31'), noInvalidDate: true })
  .map(date => date.toISOString().slice(0, 19).replace(/\D/g, ''));

const started = (booking: Fields, start: string): Fields =>
  booking.StartTime === undefined ? booking : { ...booking, StartTime: start };

const omitUndefined = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, one]) => one !== undefined));

const statuses = ['BOOKED', 'ARRIVED', 'ONGOING', 'PERFORMED', 'CANCELLED', 'MISSED'];
const payments = ['UNPAID', 'PAID'];
/** The seconds of its start choose the words of a booking's states: where a word is, it is one of the EHR's. */
const inState = (booking: Fields, start: string): Fields => ({
  ...booking,
  ...(booking.Status === undefined ? {} : { Status: statuses[Number(start.slice(-2)) % 6] }),
  ...(booking.PaymentStatus === undefined
    ? {}
    : { PaymentStatus: payments[Number(start.slice(-3, -2)) % 2] }),
});

/** The first of each id; all without one. */
const uniqueBy = (list: readonly Fields[] | undefined, id: string) =>
  list?.filter(
    (one, at) =>
      one[id] === undefined || list.findIndex(other => String(other[id]) === String(one[id])) === at,
  );

const document = fc
  .tuple(
    valuesOf(bookings) as fc.Arbitrary<Fields>,
    fc.array(recent, { minLength: 20, maxLength: 20 }),
    fc.option(fc.constantFrom('OK', 'ERROR', 'INFO'), { nil: undefined }),
  )
  .map(([value, times, code]) => {
    let at = 0;
    // One id with two contents is unusable (D29).
    const withTimes = (list: unknown, id: string) =>
      uniqueBy(list as Fields[] | undefined, id)?.map(one => {
        const start = times[at++ % times.length] ?? '';
        return inState(started(one, start), start);
      });
    const { ResultCode: _, Patient: patient, Booking, RegisteredBooking, ...rest } = value as Fields;
    const summary = patient as Fields | undefined;
    const made: Fields = {
      ...rest,
      ResultCode: code,
      Patient:
        summary?.PersonNumbers === undefined ? summary : { ...summary, PersonNumbers: [{ Number: subject }] },
      Booking: withTimes(Booking, 'ContactId'),
      RegisteredBooking: withTimes(RegisteredBooking, 'BookingId'),
    };
    return Object.fromEntries(Object.entries(made).filter(([, one]) => one !== undefined)) as Fields;
  });

/** The published form of a booking: the start in two forms, and always an `Any`, which begins with the state (D16). */
const published = (booking: Fields): Fields => {
  const { Status, PaymentStatus, StartTime, Any: own = [], ...rest } = booking;
  const state = omitUndefined({ Status, PaymentStatus });
  const Any = [...(Object.keys(state).length === 0 ? [] : [state]), ...(own as Fields[])];
  if (StartTime === undefined) return { ...rest, Any };
  const [, year, month, day, hour, minute] = /^(....)(..)(..)(..)(..)/.exec(String(StartTime)) ?? [];
  const utc = new Date(instantOf(String(StartTime))).toISOString().replace('.000Z', 'Z');
  return { ...rest, Any, StartTime: `${year}-${month}-${day} ${hour}:${minute}`, TypedStartDateTime: utc };
};

const isListed = ({ Status }: Fields) => Status !== 'CANCELLED' && Status !== 'MISSED';
const publishedList = (list: unknown) =>
  ((list as Fields[] | undefined) ?? []).filter(isListed).map(published);

test(
  `${cases} random lists of bookings come back as they were`,
  async () => {
    await fc.assert(
      fc.asyncProperty(document, fc.nat(), async (value, seed) => {
        written = writeObject({ root: 'Bookings', tree: bookings, value, ...style(seed) });
        const { Booking, RegisteredBooking, ...rest } = value;
        const expected = {
          ResultCode: 'OK',
          Comment: '',
          Any: [],
          ...rest,
          Booking: publishedList(Booking),
          RegisteredBooking: publishedList(RegisteredBooking),
        };
        const sent = [Booking, RegisteredBooking].flatMap(list => (list as unknown[] | undefined) ?? []);
        assertSame(await answered('/patients/appointments/'), [expected], sent);
      }),
      { numRuns: cases },
    );
  },
  cases * 200,
);

const meeting = fc
  .tuple(
    valuesOf(videoMeeting) as fc.Arbitrary<Fields>,
    recent,
    recent,
    fc.bigInt({ min: 0n, max: 10n ** 16n }),
  )
  .map(([value, start, end, id]) => ({
    ...value,
    ...(value.StartDateTime === undefined ? {} : { StartDateTime: start }),
    ...(value.EndDateTime === undefined ? {} : { EndDateTime: end }),
    ...(value.ActionId === undefined ? {} : { ActionId: Number(id) <= 2 ** 53 - 1 ? Number(id) : id }),
  })) as fc.Arbitrary<Fields>;

const staff = (one: unknown) => {
  const { Name: name, Type: type } = one as Fields;
  return omitUndefined({ name, type });
};

const publishedMeeting = (value: Fields): Fields => {
  const server = value.Server as Fields | undefined;
  const others = value.OtherStaffList as { Staff: unknown[] } | undefined;
  const epoch = (time: unknown) => (time === undefined ? undefined : instantOf(String(time)));
  return omitUndefined({
    actionId: value.ActionId,
    startDateTimeInUnix: epoch(value.StartDateTime),
    endDateTimeInUnix: epoch(value.EndDateTime),
    performingUnitName: value.PerformingUnitName,
    serviceName: value.ServiceName,
    meetingLink: value.MeetingLink,
    mainStaff: value.MainStaff === undefined ? undefined : staff(value.MainStaff),
    otherStaffList: others?.Staff.map(staff),
    server:
      server === undefined
        ? undefined
        : omitUndefined({
            discoveryURI: server.DiscoveryURI,
            clientID: server.ClientID,
            onPremise: server.OnPremise,
          }),
  });
};

const inSomeOrder = (values: unknown) => (values as unknown[]).map(canonical).sort();
const starts = (values: unknown) =>
  (values as Fields[]).map(one => Number(one.startDateTimeInUnix ?? Infinity));

/** One id with two contents is unusable (D29). */
const meetings = fc.uniqueArray(meeting, {
  maxLength: 5,
  selector: ({ ActionId }) => ActionId,
  comparator: (left, right) => left !== undefined && String(left) === String(right),
});

test(
  `${cases} random lists of video meetings come back as they were, by their start`,
  async () => {
    await fc.assert(
      fc.asyncProperty(meetings, fc.nat(), async (held, seed) => {
        written = writeExtracts({
          root: 'VideoMeetings',
          element: 'VideoMeeting',
          tree: videoMeeting,
          version: undefined,
          extracts: held,
          ...style(seed),
        });
        const { status, value, leftOut } = await answered('/patients/videomeetings/');
        expect({ status, leftOut }).toEqual({ status: 200, leftOut: emptiness(held) });
        expect(inSomeOrder(value)).toEqual(inSomeOrder(held.map(publishedMeeting)));
        expect(starts(value)).toEqual([...starts(value)].sort((one, other) => one - other));
      }),
      { numRuns: cases },
    );
  },
  cases * 200,
);
