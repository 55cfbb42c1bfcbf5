// The parts of a visit: where and when, its steps, and what the patient can do about it.
import { ask } from '../ask.js';
import { dotted, el, facts, inSwedish } from '../dom.js';
import { reads } from '../reads.js';
import { actionsOf, isOnDay, joinableFrom, joining, stateOf } from '../records/bookings.js';
import { dateTile, pill, quiet, row } from '../rows.js';
import { clockOfStart, money, readableStart } from '../time.js';
import { w } from '../words/words.js';
import { writeButton } from '../writes.js';

const addressOf = ({ StreetAddress, CareOfAddress, PostalCode, City } = {}) =>
  [StreetAddress, CareOfAddress, [PostalCode, City].filter(Boolean).join(' ')].filter(Boolean).join(', ');

/** A start as a booking writes it, of a local time of 14 digits. */
const startOf = ({ booking, start }) =>
  booking?.StartTime ?? start.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)\d\d$/, '$1-$2-$3 $4:$5');

export const isVideo = ({ meeting }) => meeting !== undefined;

const unitOf = ({ booking, meeting }) => booking?.PerformingUnit?.Name ?? meeting?.performingUnitName;

/** What a visit is called: its unit, and that it is by video. */
export const nameOfVisit = visit =>
  inSwedish(unitOf(visit)) ?? (isVideo(visit) ? w().visits.video : w().visits.visit);

const withClock = visit => {
  const clock = clockOfStart(startOf(visit));
  return clock === undefined ? [nameOfVisit(visit)] : [`${clock} · `, nameOfVisit(visit)];
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

const street = ({ booking, meeting }) => {
  const address = addressOf(booking?.PerformingUnit?.Address);
  return meeting !== undefined || address === '' ? undefined : address;
};

const mapLink = address => {
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
      href: `#visits/visit/${encodeURIComponent(visit.key)}`,
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
const toPay = ({ PaymentDetails: details }) => {
  const { visits } = w();
  if (details?.Price === undefined) return visits.priceUnknown;
  return details.Price === 0 ? visits.nothingToPay : el('span', {}, visits.toPay, ' ', priceText(details));
};

/** Booked → arrived → paid. */
const steps = ({ booking }) => {
  const { hasArrived, isPaid, status } = stateOf(booking);
  if (status === undefined) return undefined;
  const { visits } = w();
  const isFree = booking.PaymentDetails?.Price === 0;
  const all = [
    [visits.steps.booked, true],
    [visits.steps.arrived, hasArrived],
    ...(isFree ? [] : [[visits.steps.paid, isPaid]]),
  ];
  return el(
    'ol',
    { class: 'steps', 'aria-label': visits.stepsLabel },
    ...all.map(([name, isDone]) =>
      el(
        'li',
        { class: isDone ? 'done' : '' },
        name,
        isDone ? el('span', { class: 'visually-hidden' }, ` (${visits.done})`) : undefined,
      ),
    ),
  );
};

/** What to do about a meeting: join it, or know when and why not. */
const joinPart = meeting => {
  const { visits } = w();
  const standing = joining(meeting);
  if (standing === 'no-link') return el('p', { class: 'banner caution' }, visits.noLink);
  if (standing === 'over') return el('p', { class: 'quiet' }, visits.over);
  if (standing === 'early') {
    const time = new Date(joinableFrom(meeting)).toLocaleTimeString(w().locale, {
      hour: '2-digit',
      minute: '2-digit',
    });
    return el('p', { class: 'quiet' }, visits.joinFrom(time));
  }
  return el(
    'a',
    { href: meeting.meetingLink, target: '_blank', rel: 'noopener noreferrer', class: 'button primary wide' },
    visits.join,
  );
};

/** The lines that every question has: for whom it is, when the user acts for somebody. */
const forWhom = ({ person }) => (person.isOwn ? [] : [w().visits.forWhom(person.label)]);

const writesOf = (visit, context, onDone) => {
  const { call, patient, signIn } = context;
  const { booking } = visit;
  const { visits } = w();
  const { canArrive, canPay } = actionsOf(visit, context);
  const arrive = () =>
    writeButton({
      label: visits.arrive,
      question: context.person.isOwn
        ? undefined
        : () =>
            ask({
              question: `${visits.arrive}?`,
              lines: forWhom(context),
              choices: [{ label: visits.arrive, value: 'yes' }],
            }),
      send: async () => {
        const { json } = await call(`/patients/appointments/?id=${encodeURIComponent(booking.ContactId)}`, {
          method: 'PUT',
          body: { status: 'arrived' },
          patient,
        });
        return json;
      },
      signIn,
      onDone,
    });
  const pay = () =>
    writeButton({
      label: visits.pay,
      isPrimary: !canArrive,
      question: () => {
        const price = booking.PaymentDetails?.Price;
        return ask({
          question: visits.payQuestion(
            price === undefined ? undefined : money(price),
            booking.PerformingUnit?.Name,
          ),
          lines: [...forWhom(context), visits.payHint],
          choices: [
            { label: visits.payCard, value: 'CARD' },
            { label: visits.payCash, value: 'CASH' },
          ],
        });
      },
      send: async paymentType => {
        const { json } = await call('/patients/paymentnotice/', {
          method: 'POST',
          body: { status: 'PAID', contactId: booking.ContactId, paymentType },
          patient,
        });
        return json?.[0];
      },
      signIn,
      onDone,
    });
  return [canArrive ? arrive() : undefined, canPay ? pay() : undefined].filter(Boolean);
};

/**
 * A visit with what the patient can do about it.
 * @param {{ find: () => Promise<object | undefined>, outcome?: Node }} options `find` reads the visit again, after a write; `outcome`:
 *   what the last write said; `level`: of its heading.
 */
export const visitCard = (visit, context, { find, outcome, level = 'h3' } = {}) => {
  const { visits } = w();
  const { booking, meeting, isRegistered } = visit;
  const state = booking === undefined ? undefined : stateOf(booking);
  const address = street(visit);
  const onDone = async said => {
    context.forget(reads.visits.path);
    // The write is done. If the new state cannot be read, what it said remains.
    const again = await find?.().catch(() => undefined);
    if (again === undefined || !card.isConnected) return;
    card.replaceWith(visitCard(again, context, { find, outcome: said, level }));
    said.focus();
  };
  const isBookingHere = booking !== undefined && meeting === undefined && !isRegistered && !state.isUnclear;
  const card = el(
    'article',
    { class: 'panel visit' },
    el(
      'div',
      { class: 'visit-head' },
      dateTile(visit.start),
      el(
        'div',
        {},
        el(level, { class: 'visit-name' }, ...withClock(visit)),
        el('p', { class: 'visually-hidden' }, readableStart(startOf(visit))),
        isVideo(visit)
          ? el('p', { class: 'quiet' }, dotted(visits.video, inSwedish(meeting.mainStaff?.name)))
          : undefined,
        address === undefined
          ? undefined
          : el('p', { class: 'quiet' }, dotted(inSwedish(address), mapLink(address))),
        inSwedish(booking?.PatientInformation) && el('p', {}, inSwedish(booking.PatientInformation)),
      ),
    ),
    state?.isUnclear ? el('p', { class: 'banner caution' }, visits.unclearText) : undefined,
    isRegistered ? el('p', { class: 'quiet' }, visits.registered) : undefined,
    isBookingHere ? steps(visit) : undefined,
    isBookingHere &&
      !state.isPaid &&
      (booking.PaymentDetails?.Price !== undefined || context.isOffered('paymentNotice'))
      ? el('p', {}, toPay(booking))
      : undefined,
    outcome,
    meeting !== undefined && !state?.isUnclear ? joinPart(meeting) : undefined,
    ...writesOf(visit, context, onDone),
  );
  return card;
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
