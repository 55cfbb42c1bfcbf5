// The published form of a dosage, and what the dosages of a prescription share.
import type { Static } from 'typebox';
import type { DosagePlugin } from '../../../../domain/records/prescription/dosage.ts';

export type Plugin = Static<typeof DosagePlugin>;

/** What is published once for all dosages of a prescription. */
export type SharedDosage = {
  /** True if all are as needed, false if none is, undefined if they differ. */
  readonly whenNeeded: boolean | undefined;
  /** Whether all have the same period, or none has one. */
  readonly areBoundsShared: boolean;
  readonly start: string | undefined;
  readonly end: string | undefined;
};
