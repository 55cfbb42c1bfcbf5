// A test of many cases on each of several things, such as operations: `npm test` tries a third of the cases on each, so that together
// they try all; `npm run test:all` and CI (TEST_AMOUNT=all) try all on each. It is not in amount.ts, whose users run as `many`.
import { env } from 'node:process';

/** The cases for this turn: every third, beginning at another one each turn, so that three turns have them all. */
export const inTurn = <T>(items: readonly T[], turn: number): readonly T[] =>
  env.TEST_AMOUNT === 'all' ? items : items.filter((_, at) => (at + turn) % 3 === 0);
