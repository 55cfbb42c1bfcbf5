// The region of a profile: its secrets and files read, its systems bound to the kinds that they serve.
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { dirname, resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import type { TSchema } from 'typebox';
import { Check } from 'typebox/schema';
import type { Adapters, System as OpenableSystem } from '../adapters/ehr/adapter.ts';
import { regionTime } from '../adapters/time/region-time.ts';
import type { NumberRules } from '../domain/model/patient-number.ts';
import type { RecordKind } from '../domain/records/index.ts';
import type { ReleaseRules } from '../domain/rules/release.ts';
import { isSafeUrl } from './addresses.ts';
import { type FaultList, readJson, readSecret, readText } from './files.ts';
import { Profile, type SourceKind, System, sourceKinds, type System as WrittenSystem } from './profile.ts';
import { schemaFaults, unknownMembers } from './schema-faults.ts';
import type { Environment } from './settings.ts';

export type BoundSystem = OpenableSystem & { readonly adapter: string };

export type Region = {
  readonly name: string;
  readonly timeZone: string;
  readonly release: ReleaseRules;
  readonly numbers: NumberRules;
  readonly reserveNumbersRoot: string | undefined;
  readonly representProtected: boolean;
  readonly representation: {
    readonly from: readonly ('claims' | 'register')[];
    readonly guardianUntilAge: number;
  };
  readonly systems: readonly BoundSystem[];
  /** Kind → name of the system that serves it. `appointments` includes the two writes. */
  readonly sources: Readonly<Partial<Record<SourceKind, string>>>;
  /** Members of the profile that nothing reads. */
  readonly unknown: readonly string[];
};

type Context = {
  readonly environment: Environment;
  readonly adapters: Adapters;
  readonly folder: string;
  readonly list: FaultList;
};

const where = 'REGION_FILE';
/** Claims alone; guardians until the 13th birthday, where a register is asked. */
const usualRepresentation = { from: ['claims'], guardianUntilAge: 13 } as const;
const limits = { timeoutMs: 8000, maxConcurrent: 64, maxAnswerBytes: 67_108_864 };

const readHeaders = (headers: Readonly<Record<string, string>>, place: string, context: Context) => {
  const read: Record<string, string> = {};
  for (const [name, written] of Object.entries(headers)) {
    const here = `${place}/headers/${name}`;
    const value = readSecret(written, { ...context, where: here });
    if (value === undefined) continue;
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
      read[name.toLowerCase()] = value;
    } catch {
      context.list.add(here, 'a valid HTTP header');
    }
  }
  return read;
};

const readTls = (tls: NonNullable<WrittenSystem['tls']>, place: string, context: Context) => {
  const pem = (file: string | undefined, name: string) =>
    file === undefined
      ? undefined
      : readText(resolve(context.folder, file), `${place}/tls/${name}`, context.list);
  const [ca, cert, key] = [
    pem(tls.caFile, 'caFile'),
    pem(tls.certFile, 'certFile'),
    pem(tls.keyFile, 'keyFile'),
  ];
  const read = {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  };
  if ((tls.certFile === undefined) !== (tls.keyFile === undefined)) {
    context.list.add(`${place}/tls`, 'certFile and keyFile together');
  }
  try {
    createSecureContext(read);
  } catch {
    context.list.add(`${place}/tls`, 'PEM files of certificates, and of a certificate and its key');
  }
  return read;
};

/** Reads a system. Members that its schema finds fault with are not there; what is there is looked at all the same. */
const readSystem = ([name, written]: [string, Partial<WrittenSystem>], context: Context): BoundSystem => {
  const place = `${where} /systems/${name}`;
  const { adapters, list } = context;
  const { adapter: adapterName = '', baseUrl = '' } = written;
  const adapter = Object.hasOwn(adapters, adapterName) ? adapters[adapterName] : undefined;
  if (adapter === undefined && adapterName !== '') {
    list.add(`${place}/adapter`, `one of ${Object.keys(adapters).join(', ')}`);
  } else if (adapter?.members !== undefined) {
    list.faults.push(...schemaFaults(place, adapter.members, written));
  }
  if (baseUrl !== '' && (!isSafeUrl(baseUrl) || new URL(baseUrl).search !== '')) {
    list.add(`${place}/baseUrl`, 'an https URL (http only on a loopback address), without query');
  }
  const { intervals } = adapter?.offers ?? {};
  if (intervals !== undefined && written.intervalAtEhr?.some(kind => !intervals.includes(kind))) {
    list.add(`${place}/intervalAtEhr`, `any of ${intervals.join(', ')} (the adapter ${adapterName})`);
  }
  const { timeoutMs, maxConcurrent, maxAnswerBytes } = { ...limits, ...written };
  return {
    name,
    adapter: adapterName,
    baseUrl: baseUrl.replace(/\/+$/, ''),
    headers: readHeaders(written.headers ?? {}, place, context),
    tls: readTls(written.tls ?? {}, place, context),
    intervalAtEhr: new Set<RecordKind>(written.intervalAtEhr),
    timeoutMs,
    maxConcurrent,
    maxAnswerBytes,
    own: written,
  };
};

const offers = (system: BoundSystem | undefined, { adapters }: Context): readonly RecordKind[] =>
  system === undefined || !Object.hasOwn(adapters, system.adapter)
    ? []
    : (adapters[system.adapter]?.offers.kinds ?? []);

/** Which system serves which kind; with one system that need not be said. */
const readSources = (profile: Profile, systems: readonly BoundSystem[], context: Context) => {
  const { list } = context;
  const sources: Partial<Record<SourceKind, string>> = {};
  if (profile.sources === undefined) {
    const [only, ...others] = systems;
    if (only === undefined || others.length > 0) {
      list.add(`${where} /sources`, 'which system serves which kind (required with several systems)');
    } else
      for (const kind of sourceKinds) if (offers(only, context).includes(kind)) sources[kind] = only.name;
    return sources;
  }
  for (const kind of sourceKinds) {
    const name = profile.sources[kind];
    if (name === undefined) continue;
    const system = systems.find(one => one.name === name);
    if (system === undefined) {
      list.add(`${where} /sources/${kind}`, `one of ${systems.map(one => one.name).join(', ')}`);
    } else if (Object.hasOwn(context.adapters, system.adapter) && !offers(system, context).includes(kind)) {
      list.add(`${where} /sources/${kind}`, `a kind that the adapter ${system.adapter} offers`);
    } else sources[kind] = name;
  }
  return sources;
};

/** A pattern that fits a text as a whole. It must be one by itself too, lest it close what is put around it. */
const readPattern = (written: string, list: FaultList): RegExp | undefined => {
  try {
    new RegExp(written, 'u');
    return new RegExp(`^(?:${written})$`, 'u');
  } catch {
    list.add(`${where} /reserveNumbers`, 'a regular expression');
    return undefined;
  }
};

const checkTimeZone = (timeZone: string, list: FaultList) => {
  try {
    regionTime(timeZone);
  } catch {
    list.add(`${where} /timeZone`, 'an IANA time zone, such as Europe/Stockholm');
  }
};

/** Protected identity is known from the patient extract alone (D27). */
const checkPatients = (profile: Profile, sources: Region['sources'], { adapters, list }: Context) => {
  if (sources.patients !== undefined || profile.representProtected === true) return;
  const isOnlyConsequence =
    profile.sources?.patients !== undefined ||
    Object.values(profile.systems).some(({ adapter }) => !Object.hasOwn(adapters, adapter));
  if (!isOnlyConsequence) {
    list.add(`${where} /sources/patients`, 'a system (protected identity is known from it: D27)');
  }
};

/** A right that no system can tell of would be refused to everyone. */
const checkRegister = (
  profile: Profile,
  { sources, systems }: Pick<Region, 'sources' | 'systems'>,
  { adapters, list }: Context,
) => {
  if (profile.representation?.from.includes('register') !== true) return;
  const system = systems.find(({ name }) => name === sources.patients);
  if (adapters[system?.adapter ?? '']?.offers.relations === true) return;
  list.add(`${where} /representation/from`, 'claims alone: no system that serves patients has a register');
};

/** Members that nothing reads: neither the profile's nor an adapter's own. */
const unknownIn = (profile: Profile, { adapters }: Context): string[] => {
  const own = Object.entries(profile.systems).flatMap(([name, { adapter }]) => {
    const members = (adapters[adapter]?.members as { properties?: object } | undefined)?.properties ?? {};
    return Object.keys(members).map(member => `/systems/${name}/${member}`);
  });
  return unknownMembers(Profile, profile).filter(path => !own.includes(path));
};

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The members that their schemas find no fault with, and those that no schema of ours knows. */
const soundMembers = (written: object): Partial<WrittenSystem> => {
  const schemas: Readonly<Record<string, TSchema>> = System.properties;
  const sound = Object.entries(written).filter(([name, value]) => {
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    return schema === undefined || Check(schema, value);
  });
  return Object.fromEntries(sound) as Partial<WrittenSystem>;
};

const soundSystems = (systems: unknown): [string, Partial<WrittenSystem>][] =>
  isObject(systems)
    ? Object.entries(systems)
        .filter(([, system]) => isObject(system))
        .map(([name, system]) => [name, soundMembers(system as object)])
    : [];

/** Reads the profile and all that it names. Undefined where it has faults that leave no region to speak of. */
export const readRegion = (
  path: string,
  { environment, adapters, list }: { environment: Environment; adapters: Adapters; list: FaultList },
): Region | undefined => {
  const before = list.faults.length;
  const written = readJson(path, where, list);
  if (list.faults.length > before) return undefined;
  const faults = schemaFaults(where, Profile, written);
  list.faults.push(...faults);
  if (!isObject(written)) return undefined;

  // What the schema has nothing to say against is looked at all the same, so that all faults are told at once.
  const { timeZone, reserveNumbers, systems: named } = written as Partial<Record<keyof Profile, unknown>>;
  const context: Context = { environment, adapters, folder: dirname(resolve(path)), list };
  if (typeof timeZone === 'string') checkTimeZone(timeZone, list);
  const reserve = typeof reserveNumbers === 'string' ? readPattern(reserveNumbers, list) : undefined;
  const systems = soundSystems(named).map(entry => readSystem(entry, context));
  if (faults.length > 0) return undefined;

  const profile = written as Profile;
  const sources = readSources(profile, systems, context);
  checkPatients(profile, sources, context);
  checkRegister(profile, { sources, systems }, context);
  return {
    name: profile.name,
    timeZone: profile.timeZone,
    release: profile.release,
    numbers: { reserve },
    reserveNumbersRoot: profile.reserveNumbersRoot,
    representProtected: profile.representProtected ?? false,
    representation: { ...usualRepresentation, ...profile.representation },
    systems,
    sources,
    unknown: unknownIn(profile, context),
  };
};
