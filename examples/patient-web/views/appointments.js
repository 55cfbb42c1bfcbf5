// Booked appointments, which the patient can mark as arrived and pay for.
import { card, el, facts, inSwedish } from '../dom.js';
import { refusal } from '../errors.js';
import { money, readableStart } from '../format.js';
import { everything } from '../record.js';

export const title = 'Appointments';
/** The name of the operation in `/capabilities`. */
export const operation = 'appointments';
export const none = 'No appointments are booked.';
export const path = '/patients/appointments/';

const addressOf = ({ StreetAddress, PostalCode, City } = {}) =>
  [StreetAddress, [PostalCode, City].filter(Boolean).join(' ')].filter(Boolean).join(', ');

/** A discount, with its reason. */
const reductionOf = ({ Reduction: reduction, ReductionReason: reason } = {}) =>
  reduction ? el('span', {}, money(reduction), reason ? ', ' : '', inSwedish(reason)) : undefined;

const startOf = ({ StartTime: start = '' }) => start;
/** A day as in a start: `2026-01-15` */
const dayOf = now => `${now.slice(0, 4)}-${now.slice(4, 6)}-${now.slice(6, 8)}`;
const isToday = (booking, now) => startOf(booking).startsWith(dayOf(now));

const details = booking =>
  facts({
    When: readableStart(booking.StartTime),
    Where: inSwedish(booking.PerformingUnit?.Name, addressOf(booking.PerformingUnit?.Address)),
    'Care provider': inSwedish(booking.CareGiver),
    'Good to know': inSwedish(booking.PatientInformation),
    Price: booking.PaymentDetails?.Price === undefined ? undefined : money(booking.PaymentDetails.Price),
    Reduced: reductionOf(booking.PaymentDetails),
  });

const outcomes = {
  OK: { text: 'Done.', kind: 'ok' },
  INFO: { text: 'Nothing to do.', kind: 'info' },
  ERROR: { text: 'Refused.', kind: 'refusal' },
};

/**
 * A button that sends a write and shows the outcome. A refused write is a 200 with a ResultCode other than OK.
 * @param question what the user must confirm first; undefined if nothing.
 */
const action = ({ label, write, question, signInAgain }) => {
  const button = el('button', { type: 'button' }, label);
  const outcome = el('div', { role: 'status' });
  button.addEventListener('click', async () => {
    if (question !== undefined && !confirm(question)) return;
    button.disabled = true;
    try {
      const { ResultCode: code, Comment: comment } = await write();
      const { text, kind } = outcomes[code] ?? { text: code, kind: 'refusal' };
      // What is done cannot be done again; what was refused may be tried again.
      button.hidden = kind !== 'refusal';
      outcome.replaceChildren(
        el('p', { class: `banner outcome ${kind}` }, [text, comment].filter(Boolean).join(' ')),
      );
    } catch (error) {
      outcome.replaceChildren(refusal(error, signInAgain));
    } finally {
      button.disabled = false;
    }
  });
  return { button, outcome };
};

const arrivedStates = ['ARRIVED', 'ONGOING', 'PERFORMED'];

const tagOf = (status, paymentStatus, isUnclear) =>
  [
    isUnclear ? 'ask the clinic' : undefined,
    arrivedStates.includes(status) ? 'arrived' : undefined,
    paymentStatus === 'PAID' ? 'paid' : undefined,
  ]
    .filter(Boolean)
    .join(', ') || undefined;

const titleOf = ({ PerformingUnit: unit }) => inSwedish(unit?.Name) ?? 'Appointment';

const paymentQuestion = ({ PaymentDetails: { Price: price = 0 } = {}, PerformingUnit: unit }) =>
  `Register that you have paid ${money(price)}${unit?.Name ? ` for ${unit.Name}` : ''}?`;

const bookingCard = (booking, { call, patient, isOffered, signInAgain, now }) => {
  const { ContactId: id, Any } = booking;
  // The first object of Any is the state. Without a word, it is not known: the health record system decides.
  const [{ Status: status, PaymentStatus: paymentStatus } = {}] = Any;
  // The system says a state that the service does not understand: the visit may be cancelled.
  const isUnclear = status === 'UNKNOWN' || paymentStatus === 'UNKNOWN';
  // The service does not look at the day.
  const canArrive =
    isOffered('appointmentChange') &&
    isToday(booking, now) &&
    !isUnclear &&
    (status === undefined || status === 'BOOKED');
  // Without a price, this app does not know what to pay.
  const canPay =
    isOffered('paymentNotice') && !isUnclear && paymentStatus !== 'PAID' && booking.PaymentDetails?.Price > 0;
  const arrive = action({
    label: 'I have arrived',
    write: async () => {
      const { json } = await call(`/patients/appointments/?id=${encodeURIComponent(id)}`, {
        method: 'PUT',
        body: { status: 'arrived' },
        patient,
      });
      return json;
    },
    signInAgain,
  });
  const pay = action({
    label: 'Pay by card',
    write: async () => {
      const { json } = await call('/patients/paymentnotice/', {
        method: 'POST',
        body: { status: 'PAID', contactId: id, paymentType: 'CARD' },
        patient,
      });
      return json[0];
    },
    question: paymentQuestion(booking),
    signInAgain,
  });
  return card(
    { title: titleOf(booking), tag: tagOf(status, paymentStatus, isUnclear) },
    details(booking),
    canArrive || canPay
      ? el(
          'div',
          { class: 'actions' },
          canArrive ? arrive.button : undefined,
          canPay ? pay.button : undefined,
        )
      : undefined,
    arrive.outcome,
    pay.outcome,
    everything(booking),
  );
};

const registeredCard = booking =>
  card({ title: titleOf(booking), tag: 'check-in not open yet' }, details(booking), everything(booking));

const byStart = (a, b) => (startOf(a) < startOf(b) ? -1 : startOf(a) > startOf(b) ? 1 : 0);

/** Days from today on, the nearest first; then those of earlier days, the latest first. One without a start is upcoming. */
const inOrder = (bookings, now) => {
  const today = dayOf(now);
  const isPast = booking => startOf(booking) !== '' && startOf(booking) < today;
  const sorted = bookings.toSorted(byStart);
  return [...sorted.filter(one => !isPast(one)), ...sorted.filter(isPast).toReversed()];
};

export const cards = ([{ Booking, RegisteredBooking }], context) => {
  const open = new Set(Booking);
  return inOrder([...Booking, ...RegisteredBooking], context.now).map(booking =>
    open.has(booking) ? bookingCard(booking, context) : registeredCard(booking),
  );
};

/** What the answer says beside the bookings: the comment of the health record system, and the patient. */
export const rest = ([{ Booking, RegisteredBooking, ...others }]) => [
  ...(others.Comment ? [el('p', { class: 'banner outcome' }, inSwedish(others.Comment))] : []),
  everything(others, 'Everything else in the answer'),
];
