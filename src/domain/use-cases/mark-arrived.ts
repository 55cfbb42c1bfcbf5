import { decideArrival, hasArrived } from '../model/appointment.ts';
import { type TransitionCommand, type TransitionDeps, transition } from './transition.ts';

/**
 * Marks a booked appointment as arrived (D19).
 * Throws `Failure`: `representation-refused` (protected identity), `outcome-unknown`, `log-unavailable`, and what the
 * EHR throws while the bookings are read.
 */
export const markArrived = (deps: TransitionDeps) =>
  transition<TransitionCommand>(deps, {
    name: 'arrival',
    decide: decideArrival,
    isDone: hasArrived,
    notifier: ({ arrive }) =>
      arrive && (({ patient, bookingId }, call) => arrive({ patient, bookingId, call })),
    key: ({ patient, bookingId }) => JSON.stringify([patient, bookingId]),
  });
