// The budget: how many bytes are held for all answers in flight (ANSWER_BUDGET_BYTES), and for those of one user (D31).
// Beyond it there is no answer.
import { Failure } from '../../domain/model/failure.ts';
import type { ReasonOf } from '../../domain/model/failure-reasons.ts';
import type { MemoryMeter } from '../../ports/call.ts';

/** What one request holds of the budget: its answer, and what is being built for it. */
export type Reservation = MemoryMeter & {
  /** Gives everything back; more than once is as good as once. What is added later does not count. */
  release(): void;
};

export type Budget = {
  /** @param user whose answer it is, as `Consumer` names users. */
  open(user: string): Reservation;
};

/** One user holds at most one part of so many. */
const parts = 8;

const exceeded = (reason: ReasonOf<'budget-exceeded'>, whose: string) =>
  new Failure('budget-exceeded', { reason, detail: `too many bytes are held for the answers of ${whose}` });

/** @param most bytes for all answers. */
export const answerBudget = (most: number): Budget => {
  const mostOfOne = Math.floor(most / parts);
  const users = new Map<string, number>();
  let held = 0;

  const hold = (user: string, bytes: number) => {
    held += bytes;
    const ofUser = (users.get(user) ?? 0) + bytes;
    if (ofUser === 0) users.delete(user);
    else users.set(user, ofUser);
  };

  return {
    open: user => {
      let mine = 0;
      let isReleased = false;
      return {
        add: bytes => {
          if (isReleased) return;
          if (held + bytes > most) throw exceeded('answer-budget-exceeded', 'all');
          if ((users.get(user) ?? 0) + bytes > mostOfOne) throw exceeded('answer-share-exceeded', 'one user');
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
