// What is read again when its files change: certificates, secrets, passwords, and the level of the service log. A faulty version is
// logged and shown as stale, and the old one stays in use.
import { isDeepStrictEqual } from 'node:util';
import type { System } from '../adapters/ehr/adapter.ts';
import { watchFiles } from '../adapters/files/watched-files.ts';
import { type AccessLogDatabase, readAccessLogPlace } from '../config/access-log.ts';
import { type Fault, type FaultList, faultList, referredFile } from '../config/files.ts';
import type { Configuration } from '../config/index.ts';
import { readLogLevel } from '../config/settings/settings.ts';
import type { ServiceInputs } from './parts.ts';

type Reloaded = {
  /** A setting that names the file, or `systems/NAME`. */
  readonly name: string;
  readonly paths: readonly string[];
  /** Reads the files and uses them; adds their faults if they cannot be used. */
  readonly reload: (list: FaultList) => void;
};

/** Reads files again when they change. Returns a function that does so now. */
export const reloading = (
  { name, paths, reload }: Reloaded,
  { logger, staleFiles, onClose }: Omit<ServiceInputs, 'limits'>,
): (() => void) => {
  const use = () => {
    const list = faultList();
    reload(list);
    return list.faults;
  };
  const report = (faults: readonly Fault[]) =>
    logger.error({ file: name, faults }, 'a changed file has faults: the old version stays in use');
  const { read, isStale, close } = watchFiles(paths, { use, report });
  staleFiles.set(name, isStale);
  onClose(close);
  return read;
};

/** What files may change in a system, for comparison. */
const renewable = ({ headers, tls, auth, proxyFor, baseUrl }: System) => ({
  headers,
  tls,
  auth,
  proxy: proxyFor?.(baseUrl),
});

/** The systems of the region, whose users are notified when the files of one have changed. */
export const renewedSystems = (inputs: Omit<ServiceInputs, 'limits'>): Configuration['region']['systems'] => {
  const { region } = inputs.configuration;
  return region.systems.map(written => {
    const proxyCertificateSeen = (expires: Date) =>
      void inputs.certificateExpiries.set(`proxy/systems/${written.name}`, expires);
    const system = { ...written, proxyCertificateSeen };
    if (system.secretFiles.length === 0) return system;
    const users: ((renewed: System) => void)[] = [];
    let current: System = system;
    const reload = (list: FaultList) => {
      const read = region.reread(system, list);
      if (list.faults.length > 0 || isDeepStrictEqual(renewable(read), renewable(current))) return;
      current = read;
      for (const use of users) use({ ...read, proxyCertificateSeen });
      inputs.logger.info({ system: system.name }, 'files of a system have changed and were read');
    };
    reloading({ name: `systems/${system.name}`, paths: system.secretFiles, reload }, inputs);
    return { ...system, onRenewed: use => void users.push(use) };
  });
};

/** The database of the access log, whose password is that of its file when a connection is opened. */
export const withRenewedPassword = (
  database: AccessLogDatabase,
  inputs: Omit<ServiceInputs, 'limits'>,
): AccessLogDatabase => {
  const { settings } = inputs.configuration;
  const path = referredFile(settings.ACCESS_LOG_PASSWORD ?? '');
  if (path === undefined) return database;
  let { password } = database;
  const reload = (list: FaultList) => {
    const read = readAccessLogPlace(settings, { environment: {}, list })?.database;
    if (list.faults.length > 0 || read === undefined || read.password === password) return;
    password = read.password;
    inputs.logger.info({}, 'the password of the access log has changed and was read');
  };
  reloading({ name: 'ACCESS_LOG_PASSWORD', paths: [path], reload }, inputs);
  return {
    ...database,
    get password() {
      return password;
    },
  };
};

/** Keeps the level of the service log that of its file, if it has one. */
export const reloadLogLevel = (inputs: Omit<ServiceInputs, 'limits'>): void => {
  const { configuration, logger } = inputs;
  const { logLevelFile: path } = configuration;
  if (path === undefined) return;
  const reload = (list: FaultList) => {
    const level = readLogLevel(path, list);
    if (level === undefined || level === logger.level) return;
    const say = () => logger.warn({ level }, 'the level of this log has changed');
    // Under whichever of the two levels shows a warning.
    const isSeen = logger.isLevelEnabled('warn');
    if (isSeen) say();
    logger.level = level;
    if (!isSeen) say();
  };
  reloading({ name: 'LOG_LEVEL', paths: [path], reload }, inputs);
};
