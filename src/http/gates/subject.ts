// The subject gate: whose data is requested, and whether the caller may see it (D6, D7).
import { Failure } from '../../domain/model/failure.ts';
import type { ResolveSubject, Subject } from '../../domain/use-cases/resolve-subject.ts';
import { type Gate, required } from '../operations/request-context.ts';

export type SubjectDeps = { readonly resolveSubject: ResolveSubject };

export const subjectGate =
  ({ resolveSubject }: SubjectDeps): Gate =>
  context => {
    const caller = required(context.caller);
    const { patientHeader } = context;
    if (patientHeader === 'invalid') throw new Failure('number-invalid');
    const own = caller.patient === 'absent' || caller.patient === 'unreadable' ? null : caller.patient;
    context.subject = patientHeader ?? own;
    const accept = ({ ground }: Subject): void => {
      context.ground = ground;
    };
    const resolved = resolveSubject({ caller, requested: patientHeader, call: required(context.call) });
    return resolved instanceof Promise ? resolved.then(accept) : accept(resolved);
  };
