// What a dosage becomes, and what need not be said by each of several.
import type { Static } from 'typebox';
import type { DosagePlugin } from '../../../../domain/records/prescription/dosage.ts';

export type Plugin = Static<typeof DosagePlugin>;

/** What is told of all dosages together, so that none of them has to say it. */
export type SharedDosage = {
  /** True where all are as needed, false where none is. */
  readonly whenNeeded: boolean | undefined;
  /** Whether they hold in one and the same period, or are not bounded at all. */
  readonly areBoundsShared: boolean;
  readonly start: string | undefined;
  readonly end: string | undefined;
};
