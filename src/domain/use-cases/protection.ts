// Protected identity: nobody may act for a patient whose identity is protected, unless the region allows it (D27).
import type { Call } from '../../ports/call.ts';
import type { Ehr, Loss, Omission, Protected } from '../../ports/ehr.ts';
import { actsForAnother, type Ground } from '../model/caller.ts';
import { Failure, sourceUnavailable, unusableAnswer } from '../model/failure.ts';
import { hides } from '../model/loss.ts';
import type { PatientNumber } from '../model/patient-number.ts';
import { type ExtractKind, factsOf } from '../rules/facts.ts';
import { ownership, type PersonRoots } from '../rules/foreign.ts';

type Deps = {
  readonly ehr: Pick<Ehr, 'patients'>;
  readonly roots: PersonRoots;
  /** Whether the region allows acting for patients with protected identity (`representProtected` in the profile). */
  readonly representProtected: boolean;
};

type Asked = { readonly patient: PatientNumber; readonly ground: Ground; readonly call: Call };

/**
 * Throws `ehr-unavailable` if a source system is missing: it may be the one that knows that the identity is protected.
 */
export const refuseMissingSource = ({ omitted }: Omission): void => {
  if (omitted === 'source-unavailable') throw sourceUnavailable('a source of the patient record is missing');
};

/** The refusal of a person who acts for a patient whose identity is or may be protected. */
export const protectedIdentity = () =>
  new Failure('representation-refused', { reason: 'subject-protected', detail: 'protected identity' });

/** What the records of an answer state about a protected identity (D27). */
export const statedProtection = (kind: ExtractKind) => {
  let saysUnprotected = false;
  let saysNothing = false;
  return {
    /**
     * Takes what a record states. Throws `representation-refused` if the identity is protected, or if a patient record does not
     * say that it is not.
     */
    add(stated: Protected, losses: readonly Loss[]): void {
      // If the flag is repeated, the one that was lost may be true. If the owner is unclear, the flag may be another patient's.
      const saysNo = stated === false && !hides(losses, 'protection') && !hides(losses, 'owner');
      // A flag that was lost from the patient's own record counts as set.
      if (stated === true || (!saysNo && kind === 'patients')) throw protectedIdentity();
      if (saysNo) saysUnprotected = true;
      else saysNothing = true;
    },
    /** Whether it is still unknown that the identity is not protected, because a record states nothing or there is no record. */
    isUndecided: (): boolean => saysNothing || !saysUnprotected,
  };
};

/** The rule of protected identity: nobody acts for a patient who has one, or may have (D27). */
export const protection = ({ ehr, roots, representProtected }: Deps) => {
  /** Whether the rule applies to a caller with this ground. */
  const appliesTo = (ground: Ground) => actsForAnother(ground) && !representProtected;

  /**
   * Reads from the patient extract whether the identity may be protected: it is not only if every extract of this patient says
   * so, and there is one. An answer that holds only another patient's extract is unusable.
   */
  const mayBeProtected = async (patient: PatientNumber, call: Call): Promise<boolean> => {
    if (ehr.patients === undefined) throw new Failure('unexpected', { detail: 'patients are not served' });
    let [extracts, own, unprotected] = [0, 0, 0];
    let isStated = false;
    const omissions: Omission[] = [];
    for await (const reading of ehr.patients({ patient, interval: {}, call })) {
      if ('omitted' in reading) {
        omissions.push(reading);
        continue;
      }
      extracts++;
      const { record, losses, isProtected } = reading;
      const patientId = record === undefined ? undefined : factsOf.patients(record).patientId;
      const owner = ownership({ patientId, losses }, patient, roots);
      if (owner === 'foreign') continue;
      own++;
      isStated ||= isProtected === true;
      // An extract that may be another patient's does not prove that the identity is unprotected.
      if (isProtected === false && !hides(losses, 'protection') && owner === 'own') unprotected++;
    }
    if (!isStated) omissions.forEach(refuseMissingSource);
    const hasForeign = omissions.some(({ omitted }) => omitted === 'foreign');
    if ((extracts > 0 || hasForeign) && own === 0)
      throw unusableAnswer('ehr-wrong-patient', 'a foreign patient extract');
    return own === 0 || unprotected < own;
  };

  return {
    appliesTo,
    /**
     * Throws `representation-refused` if the rule applies and the identity is protected, or no record says that it is not; what the EHR
     * throws.
     */
    async enforce({ patient, ground, call }: Asked): Promise<void> {
      if (appliesTo(ground) && (await mayBeProtected(patient, call))) throw protectedIdentity();
    },
  };
};

export type Protection = ReturnType<typeof protection>;
