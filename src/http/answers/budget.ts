// The memory budget for answers in flight: of all users (ANSWER_BUDGET_BYTES), and of a single one (D31). A request beyond
// it is refused.
import { Failure } from '../../domain/model/failure.ts';
import type { ReasonOf } from '../../domain/model/failure-reasons.ts';
import type { MemoryMeter } from '../../ports/call.ts';

/** The part of the budget that one request holds: its answer, and what is built for it. */
export type Reservation = MemoryMeter & {
  /** Gives everything back. May be called more than once. Bytes that are added afterwards do not count. */
  release(): void;
};

/** One user may hold this fraction of the budget: one eighth. */
const userFraction = 8;

const exceeded = (reason: ReasonOf<'budget-exceeded'>, whose: string) =>
  new Failure('budget-exceeded', { reason, detail: `too many bytes are held for the answers of ${whose}` });

/** @param maxBytes the budget for all answers. */
export const answerBudget = (maxBytes: number) => {
  const maxPerUser = Math.floor(maxBytes / userFraction);
  const users = new Map<string, number>();
  let held = 0;

  const hold = (user: string, bytes: number) => {
    held += bytes;
    const ofUser = (users.get(user) ?? 0) + bytes;
    if (ofUser === 0) users.delete(user);
    else users.set(user, ofUser);
  };

  return {
    /** Bytes that one user may hold. */
    maxPerUser,
    /** @param user the `user` of the request's `Consumer`. */
    open: (user: string): Reservation => {
      let mine = 0;
      let isReleased = false;
      return {
        add: bytes => {
          if (isReleased) return;
          if (held + bytes > maxBytes) throw exceeded('answer-budget-exceeded', 'all');
          if ((users.get(user) ?? 0) + bytes > maxPerUser)
            throw exceeded('answer-share-exceeded', 'one user');
          hold(user, bytes);
          mine += bytes;
        },
        release: () => {
          hold(user, -mine);
          mine = 0;
          isReleased = true;
        },
      };
    },
  };
};

export type Budget = ReturnType<typeof answerBudget>;
