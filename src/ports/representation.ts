// Who may act for whom (D6).
import type { Caller, Ground } from '../domain/model/caller.ts';
import type { PatientNumber } from '../domain/model/patient-number.ts';
import type { Call } from './call.ts';

/**
 * Why a caller may act for a patient; undefined if the caller may not.
 *
 * Throws `Failure` if that cannot be determined.
 */
export type Representation = (request: {
  readonly caller: Caller;
  readonly patient: PatientNumber;
  readonly call: Call;
}) => Promise<Exclude<Ground, 'self' | 'partner'> | undefined>;
