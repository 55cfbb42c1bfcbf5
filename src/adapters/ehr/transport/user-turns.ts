// Limits the concurrent reads of one user before the bulkhead. Without it, an adapter that makes many calls for one request
// would exceed its user's share (D31) and fail by itself. Calls that wait here do not count in the bulkhead.
import { Failure } from '../../../domain/model/failure.ts';
import { timeLimit } from './resilience/time-limit.ts';
import type { Upstream, UpstreamAnswer } from './upstream.ts';

/** Concurrent reads of one user. Below a user's share, because an answer frees its slot only after its end. */
const most = 6;
/** The most reads of one user that may wait. */
const mostWaiting = 64;

type Turns = { underWay: number; readonly waiting: (() => void)[] };

const turnsByUser = () => {
  const users = new Map<string, Turns>();

  const leave = (user: string, turns: Turns) => {
    const next = turns.waiting.shift();
    if (next !== undefined) return next();
    turns.underWay--;
    if (turns.underWay === 0) users.delete(user);
  };

  /** Waits for a turn and returns the function that ends it. Throws the signal's reason. */
  return async (user: string, signal: AbortSignal): Promise<() => void> => {
    signal.throwIfAborted();
    const turns = users.get(user) ?? { underWay: 0, waiting: [] };
    users.set(user, turns);
    if (turns.underWay < most) turns.underWay++;
    else if (turns.waiting.length >= mostWaiting) {
      throw new Failure('ehr-unreachable', {
        reason: 'ehr-share-taken',
        detail: 'too many calls of one user',
      });
    } else {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const giveUp = () => {
        const at = turns.waiting.indexOf(resolve);
        // A call whose turn came at the same moment keeps it, and passes it on when it ends.
        if (at === -1) return;
        turns.waiting.splice(at, 1);
        reject(signal.reason);
      };
      turns.waiting.push(resolve);
      signal.addEventListener('abort', giveUp, { once: true });
      await promise;
      signal.removeEventListener('abort', giveUp);
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
  const take = turnsByUser();
  return {
    ...upstream,
    send: async (request): Promise<UpstreamAnswer> => {
      if (!request.retryable) return upstream.send(request);
      const { signal, done } = timeLimit(request.call, timeoutMs);
      const leave = await take(request.call.consumer.user, signal).finally(done);
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
