// The number of attempts per attack: few in a normal test run, as many as ATTACK_RUNS says in a sweep.
import { env } from 'node:process';
import fc from 'fast-check';
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

/** Checks that something holds of `usual` random values, so many times more in a sweep. */
export const holds = <Values extends [unknown, ...unknown[]]>(
  usual: number,
  values: { [At in keyof Values]: fc.Arbitrary<Values[At]> },
  check: (...values: Values) => Promise<void>,
) => fc.assert(fc.asyncProperty(...values, check), property(usual));
