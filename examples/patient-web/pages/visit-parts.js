// A visit in words: where and when, its state, its price; and as a row.
import { dotted, el, facts, inSwedish } from '../dom.js';
import { aboutVisit, isOnDay, stateOf } from '../records/bookings.js';
import { dateTile, pill, quiet, row } from '../rows.js';
import { clockOfStart, money, readableStart } from '../time.js';
import { w } from '../words/words.js';

const addressOf = ({ StreetAddress, CareOfAddress, PostalCode, City } = {}) =>
  [StreetAddress, CareOfAddress, [PostalCode, City].filter(Boolean).join(' ')].filter(Boolean).join(', ');

/** A start as a booking writes it, of a local time of 14 digits. */
export const startOf = ({ booking, start }) =>
  booking?.StartTime ?? start.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)\d\d$/, '$1-$2-$3 $4:$5');

const unitOf = ({ booking, meeting }) => booking?.PerformingUnit?.Name ?? meeting?.performingUnitName;

/** What a visit is called: what its care unit calls it, else its unit. */
export const nameOfVisit = visit => {
  const { kind, isVideo } = aboutVisit(visit);
  const name = kind ?? (isVideo ? undefined : unitOf(visit));
  return inSwedish(name) ?? (isVideo ? w().visits.video : w().visits.visit);
};

/** Where it is, with whom; that it is by video, where its name does not say it. */
export const placeOfVisit = visit => {
  const { kind, isVideo, staff } = aboutVisit(visit);
  const isNamedByUnit = kind === undefined && !isVideo;
  return dotted(
    isVideo && kind !== undefined && !/video/i.test(kind) ? w().visits.video : undefined,
    isNamedByUnit ? undefined : inSwedish(unitOf(visit)),
    inSwedish(staff),
  );
};

/** What else it is called, and what the care unit says that it is for. */
export const purposeOfVisit = visit => {
  const { more, purpose } = aboutVisit(visit);
  return inSwedish(...more, ...purpose);
};

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

/** The address to go to. A visit by video or telephone has none. */
export const street = visit => {
  const address = addressOf(visit.booking?.PerformingUnit?.Address);
  return aboutVisit(visit).isRemote || address === '' ? undefined : address;
};

export const mapLink = address => {
  const href = `https://www.openstreetmap.org/search?${new URLSearchParams({ query: address })}`;
  const name = `${w().visits.map}: ${address}`;
  return el('a', { href, target: '_blank', rel: 'noopener noreferrer', 'aria-label': name }, w().visits.map);
};

/** A visit as a row. @param {{ hasClock?: boolean }} options `hasClock`: the hour in large figures, of visits of one day. */
export const visitRow = (visit, { hasClock = false } = {}) => {
  const clock = hasClock ? clockOfStart(startOf(visit)) : undefined;
  return row(
    {
      href: hrefOfVisit(visit),
      title: clock === undefined ? el('span', {}, ...withClock(visit)) : nameOfVisit(visit),
      pill: pillOf(visit),
      lead:
        clock === undefined
          ? dateTile(visit.start)
          : el('span', { class: 'tile', 'aria-hidden': 'true' }, el('b', { class: 'day' }, clock)),
    },
    el('span', { class: 'visually-hidden' }, readableStart(startOf(visit))),
    placeOfVisit(visit) && quiet(placeOfVisit(visit)),
    street(visit) && quiet(inSwedish(street(visit))),
    purposeOfVisit(visit),
  );
};

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
  const { kind, more, staff, purpose, reason } = aboutVisit(visit);
  const price = booking?.PaymentDetails;
  const main = [meeting?.mainStaff?.name, meeting?.mainStaff?.type].filter(Boolean).join(', ');
  return facts([
    [visits.when, readableStart(startOf(visit))],
    [visits.where, inSwedish(unitOf(visit), street(visit))],
    [visits.careProvider, inSwedish(booking?.CareGiver)],
    [visits.about, inSwedish(kind, ...more)],
    [visits.withWhom, inSwedish(main.startsWith(staff) ? undefined : staff, main)],
    [
      visits.alsoThere,
      inSwedish(
        ...(meeting?.otherStaffList ?? []).map(({ name, type }) => [name, type].filter(Boolean).join(', ')),
      ),
    ],
    [visits.information, inSwedish(...purpose)],
    [visits.reason, inSwedish(reason)],
    [visits.price, price?.Price === undefined ? undefined : priceText(price)],
  ]);
};

export const isToday = (visit, now) =>
  visit.booking !== undefined ? isOnDay(visit.booking, now) : visit.start.startsWith(now.slice(0, 8));
