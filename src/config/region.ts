// The region of a profile: its secrets and files read, its systems bound to the kinds that they serve.
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { dirname, resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import type { Adapters, System } from '../adapters/adapter.ts';
import { regionTime } from '../adapters/region-time.ts';
import type { NumberRules } from '../domain/model/patient-number.ts';
import type { RecordKind } from '../domain/records/index.ts';
import type { ReleaseRules } from '../domain/rules/release.ts';
import { isSafeUrl } from './addresses.ts';
import { type FaultList, readJson, readSecret, readText } from './files.ts';
import { Profile, type SourceKind, sourceKinds, type System as WrittenSystem } from './profile.ts';
import { schemaFaults, unknownMembers } from './schema-faults.ts';
import type { Environment } from './settings.ts';

export type BoundSystem = System & { readonly adapter: string };

export type Region = {
  readonly name: string;
  readonly timeZone: string;
  readonly release: ReleaseRules;
  readonly numbers: NumberRules;
  readonly reserveNumbersRoot: string | undefined;
  readonly representProtected: boolean;
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

const readSystem = ([name, written]: [string, WrittenSystem], context: Context): BoundSystem => {
  const place = `${where} /systems/${name}`;
  const { adapters, list } = context;
  const adapter = Object.hasOwn(adapters, written.adapter) ? adapters[written.adapter] : undefined;
  if (adapter === undefined) {
    list.add(`${place}/adapter`, `one of ${Object.keys(adapters).join(', ')}`);
  } else if (adapter.members !== undefined) {
    list.faults.push(...schemaFaults(place, adapter.members, written));
  }
  if (!isSafeUrl(written.baseUrl) || new URL(written.baseUrl).search !== '') {
    list.add(`${place}/baseUrl`, 'an https URL (http only on a loopback address), without query');
  }
  const { timeoutMs, maxConcurrent, maxAnswerBytes } = { ...limits, ...written };
  return {
    name,
    adapter: written.adapter,
    baseUrl: written.baseUrl.replace(/\/+$/, ''),
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

const readPattern = (written: string | undefined, list: FaultList): RegExp | undefined => {
  if (written === undefined) return undefined;
  try {
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

/** Reads the profile and all that it names. Undefined where it has faults that leave no region to speak of. */
export const readRegion = (
  path: string,
  { environment, adapters, list }: { environment: Environment; adapters: Adapters; list: FaultList },
): Region | undefined => {
  const before = list.faults.length;
  const written = readJson(path, where, list);
  if (list.faults.length > before) return undefined;
  list.faults.push(...schemaFaults(where, Profile, written));
  if (list.faults.length > before) return undefined;

  const profile = written as Profile;
  const context: Context = { environment, adapters, folder: dirname(resolve(path)), list };
  checkTimeZone(profile.timeZone, list);
  const systems = Object.entries(profile.systems).map(entry => readSystem(entry, context));
  const sources = readSources(profile, systems, context);
  const representProtected = profile.representProtected ?? false;
  if (sources.patients === undefined && !representProtected) {
    list.add(`${where} /sources/patients`, 'a system (protected identity is known from it: D27)');
  }
  return {
    name: profile.name,
    timeZone: profile.timeZone,
    release: profile.release,
    numbers: { reserve: readPattern(profile.reserveNumbers, list) },
    reserveNumbersRoot: profile.reserveNumbersRoot,
    representProtected,
    systems,
    sources,
    unknown: unknownMembers(Profile, profile),
  };
};
