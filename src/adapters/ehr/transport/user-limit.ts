// Limits the concurrent reads of one user before the bulkhead. Without this limit, an adapter that makes many calls for one
// request would exceed its user's share (D31), and its own calls would be refused. Calls that wait here do not count in the bulkhead.
import { Failure } from '../../../domain/model/failure.ts';
import type { Call } from '../../../ports/call.ts';
import { timeLimit } from './resilience/time-limit.ts';
import type { Upstream, UpstreamAnswer } from './upstream.ts';

/** The most concurrent reads of one user: fewer than a user's share, because an answer frees its slot only after its end. */
const maxInFlight = 6;
/** The most reads of one user that may wait. */
const maxWaiting = 64;

/** The reads of one user: how many are in flight, and the functions that let the waiting ones start. */
type Reads = { inFlight: number; readonly waiting: (() => void)[] };

const hasEnded = ({ signal, deadline }: Call): boolean => signal.aborted || deadline <= performance.now();

/** @param timeoutMs the most time that a call may wait. */
const readSlots = (timeoutMs: number) => {
  const users = new Map<string, Reads>();

  /** Frees a slot, or passes it on to the call that has waited longest. */
  const release = (user: string, reads: Reads) => {
    const next = reads.waiting.shift();
    if (next !== undefined) return next();
    reads.inFlight--;
    if (reads.inFlight === 0) users.delete(user);
  };

  /** Waits for a slot that another call passes on. Throws the reason of the call's signal, or `ehr-too-slow`. */
  const wait = async ({ waiting }: Reads, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    if (waiting.length >= maxWaiting) {
      throw new Failure('ehr-unreachable', {
        reason: 'ehr-share-taken',
        detail: 'too many calls of one user',
      });
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = () => {
      const at = waiting.indexOf(resolve);
      // A call that got a slot at the same moment keeps it, and passes it on when it ends.
      if (at === -1) return;
      waiting.splice(at, 1);
      reject(signal.reason);
    };
    waiting.push(resolve);
    signal.addEventListener('abort', giveUp, { once: true });
    await promise;
    signal.removeEventListener('abort', giveUp);
  };

  /** Takes a slot. Returns the function that frees it. Throws like `wait`. */
  return async (call: Call): Promise<() => void> => {
    const { user } = call.consumer;
    const reads = users.get(user) ?? { inFlight: 0, waiting: [] };
    // Most calls need not wait, and a time limit costs more than the slot.
    if (reads.inFlight < maxInFlight && !hasEnded(call)) {
      reads.inFlight++;
      users.set(user, reads);
    } else {
      const { signal, done } = timeLimit(call, timeoutMs);
      await wait(reads, signal).finally(done);
    }
    let isHeld = true;
    return () => {
      if (isHeld) release(user, reads);
      isHeld = false;
    };
  };
};

/**
 * Wraps a system so that retryable requests wait for one of their user's slots. A slot is freed when the answer is discarded.
 * @param timeoutMs the most time that a request may wait.
 */
export const withUserLimit = (upstream: Upstream, timeoutMs: number): Upstream => {
  const acquire = readSlots(timeoutMs);
  return {
    ...upstream,
    send: async (request): Promise<UpstreamAnswer> => {
      if (!request.retryable) return upstream.send(request);
      const release = await acquire(request.call);
      try {
        const answer = await upstream.send(request);
        return {
          ...answer,
          discard: () => {
            answer.discard();
            release();
          },
        };
      } catch (error) {
        release();
        throw error;
      }
    },
  };
};
