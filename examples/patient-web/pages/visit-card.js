// A visit with what the patient can do about it: its steps, joining by video, arriving, paying.
import { ask } from '../ask.js';
import { dotted, el, inSwedish } from '../dom.js';
import { reads } from '../reads.js';
import { aboutVisit, actionsOf, joinableFrom, joining, stateOf } from '../records/bookings.js';
import { dateTile } from '../rows.js';
import { clockOf, money, readableStart } from '../time.js';
import { w } from '../words/words.js';
import { writeButton } from '../writes.js';
import {
  hrefOfVisit,
  mapLink,
  placeOfVisit,
  purposeOfVisit,
  startOf,
  street,
  toPay,
  withClock,
} from './visit-parts.js';

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
const joinPart = (meeting, { localTimeOf }) => {
  const { visits } = w();
  const standing = joining(meeting);
  if (standing === 'no-link') return el('p', { class: 'banner caution' }, visits.noLink);
  if (standing === 'over') return el('p', { class: 'quiet' }, visits.over);
  if (standing === 'early') {
    const time = clockOf(localTimeOf(joinableFrom(meeting)));
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
            }).answer,
      isStill: () => actionsOf(visit, context).canArrive,
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
        }).answer;
      },
      isStill: () => actionsOf(visit, context).canPay,
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
 *   what the last write said; `isOnOwnPage`: elsewhere its name leads to its page.
 */
export const visitCard = (visit, context, { find, outcome, isOnOwnPage = false } = {}) => {
  const { visits } = w();
  const { booking, meeting, isRegistered } = visit;
  const state = booking === undefined ? undefined : stateOf(booking);
  const address = street(visit);
  const { isVideo, isRemote } = aboutVisit(visit);
  const level = isOnOwnPage ? 'h2' : 'h3';
  const onDone = async said => {
    context.forget(reads.visits.path);
    // The write is done. If the new state cannot be read, what it said remains.
    const again = await find?.().catch(() => undefined);
    if (again === undefined || !card.isConnected) return;
    card.replaceWith(visitCard(again, context, { find, outcome: said, isOnOwnPage }));
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
        el(
          level,
          { class: 'visit-name' },
          ...(isOnOwnPage ? withClock(visit) : [el('a', { href: hrefOfVisit(visit) }, ...withClock(visit))]),
        ),
        el('p', { class: 'visually-hidden' }, readableStart(startOf(visit))),
        placeOfVisit(visit) && el('p', { class: 'quiet' }, placeOfVisit(visit)),
        address === undefined
          ? undefined
          : el('p', { class: 'quiet' }, dotted(inSwedish(address), mapLink(address))),
        purposeOfVisit(visit) && el('p', {}, purposeOfVisit(visit)),
      ),
    ),
    state?.isUnclear ? el('p', { class: 'banner caution' }, visits.unclearText) : undefined,
    isRegistered ? el('p', { class: 'quiet' }, visits.registered) : undefined,
    isBookingHere && !isRemote ? steps(visit) : undefined,
    isVideo && meeting === undefined ? el('p', { class: 'banner caution' }, visits.noLink) : undefined,
    isBookingHere &&
      !state.isPaid &&
      (booking.PaymentDetails?.Price !== undefined || context.isOffered('paymentNotice'))
      ? el('p', {}, toPay(booking))
      : undefined,
    outcome,
    meeting !== undefined && !state?.isUnclear ? joinPart(meeting, context) : undefined,
    ...writesOf(visit, context, onDone),
  );
  return card;
};
