// Booked appointments, which the patient can mark as arrived and pay for.
import { card, el, facts } from '../dom.js';
import { readableStart, refusalText } from '../format.js';

export const title = 'Appointments';
/** The name of the operation in `/capabilities`. */
export const operation = 'appointments';
export const path = '/patients/appointments/';

const addressOf = ({ StreetAddress, PostalCode, City } = {}) =>
  [StreetAddress, [PostalCode, City].filter(Boolean).join(' ')].filter(Boolean).join(', ');

const details = booking =>
  facts({
    When: readableStart(booking.StartTime),
    Where: [booking.PerformingUnit?.Name, addressOf(booking.PerformingUnit?.Address)]
      .filter(Boolean)
      .join('\n'),
    'Care provider': booking.CareGiver,
    'Good to know': booking.PatientInformation,
    Price: booking.PaymentDetails?.Price === undefined ? undefined : `${booking.PaymentDetails.Price} kr`,
  });

/** A button that sends a write and shows the outcome. A refused write is a 200 with a ResultCode other than OK. */
const action = (label, write) => {
  const button = el('button', { type: 'button' }, label);
  const outcome = el('p', { class: 'banner outcome', role: 'status', hidden: true });
  button.addEventListener('click', async () => {
    button.disabled = true;
    try {
      const { ResultCode: code, Comment: comment } = await write();
      outcome.textContent = { OK: 'Done.', INFO: 'Nothing to do.', ERROR: 'Refused.' }[code] ?? code;
      if (comment !== '') outcome.textContent += ` ${comment}`;
    } catch (error) {
      outcome.textContent = refusalText(error);
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

const bookingCard = (booking, { call, patient, isOffered }) => {
  const { ContactId: id, Any } = booking;
  // The first object of Any is the state. Without a word, it is not known: the health record system decides.
  const [{ Status: status, PaymentStatus: paymentStatus } = {}] = Any;
  const canArrive = isOffered('appointmentChange') && !arrivedStates.includes(status);
  const canPay = isOffered('paymentNotice') && paymentStatus !== 'PAID';
  const arrive = action('I have arrived', async () => {
    const { json } = await call(`/patients/appointments/?id=${encodeURIComponent(id)}`, {
      method: 'PUT',
      body: { status: 'arrived' },
      patient,
    });
    return json;
  });
  const pay = action('Pay by card', async () => {
    const { json } = await call('/patients/paymentnotice/', {
      method: 'POST',
      body: { status: 'PAID', contactId: id, paymentType: 'CARD' },
      patient,
    });
    return json[0];
  });
  return card(
    { title: booking.PerformingUnit?.Name ?? 'Appointment', tag: tagOf(status, paymentStatus) },
    details(booking),
    el('div', { class: 'actions' }, canArrive ? arrive.button : undefined, canPay ? pay.button : undefined),
    arrive.outcome,
    pay.outcome,
  );
};

export const cards = ([result], context) => [
  ...result.Booking.map(booking => bookingCard(booking, context)),
  ...result.RegisteredBooking.map(booking =>
    card(
      { title: booking.PerformingUnit?.Name ?? 'Appointment', tag: 'check-in not open yet' },
      details(booking),
    ),
  ),
];
