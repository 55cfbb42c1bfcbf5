// The number of attempts per attack: few in a normal test run, as many as ATTACK_RUNS says in a sweep.
import { env } from 'node:process';
import { attempts } from '../support/amount.ts';

const factor = Number(env.ATTACK_RUNS ?? '1');

/** The number of attempts, multiplied by ATTACK_RUNS. */
export const tries = (usual: number): number => Math.ceil(attempts(usual) * factor);

/** The timeout of a test with that many attempts, in milliseconds. */
export const patience = (usual: number): number => usual * Math.max(1, factor);

/** Options of fast-check: the same values in every run of the tests, others in every sweep. */
export const property = (usual: number) => ({
  numRuns: tries(usual),
  ...(factor > 1 ? {} : { seed: 20270315 }),
});
