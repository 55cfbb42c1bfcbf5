import { decidePayment, isPaid } from '../model/appointment.ts';
import type { PaymentType } from '../records/transition.ts';
import { type TransitionCommand, type TransitionDeps, transition } from './transition.ts';

export type PaymentCommand = TransitionCommand & { readonly paymentType: PaymentType };

/** Registers that an appointment is paid (D20). Throws what `markArrived` throws. */
export const registerPayment = (deps: TransitionDeps) =>
  transition<PaymentCommand>(deps, {
    name: 'payment',
    decide: decidePayment,
    isDone: isPaid,
    notifier: ({ pay }) =>
      pay && (({ patient, bookingId, paymentType }, call) => pay({ patient, bookingId, paymentType, call })),
    key: ({ patient, bookingId, paymentType }) => JSON.stringify([patient, bookingId, paymentType]),
  });
