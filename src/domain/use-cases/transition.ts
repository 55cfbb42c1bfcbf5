// The two writes: read the booking, decide, notify the EHR (D19 to D22). Equal writes that are in flight at the same time
// are sent once (D21).
import type { Stopwatch } from '../../ports/clock.ts';
import type { EhrWriter, WriteAnswer } from '../../ports/ehr.ts';
import type { WriteLease, WriteLock } from '../../ports/write-lock.ts';
import {
  decideArrival,
  decidePayment,
  hasArrived,
  incompleteAppointment,
  isPaid,
  noSuchAppointment,
  resultRecord,
} from '../model/appointment.ts';
import type { Ground } from '../model/caller.ts';
import { Failure, isFailure } from '../model/failure.ts';
import type { PaymentType, ResultRecord } from '../records/transition.ts';
import { type FindQuery, findAppointment, withThirdOfTime } from './find-appointment.ts';
import { type LeftOut, leftOutTally } from './left-out.ts';
import { decided, type Judgement, type Notify, notifyEhr } from './notify-ehr.ts';
import { noSuchPatient } from './read-appointments.ts';
import type { ReadDeps } from './read-records.ts';

export type TransitionDeps = ReadDeps & {
  readonly stopwatch: Stopwatch;
  readonly writeLock: WriteLock;
  readonly writesInFlight: WritesInFlight;
};

/** The writes in flight in this instance: equal ones share one. */
export type WritesInFlight = Map<string, SharedWrite>;

export type TransitionCommand = FindQuery & {
  readonly ground: Ground;
  /** Writes the "begun" entry of the access log (D23). If it rejects, the EHR is not notified. */
  readonly begin: () => Promise<void>;
};

/** The answer to a transition: its result, and what the result lacks compared with the EHR's (D29). */
export type TransitionAnswer = { readonly result: ResultRecord; readonly leftOut: LeftOut };

/** What differs between the two writes. */
type TransitionUseCase<C extends TransitionCommand> = Judgement & {
  readonly name: string;
  /** How the EHR is notified; undefined if the system does not offer this write. */
  readonly notifier: (writer: EhrWriter) => Notify<C> | undefined;
  /** Commands with the same key ask for the same write. */
  readonly key: (command: C) => string;
};

/** A write in flight, and the systems that have answered so far. */
type SharedWrite = { readonly answer: Promise<WriteAnswer>; readonly systems: ReadonlySet<string> };

const notOffered = resultRecord('ERROR', 'Not offered by this region.');

/** Failures that a write answers as a result (D15, D19, D22); all others are thrown on. */
const asResult = (error: unknown): WriteAnswer => {
  if (isFailure(error, 'patient-unknown')) return decided(resultRecord('ERROR', noSuchPatient));
  if (isFailure(error, 'booking-unknown')) return decided(noSuchAppointment);
  if (isFailure(error, 'booking-incomplete')) return decided(incompleteAppointment);
  throw error;
};

/** Makes an operation that changes a booking (D18 to D21). Equal ones in flight are sent once. */
const transition = <C extends TransitionCommand>(
  deps: TransitionDeps,
  { name, notifier, key, ...judgement }: TransitionUseCase<C>,
): ((command: C) => Promise<TransitionAnswer>) => {
  const { ehr, protection, stopwatch, writeLock, writesInFlight, telemetry } = deps;
  const nameOf = (command: C) => `${name} ${key(command)}`;

  /** Undefined if the lease was lost to another instance meanwhile: the booking must then be read again. */
  const carryOut = async (
    notify: Notify<C>,
    command: C,
    lease: WriteLease,
  ): Promise<WriteAnswer | undefined> => {
    const { list, appointment } = await findAppointment(deps, command);
    if (list.resultCode === 'ERROR') return decided(resultRecord('ERROR', list.comment));
    const decision = judgement.decide(appointment);
    if (decision !== 'ask-ehr') return decided(decision);
    if (!(await lease.isCurrent())) return undefined;
    await command.begin();
    return notifyEhr(deps, { notify, ...judgement }, command);
  };

  /**
   * Lets one instance at a time carry out the write. An instance that had to wait sees the result of the first one when
   * it reads the booking.
   * Throws `outcome-unknown` if another instance holds the lock until the deadline.
   */
  const underLock = async (notify: Notify<C>, command: C): Promise<WriteAnswer> => {
    for (;;) {
      const lease = await writeLock(nameOf(command), command.call.deadline);
      if (lease === undefined) throw new Failure('outcome-unknown');
      try {
        const outcome = await carryOut(notify, command, lease);
        if (outcome !== undefined) return outcome;
      } finally {
        await lease.release();
      }
    }
  };

  const start = (notify: Notify<C>, command: C): SharedWrite => {
    const systems = new Set<string>();
    const answered = (system: string) => {
      systems.add(system);
      command.call.answered?.(system);
    };
    const answer = underLock(notify, { ...command, call: { ...command.call, answered } });
    return { answer: answer.finally(() => writesInFlight.delete(nameOf(command))), systems };
  };

  const deduplicated = async (notify: Notify<C>, command: C): Promise<WriteAnswer> => {
    const existing = writesInFlight.get(nameOf(command));
    if (existing === undefined) {
      const started = start(notify, command);
      writesInFlight.set(nameOf(command), started);
      return started.answer;
    }
    try {
      return await existing.answer;
    } finally {
      // The systems answered this request, too.
      for (const system of existing.systems) command.call.answered?.(system);
    }
  };

  const answer = async (command: C): Promise<WriteAnswer> => {
    const notify = ehr.writer === undefined ? undefined : notifier(ehr.writer);
    if (notify === undefined || ehr.appointments === undefined) return decided(notOffered);
    try {
      await protection.enforce({ ...command, call: withThirdOfTime(command.call, stopwatch) });
      return await deduplicated(notify, command);
    } catch (error) {
      return asResult(error);
    }
  };

  return async command => {
    const { result, losses } = await answer(command);
    const leftOut = leftOutTally({ kind: 'appointments', call: command.call });
    leftOut.values(losses);
    leftOut.report(telemetry);
    return { result, leftOut: leftOut.total() };
  };
};

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
