// What every translation from FHIR needs to know about the server and the region.
import type { Clock } from '../../../../ports/clock.ts';
import type { RegionTime } from '../../../time/region-time.ts';
import type { RegionFacts, System } from '../../adapter.ts';
import { type Registers, registersOf } from '../elements/identifiers.ts';
import { type ElementTimes, elementTimes } from '../elements/times.ts';
import type { FhirMembers } from '../members.ts';
import { type Addresses, serverAddresses } from '../wire/addresses.ts';

export type Translation = {
  readonly members: FhirMembers;
  readonly addresses: Addresses;
  readonly registers: Registers;
  readonly times: ElementTimes;
  readonly region: RegionTime;
  readonly clock: Clock;
};

/** What the translation of a system needs that is equal for all requests. */
export const translationFor = (
  system: System,
  members: FhirMembers,
  { time, reserveNumbersRoot, clock }: RegionFacts,
): Translation => ({
  members,
  addresses: serverAddresses(system, members),
  registers: registersOf(members, reserveNumbersRoot),
  times: elementTimes(time),
  region: time,
  clock,
});

/** Now, as 14 digits of local time. */
export const nowIn = ({ region, clock }: Pick<Translation, 'region' | 'clock'>): string =>
  region.toLocal(clock()) ?? '';
