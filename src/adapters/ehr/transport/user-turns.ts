// Turns for the reads of one user. An adapter that asks several things for one question would else take more places than one
// user may have (D31), and a question with many parts would fail by its own haste. Who waits here holds no place.
import { Failure } from '../../../domain/model/failure.ts';
import { timeLimit } from './resilience/time-limit.ts';
import type { Upstream, UpstreamAnswer } from './upstream.ts';

/** Reads of one user that are under way: a little below a user's share, for an answer leaves its place after its end. */
const most = 6;
/** Reads of one user that wait; more are the user's own flood. */
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

  /** Waits for a turn, and gives the function that ends it. Throws the reason of the signal. */
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
        // One whose turn has come in the same moment has it, and hands it on when its call ends.
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
 * The same system, whose retryable requests wait for a turn of their user: until the answer of an earlier one is discarded.
 * @param timeoutMs the longest that one may wait.
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
