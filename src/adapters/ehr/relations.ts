// Who a person's guardians are: what an adapter to a population register can tell.
import type { PatientNumber } from '../../domain/model/patient-number.ts';
import type { Call } from '../../ports/call.ts';

/** One guardian, and the days (8 digits) on which the guardianship certainly holds; a missing end is open. */
export type Guardianship = {
  readonly guardian: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
};

export type Family = {
  /** 8 digits. */
  readonly birthDate: string | undefined;
  readonly guardians: readonly Guardianship[];
};

/** Throws `Failure`: `patient-unknown`, and what a reader of the EHR throws. */
export type Relations = (asked: { readonly patient: PatientNumber; readonly call: Call }) => Promise<Family>;
