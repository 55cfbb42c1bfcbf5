// How much a test tries of what it could try in many ways: a third in `npm test`, all of it in `npm run test:all` and in CI
// (TEST_AMOUNT=all). A test that has only a few ways to try, or tries all in no time, tries all in every run.
import { env } from 'node:process';

/** Of so many attempts, how many this run makes. */
export const attempts = (most: number): number => (env.TEST_AMOUNT === 'all' ? most : Math.ceil(most / 3));
