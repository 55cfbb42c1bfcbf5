// What a test tries with each of several things, such as each operation: in `npm test` with a third of them, and all together with
// each; in `npm run test:all` and in CI (TEST_AMOUNT=all) with all of them.
import { env } from 'node:process';

/** Of the items, those of this turn; three turns have them all. */
export const inTurn = <T>(items: readonly T[], turn: number): readonly T[] =>
  env.TEST_AMOUNT === 'all' ? items : items.filter((_, at) => (at + turn) % 3 === 0);
