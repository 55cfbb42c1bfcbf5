// Bookings with the states that decide the transitions, and how a booking is published with its state.
import type {
  BookedAppointmentsResult,
  Booking,
  PatientSummary,
  RegisteredBooking,
} from '../records/appointment.ts';
import type { ResultCode, ResultRecord } from '../records/transition.ts';
import type { Loss } from './loss.ts';
import { omitUndefined } from './omit-undefined.ts';

export const bookingStates = ['BOOKED', 'ARRIVED', 'ONGOING', 'PERFORMED', 'CANCELLED', 'MISSED'] as const;
/** What the EHR sent and the adapter does not understand (D16). It is not the same as a state that the EHR did not send. */
type NotUnderstood = 'UNKNOWN';
/** `undefined` if the EHR does not say the state. Without one that is understood, the EHR decides about transitions. */
export type BookingState = (typeof bookingStates)[number] | NotUnderstood | undefined;

export const paymentStates = ['UNPAID', 'PAID'] as const;
export type PaymentState = (typeof paymentStates)[number] | NotUnderstood | undefined;

type WithStart<T> = {
  /** Its `Any` has the EHR's own objects only: `publishedBooking` adds the state. */
  readonly booking: T;
  /** The start as a compact timestamp, or as 8 digits if the EHR has only its day; undefined if it has none. */
  readonly start: string | undefined;
  /** Values that this booking lacks, if the adapter can tell. Losses of the list as a whole are reported with the list. */
  readonly losses?: readonly Loss[];
};

export type Appointment = WithStart<Booking> & {
  readonly state: BookingState;
  readonly payment: PaymentState;
};

/** The EHR's whole answer about one patient's bookings. */
export type AppointmentList = {
  /** Cancelled and missed ones too: they are not published, but transitions need them. */
  readonly appointments: readonly Appointment[];
  readonly registered: readonly WithStart<RegisteredBooking>[];
  readonly patient: PatientSummary | undefined;
  readonly resultCode: BookedAppointmentsResult['ResultCode'];
  readonly comment: string;
  readonly any: BookedAppointmentsResult['Any'];
  /** Bookings in the interval that the EHR itself withholds from patients: counted (D29), never part of the list. */
  readonly withheld?: number;
};

/** Whether an appointment is published: planned, or took place (D16). One whose state is not known may be planned. */
export const isListedState = ({ state }: Pick<Appointment, 'state'>): boolean =>
  state !== 'CANCELLED' && state !== 'MISSED';

/** The booking as it is published: the first object of its `Any` is its state, as far as the EHR says it (D16). */
export const publishedBooking = ({ booking, state, payment }: Appointment): Booking => {
  if (state === undefined && payment === undefined) return booking;
  const published = omitUndefined<Booking['Any'][number]>({ Status: state, PaymentStatus: payment });
  return { ...booking, Any: [published, ...booking.Any] };
};

/** What to do about a command: ask the EHR, or give this answer without asking it. */
export type TransitionDecision = 'ask-ehr' | ResultRecord;

/** The answer of an operation that changes a booking (contract, operations 1 and 2). */
export const resultRecord = (ResultCode: ResultCode, Comment: string): ResultRecord => ({
  ResultCode,
  Comment,
  Any: [],
});

export const noSuchAppointment = resultRecord('ERROR', 'No such appointment.');
/** Nothing was sent: the EHR's booking lacks a value that its own write needs, such as the amount of a payment. */
export const incompleteAppointment = resultRecord(
  'ERROR',
  'The appointment lacks information that this needs. Ask the care unit.',
);
const cancelled = resultRecord('ERROR', 'The appointment is cancelled.');
const missed = resultRecord('ERROR', 'The appointment has been missed.');
const alreadyArrived = resultRecord('INFO', 'The patient has already arrived.');
const alreadyPaid = resultRecord('INFO', 'The appointment is already paid.');

const arrivals: Readonly<Record<NonNullable<BookingState>, TransitionDecision>> = {
  BOOKED: 'ask-ehr',
  ARRIVED: alreadyArrived,
  ONGOING: alreadyArrived,
  PERFORMED: alreadyArrived,
  CANCELLED: cancelled,
  MISSED: missed,
  UNKNOWN: 'ask-ehr',
};

/** Whether an appointment may be marked as arrived (D19). `undefined`: the patient has no such appointment. */
export const decideArrival = (appointment: Appointment | undefined): TransitionDecision => {
  if (appointment === undefined) return noSuchAppointment;
  return appointment.state === undefined ? 'ask-ehr' : arrivals[appointment.state];
};

/** Whether a payment may be registered (D20). Whether the patient must have arrived first is up to the EHR. */
export const decidePayment = (appointment: Appointment | undefined): TransitionDecision => {
  if (appointment === undefined) return noSuchAppointment;
  if (appointment.payment === 'PAID') return alreadyPaid;
  if (appointment.state === 'CANCELLED') return cancelled;
  return appointment.state === 'MISSED' ? missed : 'ask-ehr';
};

/** Whether an appointment already has the state that an arrival leads to. */
export const hasArrived = (appointment: Appointment): boolean =>
  decideArrival(appointment) === alreadyArrived;

/** Whether an appointment already has the state that a payment leads to. */
export const isPaid = ({ payment }: Appointment): boolean => payment === 'PAID';
