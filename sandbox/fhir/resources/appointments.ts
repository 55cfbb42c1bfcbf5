// Bookings as Appointments; what is going on as an Encounter, and what is paid as a PaymentNotice.

import type { EhrBooking, PatientData } from '../../extracts/world.ts';
import { units } from '../../patients/parts.ts';
import type { Resource } from '../simulator/store.ts';
import { doctor, paymentRecipient, receptionOf } from './care-units.ts';
import { concept, day, instant, reference, resource, status, subjectOf, systems } from './parts.ts';

/** The system of the identifiers that say which appointment a notice is for. */
export const paymentSystem = 'http://region.example/payments';

/** Minutes that a visit takes. */
export const minutesOfVisit = 30;

/** Status of the Appointment by the state of a booking; what is not said is not decided yet. */
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
    serviceType: [concept('Återbesök')],
    start: instant(booking.StartTime),
    end: instant(booking.StartTime, minutesOfVisit),
    patientInstruction: booking.PatientInformation,
    participant: [subjectOf(patientId), receptionOf(unitOf(booking)), doctor].map(actor => ({
      actor,
      status: 'accepted',
    })),
  });

/** The care that an appointment has led to and that still goes on. */
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

/** What is paid by an appointment's id. R4 wants an amount, and nobody tells one here. */
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

/** All appointments; R4 has no second list of those that are registered. */
export const appointments = (patientId: string, { bookings }: PatientData): Resource[] =>
  bookings.Booking.flatMap(booking => [
    appointment(patientId, booking),
    ...(booking.Status === 'ONGOING' ? [encounter(patientId, booking)] : []),
    ...(booking.PaymentStatus === 'PAID' ? [paymentNotice(booking)] : []),
  ]);
