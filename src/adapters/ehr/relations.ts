// A person's guardians, from an adapter to a population register.
import type { PatientNumber } from '../../domain/model/patient-number.ts';
import type { Call } from '../../ports/call.ts';

/** A guardian, and the first and last day (8 digits) on which the guardianship certainly holds; undefined if open-ended. */
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

/** Throws `Failure`: `patient-unknown`, and what an EHR reader throws. */
export type Relations = (asked: { readonly patient: PatientNumber; readonly call: Call }) => Promise<Family>;
