// The bookings that were read for a request, as the EHR sent them: a write of the same request can send their values back (`If-Match`,
// amounts), so that it concerns the booking that was decided about.
import { Failure } from '../../../../domain/model/failure.ts';
import type { Json } from '../../../../domain/model/json.ts';
import type { Call } from '../../../../ports/call.ts';

/** Creates an empty store. */
export const keptBookings = () => {
  const byRequest = new WeakMap<object, Map<string, Json>>();
  return {
    /** Keeps a booking until its request ends. A later reading replaces it. */
    keep: ({ request }: Call, bookingId: string, sent: Json): void => {
      if (request === undefined) return;
      const bookings = byRequest.get(request) ?? new Map<string, Json>();
      byRequest.set(request, bookings);
      bookings.set(bookingId, sent);
    },
    /** The booking as it was last read for the request; undefined if it was not. Throws `booking-unknown` if only others were. */
    find: ({ request }: Call, bookingId: string): Json | undefined => {
      const bookings = request === undefined ? undefined : byRequest.get(request);
      const booking = bookings?.get(bookingId);
      if (bookings !== undefined && booking === undefined) throw new Failure('booking-unknown');
      return booking;
    },
  };
};
export type KeptBookings = ReturnType<typeof keptBookings>;
