// The region profile in use. It can be read again while the service runs, as a whole or not at all.
import { watchFiles } from '../adapters/files/watched-files.ts';
import type { Logger } from '../adapters/telemetry/logger.ts';
import { faultList, readText } from '../config/files.ts';
import type { Configuration } from '../config/index.ts';
import { profileChanges } from '../config/region/changes.ts';
import { profileVersion, type Region } from '../config/region/region.ts';
import { regionWarnings, reportWarnings } from '../config/warnings.ts';
import type { UseCases } from '../domain/use-cases/index.ts';
import type { Offered } from '../http/request/operation.ts';
import type { Clock } from '../ports/clock.ts';

/** What follows from a version of the profile. */
export type RegionInUse = {
  readonly region: Region;
  readonly useCases: UseCases;
  readonly offered: Offered;
};

type Inputs = {
  readonly configuration: Pick<Configuration, 'settings' | 'region'>;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly staleFiles: Map<string, () => boolean>;
  readonly onClose: (close: () => unknown) => void;
  readonly clock: Clock;
};

const where = 'REGION_FILE';
const tablesChanged = 'tables have changed and are not in use: a restart reads them';

/** The version of the profile on the disk; undefined if it cannot be read. */
const versionOnDisk = (path: string): string | undefined => {
  const text = readText(path, { where, list: faultList() });
  return text === undefined ? undefined : profileVersion(text);
};

/** Watches the tables of systems, which only a start reads, to report an edited version that is not in use. */
const watchTables = (
  { systems, adapters }: Region,
  { logger, staleFiles, onClose }: Pick<Inputs, 'logger' | 'staleFiles' | 'onClose'>,
): void => {
  for (const { name, adapter, filesVersion: inUse, profileMembers, profileFolder } of systems) {
    const { versionFiles, version } = adapters[adapter] ?? {};
    if (inUse === undefined || versionFiles === undefined || version === undefined) continue;
    const file = `systems/${name}/tables`;
    let onDisk: string | undefined = inUse;
    const use = () => {
      const found = version(profileMembers, profileFolder)?.slice(0, inUse.length);
      if (found !== onDisk && found !== inUse) logger.warn({ file, inUse, onDisk: found }, tablesChanged);
      onDisk = found;
      return found === undefined ? [file] : [];
    };
    onClose(watchFiles(versionFiles(profileMembers, profileFolder), { use }).close);
    staleFiles.set(file, () => onDisk !== inUse);
  }
};

/**
 * Watches the profile, to report an edited version that is not in use.
 * @param remake what follows from a profile whose systems are those that are open.
 */
export const profileInUse = (
  { configuration: { settings, region }, logger, staleFiles, onClose, clock }: Inputs,
  remake: (region: Region) => RegionInUse,
) => {
  let current = remake(region);
  let onDisk: string | undefined = region.version;
  const look = () => {
    const found = versionOnDisk(settings.REGION_FILE);
    if (found !== onDisk && found !== current.region.version)
      logger.warn(
        { file: where, inUse: current.region.version, onDisk: found },
        'the region profile has changed and is not in use: SIGUSR2 ("npm run region -- reload") reads it, or a restart',
      );
    onDisk = found;
    return found === undefined ? [where] : [];
  };
  const watched = watchFiles([settings.REGION_FILE], { use: look });
  onClose(watched.close);
  staleFiles.set(where, () => onDisk !== current.region.version);

  watchTables(region, { logger, staleFiles, onClose });

  const use = (read: Region, changed: readonly string[]) => {
    const { version: before, systems } = current.region;
    // Their files may have been renewed since the start: the open systems stay.
    current = remake({ ...read, systems });
    const unknown = read.unknown.length === 0 ? {} : { unknown: read.unknown };
    const fields = { profile: read.version, before, changed, ...unknown };
    logger.info(fields, 'the region profile was read again and is in use');
    reportWarnings(regionWarnings(current.region, new Date(clock())), logger);
  };

  const readAgain = async () => {
    const list = faultList();
    const read = await current.region.readAgain(list);
    if (read === undefined) {
      onDisk = versionOnDisk(settings.REGION_FILE);
      // If it cannot be opened now, it is looked at again until it can be.
      watched.read();
      const fields = { inUse: current.region.version, onDisk, faults: list.faults };
      logger.error(fields, 'the region profile has faults: the old one stays in use');
      return;
    }
    onDisk = read.version;
    const { changed, needRestart } = profileChanges(current.region, read);
    if (needRestart.length > 0) {
      const fields = { inUse: current.region.version, onDisk, changed, needRestart };
      logger.error(fields, 'a change of the region profile needs a restart: the old one stays in use');
    } else use(read, changed);
  };

  // One after the other: a version that is read later is the newer one.
  let reloading = Promise.resolve();
  return {
    /** To be called for each request: what it returns must not be kept for a later one. */
    now: (): RegionInUse => current,
    /** Reads the profile again, and uses it if nothing is wrong with it and no change needs a restart (SIGUSR2). */
    reload: (): Promise<void> => {
      reloading = reloading.then(readAgain, readAgain);
      return reloading;
    },
  };
};

export type ProfileInUse = ReturnType<typeof profileInUse>;
