// The two writes: mark arrived (D19) and register payment (D20). Each is sent once, and its outcome is known or looked
// for (D21).
import type { Call } from '../../ports/call.ts';
import type { Stopwatch } from '../../ports/clock.ts';
import type { EhrWriter } from '../../ports/ehr.ts';
import type { WriteHold, WriteLock } from '../../ports/write-lock.ts';
import {
  type Appointment,
  arrive,
  type Decision,
  hasArrived,
  isPaid,
  noSuchAppointment,
  pay,
  result,
} from '../model/appointment.ts';
import type { Ground } from '../model/caller.ts';
import { Failure, isFailure } from '../model/failure.ts';
import type { PatientNumber } from '../model/patient-number.ts';
import type { PaymentType, ResultRecord } from '../records/transition.ts';
import { noSuchPatient, readList } from './read-appointments.ts';
import type { ReadDeps } from './read-records.ts';

export type TransitionDeps = ReadDeps & { readonly stopwatch: Stopwatch; readonly writeLock: WriteLock };

export type ArrivalCommand = {
  readonly patient: PatientNumber;
  readonly ground: Ground;
  readonly bookingId: string;
  readonly call: Call;
  /** Runs before the EHR is told: the access log's "begun" (D23). Where it rejects, the EHR is not told. */
  readonly begin: () => Promise<void>;
};

export type PaymentCommand = ArrivalCommand & { readonly paymentType: PaymentType };

type Tell<W> = (command: W, call: Call) => Promise<ResultRecord>;

/** What differs between the two. */
type Transition<W extends ArrivalCommand> = {
  readonly name: string;
  readonly decide: (appointment: Appointment | undefined) => Decision;
  /** Whether an appointment has the state that it leads to. */
  readonly isDone: (appointment: Appointment) => boolean;
  /** How the EHR is notified; undefined where the system does not offer it. */
  readonly telling: (writer: EhrWriter) => Tell<W> | undefined;
  /** Equal wishes have equal keys. */
  readonly key: (command: W) => string;
};

const notOffered = result('ERROR', 'Not offered by this region.');

/** The answers that are a failure elsewhere, and a result here (D15, D19, D22). */
const asResult = (error: unknown): ResultRecord => {
  if (isFailure(error, 'patient-unknown')) return result('ERROR', noSuchPatient);
  if (isFailure(error, 'booking-unknown')) return noSuchAppointment;
  throw error;
};

/** A signal that nothing aborts: a client that goes away does not stop a write. */
const unstoppable = new AbortController().signal;

const transition = <W extends ArrivalCommand>(
  deps: TransitionDeps,
  { name, decide, isDone, telling, key }: Transition<W>,
) => {
  const { ehr, release, protection, stopwatch, writeLock } = deps;
  /** Wishes under way in this instance; equal ones share one. */
  const inFlight = new Map<string, Promise<ResultRecord>>();

  /** Each call outward gets at most a third of the time that is left, so that there is time to look again. */
  const third = (call: Call): Call => {
    const now = stopwatch();
    return { ...call, signal: unstoppable, deadline: now + (call.deadline - now) / 3 };
  };

  /**
   * The appointments of that id, and the one of them that is released. Throws `ehr-unavailable` where it may be with a
   * source system that is missing.
   */
  const find = async ({ patient, bookingId, call }: W) => {
    const { list, losses, omissions } = await readList(deps, { patient, interval: {}, call: third(call) });
    const held = list.appointments.filter(({ booking }) => booking.ContactId === bookingId);
    const appointment = held.find(
      ({ booking, losses: own = [] }) =>
        !release.withholdsUnit(booking.PerformingUnit?.HSAId, [...losses, ...own]),
    );
    if (appointment === undefined && omissions.some(({ omitted }) => omitted === 'source-unavailable')) {
      throw new Failure('ehr-unavailable', {
        reason: 'ehr-source-unavailable',
        detail: 'a source of the bookings is missing',
      });
    }
    return { list, held, appointment };
  };

  /** Whether the EHR has it by now, be it no longer released; undefined where that cannot be seen. */
  const look = async (command: W): Promise<boolean | undefined> => {
    try {
      const { held, appointment = held[0] } = await find(command);
      return appointment !== undefined && isDone(appointment);
    } catch (error) {
      if (error instanceof Failure) return undefined;
      throw error;
    }
  };

  const isUnknown = (error: unknown) => isFailure(error, 'outcome-unknown', 'ehr-unreachable');

  /** Still unknown: it may have been done, unless the EHR was never notified. */
  const stillUnknown = (...attempts: unknown[]): Failure => {
    const neverNotified = attempts.every(error => isFailure(error, 'ehr-unreachable'));
    const cause = attempts.at(-1);
    return neverNotified
      ? new Failure('ehr-unreachable', { reason: 'ehr-not-notified', cause })
      : new Failure('outcome-unknown', { cause });
  };

  /** Tells the EHR; where the outcome is not known, looks, and tells it once more if it has not been done. */
  const send = async (tell: Tell<W>, command: W): Promise<ResultRecord> => {
    try {
      return await tell(command, third(command.call));
    } catch (first) {
      if (!isUnknown(first)) throw first;
      const done = await look(command);
      if (done === true) return result('OK', '');
      if (done === undefined) throw stillUnknown(first);
      try {
        return await tell(command, third(command.call));
      } catch (second) {
        throw isUnknown(second) ? stillUnknown(first, second) : second;
      }
    }
  };

  /** Undefined where another instance has got hold of the write meanwhile: then it has to be looked at again. */
  const carryOut = async (tell: Tell<W>, command: W, hold: WriteHold): Promise<ResultRecord | undefined> => {
    const { list, appointment } = await find(command);
    if (list.resultCode === 'ERROR') return result('ERROR', list.comment);
    const decision = decide(appointment);
    if (decision !== 'ask-ehr') return decision;
    if (!(await hold.isCurrent())) return undefined;
    await command.begin();
    return send(tell, command);
  };

  /**
   * One instance at a time. Whoever comes second finds what the first has done when it looks at the booking.
   * Throws `outcome-unknown` where another instance has held the write for as long as there was time.
   */
  const inTurn = async (tell: Tell<W>, command: W): Promise<ResultRecord> => {
    for (;;) {
      const hold = await writeLock(`${name} ${key(command)}`, command.call.deadline);
      if (hold === undefined) throw new Failure('outcome-unknown');
      try {
        const outcome = await carryOut(tell, command, hold);
        if (outcome !== undefined) return outcome;
      } finally {
        await hold.release();
      }
    }
  };

  const shared = (tell: Tell<W>, command: W): Promise<ResultRecord> => {
    const known = inFlight.get(key(command));
    if (known !== undefined) return known;
    const carried = inTurn(tell, command).finally(() => inFlight.delete(key(command)));
    inFlight.set(key(command), carried);
    return carried;
  };

  return async (command: W): Promise<ResultRecord> => {
    const tell = ehr.writer === undefined ? undefined : telling(ehr.writer);
    if (tell === undefined || ehr.appointments === undefined) return notOffered;
    try {
      await protection.enforce({ ...command, call: third(command.call) });
      return await shared(tell, command);
    } catch (error) {
      return asResult(error);
    }
  };
};

/**
 * Marks a booked appointment as arrived (D19).
 * Throws `Failure`: `representation-refused` (protected identity), `outcome-unknown`, `log-unavailable`, and what the
 * EHR throws while it is read.
 */
export const markArrived = (deps: TransitionDeps) =>
  transition<ArrivalCommand>(deps, {
    name: 'arrival',
    decide: arrive,
    isDone: hasArrived,
    telling: ({ arrive: tell }) =>
      tell && (({ patient, bookingId }, call) => tell({ patient, bookingId, call })),
    key: ({ patient, bookingId }) => JSON.stringify([patient, bookingId]),
  });

/** Registers that an appointment is paid (D20). Throws as `markArrived` does. */
export const registerPayment = (deps: TransitionDeps) =>
  transition<PaymentCommand>(deps, {
    name: 'payment',
    decide: pay,
    isDone: isPaid,
    telling: ({ pay: tell }) =>
      tell &&
      (({ patient, bookingId, paymentType }, call) => tell({ patient, bookingId, paymentType, call })),
    key: ({ patient, bookingId, paymentType }) => JSON.stringify([patient, bookingId, paymentType]),
  });
