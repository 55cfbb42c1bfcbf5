// Who may act for whom (D6): as the access token says, and as the population register says, guardians until the child is old
// enough.
import { LRUCache } from 'lru-cache';
import { Failure, isFailure, isOverShare } from '../../domain/model/failure.ts';
import type { PatientNumber } from '../../domain/model/patient-number.ts';
import type { Clock, Stopwatch } from '../../ports/clock.ts';
import type { Representation } from '../../ports/representation.ts';
import type { Family, Guardianship, Relations } from '../ehr/relations.ts';
import type { RegionTime } from '../time/region-time.ts';

/** Who acts for whom, by the claims of the token alone. */
export const claimsRepresentation: Representation = async ({ caller, patient }) =>
  caller.actsFor.includes(patient) ? 'acts_for' : undefined;

/** Milliseconds for which an answer of the register is cached, and the most answers in the cache. */
const cachedMs = 5 * 60_000;
const maxCached = 10_000;

type Register = {
  readonly relations: Relations;
  /** For the current day, which guardianships and birthdays are compared with. */
  readonly clock: Clock;
  /** For the age of a cached answer: adjusting the clock must not prolong a guardianship that has ended. */
  readonly stopwatch: Stopwatch;
  readonly time: Pick<RegionTime, 'toLocal'>;
  /** The age from which no guardian acts for the child. */
  readonly guardianUntilAge: number;
};

/** The birthday (8 digits) of an age. Compared as text, 29 February lies between the 28th and 1 March even in years that lack it. */
const birthday = (birthDate: string, age: number) =>
  String(Number(birthDate) + age * 10_000).padStart(8, '0');

const holdsOn = (today: string, { from, to }: Guardianship) =>
  (from === undefined || from <= today) && (to === undefined || today <= to);

/** The family of a person whom the register does not know or hides. */
const noFamily: Family = { birthDate: undefined, guardians: [] };

/**
 * The register's answer for one person. A person who is unknown, hidden or found several times has no family, and that is cached
 * like any other answer: a different status or response time would reveal to any caller whom the register knows.
 */
const answerOf = async (relations: Relations, question: Parameters<Relations>[0]): Promise<Family> => {
  try {
    return await relations(question);
  } catch (error) {
    const isHidden = isFailure(error, 'ehr-unusable') && error.reason === 'ehr-wrong-patient';
    if (isHidden || isFailure(error, 'patient-unknown')) return noFamily;
    throw error;
  }
};

/**
 * Grants `register` to a person whose guardianship is in force today, if the child is young enough. A child of unknown age
 * counts as too old. An answer of the register is reused for five minutes.
 *
 * Throws `Failure`: `ehr-unavailable` if the register does not answer, and the reason of the call's signal.
 */
export const registerRepresentation = (register: Register): Representation => {
  const { relations, clock, stopwatch, time, guardianUntilAge } = register;
  const families = new LRUCache<PatientNumber, { family: Family; askedAt: number }>({ max: maxCached });

  const familyOf: Relations = async question => {
    const askedAt = stopwatch();
    const cached = families.get(question.patient);
    if (cached !== undefined && askedAt - cached.askedAt < cachedMs) return cached.family;
    const family = await answerOf(relations, question);
    families.set(question.patient, { family, askedAt });
    return family;
  };

  const isGuardian = (family: Family, caller: PatientNumber): boolean => {
    const today = time.toLocal(clock())?.slice(0, 8);
    if (today === undefined || family.birthDate === undefined) return false;
    if (today >= birthday(family.birthDate, guardianUntilAge)) return false;
    return family.guardians.some(
      guardianship => guardianship.guardian === caller && holdsOn(today, guardianship),
    );
  };

  return async ({ caller, patient, call }) => {
    if (caller.patient === 'absent' || caller.patient === 'unreadable') return undefined;
    try {
      return isGuardian(await familyOf({ patient, call }), caller.patient) ? 'register' : undefined;
    } catch (error) {
      if (isFailure(error, 'client-gone') || isOverShare(error) || !isFailure(error)) throw error;
      const detail = 'the register is not available';
      throw new Failure('ehr-unavailable', { reason: 'ehr-register-unavailable', detail, cause: error });
    }
  };
};

/** Grants what both grant. The register is called only if the claims grant it. */
export const claimsAndRegister =
  (claims: Representation, register: Representation): Representation =>
  async question => {
    if ((await claims(question)) === undefined) return undefined;
    return (await register(question)) === undefined ? undefined : 'acts_for+register';
  };
