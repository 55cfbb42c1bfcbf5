// Reads the region profile and the patient that a command is run for.
import { existsSync } from 'node:fs';
import { adapters } from '../../src/composition/ehr-adapters.ts';
import type { Environment } from '../../src/config/environment.ts';
import { faultList, readText } from '../../src/config/files.ts';
import { type Region, readRegion } from '../../src/config/region/region.ts';
import { environmentProxyFor } from '../../src/config/settings/proxies.ts';
import { readEnvironmentProxies } from '../../src/config/settings/settings.ts';
import { secretNames } from '../../src/config/settings/unknown-settings.ts';
import type { PatientNumber } from '../../src/domain/model/patient-number.ts';
import { Refusal, readEnvironment, refusalOf, UsageError, visible } from '../command.ts';
import { readPatient } from '../patient-option.ts';

/** The path in `REGION_FILE`, for commands without a profile. Throws a usage error if it is not set. */
export const defaultProfile = (): string => {
  const { REGION_FILE: path = '' } = readEnvironment();
  if (path === '') throw new UsageError('Which profile? Name it with --profile, or set REGION_FILE.');
  return path;
};

/** Stands for a secret that is missing: it is a valid header, and a valid URL of a proxy. */
const placeholder = 'https://not-needed.invalid';

/** The environment with placeholders for missing secrets: without calls, their values do not matter. */
const withoutSecrets = (path: string): Environment => {
  // The reader of the region reports a file that cannot be read.
  const names = secretNames(readText(path, { where: 'REGION_FILE', list: faultList() }) ?? '');
  return { ...Object.fromEntries([...names].map(name => [name, placeholder])), ...readEnvironment() };
};

/**
 * Reads a profile as the service does.
 * @param isOffline whether no system will be called; secrets may then be missing from the environment.
 */
export const loadRegion = async (path: string, { isOffline = false } = {}): Promise<Region> => {
  if (!existsSync(path)) throw new Refusal(`There is no file ${visible(path)}.`);
  const list = faultList();
  const environment = isOffline ? withoutSecrets(path) : readEnvironment();
  const proxyFor = environmentProxyFor(readEnvironmentProxies(environment, list));
  const region = await readRegion(path, { environment, adapters, list, proxyFor });
  if (region === undefined || list.faults.length > 0) throw refusalOf(list.faults);
  return region;
};

/** The patient whom `--patient` names, by the rules of the region. */
export const patientIn = (written: string, { numbers }: Region): Promise<PatientNumber> =>
  readPatient(written, { rules: numbers, alsoValid: 'a reserve number of the region' });
