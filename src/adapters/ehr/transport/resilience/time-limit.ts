// One signal for a call and its time: the system's, or what is left of the request's.
import { Failure } from '../../../../domain/model/failure.ts';
import type { Call } from '../../../../ports/call.ts';

export type TimeLimit = {
  /** Aborts with the reason of the call's own signal, or with `ehr-too-slow`. */
  readonly signal: AbortSignal;
  /** Lets go of the timer and of the call's signal. */
  done(): void;
};

/** @param timeoutMs the longest that the system may take. */
export const timeLimit = (call: Call, timeoutMs: number): TimeLimit => {
  const controller = new AbortController();
  const leave = () => controller.abort(call.signal.reason);
  const beLate = () =>
    controller.abort(new Failure('ehr-too-slow', { reason: 'ehr-timeout', detail: 'time is over' }));
  const left = Math.min(timeoutMs, call.deadline - performance.now());
  const timer = setTimeout(beLate, Math.max(left, 0));
  if (call.signal.aborted) leave();
  else if (left <= 0) beLate();
  else call.signal.addEventListener('abort', leave, { once: true });
  return {
    signal: controller.signal,
    done: () => {
      clearTimeout(timer);
      call.signal.removeEventListener('abort', leave);
    },
  };
};
