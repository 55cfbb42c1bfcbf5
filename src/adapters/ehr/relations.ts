// A person's guardians, as an adapter reads them from a population register.
import type { PatientNumber } from '../../domain/model/patient-number.ts';
import type { Call } from '../../ports/call.ts';

/** A guardianship. `from` and `to` are the first and last day (8 digits) on which it certainly holds; undefined if open-ended. */
export type Guardianship = {
  /** The guardian's number, 12 digits. */
  readonly guardian: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
};

export type Family = {
  /** 8 digits. */
  readonly birthDate: string | undefined;
  readonly guardians: readonly Guardianship[];
};

/** Reads the family of a person. Throws `Failure`: `patient-unknown`, and what an EHR reader throws. */
export type Relations = (query: { readonly patient: PatientNumber; readonly call: Call }) => Promise<Family>;
