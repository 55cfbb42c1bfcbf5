// Bookings as the EHR knows them, with the states that decide the transitions and are never published.

import type {
  BookedAppointmentsResult,
  Booking,
  PatientSummary,
  RegisteredBooking,
} from '../records/appointment.ts';
import type { ResultCode, ResultRecord } from '../records/transition.ts';
import type { Loss } from './loss.ts';

export const bookingStates = ['BOOKED', 'ARRIVED', 'ONGOING', 'PERFORMED', 'CANCELLED', 'MISSED'] as const;
/** `undefined`: not known; the EHR itself then decides. */
export type BookingState = (typeof bookingStates)[number] | undefined;

export const paymentStates = ['UNPAID', 'PAID'] as const;
export type PaymentState = (typeof paymentStates)[number] | undefined;

type Started<T> = {
  readonly booking: T;
  /** Its start as a compact timestamp, where the EHR has one. */
  readonly start: string | undefined;
  /** What this booking lacks, where the adapter can tell; what is known of the list as a whole is the list's. */
  readonly losses?: readonly Loss[];
};

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
  /** Bookings inside the interval that the EHR says no patient may see: counted (D29), and never part of the list. */
  readonly withheld?: number;
};

/** What is to be done about a command for a transition: ask the EHR, or answer at once. */
export type Decision = 'ask-ehr' | ResultRecord;

export const resultRecord = (ResultCode: ResultCode, Comment: string): ResultRecord => ({
  ResultCode,
  Comment,
  Any: [],
});

export const noSuchAppointment = resultRecord('ERROR', 'No such appointment.');
const cancelled = resultRecord('ERROR', 'The appointment is cancelled.');
const missed = resultRecord('ERROR', 'The appointment has been missed.');
const alreadyArrived = resultRecord('INFO', 'The patient has already arrived.');
const alreadyPaid = resultRecord('INFO', 'The appointment is already paid.');

const arrivals: Readonly<Record<NonNullable<BookingState>, Decision>> = {
  BOOKED: 'ask-ehr',
  ARRIVED: alreadyArrived,
  ONGOING: alreadyArrived,
  PERFORMED: alreadyArrived,
  CANCELLED: cancelled,
  MISSED: missed,
};

/** Whether an appointment may be marked as arrived (D19). Undefined: there is no such appointment of the patient's. */
export const decideArrival = (appointment: Appointment | undefined): Decision => {
  if (appointment === undefined) return noSuchAppointment;
  return appointment.state === undefined ? 'ask-ehr' : arrivals[appointment.state];
};

/** Whether a payment for an appointment may be registered (D20). Whether the patient must have arrived is the EHR's rule. */
export const decidePayment = (appointment: Appointment | undefined): Decision => {
  if (appointment === undefined) return noSuchAppointment;
  if (appointment.payment === 'PAID') return alreadyPaid;
  if (appointment.state === 'CANCELLED') return cancelled;
  return appointment.state === 'MISSED' ? missed : 'ask-ehr';
};

/** Whether an appointment has the state that an arrival leads to. */
export const hasArrived = (appointment: Appointment): boolean =>
  decideArrival(appointment) === alreadyArrived;

/** Whether an appointment has the state that a payment leads to. */
export const isPaid = ({ payment }: Appointment): boolean => payment === 'PAID';
