// The subject gate: whose data is requested, and whether the caller may see it (D6, D7).
import { Failure } from '../../domain/model/failure.ts';
import type { UseCases } from '../../domain/use-cases/index.ts';
import type { AccessLog } from '../../ports/access-log.ts';
import { ownPatient } from '../authentication/claims.ts';
import { type Gate, required } from '../request/context.ts';

export type SubjectDeps = {
  readonly useCases: () => Pick<UseCases, 'resolveSubject'>;
  readonly accessLog: Pick<AccessLog, 'isKnownUnwritable'>;
};

export const subjectGate =
  ({ useCases, accessLog }: SubjectDeps): Gate =>
  async context => {
    const caller = required(context.caller);
    const { patientHeader } = context;
    if (patientHeader === 'invalid') throw new Failure('number-invalid');
    // Nothing could be answered: the EHR is not asked, not even whether the caller may act for the patient (D23).
    if (accessLog.isKnownUnwritable())
      throw new Failure('log-unavailable', { reason: 'access-log-unwritable' });
    context.subject = patientHeader ?? ownPatient(caller) ?? null;
    const call = required(context.call);
    const { ground } = await useCases().resolveSubject({ caller, requested: patientHeader, call });
    context.ground = ground;
  };
