// Who may act for whom, as the population register says (D6): guardians, until the child is old enough.
import { LRUCache } from 'lru-cache';
import { Failure, isFailure } from '../../domain/model/failure.ts';
import type { PatientNumber } from '../../domain/model/patient-number.ts';
import type { Clock, Stopwatch } from '../../ports/clock.ts';
import type { Representation } from '../../ports/representation.ts';
import type { Family, Guardianship, Relations } from '../ehr/relations.ts';
import type { RegionTime } from '../time/region-time.ts';

/** Milliseconds for which an answer of the register is reused, and how many answers are kept. */
const reuseFor = 5 * 60_000;
const mostKept = 10_000;

type Register = {
  readonly relations: Relations;
  /** Says which day it is, for guardianships and birthdays. */
  readonly clock: Clock;
  /** Measures how old an answer is: setting the clock must not prolong a guardianship that has ended. */
  readonly stopwatch: Stopwatch;
  readonly time: Pick<RegionTime, 'toLocal'>;
  /** Birthday of the child from which on no guardian acts for it. */
  readonly guardianUntilAge: number;
};

/** 8 digits compare as the days that they are; 29 February comes after the 28th and before 1 March in any year. */
const birthday = (birthDate: string, age: number) =>
  String(Number(birthDate) + age * 10_000).padStart(8, '0');

const holdsOn = (today: string, { from, to }: Guardianship) =>
  (from === undefined || from <= today) && (to === undefined || today <= to);

const unavailable = (cause: unknown) =>
  new Failure('ehr-unavailable', {
    reason: 'ehr-register-unavailable',
    detail: 'the register cannot be asked',
    cause,
  });

/**
 * Grants `register` to a guardian who is in force today, of a child that is young enough. A child whose age is not known
 * counts as too old. An answer of the register is reused for five minutes.
 *
 * Throws `Failure`: `ehr-unavailable` where the register cannot be asked, and the reason of the call's signal.
 */
export const registerRepresentation = (register: Register): Representation => {
  const { relations, clock, stopwatch, time, guardianUntilAge } = register;
  const families = new LRUCache<PatientNumber, { family: Family; askedAt: number }>({ max: mostKept });

  const familyOf: Relations = async asked => {
    const askedAt = stopwatch();
    const kept = families.get(asked.patient);
    if (kept !== undefined && askedAt - kept.askedAt < reuseFor) return kept.family;
    const family = await relations(asked);
    families.set(asked.patient, { family, askedAt });
    return family;
  };

  const isGuardian = (family: Family, caller: PatientNumber): boolean => {
    const today = time.toLocal(clock())?.slice(0, 8);
    if (today === undefined || family.birthDate === undefined) return false;
    if (today >= birthday(family.birthDate, guardianUntilAge)) return false;
    return family.guardians.some(one => one.guardian === caller && holdsOn(today, one));
  };

  return async ({ caller, patient, call }) => {
    if (caller.patient === 'absent' || caller.patient === 'unreadable') return undefined;
    try {
      return isGuardian(await familyOf({ patient, call }), caller.patient) ? 'register' : undefined;
    } catch (error) {
      // The register's own word that there is no such person.
      if (isFailure(error, 'patient-unknown')) return undefined;
      if (isFailure(error, 'client-gone') || !isFailure(error)) throw error;
      throw unavailable(error);
    }
  };
};

/** Both must grant. The register is asked only for what the claims grant. */
export const claimsAndRegister =
  (claims: Representation, register: Representation): Representation =>
  async asked => {
    if ((await claims(asked)) === undefined) return undefined;
    return (await register(asked)) === undefined ? undefined : 'acts_for+register';
  };
