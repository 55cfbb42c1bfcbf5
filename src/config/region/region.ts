// Reads the region profile: loads its secrets and files, binds each kind to the system that serves it, and checks what its schema cannot.
import { hash } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import type { AdapterLoaders, Adapters, ProxyFor } from '../../adapters/ehr/adapter.ts';
import { regionTime } from '../../adapters/time/region-time.ts';
import type { NumberRules } from '../../domain/model/patient-number.ts';
import { type SourceKind, sourceKinds } from '../../domain/records/index.ts';
import { maxComparedUnits, textSet } from '../../domain/rules/comparable-text.ts';
import type { ReleaseRules } from '../../domain/rules/release.ts';
import { schemaFaults, unknownMembers } from '../../faults/schema-faults.ts';
import type { Environment } from '../environment.ts';
import { type FaultList, readJsonFile } from '../files.ts';
import { Profile, type ProfileSystem as WrittenSystem } from './profile.ts';
import {
  type BoundSystem,
  isObject,
  ownMemberNames,
  readSystem,
  type SystemContext,
  validSystems,
} from './system.ts';

export type Region = {
  readonly name: string;
  /** Identifies the version of the profile: the first 12 hexadecimal digits of the SHA-256 of its text. */
  readonly version: string;
  /** The profile as it is written, for comparison with another version. */
  readonly written: Profile;
  readonly timeZone: string;
  readonly release: ReleaseRules;
  readonly numbers: NumberRules;
  readonly reserveNumbersRoot: string | undefined;
  readonly representProtected: boolean;
  /** Months for which the access log must be kept. */
  readonly retentionMonths: number;
  /** Ids of care units → their names, for the list of accesses that a patient asks for. */
  readonly unitNames: ReadonlyMap<string, string>;
  /** The same of apps and systems, by the ids of their clients. */
  readonly clientNames: ReadonlyMap<string, string>;
  readonly representation: {
    readonly from: readonly ('claims' | 'register')[];
    readonly guardianUntilAge: number;
  };
  readonly systems: readonly BoundSystem[];
  /** Reads the files of a system again, for the profile as it was at start. With faults, the result is not usable. */
  readonly reread: (system: BoundSystem, list: FaultList) => BoundSystem;
  /** Reads the profile again, with all that it names. Undefined, with faults added, if it cannot be used. */
  readonly readAgain: (list: FaultList) => Promise<Region | undefined>;
  /** The adapters that systems name. */
  readonly adapters: Adapters;
  /** Kind → name of the system that serves it. The two writes go to the system that serves `appointments`. */
  readonly sources: Readonly<Partial<Record<SourceKind, string>>>;
  /** Paths of members that nothing reads. */
  readonly unknown: readonly string[];
};

/** Five years, as in Sweden: HSLF-FS 2016:40, chapter 4, section 9. */
export const defaultRetentionMonths = 60;

/** The default: claims only. If a register is used, guardians may act until the 13th birthday. */
const defaultRepresentation = { from: ['claims'], guardianUntilAge: 13 } as const;

/** The setting that names the profile: what its faults begin with. */
const setting = 'REGION_FILE';

const versionDigits = 12;

/** The version of a profile with this text. */
export const profileVersion = (text: string): string => hash('sha256', text, 'hex').slice(0, versionDigits);

/** Binds kinds to systems. `sources` may be omitted if there is only one system. */
const readSources = (profile: Profile, systems: readonly BoundSystem[], context: SystemContext) => {
  const { list } = context;
  const sources: Partial<Record<SourceKind, string>> = {};
  if (profile.sources === undefined) {
    const [only, ...others] = systems;
    if (only === undefined || others.length > 0)
      list.add('REGION_FILE /sources', 'which system serves which kind (required with several systems)');
    else
      for (const kind of sourceKinds)
        if (only.offer?.kinds.includes(kind) === true) sources[kind] = only.name;
    return sources;
  }
  for (const kind of sourceKinds) {
    const name = profile.sources[kind];
    if (name === undefined) continue;
    const system = systems.find(candidate => candidate.name === name);
    // An unknown one has been reported.
    if (system === undefined) continue;
    if (system.offer?.kinds.includes(kind) !== false) sources[kind] = name;
    else {
      const expected = `a kind that the system offers (the adapter ${system.adapter}, and its members)`;
      list.add(`REGION_FILE /sources/${kind}`, expected);
    }
  }
  return sources;
};

/** A pattern that matches whole texts. It is checked by itself first: `a)(b` would become valid by being wrapped. */
const readPattern = (written: string, list: FaultList): RegExp | undefined => {
  try {
    new RegExp(written, 'u');
    return new RegExp(`^(?:${written})$`, 'u');
  } catch {
    return list.add('REGION_FILE /reserveNumbers', 'a regular expression');
  }
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
const checkTimeZone = (timeZone: string, list: FaultList) => {
  if (/^[+-]/.test(timeZone) || !isKnownZone(timeZone))
    list.add('REGION_FILE /timeZone', 'an IANA time zone, such as Europe/Stockholm');
};

/** Adds a fault for each kind that names a system which the profile does not have. */
const checkNames = (sources: unknown, systems: unknown, list: FaultList) => {
  if (!isObject(sources) || !isObject(systems)) return;
  const names = Object.keys(systems);
  // The missing systems have been reported.
  if (names.length === 0) return;
  for (const [kind, name] of Object.entries(sources)) {
    const isMeant = sourceKinds.some(sourceKind => sourceKind === kind) && typeof name === 'string';
    if (isMeant && !names.includes(name))
      list.add(`REGION_FILE /sources/${kind}`, `one of ${names.join(', ')}`);
  }
};

/** A rule without visible text would match what records lack, and withhold nothing that was meant. */
const checkRules = ({ release }: Profile, list: FaultList) => {
  if (release === 'ehr') return;
  for (const [rule, listed] of Object.entries(release.withhold)) {
    if (typeof listed === 'boolean') continue;
    for (const [at, text] of listed.entries()) {
      const where = `REGION_FILE /release/withhold/${rule}/${at}`;
      const expected = `a text of at most ${maxComparedUnits} characters: a longer one is not compared (D33)`;
      if (text.length > maxComparedUnits) list.add(where, expected);
      else if (textSet([text]).mayHave('')) list.add(where, 'a text that is not blank');
    }
  }
};

/** The systems, and which of them serves each kind. */
type Bound = Pick<Region, 'sources' | 'systems'>;

/** Patients must be served, because protected identity is known only from the patient extract (D27). */
const checkPatients = (profile: Profile, { sources, systems }: Bound, list: FaultList) => {
  if (sources.patients !== undefined || profile.representProtected === true) return;
  const isOnlyConsequence =
    profile.sources?.patients !== undefined || systems.some(({ offer }) => offer === undefined);
  if (!isOnlyConsequence)
    list.add('REGION_FILE /sources/patients', 'a system (protected identity is known from it: D27)');
};

/** If rights come from a register, a system must have one: otherwise everyone would be refused. */
const checkRegister = (profile: Profile, { sources, systems }: Bound, list: FaultList) => {
  if (profile.representation?.from.includes('register') !== true) return;
  const system = systems.find(({ name }) => name === sources.patients);
  // With faults in its own members, it is unknown what a system offers, and which of them serves patients.
  const mayServe = system === undefined ? systems : [system];
  if (mayServe.some(({ offer }) => offer === undefined)) return;
  if (system?.offer?.relations === true) return;
  const expected = 'claims alone: no system that serves patients has a register';
  list.add('REGION_FILE /representation/from', expected);
};

/** Paths of members that belong neither to the profile nor to an adapter. */
const unknownIn = (profile: Profile, { adapters }: SystemContext): string[] => {
  const own = Object.entries(profile.systems).flatMap(([name, { adapter }]) => {
    const registered = adapters[adapter];
    return registered === undefined
      ? []
      : ownMemberNames(registered).map(member => `/systems/${name}/${member}`);
  });
  return unknownMembers(Profile, profile).filter(path => !own.includes(path));
};

/** Loads the adapters that systems name. Names of no adapter are left to `readSystem`, which reports them. */
const loadAdapters = async (systems: ReturnType<typeof validSystems>, loaders: AdapterLoaders) => {
  const named = new Set(systems.map(([, { adapter }]) => adapter));
  const loading = Object.entries(loaders).filter(([name]) => named.has(name));
  return Object.fromEntries(
    await Promise.all(loading.map(async ([name, load]) => [name, await load()] as const)),
  );
};

/**
 * Reads the profile and everything that it names. Undefined if its faults leave no usable region.
 * @param adapters those that a profile may name.
 */
export const readRegion = async (
  path: string,
  use: {
    environment: Environment;
    adapters: AdapterLoaders;
    list: FaultList;
    /** The environment's proxy for an origin, for systems without a `proxy` of their own. */
    proxyFor?: ProxyFor | undefined;
  },
): Promise<Region | undefined> => {
  const { environment, list, proxyFor } = use;
  const file = readJsonFile(path, { where: setting, list });
  if (file === undefined) return undefined;
  const { text, json: written } = file;
  const faults = schemaFaults(setting, Profile, written);
  list.faults.push(...faults);
  if (!isObject(written)) return undefined;

  // Parts that match the schema are checked even if others do not, so all faults are reported at once.
  const { timeZone, reserveNumbers, systems: named } = written as Partial<Record<keyof Profile, unknown>>;
  if (typeof timeZone === 'string') checkTimeZone(timeZone, list);
  const reserve = typeof reserveNumbers === 'string' ? readPattern(reserveNumbers, list) : undefined;
  const isFaulty = (path: string) =>
    faults.some(({ where }) => `${where}/`.startsWith(`${setting} ${path}/`));
  const entries = validSystems(named, isFaulty);
  const adapters = await loadAdapters(entries, use.adapters);
  const context: SystemContext = {
    environment,
    adapters,
    adapterNames: Object.keys(use.adapters),
    profileFolder: dirname(resolve(path)),
    proxyFor,
    list,
  };
  const systems = entries.map(entry => readSystem(entry, context));
  checkNames((written as Partial<Profile>).sources, named, list);
  if (faults.length > 0) return undefined;

  const profile = written as Profile;
  const sources = readSources(profile, systems, context);
  checkPatients(profile, { sources, systems }, list);
  checkRegister(profile, { sources, systems }, list);
  checkRules(profile, list);
  return {
    name: profile.name,
    version: profileVersion(text),
    written: profile,
    timeZone: profile.timeZone,
    release: profile.release,
    numbers: { reserve },
    reserveNumbersRoot: profile.reserveNumbersRoot,
    representProtected: profile.representProtected ?? false,
    retentionMonths: profile.retentionMonths ?? defaultRetentionMonths,
    unitNames: new Map(Object.entries(profile.unitNames ?? {})),
    clientNames: new Map(Object.entries(profile.clientNames ?? {})),
    representation: { ...defaultRepresentation, ...profile.representation },
    systems,
    reread: ({ name, profileMembers }, faults) =>
      readSystem([name, profileMembers as Partial<WrittenSystem>], { ...context, list: faults }),
    readAgain: async faults => {
      const earlier = faults.faults.length;
      const read = await readRegion(path, { ...use, list: faults });
      return faults.faults.length > earlier ? undefined : read;
    },
    adapters,
    sources,
    unknown: unknownIn(profile, context),
  };
};
