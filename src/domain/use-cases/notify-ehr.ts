// Notifying the EHR of a write, without ever doing it twice (D21): if the outcome of a call is unknown, the booking is
// read again, and the call is repeated only if the booking still is one for which the EHR is asked.
import type { Call } from '../../ports/call.ts';
import type { WriteAnswer } from '../../ports/ehr.ts';
import { type Appointment, resultRecord, type TransitionDecision } from '../model/appointment.ts';
import { Failure, isFailure, isOverShare } from '../model/failure.ts';
import type { ResultRecord } from '../records/transition.ts';
import { type FindDeps, type FindQuery, findAppointment, withThirdOfTime } from './find-appointment.ts';

/** Sends one write to the EHR and returns its answer. */
export type Notify<C> = (command: C, call: Call) => Promise<WriteAnswer>;

/** The answer of a write that this service decides by itself. */
export const decided = (result: ResultRecord): WriteAnswer => ({ result, losses: [] });

/** How one of the two writes judges an appointment. */
export type Judgement = {
  /** Whether it has the state that the write leads to. */
  readonly isDone: (appointment: Appointment) => boolean;
  /** Whether the EHR is asked about it (D19, D20). */
  readonly decide: (appointment: Appointment | undefined) => TransitionDecision;
};

const isOutcomeUnknown = (error: unknown) => isFailure(error, 'outcome-unknown', 'ehr-unreachable');

/** The failure to answer when the outcome stays unknown: milder if no attempt can have reached the EHR. */
const stillUnknown = (...attempts: unknown[]): Failure => {
  const neverNotified = attempts.every(error => isFailure(error, 'ehr-unreachable'));
  const cause = attempts.at(-1);
  if (neverNotified && isOverShare(cause)) return cause;
  return neverNotified
    ? new Failure('ehr-unreachable', { reason: 'ehr-not-notified', cause })
    : new Failure('outcome-unknown', { cause });
};

/**
 * Reads the booking again and decides about its current state, even if it is no longer released: OK if it has the new state.
 * Undefined if the state is unknown: the bookings cannot be read, or no longer include this one, because an EHR need not list
 * an arrived or paid booking.
 */
const decideAgain = async (
  deps: FindDeps,
  { isDone, decide }: Judgement,
  query: FindQuery,
): Promise<TransitionDecision | undefined> => {
  try {
    const { list, listed } = await findAppointment(deps, query);
    if (list.resultCode === 'ERROR' || listed === undefined) return undefined;
    return isDone(listed) ? resultRecord('OK', '') : decide(listed);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
};

/**
 * Notifies the EHR. If the outcome is unknown, reads the booking again, and notifies once more if it is not done
 * but still can be. An EHR whose bookings do not tell (`outcome-unreadable`) is notified once.
 * Throws `Failure`: `outcome-unknown`, or `ehr-unreachable` if the EHR certainly was not notified; what `notify` throws.
 */
export const notifyEhr = async <C extends FindQuery>(
  deps: FindDeps,
  { notify, ...judged }: Judgement & { readonly notify: Notify<C> },
  command: C,
): Promise<WriteAnswer> => {
  const attempt = () => notify(command, withThirdOfTime(command.call, deps.stopwatch));
  try {
    return await attempt();
  } catch (first) {
    if (!isOutcomeUnknown(first)) throw first;
    const decision = await decideAgain(deps, judged, command);
    if (decision === undefined) throw stillUnknown(first);
    if (decision !== 'ask-ehr') return decided(decision);
    try {
      return await attempt();
    } catch (second) {
      if (isOutcomeUnknown(second)) throw stillUnknown(first, second);
      // This time nothing was sent. What became of the first call is as unknown as before.
      if (isFailure(second, 'booking-incomplete') && isFailure(first, 'outcome-unknown'))
        throw stillUnknown(first);
      throw second;
    }
  }
};
