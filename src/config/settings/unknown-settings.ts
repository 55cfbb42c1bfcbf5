// Names in the environment that are probably misspelled settings (configuration.md).
import { closest, distance } from 'fastest-levenshtein';
import type { Environment } from '../environment.ts';
import type { Fault } from '../files.ts';
import { allSpecs } from './specs.ts';

const knownSettings = allSpecs.flatMap(([name, { mayBeLowerCase }]) =>
  mayBeLowerCase === true ? [name, name.toLowerCase()] : [name],
);

/** Prefixes that only this service uses: an unknown name with one of them is a fault. */
const ownPrefixes = ['AUTH_', 'TLS_', 'ADMIN_', 'ACCESS_LOG_', 'RATE_'];

/** A name within this edit distance of a setting is probably misspelled. Short names would match by chance. */
const maxEdits = 2;
const minLength = 6;

/** `probably`: the known setting that was meant, if one is similar. */
export type UnknownSetting = { readonly name: string; readonly probably?: string };

/** Edits from a name to the beginning of a known one, because names are often cut short: AUTH_PARTNERS. */
const editsToBeginning = (name: string, setting: string) => distance(name, setting.slice(0, name.length));

/** The known name that was probably meant. */
const meantBy = (name: string): string | undefined => {
  const edits = (setting: string) => [editsToBeginning(name, setting), distance(name, setting)] as const;
  return knownSettings.toSorted((setting, other) => {
    const [[beginning, whole], [otherBeginning, otherWhole]] = [edits(setting), edits(other)];
    return beginning - otherBeginning || whole - otherWhole;
  })[0];
};

const isNear = (name: string, probably: string) =>
  name.length >= minLength && distance(name, probably) <= maxEdits;

/**
 * Finds names in the environment that nothing reads: with faults, the service does not start; warnings, it logs.
 * @param inFile names that are set in `.env`: all unknown ones among them are reported.
 * @param secrets names that the region profile uses as `env:NAME`.
 */
export const unknownSettings = (
  environment: Environment,
  { inFile, secrets }: { inFile: ReadonlySet<string>; secrets: ReadonlySet<string> },
) => {
  const faults: Fault[] = [];
  const warnings: UnknownSetting[] = [];
  for (const name of Object.keys(environment)) {
    if (knownSettings.includes(name) || secrets.has(name)) continue;
    if (ownPrefixes.some(prefix => name.startsWith(prefix))) {
      faults.push({ where: name, expected: `a known setting, probably ${meantBy(name)}` });
      continue;
    }
    const probably = closest(name, knownSettings);
    if (isNear(name, probably)) warnings.push({ name, probably });
    else if (inFile.has(name)) warnings.push({ name });
  }
  return { faults, warnings };
};

/** The names that a profile uses as `env:NAME`. */
export const secretNames = (profile: string): ReadonlySet<string> =>
  new Set([...profile.matchAll(/"env:([^"]+)"/g)].map(([, name = '']) => name));
