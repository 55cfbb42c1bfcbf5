// Names in the environment that are probably misspelled settings (configuration.md).
import { closest, distance } from 'fastest-levenshtein';
import type { Fault } from '../fault.ts';
import type { Environment } from './settings.ts';
import { settingSpecs } from './specs.ts';

const known = Object.keys(settingSpecs);

/** Prefixes that belong to the service alone: an unknown name with one of them is a fault. */
const ownPrefixes = ['AUTH_', 'TLS_', 'ADMIN_', 'ACCESS_LOG_', 'RATE_'];

/** Letters that a name may differ in and still be taken for a misspelled one; short names match too much by chance. */
const mostEdits = 2;
const shortest = 6;

export type UnknownSetting = { readonly name: string; readonly probably: string };

export type UnknownSettings = {
  /** They stop the start. */
  readonly faults: readonly Fault[];
  /** They are warned of. */
  readonly warnings: readonly UnknownSetting[];
};

const isNear = (name: string, probably: string) =>
  name.length >= shortest && distance(name, probably) <= mostEdits;

/**
 * Looks for names that nothing reads.
 * @param inFile names that stand in `.env`: there, every unknown one is reported.
 * @param secrets names that the region profile reads by `env:NAME`.
 */
export const unknownSettings = ({
  environment,
  inFile,
  secrets,
}: {
  environment: Environment;
  inFile: ReadonlySet<string>;
  secrets: ReadonlySet<string>;
}): UnknownSettings => {
  const faults: Fault[] = [];
  const warnings: UnknownSetting[] = [];
  for (const name of Object.keys(environment)) {
    if (known.includes(name) || secrets.has(name)) continue;
    const probably = closest(name, known);
    if (ownPrefixes.some(prefix => name.startsWith(prefix))) {
      faults.push({ where: name, expected: `a known setting, probably ${probably}` });
    } else if (inFile.has(name) || isNear(name, probably)) {
      warnings.push({ name, probably });
    }
  }
  return { faults, warnings };
};

/** The names that a profile reads from the environment. */
export const secretNames = (profile: string): ReadonlySet<string> =>
  new Set([...profile.matchAll(/"env:([^"]+)"/g)].map(([, name = '']) => name));
