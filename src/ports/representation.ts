// Who may act for whom (D6).
import type { Caller, Ground } from '../domain/model/caller.ts';
import type { PatientNumber } from '../domain/model/patient-number.ts';
import type { Call } from './call.ts';

/**
 * By what right a caller may act for a patient; undefined where the caller may not.
 *
 * Throws `Failure` where it cannot be asked: that grants nothing.
 */
export type Representation = (asked: {
  readonly caller: Caller;
  readonly patient: PatientNumber;
  readonly call: Call;
}) => Promise<Exclude<Ground, 'self' | 'partner'> | undefined>;
