// A visit in words: where and when, its state, its price; and as a row.
import { el, facts, inSwedish } from '../dom.js';
import { isOnDay, stateOf } from '../records/bookings.js';
import { dateTile, pill, quiet, row } from '../rows.js';
import { clockOfStart, money, readableStart } from '../time.js';
import { w } from '../words/words.js';

const addressOf = ({ StreetAddress, CareOfAddress, PostalCode, City } = {}) =>
  [StreetAddress, CareOfAddress, [PostalCode, City].filter(Boolean).join(' ')].filter(Boolean).join(', ');

/** A start as a booking writes it, of a local time of 14 digits. */
export const startOf = ({ booking, start }) =>
  booking?.StartTime ?? start.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)\d\d$/, '$1-$2-$3 $4:$5');

export const isVideo = ({ meeting }) => meeting !== undefined;

const unitOf = ({ booking, meeting }) => booking?.PerformingUnit?.Name ?? meeting?.performingUnitName;

/** What a visit is called: its unit, and that it is by video. */
export const nameOfVisit = visit =>
  inSwedish(unitOf(visit)) ?? (isVideo(visit) ? w().visits.video : w().visits.visit);

export const hrefOfVisit = ({ key }) => `#visits/visit/${encodeURIComponent(key)}`;

export const withClock = visit => {
  const clock = clockOfStart(startOf(visit));
  return clock === undefined ? [nameOfVisit(visit)] : [`${clock} `, nameOfVisit(visit)];
};

/** The state of a visit in a word, where it has one worth saying. */
export const pillOf = ({ booking, isRegistered, meeting }) => {
  if (booking === undefined) return undefined;
  const { isUnclear, hasArrived, status, isPaid } = stateOf(booking);
  const { visits } = w();
  if (isUnclear) return pill(visits.unclear, 'caution');
  if (isRegistered) return pill(visits.registered);
  if (meeting !== undefined && status !== 'PERFORMED') return undefined;
  if (!hasArrived && !isPaid) return undefined;
  return pill(
    [hasArrived ? visits.states[status] : undefined, isPaid ? visits.paid : undefined]
      .filter(Boolean)
      .join(', '),
    'good',
  );
};

export const street = ({ booking, meeting }) => {
  const address = addressOf(booking?.PerformingUnit?.Address);
  return meeting !== undefined || address === '' ? undefined : address;
};

export const mapLink = address => {
  const href = `https://www.openstreetmap.org/search?${new URLSearchParams({ query: address })}`;
  const name = `${w().visits.map}: ${address}`;
  return el('a', { href, target: '_blank', rel: 'noopener noreferrer', 'aria-label': name }, w().visits.map);
};

const whereLine = visit => {
  if (isVideo(visit)) return w().visits.video;
  const address = street(visit);
  return address === undefined ? undefined : inSwedish(address);
};

/** What a meeting is about, where that is more than that it is by video. */
const serviceOf = ({ meeting }) =>
  /^video\S*$/i.test(meeting?.serviceName ?? '') ? undefined : meeting?.serviceName;

/** A visit as a row. */
export const visitRow = visit =>
  row(
    {
      href: hrefOfVisit(visit),
      title: el('span', {}, ...withClock(visit)),
      pill: pillOf(visit),
      lead: dateTile(visit.start),
    },
    el('span', { class: 'visually-hidden' }, readableStart(startOf(visit))),
    whereLine(visit) && quiet(whereLine(visit)),
    inSwedish(visit.booking?.PatientInformation ?? serviceOf(visit)),
  );

/** `275 kr (75 kr off: Frikort)`; `Price` is what the patient pays. */
const priceText = ({ Price: price, Reduction: reduction, ReductionReason: reason }) => {
  const { visits } = w();
  if (price === 0) return visits.nothingToPay;
  if (!reduction) return money(price);
  const less = visits.reduced(money(reduction));
  return el('span', {}, `${money(price)} (${less}`, ...(reason ? [': ', inSwedish(reason)] : []), ')');
};

/** What is to be paid, or that nobody has said it. */
export const toPay = ({ PaymentDetails: details }) => {
  const { visits } = w();
  if (details?.Price === undefined) return visits.priceUnknown;
  return details.Price === 0 ? visits.nothingToPay : el('span', {}, visits.toPay, ' ', priceText(details));
};

/** The facts of a visit, for its own page. */
export const visitFacts = visit => {
  const { visits } = w();
  const { booking, meeting } = visit;
  const price = booking?.PaymentDetails;
  return facts([
    [visits.when, readableStart(startOf(visit))],
    [visits.where, inSwedish(unitOf(visit), street(visit))],
    [visits.careProvider, inSwedish(booking?.CareGiver)],
    [visits.about, inSwedish(meeting?.serviceName)],
    [
      visits.withWhom,
      inSwedish([meeting?.mainStaff?.name, meeting?.mainStaff?.type].filter(Boolean).join(', ')),
    ],
    [
      visits.alsoThere,
      inSwedish(
        ...(meeting?.otherStaffList ?? []).map(({ name, type }) => [name, type].filter(Boolean).join(', ')),
      ),
    ],
    [visits.information, inSwedish(booking?.PatientInformation)],
    [visits.price, price?.Price === undefined ? undefined : priceText(price)],
  ]);
};

export const isToday = (visit, now) =>
  visit.booking !== undefined ? isOnDay(visit.booking, now) : visit.start.startsWith(now.slice(0, 8));
