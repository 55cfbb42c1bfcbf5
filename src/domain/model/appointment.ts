// Bookings as the EHR knows them, with the states that decide the transitions and are never published.
import type {
  BookedAppointmentsResult,
  Booking,
  PatientSummary,
  RegisteredBooking,
} from '../records/appointment.ts';

export const bookingStates = ['BOOKED', 'ARRIVED', 'ONGOING', 'PERFORMED', 'CANCELLED', 'MISSED'] as const;
/** `undefined`: not known; the EHR itself then decides. */
export type BookingState = (typeof bookingStates)[number] | undefined;

export const paymentStates = ['UNPAID', 'PAID'] as const;
export type PaymentState = (typeof paymentStates)[number] | undefined;

/** `start`: its start as a compact timestamp, where the EHR has one. */
type Started<T> = { readonly booking: T; readonly start: string | undefined };

export type Appointment = Started<Booking> & {
  readonly state: BookingState;
  readonly payment: PaymentState;
};

/** All that the EHR answers when asked for a patient's bookings. */
export type AppointmentList = {
  readonly appointments: readonly Appointment[];
  readonly registered: readonly Started<RegisteredBooking>[];
  readonly patient: PatientSummary | undefined;
  readonly resultCode: BookedAppointmentsResult['ResultCode'];
  readonly comment: string;
  readonly any: BookedAppointmentsResult['Any'];
};
