// Bookings as Appointments, with an Encounter for a visit in progress and a PaymentNotice for a paid one.
import type { EhrBooking, PatientData } from '../../extracts/world.ts';
import { visitKindOf } from '../../patients/bookings.ts';
import { units } from '../../patients/parts.ts';
import type { Resource } from '../simulator/store.ts';
import { doctor, paymentRecipient, receptionOf } from './care-units.ts';
import { concept, day, instant, reference, resource, status, subjectOf, systems } from './parts.ts';

/** System of the identifiers that link a PaymentNotice to its appointment. */
export const paymentSystem = 'http://region.example/payments';

/** Length of a visit in minutes. */
export const minutesOfVisit = 30;

/** Status of the Appointment by the state of its booking; `pending` for all other states. */
const statuses: Readonly<Record<string, string>> = {
  BOOKED: 'booked',
  ARRIVED: 'arrived',
  ONGOING: 'arrived',
  PERFORMED: 'fulfilled',
  CANCELLED: 'cancelled',
  MISSED: 'noshow',
};

const unitOf = ({ PerformingUnit: at }: EhrBooking) =>
  Object.values(units).find(({ HSAId }) => HSAId === at?.HSAId) ?? units.clinic;

export const appointment = (patientId: string, booking: EhrBooking): Resource =>
  resource('Appointment', booking.ContactId, {
    status: statuses[booking.Status ?? ''] ?? 'pending',
    ...(booking.Status === 'CANCELLED' ? { cancelationReason: concept('Avbokad av patienten') } : {}),
    serviceType: [concept(visitKindOf(booking))],
    start: instant(booking.StartTime),
    end: instant(booking.StartTime, minutesOfVisit),
    patientInstruction: booking.PatientInformation,
    participant: [subjectOf(patientId), receptionOf(unitOf(booking)), doctor].map(actor => ({
      actor,
      status: 'accepted',
    })),
  });

/** The Encounter of an appointment that is in progress. */
const encounter = (patientId: string, { ContactId: id, StartTime: start }: EhrBooking): Resource =>
  resource('Encounter', id, {
    status: 'in-progress',
    class: { system: systems.actCode, code: 'AMB', display: 'Öppenvård' },
    type: [concept('Återbesök')],
    subject: subjectOf(patientId),
    appointment: [reference('Appointment', id)],
    period: { start: instant(start) },
    serviceProvider: reference('Organization', units.skin.HSAId),
  });

/** The payment of an appointment. R4 requires an amount, which the service does not know. */
const paymentNotice = ({ ContactId: id, StartTime: start }: EhrBooking): Resource =>
  resource('PaymentNotice', `paid-${id}`, {
    identifier: [{ system: paymentSystem, value: `Appointment/${id}` }],
    status: 'active',
    request: reference('Appointment', id),
    created: instant(start),
    paymentDate: day(start),
    payment: { display: 'CARD' },
    recipient: paymentRecipient,
    amount: {
      extension: [
        { url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'unknown' },
      ],
    },
    paymentStatus: status('paymentstatus', 'paid'),
  });

/** All appointments but those by video, which are meetings; R4 has no separate list of registered ones. */
export const appointments = (patientId: string, { bookings, videoMeetings }: PatientData): Resource[] =>
  bookings.Booking.filter(
    ({ ContactId: id }) => !videoMeetings.some(({ ActionId: meeting }) => String(meeting) === id),
  ).flatMap(booking => [
    appointment(patientId, booking),
    ...(booking.Status === 'ONGOING' ? [encounter(patientId, booking)] : []),
    ...(booking.PaymentStatus === 'PAID' ? [paymentNotice(booking)] : []),
  ]);
