// The budget: how many bytes are held for all answers under way (ANSWER_BUDGET_BYTES). Beyond it there is no answer.
import { Failure } from '../../domain/model/failure.ts';

/** What one answer holds of the budget. */
export type Share = {
  /** Throws `budget-exceeded` where the budget has no more. */
  add(bytes: number): void;
  /** Gives everything back; more than once is as good as once. */
  release(): void;
};

export type Budget = { open(): Share };

export const answerBudget = (most: number): Budget => {
  let held = 0;
  return {
    open: () => {
      let mine = 0;
      return {
        add: bytes => {
          if (held + bytes > most) {
            throw new Failure('budget-exceeded', { detail: 'too many bytes are held for answers' });
          }
          held += bytes;
          mine += bytes;
        },
        release: () => {
          held -= mine;
          mine = 0;
        },
      };
    },
  };
};
