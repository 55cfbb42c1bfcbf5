// Subject: whose data, and whether the caller may see it (D6, D7).
import { Failure } from '../../domain/model/failure.ts';
import {
  type NumberRules,
  type PatientNumber,
  parsePatientNumber,
} from '../../domain/model/patient-number.ts';
import type { ResolveSubject } from '../../domain/use-cases/resolve-subject.ts';
import { type Gate, known } from '../operations/request-context.ts';
import { headerOnce } from '../server/headers.ts';

export type SubjectDeps = { readonly resolveSubject: ResolveSubject; readonly numbers: NumberRules };

const expected =
  'The header patient must be one patient number: 12 digits, or 8, a hyphen and 4, with a real date and a correct check digit, for example 191212121212.';

/** The patient that the header names; undefined without the header. */
const namedPatient = (header: string | undefined, numbers: NumberRules): PatientNumber | undefined => {
  if (header === undefined) return undefined;
  const number = header === 'repeated' ? undefined : parsePatientNumber(header, numbers);
  if (number === undefined) throw new Failure('number-invalid', { hint: expected });
  return number;
};

export const subjectGate =
  ({ resolveSubject, numbers }: SubjectDeps): Gate =>
  async (context, request) => {
    const caller = known(context.caller);
    const named = namedPatient(headerOnce(request, 'patient'), numbers);
    const own = caller.patient === 'absent' || caller.patient === 'unreadable' ? null : caller.patient;
    context.asked = named ?? own;
    const { ground } = await resolveSubject({ caller, named, call: context.call });
    context.ground = ground;
  };
