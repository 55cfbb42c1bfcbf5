// The subject of a request: the patient whose data it is, and why the caller may see it (D6).
import type { Call } from '../../ports/call.ts';
import type { Representation } from '../../ports/representation.ts';
import type { Caller, Ground } from '../model/caller.ts';
import { Failure } from '../model/failure.ts';
import type { PatientNumber } from '../model/patient-number.ts';

export type Subject = { readonly patient: PatientNumber; readonly ground: Ground };

export type SubjectQuery = {
  readonly caller: Caller;
  /** The patient in the `patient` header; undefined without the header. */
  readonly requested: PatientNumber | undefined;
  readonly call: Call;
};

/**
 * Decides the subject and the ground, synchronously if the representation port need not be called.
 * Throws `Failure`: `subject-missing`, `representation-refused`; what the representation port throws.
 */
export const resolveSubject =
  ({ representation }: { readonly representation: Representation }) =>
  ({ caller, requested, call }: SubjectQuery): Promise<Subject> | Subject => {
    const own = caller.patient;
    if (own === 'unreadable') throw new Failure('subject-missing', { reason: 'subject-claim-invalid' });
    if (requested === undefined) {
      if (own === 'absent') throw new Failure('subject-missing', { reason: 'subject-missing' });
      return { patient: own, ground: 'self' };
    }
    if (requested === own) return { patient: requested, ground: 'self' };
    if (caller.isPartner) return { patient: requested, ground: 'partner' };
    return representation({ caller, patient: requested, call }).then(ground => {
      if (ground === undefined)
        throw new Failure('representation-refused', { reason: 'subject-not-represented' });
      return { patient: requested, ground };
    });
  };

export type ResolveSubject = ReturnType<typeof resolveSubject>;
