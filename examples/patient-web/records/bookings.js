// Bookings: their state, what the patient can do, and which of them are visits by video.
import { compactStart, compareTimes } from '../time.js';
import { keyed } from './keys.js';

const digitsOf = text => String(text ?? '').replaceAll(/\D/g, '');

/** A day as in a start: `2026-01-15` */
const dayOf = now => `${now.slice(0, 4)}-${now.slice(4, 6)}-${now.slice(6, 8)}`;
const startOf = ({ StartTime: start = '' }) => start;

/** @param {string} now local time of the region as 14 digits. */
export const isOnDay = (booking, now) => startOf(booking).startsWith(dayOf(now));

const arrivedStates = ['ARRIVED', 'ONGOING', 'PERFORMED'];

/**
 * The state of a booking, from the first object of `Any`. Without a word, it is not known: the health record system decides.
 * `UNKNOWN` is a state that the system says and the service does not understand: the visit may be cancelled.
 */
export const stateOf = ({ Any: [{ Status: status, PaymentStatus: paymentStatus } = {}] = [] }) => ({
  status,
  isUnclear: status === 'UNKNOWN' || paymentStatus === 'UNKNOWN',
  hasArrived: arrivedStates.includes(status),
  isPaid: paymentStatus === 'PAID',
});

const saidText = value => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined);

/** By these words, a time to which nobody goes. */
const remote = { video: /video/i, phone: /telefon|\bphone/i };

/**
 * What a visit is, in the words of its health record system: from the meeting, and from the objects of `Any`, where regions with
 * national contracts and with FHIR have members of their own.
 * @returns {{ kind?: string, more: string[], staff?: string, isVideo: boolean, isRemote: boolean, purpose: string[], reason?: string }}
 *   `kind`: what it is called; `more`: what else it is called; `isRemote`: by video or telephone; `purpose`: what the care unit says
 *   that it is for; `reason`: what the patient said when booking.
 */
export const aboutVisit = ({ booking, meeting }) => {
  const any = Object.assign({}, ...(booking?.Any ?? []));
  const [kind, ...more] = [
    ...new Set(
      [meeting?.serviceName, any.timeTypeName, any.appointmentType, any.service]
        .map(saidText)
        .filter(Boolean),
    ),
  ];
  const says = pattern => [kind, ...more, saidText(any.careTypeName)].some(text => pattern.test(text ?? ''));
  const isVideo = meeting !== undefined || says(remote.video);
  return {
    kind,
    more,
    staff: [any.performerName, any.practitioner, meeting?.mainStaff?.name].map(saidText).find(Boolean),
    isVideo,
    isRemote: isVideo || says(remote.phone),
    purpose: [booking?.PatientInformation, any.purpose, any.description].map(saidText).filter(Boolean),
    reason: saidText(any.reason),
  };
};

/**
 * What the patient can do about a booking. The service does not look at the day.
 * @param {{ isOffered: (operation: string) => boolean, now: string }} context
 */
export const actionsOf = (visit, { isOffered, now }) => {
  const none = { canArrive: false, canPay: false };
  if (visit.isRegistered || visit.meeting !== undefined || visit.booking === undefined) return none;
  const { status, isUnclear, hasArrived, isPaid } = stateOf(visit.booking);
  if (isUnclear) return none;
  const isFree = visit.booking.PaymentDetails?.Price === 0;
  const isStateKnown = status !== undefined;
  return {
    canArrive:
      isOffered('appointmentChange') &&
      !aboutVisit(visit).isRemote &&
      isOnDay(visit.booking, now) &&
      (!isStateKnown || status === 'BOOKED'),
    canPay:
      isOffered('paymentNotice') &&
      !isPaid &&
      !isFree &&
      (hasArrived || (!isStateKnown && isOnDay(visit.booking, now))),
  };
};

const startInMilliseconds = ({ TypedStartDateTime: start }) => Date.parse(start ?? '');

const haveSameId = (booking, meeting) =>
  meeting.actionId !== undefined &&
  digitsOf(booking.ContactId) !== '' &&
  digitsOf(booking.ContactId) === String(meeting.actionId);

const haveSameTimeAndUnit = (booking, meeting) =>
  meeting.startDateTimeInUnix !== undefined &&
  meeting.startDateTimeInUnix === startInMilliseconds(booking) &&
  meeting.performingUnitName !== undefined &&
  meeting.performingUnitName === booking.PerformingUnit?.Name;

/** The one pair of each item that is the only one to isPair, both ways. */
const onlyPairs = (bookings, meetings, isPair) =>
  bookings.flatMap(booking => {
    const [meeting, ...others] = meetings.filter(one => isPair(booking, one));
    if (meeting === undefined || others.length > 0) return [];
    return bookings.filter(one => isPair(one, meeting)).length === 1 ? [[booking, meeting]] : [];
  });

/**
 * Which booking is which video meeting: by their numbers, and of the others by start and unit, where only one of each has them.
 * @returns {Map<object, object>} booking → meeting
 */
export const matched = (bookings, meetings) => {
  const byId = onlyPairs(bookings, meetings, haveSameId);
  const taken = new Set(byId.flat());
  const left = all => all.filter(one => !taken.has(one));
  return new Map([...byId, ...onlyPairs(left(bookings), left(meetings), haveSameTimeAndUnit)]);
};

/**
 * The visits of an answer of operation 3 and one of operation 8.
 * @param {{ localTimeOf: (milliseconds: number) => string }} options the local time of the region as 14 digits.
 * @returns {{ key: string, start: string, booking?: object, meeting?: object, isRegistered: boolean }[]} `start` is a local time
 *   of 14 digits, of 8 if only the day is known, or empty.
 */
export const visitsOf = (
  { Booking: bookings = [], RegisteredBooking: registered = [] } = {},
  meetings,
  { localTimeOf },
) => {
  const meetingOf = matched([...bookings, ...registered], meetings);
  const used = new Set(meetingOf.values());
  const ofBooking = (booking, isRegistered) => ({
    id: booking.ContactId ?? booking.BookingId,
    start: compactStart(booking.StartTime),
    booking,
    meeting: meetingOf.get(booking),
    isRegistered,
  });
  const ofMeeting = meeting => ({
    id: meeting.actionId && `video-${meeting.actionId}`,
    start: meeting.startDateTimeInUnix === undefined ? '' : localTimeOf(meeting.startDateTimeInUnix),
    meeting,
    isRegistered: false,
  });
  const visits = [
    ...bookings.map(one => ofBooking(one, false)),
    ...registered.map(one => ofBooking(one, true)),
    ...meetings.filter(one => !used.has(one)).map(ofMeeting),
  ];
  return [...keyed(visits, ({ id }) => id)].map(([key, visit]) => ({ key, ...visit }));
};

const byStart = (a, b) => compareTimes(a.start, b.start);

/**
 * Days from today on, the nearest first, and those of earlier days, the latest first. A visit without a start is upcoming, and last.
 */
export const inGroups = (visits, now) => {
  const today = now.slice(0, 8);
  const isPast = ({ start }) => start !== '' && start.slice(0, 8) < today;
  const upcoming = visits.filter(one => !isPast(one));
  return {
    upcoming: [
      ...upcoming.filter(({ start }) => start !== '').toSorted(byStart),
      ...upcoming.filter(({ start }) => start === ''),
    ],
    earlier: visits.filter(isPast).toSorted(byStart).toReversed(),
  };
};

const quarterOfAnHour = 15 * 60_000;

/**
 * Whether a meeting can be joined.
 * @returns {'no-link' | 'early' | 'open' | 'over' } `open` from 15 minutes before its start to its end.
 */
export const joining = (
  { meetingLink: link, startDateTimeInUnix: start, endDateTimeInUnix: end },
  time = Date.now(),
) => {
  if (end !== undefined && time > end) return 'over';
  // The guide: open a link only if it is an https URL.
  if (!URL.canParse(link ?? '') || new URL(link).protocol !== 'https:') return 'no-link';
  return start !== undefined && time < start - quarterOfAnHour ? 'early' : 'open';
};

/** When a meeting can be joined from, in milliseconds since 1970. */
export const joinableFrom = ({ startDateTimeInUnix: start }) => start - quarterOfAnHour;
