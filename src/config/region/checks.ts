// Checks of a region profile beyond its schema. Each adds its faults to the list.
import { regionTime } from '../../adapters/time/region-time.ts';
import { type SourceKind, sourceKinds } from '../../domain/records/index.ts';
import { maxComparedUnits, textSet } from '../../domain/rules/comparable-text.ts';
import type { FaultList } from '../files.ts';
import type { Profile } from './profile.ts';
import { type BoundSystem, isObject } from './system.ts';

/** The setting that names the profile, with which every fault in it begins. */
export const profileSetting = 'REGION_FILE';

/** The systems, and which of them serves each kind. */
type Bound = {
  readonly sources: Readonly<Partial<Record<SourceKind, string>>>;
  readonly systems: readonly BoundSystem[];
};

const isKnownZone = (timeZone: string): boolean => {
  try {
    regionTime(timeZone);
    return true;
  } catch {
    return false;
  }
};

/** The time zone must be one that the runtime knows. It also knows offsets (`+01:00`), but they have no summer time. */
export const checkTimeZone = (timeZone: string, list: FaultList) => {
  if (/^[+-]/.test(timeZone) || !isKnownZone(timeZone))
    list.add(`${profileSetting} /timeZone`, 'an IANA time zone, such as Europe/Stockholm');
};

/** Adds a fault for each kind that names a system which the profile does not have. */
export const checkNames = (sources: unknown, systems: unknown, list: FaultList) => {
  if (!isObject(sources) || !isObject(systems)) return;
  const names = Object.keys(systems);
  // The missing systems have been reported.
  if (names.length === 0) return;
  for (const [kind, name] of Object.entries(sources)) {
    const isMeant = sourceKinds.some(sourceKind => sourceKind === kind) && typeof name === 'string';
    if (isMeant && !names.includes(name))
      list.add(`${profileSetting} /sources/${kind}`, `one of ${names.join(', ')}`);
  }
};

/** A rule without visible text would match what records lack, and withhold nothing that was meant. */
export const checkRules = ({ release }: Profile, list: FaultList) => {
  if (release === 'ehr') return;
  for (const [rule, listed] of Object.entries(release.withhold)) {
    if (typeof listed === 'boolean') continue;
    for (const [at, text] of listed.entries()) {
      const where = `${profileSetting} /release/withhold/${rule}/${at}`;
      if (text.length > maxComparedUnits)
        list.add(
          where,
          `a text of at most ${maxComparedUnits} characters: a longer one is not compared (D33)`,
        );
      else if (textSet([text]).mayHave('')) list.add(where, 'a text that is not blank');
    }
  }
};

/** Patients must be served, because protected identity is known only from the patient extract (D27). */
export const checkPatients = (profile: Profile, { sources, systems }: Bound, list: FaultList) => {
  if (sources.patients !== undefined || profile.representProtected === true) return;
  const isOnlyConsequence =
    profile.sources?.patients !== undefined || systems.some(({ offer }) => offer === undefined);
  if (!isOnlyConsequence) {
    list.add(`${profileSetting} /sources/patients`, 'a system (protected identity is known from it: D27)');
  }
};

/** If rights come from a register, a system must have one: otherwise everyone would be refused. */
export const checkRegister = (profile: Profile, { sources, systems }: Bound, list: FaultList) => {
  if (profile.representation?.from.includes('register') !== true) return;
  const system = systems.find(({ name }) => name === sources.patients);
  // With faults in its own members, it is unknown what a system offers, and which of them serves patients.
  const mayServe = system === undefined ? systems : [system];
  if (mayServe.some(({ offer }) => offer === undefined)) return;
  if (system?.offer?.relations === true) return;
  list.add(
    `${profileSetting} /representation/from`,
    'claims alone: no system that serves patients has a register',
  );
};
