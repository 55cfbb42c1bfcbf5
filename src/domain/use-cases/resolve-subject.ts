// Whose data: the subject of a request, and by what right the caller sees it (D6).
import type { Call } from '../../ports/call.ts';
import type { Representation } from '../../ports/representation.ts';
import type { Caller, Ground } from '../model/caller.ts';
import { Failure } from '../model/failure.ts';
import type { PatientNumber } from '../model/patient-number.ts';

export type Subject = { readonly patient: PatientNumber; readonly ground: Ground };

export type SubjectQuestion = {
  readonly caller: Caller;
  /** The `patient` header, where there is one. */
  readonly named: PatientNumber | undefined;
  readonly call: Call;
};

/**
 * Throws `Failure`: `subject-missing`, `representation-refused`; what the representation port throws.
 */
export const resolveSubject =
  ({ representation }: { readonly representation: Representation }) =>
  async ({ caller, named, call }: SubjectQuestion): Promise<Subject> => {
    const own = caller.patient;
    if (own === 'unreadable') throw new Failure('subject-missing', { reason: 'subject-claim-invalid' });
    if (named === undefined) {
      if (own === 'absent') throw new Failure('subject-missing', { reason: 'subject-missing' });
      return { patient: own, ground: 'self' };
    }
    if (named === own) return { patient: named, ground: 'self' };
    if (caller.isPartner) return { patient: named, ground: 'partner' };
    const ground = await representation({ caller, patient: named, call });
    if (ground === undefined)
      throw new Failure('representation-refused', { reason: 'subject-not-represented' });
    return { patient: named, ground };
  };

export type ResolveSubject = ReturnType<typeof resolveSubject>;
