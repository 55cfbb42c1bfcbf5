// The configuration: settings, region and subscriptions, read and checked as a whole before anything starts.
import type { AdapterLoaders } from '../adapters/ehr/adapter.ts';
import { type AccessLogPlace, readAccessLogPlace } from './access-log.ts';
import { readServerCertificate, type ServerCertificate } from './certificates.ts';
import type { Environment } from './environment.ts';
import { type Fault, faultList, readText } from './files.ts';
import { type Region, readRegion } from './region/region.ts';
import { environmentProxyFor } from './settings/proxies.ts';
import { logLevelFileIn, readSettings } from './settings/settings.ts';
import type { Settings } from './settings/specs.ts';
import { secretNames, type UnknownSetting, unknownSettings } from './settings/unknown-settings.ts';
import { readSubscriptions, type WrittenSubscription } from './subscriptions.ts';

export type Configuration = {
  readonly settings: Settings;
  readonly region: Region;
  readonly subscriptions: readonly WrittenSubscription[];
  readonly accessLog: AccessLogPlace;
  /** Names in the environment that are probably misspelled. */
  readonly unknownSettings: readonly UnknownSetting[];
  /** Undefined if the service does not serve HTTPS itself. */
  readonly tls: ServerCertificate | undefined;
  /** The file with the level of the service log, which is read again when it changes; undefined if there is none. */
  readonly logLevelFile: string | undefined;
};

/** The configuration, or everything that is wrong with it. */
export type LoadedConfiguration =
  | { readonly configuration: Configuration; readonly faults?: undefined }
  | {
      readonly configuration?: undefined;
      readonly faults: readonly Fault[];
      /** A required setting may be missing because its name is misspelled. */
      readonly unknownSettings: readonly UnknownSetting[];
    };

/** The names of secrets in the profile; none if it cannot be read, which has been reported. */
const secretsOf = ({ REGION_FILE: path }: Settings): ReadonlySet<string> =>
  secretNames(path === undefined ? '' : (readText(path, { where: 'REGION_FILE', list: faultList() }) ?? ''));

/**
 * Reads and checks everything, and reports every fault at once.
 * @param adapters those that a profile may name.
 * @param inFile the names that are set in `.env`.
 */
export const loadConfiguration = async (
  environment: Environment,
  adapters: AdapterLoaders,
  inFile: ReadonlySet<string> = new Set(),
): Promise<LoadedConfiguration> => {
  const list = faultList();
  const { settings, faults } = readSettings(environment);
  list.faults.push(...faults);
  const region =
    settings.REGION_FILE === undefined
      ? undefined
      : await readRegion(settings.REGION_FILE, {
          environment,
          adapters,
          list,
          proxyFor: environmentProxyFor(settings),
        });
  const subscriptions =
    settings.SUBSCRIPTIONS_FILE === undefined
      ? undefined
      : readSubscriptions(settings.SUBSCRIPTIONS_FILE, list);
  const tls = readServerCertificate(settings, list);
  const accessLog = readAccessLogPlace(settings, { environment, list });
  const unknown = unknownSettings(environment, { inFile, secrets: secretsOf(settings) });
  list.faults.push(...unknown.faults);
  const isWhole = region !== undefined && subscriptions !== undefined && accessLog !== undefined;
  if (list.faults.length > 0 || !isWhole) return { faults: list.faults, unknownSettings: unknown.warnings };
  return {
    configuration: {
      settings,
      region,
      subscriptions,
      accessLog,
      tls,
      unknownSettings: unknown.warnings,
      logLevelFile: logLevelFileIn(environment),
    },
  };
};
