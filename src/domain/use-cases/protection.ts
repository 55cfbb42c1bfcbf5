// Protected identity: nobody acts for a patient whose identity is protected, unless the region allows it (D27).
import type { Call } from '../../ports/call.ts';
import type { Ehr, Omission } from '../../ports/ehr.ts';
import { actsForAnother, type Ground } from '../model/caller.ts';
import { Failure } from '../model/failure.ts';
import type { PatientNumber } from '../model/patient-number.ts';
import { factsOf } from '../rules/facts.ts';
import { isForeign, type PersonRoots } from '../rules/foreign.ts';

type Deps = {
  readonly ehr: Pick<Ehr, 'patients'>;
  readonly roots: PersonRoots;
  /** The region allows acting for patients with protected identity (profile `representProtected`). */
  readonly representProtected: boolean;
};

type Asked = { readonly patient: PatientNumber; readonly ground: Ground; readonly call: Call };

const flagPath = /(^|\/)Patient(\/PatientProtectedId)?$/;

/** Whether the loss of values means that nobody can tell if the identity is protected. */
export const hidesProtection = (losses: readonly { readonly path: string }[]): boolean =>
  losses.some(({ path }) => flagPath.test(path));

/** Nobody can tell whether an identity is protected while a source system is missing. Throws `ehr-unavailable`. */
export const refuseMissingSource = ({ omitted }: Omission): void => {
  if (omitted !== 'source-unavailable') return;
  throw new Failure('ehr-unavailable', {
    reason: 'ehr-source-unavailable',
    detail: 'a source of the patient record is missing',
  });
};

export const protection = ({ ehr, roots, representProtected }: Deps) => {
  /** Whether the rule concerns a caller with this ground. */
  const appliesTo = (ground: Ground) => actsForAnother(ground) && !representProtected;

  /**
   * Asks the patient extract. A flag that is there but cannot be read counts as set; an EHR that answers with someone
   * else's extract alone cannot be relied on.
   */
  const isProtected = async (patient: PatientNumber, call: Call): Promise<boolean> => {
    if (ehr.patients === undefined) throw new Failure('unexpected', { detail: 'patients are not served' });
    let found = 0;
    let own = 0;
    let protectedFound = false;
    const omissions: Omission[] = [];
    for await (const one of ehr.patients({ patient, interval: {}, call })) {
      if ('omitted' in one) {
        omissions.push(one);
        continue;
      }
      found++;
      const { record, losses, isProtected: toldBeside } = one;
      const isHidden = hidesProtection(losses);
      // A withheld record whose adapter says nothing about protection says nothing at all.
      if (record === undefined && toldBeside === undefined && !isHidden) continue;
      const { patientId, isProtected: flag } =
        record === undefined ? { patientId: undefined, isProtected: toldBeside } : factsOf.patients(record);
      if (isForeign(patientId, patient, roots)) continue;
      own++;
      protectedFound ||= flag === true || (flag === undefined && isHidden);
    }
    if (!protectedFound) omissions.forEach(refuseMissingSource);
    const hasForeign = omissions.some(({ omitted }) => omitted === 'foreign');
    if ((found > 0 || hasForeign) && own === 0)
      throw new Failure('ehr-unusable', { reason: 'ehr-wrong-patient', detail: 'a foreign patient extract' });
    return protectedFound;
  };

  return {
    appliesTo,
    /** Throws `representation-refused` for a caller whom the rule concerns, and what the EHR throws. */
    async enforce({ patient, ground, call }: Asked): Promise<void> {
      if (appliesTo(ground) && (await isProtected(patient, call))) {
        throw new Failure('representation-refused', {
          reason: 'subject-protected',
          detail: 'protected identity',
        });
      }
    },
  };
};

export type Protection = ReturnType<typeof protection>;
