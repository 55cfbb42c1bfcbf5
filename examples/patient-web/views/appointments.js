// Booked appointments, which the patient can mark as arrived and pay for.
import { card, el, facts } from '../dom.js';
import { localNow, money, readableStart, refusalText } from '../format.js';
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
  reduction ? [money(reduction), reason].filter(Boolean).join(', ') : undefined;

const details = booking =>
  facts({
    When: readableStart(booking.StartTime),
    Where: [booking.PerformingUnit?.Name, addressOf(booking.PerformingUnit?.Address)]
      .filter(Boolean)
      .join('\n'),
    'Care provider': booking.CareGiver,
    'Good to know': booking.PatientInformation,
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
const action = (label, write, question) => {
  const button = el('button', { type: 'button' }, label);
  const outcome = el('p', { class: 'banner outcome', role: 'status', hidden: true });
  button.addEventListener('click', async () => {
    if (question !== undefined && !confirm(question)) return;
    button.disabled = true;
    try {
      const { ResultCode: code, Comment: comment } = await write();
      const { text, kind } = outcomes[code] ?? { text: code, kind: 'refusal' };
      outcome.textContent = text;
      outcome.className = `banner outcome ${kind}`;
      // What is done cannot be done again; what was refused may be tried again.
      button.hidden = kind !== 'refusal';
      if (comment !== '') outcome.textContent += ` ${comment}`;
    } catch (error) {
      outcome.textContent = refusalText(error);
      outcome.className = 'banner outcome refusal';
    } finally {
      outcome.hidden = false;
      button.disabled = false;
    }
  });
  return { button, outcome };
};

const arrivedStates = ['ARRIVED', 'ONGOING', 'PERFORMED'];

const tagOf = (status, paymentStatus) =>
  [arrivedStates.includes(status) ? 'arrived' : undefined, paymentStatus === 'PAID' ? 'paid' : undefined]
    .filter(Boolean)
    .join(', ') || undefined;

const paymentQuestion = ({ PaymentDetails: payment, PerformingUnit: unit }) =>
  `Register that you have paid${payment?.Price === undefined ? '' : ` ${money(payment.Price)}`}${unit?.Name === undefined ? '' : ` for ${unit.Name}`}?`;

const bookingCard = (booking, { call, patient, isOffered }) => {
  const { ContactId: id, Any } = booking;
  // The first object of Any is the state. Without a word, it is not known: the health record system decides.
  const [{ Status: status, PaymentStatus: paymentStatus } = {}] = Any;
  const canArrive = isOffered('appointmentChange') && (status === undefined || status === 'BOOKED');
  const canPay = isOffered('paymentNotice') && paymentStatus !== 'PAID';
  const arrive = action('I have arrived', async () => {
    const { json } = await call(`/patients/appointments/?id=${encodeURIComponent(id)}`, {
      method: 'PUT',
      body: { status: 'arrived' },
      patient,
    });
    return json;
  });
  const pay = action(
    'Pay by card',
    async () => {
      const { json } = await call('/patients/paymentnotice/', {
        method: 'POST',
        body: { status: 'PAID', contactId: id, paymentType: 'CARD' },
        patient,
      });
      return json[0];
    },
    paymentQuestion(booking),
  );
  return card(
    { title: booking.PerformingUnit?.Name ?? 'Appointment', tag: tagOf(status, paymentStatus), lang: 'sv' },
    details(booking),
    el('div', { class: 'actions' }, canArrive ? arrive.button : undefined, canPay ? pay.button : undefined),
    arrive.outcome,
    pay.outcome,
    everything(booking),
  );
};

const registeredCard = booking =>
  card(
    { title: booking.PerformingUnit?.Name ?? 'Appointment', tag: 'check-in not open yet', lang: 'sv' },
    details(booking),
    everything(booking),
  );

const startOf = ({ StartTime: start = '' }) => start;
const byStart = (a, b) => (startOf(a) < startOf(b) ? -1 : startOf(a) > startOf(b) ? 1 : 0);

/** Days from today on, the nearest first; then those of earlier days, the latest first. One without a start is upcoming. */
const inOrder = (bookings, now = localNow()) => {
  const today = `${now.slice(0, 4)}-${now.slice(4, 6)}-${now.slice(6, 8)}`;
  const isPast = booking => startOf(booking) !== '' && startOf(booking) < today;
  const sorted = bookings.toSorted(byStart);
  return [...sorted.filter(one => !isPast(one)), ...sorted.filter(isPast).toReversed()];
};

export const cards = ([{ Booking, RegisteredBooking }], context) => {
  const open = new Set(Booking);
  return inOrder([...Booking, ...RegisteredBooking]).map(booking =>
    open.has(booking) ? bookingCard(booking, context) : registeredCard(booking),
  );
};

/** What the answer says beside the bookings: the comment of the health record system, and the patient. */
export const rest = ([{ Booking, RegisteredBooking, ...others }]) => [
  ...(others.Comment ? [el('p', { class: 'banner outcome', lang: 'sv' }, others.Comment)] : []),
  everything(others),
];
