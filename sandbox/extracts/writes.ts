// The EHR simulator's two writes: arrival and payment.
import { XMLParser } from 'fast-xml-parser';
import type { EhrBooking, World } from './world.ts';

export type WriteRequest = {
  readonly patient: string;
  readonly contactId: string;
  readonly status: string;
  readonly paymentType?: string;
};

/** The EHR's answer: a result (200, or 409 if it refuses), or a fault code (404). */
export type Reply =
  | { readonly status: 200 | 409; readonly code: 'OK' | 'ERROR' | 'INFO'; readonly comment: string }
  | { readonly status: 404; readonly fault: 'PATIENT_UNKNOWN' | 'BOOKING_UNKNOWN' };

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
});

type Body = {
  readonly Patient: { readonly extension: string };
  readonly ContactId: string;
  readonly Status: string;
  readonly PaymentType?: string;
};

/** Reads the body of a write. @throws Error if the body is not one. */
export const readWriteRequest = (xml: string, root: 'AppointmentChange' | 'Payment'): WriteRequest => {
  const parsed = parser.parse(xml, true) as Record<string, Body | undefined>;
  const body = parsed[root];
  if (body === undefined) throw new Error(`the body is not a ${root}`);
  return {
    patient: body.Patient.extension,
    contactId: String(body.ContactId),
    status: body.Status,
    ...(body.PaymentType === undefined ? {} : { paymentType: body.PaymentType }),
  };
};

const find = (world: World, { patient, contactId }: WriteRequest): EhrBooking | Reply => {
  const data = world.get(patient);
  if (data === undefined) return { status: 404, fault: 'PATIENT_UNKNOWN' };
  const booking = data.bookings.Booking.find(one => one.ContactId === contactId);
  return booking ?? { status: 404, fault: 'BOOKING_UNKNOWN' };
};

const isReply = (booking: EhrBooking | Reply): booking is Reply => 'status' in booking;

/** Marks a booking as arrived. Repeating it is an INFO. */
export const markArrived = (world: World, request: WriteRequest): Reply => {
  const booking = find(world, request);
  if (isReply(booking)) return booking;
  if (booking.Status === 'ARRIVED') return { status: 200, code: 'INFO', comment: 'Redan ankommen.' };
  booking.Status = 'ARRIVED';
  return { status: 200, code: 'OK', comment: 'Välkommen. Ta plats i väntrummet.' };
};

/** Registers a payment for a patient who has arrived. Repeating it is an INFO. */
export const registerPayment = (world: World, request: WriteRequest): Reply => {
  const booking = find(world, request);
  if (isReply(booking)) return booking;
  if (booking.PaymentStatus === 'PAID') return { status: 200, code: 'INFO', comment: 'Redan betald.' };
  if (booking.Status === 'BOOKED') {
    return { status: 409, code: 'ERROR', comment: 'Patienten har inte anlänt.' };
  }
  booking.PaymentStatus = 'PAID';
  return { status: 200, code: 'OK', comment: 'Betalningen är registrerad.' };
};
