// The subject gate: whose data is requested, and whether the caller may see it (D6, D7).
import { Failure } from '../../domain/model/failure.ts';
import type { ResolveSubject } from '../../domain/use-cases/resolve-subject.ts';
import { ownPatient } from '../authentication/claims.ts';
import { type Gate, required } from '../request/context.ts';

export type SubjectDeps = { readonly resolveSubject: ResolveSubject };

export const subjectGate =
  ({ resolveSubject }: SubjectDeps): Gate =>
  async context => {
    const caller = required(context.caller);
    const { patientHeader } = context;
    if (patientHeader === 'invalid') throw new Failure('number-invalid');
    context.subject = patientHeader ?? ownPatient(caller) ?? null;
    const call = required(context.call);
    const { ground } = await resolveSubject({ caller, requested: patientHeader, call });
    context.ground = ground;
  };
