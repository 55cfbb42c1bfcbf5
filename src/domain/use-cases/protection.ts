// Protected identity: nobody may act for a patient whose identity is protected, unless the region allows it (D27).
import type { Call } from '../../ports/call.ts';
import type { Ehr, Loss, Omission } from '../../ports/ehr.ts';
import { actsForAnother, type Ground } from '../model/caller.ts';
import { Failure } from '../model/failure.ts';
import { hides } from '../model/loss.ts';
import type { PatientNumber } from '../model/patient-number.ts';
import { type ExtractKind, factsOf } from '../rules/facts.ts';
import { isForeign, type PersonRoots } from '../rules/foreign.ts';

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
  if (omitted !== 'source-unavailable') return;
  throw new Failure('ehr-unavailable', {
    reason: 'ehr-source-unavailable',
    detail: 'a source of the patient record is missing',
  });
};

const refusal = () =>
  new Failure('representation-refused', { reason: 'subject-protected', detail: 'protected identity' });

/** The kinds that are about the patient: a flag that was lost from them counts as set. */
export const isPatientKind = (kind: ExtractKind): boolean => kind === 'patients' || kind === 'patientsV2';

/** What the records of one answer state about protection. */
export type StatedProtection = {
  /** Takes the flag of a record. Throws `representation-refused` if the identity is protected, or if a patient record lost its flag. */
  add(flag: boolean | undefined, losses: readonly Loss[]): void;
  /** Whether the patient extract must be read, because a record states nothing or there is none. */
  isUndecided(): boolean;
};

export const statedProtection = (kind: ExtractKind): StatedProtection => {
  let saysUnprotected = false;
  let saysNothing = false;
  return {
    add(flag, losses) {
      // If the flag is repeated, the one that was lost may be true.
      const isHidden = hides(losses, 'protection');
      if (flag === true || (isHidden && isPatientKind(kind))) throw refusal();
      if (flag === false && !isHidden) saysUnprotected = true;
      else saysNothing = true;
    },
    isUndecided: () => saysNothing || !saysUnprotected,
  };
};

export const protection = ({ ehr, roots, representProtected }: Deps) => {
  /** Whether the rule applies to a caller with this ground. */
  const appliesTo = (ground: Ground) => actsForAnother(ground) && !representProtected;

  /**
   * Reads the flag from the patient extract. A flag that was sent but cannot be read counts as set. An answer that holds
   * only another patient's extract is unusable.
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
      const { record, losses, isProtected: statedFlag } = one;
      // An extract that may be another patient's does not prove that the identity is unprotected.
      const isHidden = hides(losses, 'protection') || hides(losses, 'owner');
      // A withheld record without a stated flag tells nothing about protection.
      if (record === undefined && statedFlag === undefined && !isHidden) continue;
      const { patientId, isProtected: flag } =
        record === undefined ? { patientId: undefined, isProtected: statedFlag } : factsOf.patients(record);
      if (isForeign(patientId, patient, roots)) continue;
      own++;
      protectedFound ||= flag === true || isHidden;
    }
    if (!protectedFound) omissions.forEach(refuseMissingSource);
    const hasForeign = omissions.some(({ omitted }) => omitted === 'foreign');
    if ((found > 0 || hasForeign) && own === 0)
      throw new Failure('ehr-unusable', { reason: 'ehr-wrong-patient', detail: 'a foreign patient extract' });
    return protectedFound;
  };

  return {
    appliesTo,
    /** Throws `representation-refused` if the rule applies and the identity is protected; what the EHR throws. */
    async enforce({ patient, ground, call }: Asked): Promise<void> {
      if (appliesTo(ground) && (await isProtected(patient, call))) throw refusal();
    },
  };
};

export type Protection = ReturnType<typeof protection>;
