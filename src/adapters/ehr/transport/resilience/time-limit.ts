// One signal for a call's abort and its timeout: the system's limit, or the time left for the request, if that is less.
import { Failure } from '../../../../domain/model/failure.ts';
import type { Call } from '../../../../ports/call.ts';

/** @param timeoutMs the most time that the system may take; by default only the request's time counts. */
export const timeLimit = (call: Call, timeoutMs = Number.POSITIVE_INFINITY) => {
  const controller = new AbortController();
  const onAbort = () => controller.abort(call.signal.reason);
  const onTimeout = () =>
    controller.abort(new Failure('ehr-too-slow', { reason: 'ehr-timeout', detail: 'timed out' }));
  const left = Math.min(timeoutMs, call.deadline - performance.now());
  const timer = setTimeout(onTimeout, Math.max(left, 0));
  if (call.signal.aborted) onAbort();
  else if (left <= 0) onTimeout();
  else call.signal.addEventListener('abort', onAbort, { once: true });
  return {
    /** Aborts with the reason of the call's own signal, or with `ehr-too-slow`. */
    signal: controller.signal,
    /** Clears the timer and stops listening to the call's signal. */
    done: (): void => {
      clearTimeout(timer);
      call.signal.removeEventListener('abort', onAbort);
    },
  };
};
