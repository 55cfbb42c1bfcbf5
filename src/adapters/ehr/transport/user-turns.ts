// Limits the concurrent reads of one user before the bulkhead. Without it, an adapter that makes many calls for one request
// would exceed its user's share (D31) and fail by itself. Calls that wait here do not count in the bulkhead.
import { Failure } from '../../../domain/model/failure.ts';
import type { Call } from '../../../ports/call.ts';
import { timeLimit } from './resilience/time-limit.ts';
import type { Upstream, UpstreamAnswer } from './upstream.ts';

/** Concurrent reads of one user. Below a user's share, because an answer frees its slot only after its end. */
const most = 6;
/** The most reads of one user that may wait. */
const mostWaiting = 64;

type Turns = { underWay: number; readonly waiting: (() => void)[] };

const hasEnded = ({ signal, deadline }: Call): boolean => signal.aborted || deadline <= performance.now();

/** @param timeoutMs the most time that a call may wait. */
const turnsByUser = (timeoutMs: number) => {
  const users = new Map<string, Turns>();

  const leave = (user: string, turns: Turns) => {
    const next = turns.waiting.shift();
    if (next !== undefined) return next();
    turns.underWay--;
    if (turns.underWay === 0) users.delete(user);
  };

  /** Waits for a turn that another call passes on. Throws the reason of the call's signal, or `ehr-too-slow`. */
  const wait = async ({ waiting }: Turns, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    if (waiting.length >= mostWaiting) {
      throw new Failure('ehr-unreachable', {
        reason: 'ehr-share-taken',
        detail: 'too many calls of one user',
      });
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = () => {
      const at = waiting.indexOf(resolve);
      // A call whose turn came at the same moment keeps it, and passes it on when it ends.
      if (at === -1) return;
      waiting.splice(at, 1);
      reject(signal.reason);
    };
    waiting.push(resolve);
    signal.addEventListener('abort', giveUp, { once: true });
    await promise;
    signal.removeEventListener('abort', giveUp);
  };

  /** Returns the function that ends the turn. Throws like `wait`. */
  return async (call: Call): Promise<() => void> => {
    const { user } = call.consumer;
    const turns = users.get(user) ?? { underWay: 0, waiting: [] };
    // Most calls need not wait, and a time limit costs more than the turn.
    if (turns.underWay < most && !hasEnded(call)) {
      turns.underWay++;
      users.set(user, turns);
    } else {
      const { signal, done } = timeLimit(call, timeoutMs);
      await wait(turns, signal).finally(done);
    }
    let isHeld = true;
    return () => {
      if (isHeld) leave(user, turns);
      isHeld = false;
    };
  };
};

/**
 * Wraps a system so that retryable requests wait for a turn of their user. A turn ends when its answer is discarded.
 * @param timeoutMs the most time that a request may wait.
 */
export const withUserTurns = (upstream: Upstream, timeoutMs: number): Upstream => {
  const take = turnsByUser(timeoutMs);
  return {
    ...upstream,
    send: async (request): Promise<UpstreamAnswer> => {
      if (!request.retryable) return upstream.send(request);
      const leave = await take(request.call);
      try {
        const answer = await upstream.send(request);
        return {
          ...answer,
          discard: () => {
            answer.discard();
            leave();
          },
        };
      } catch (error) {
        leave();
        throw error;
      }
    },
  };
};
