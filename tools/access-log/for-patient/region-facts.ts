// What a patient's list takes from the region's profile: its name, its local time, the names of its units.
import { regionTime } from '../../../src/adapters/time/region-time.ts';
import type { NumberRules } from '../../../src/domain/model/patient-number.ts';
import { readEnvironment, warn } from '../../command.ts';
import type { InstantOf } from '../period.ts';

export type RegionFacts = {
  /** Undefined without a profile. */
  readonly name: string | undefined;
  /** The name of a unit; its id if the profile does not name it. */
  readonly unitName: (id: string) => string;
  /** The name of an app or a system; its id if the profile does not name it. */
  readonly clientName: (id: string) => string;
  /** Matches a whole reserve number of the region. */
  readonly reserveNumbers: RegExp | undefined;
  /** An instant as local time, `2026-01-15 09:30`. */
  readonly localTime: (epochMilliseconds: number) => string;
  /** The instant of a local time. */
  readonly instantOf: InstantOf;
};

/** By how much the clocks go back in autumn, in milliseconds. */
const hour = 3_600_000;

/** Without a profile: the only time zone of Sweden. */
const defaultTimeZone = 'Europe/Stockholm';

/** The members of a profile that a list needs. */
type ListedRegion = {
  readonly name: string | undefined;
  readonly timeZone: string;
  /** Ids of units → their names. */
  readonly unitNames?: ReadonlyMap<string, string>;
  /** Ids of clients → their names. */
  readonly clientNames?: ReadonlyMap<string, string>;
  readonly numbers?: NumberRules;
};

export const factsOf = ({ name, timeZone, unitNames, clientNames, numbers }: ListedRegion): RegionFacts => {
  const time = regionTime(timeZone);
  return {
    name,
    reserveNumbers: numbers?.reserve,
    unitName: id => unitNames?.get(id) ?? id,
    clientName: id => clientNames?.get(id) ?? id,
    localTime: epoch => {
      const local = time.toLocal(epoch) ?? '';
      return local.replace(/^(....)(..)(..)(..)(..)..$/, '$1-$2-$3 $4:$5');
    },
    instantOf: (moment, isEnd) => {
      const local = moment.replaceAll(/\D/g, '');
      const first = time.toEpoch(local);
      return isEnd && time.toLocal(first + hour) === local ? first + hour : first;
    },
  };
};

/** Reads the profile in `REGION_FILE`; without one, units have no names. Throws `Refusal` for a faulty profile. */
export const regionFacts = async (): Promise<RegionFacts> => {
  const { REGION_FILE: path = '' } = readEnvironment();
  if (path === '') {
    warn(
      `REGION_FILE is not set: units have no names, times are those of ${defaultTimeZone}, and reserve numbers in ids are not hidden.`,
    );
    return factsOf({ name: undefined, timeZone: defaultTimeZone });
  }
  // Loaded only where there is a profile: everything that the service knows comes with it.
  const { loadRegion } = await import('../../region/profile.ts');
  const region = await loadRegion(path, { isOffline: true });
  return factsOf(region);
};
