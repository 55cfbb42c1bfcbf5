// The bookings that were read for a request, as the EHR sent them: a write of the same request can send their values back (`If-Match`,
// amounts), so that it concerns the booking that was decided about.
import { Failure } from '../../../../domain/model/failure.ts';
import type { Json } from '../../../../domain/model/json.ts';
import type { Call } from '../../../../ports/call.ts';

export type KeptBookings = {
  /** Keeps a booking until its request ends. A later reading replaces it. */
  readonly keep: (call: Call, bookingId: string, sent: Json) => void;
  /** The booking as it was last read for the request; undefined if it was not. Throws `booking-unknown` if only others were. */
  readonly find: (call: Call, bookingId: string) => Json | undefined;
};

/** Creates an empty store. */
export const keptBookings = (): KeptBookings => {
  const byRequest = new WeakMap<object, Map<string, Json>>();
  return {
    keep: ({ request }, bookingId, sent) => {
      if (request === undefined) return;
      const bookings = byRequest.get(request) ?? new Map<string, Json>();
      byRequest.set(request, bookings);
      bookings.set(bookingId, sent);
    },
    find: ({ request }, bookingId) => {
      const bookings = request === undefined ? undefined : byRequest.get(request);
      const booking = bookings?.get(bookingId);
      if (bookings !== undefined && booking === undefined) throw new Failure('booking-unknown');
      return booking;
    },
  };
};
