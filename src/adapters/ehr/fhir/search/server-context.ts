// The context that is the same for all requests to a server: how it is called, and what is known about it and the region.
import type { Clock } from '../../../../ports/clock.ts';
import type { RegionTime } from '../../../time/region-time.ts';
import type { RegionFacts } from '../../adapter.ts';
import { type Registers, registersOf } from '../elements/identifiers.ts';
import { type ElementTimes, elementTimes } from '../elements/times.ts';
import { type Addresses, serverAddresses } from '../wire/addresses.ts';
import type { Server } from '../wire/client.ts';

export type ServerContext = Server & {
  readonly addresses: Addresses;
  readonly registers: Registers;
  readonly times: ElementTimes;
  readonly region: RegionTime;
  readonly clock: Clock;
};

/** Creates the context of a server. */
export const serverContext = (
  server: Server,
  { time, reserveNumbersRoot, clock }: Pick<RegionFacts, 'time' | 'reserveNumbersRoot' | 'clock'>,
): ServerContext => ({
  ...server,
  addresses: serverAddresses(server.system, server.members),
  registers: registersOf(server.members, reserveNumbersRoot),
  times: elementTimes(time),
  region: time,
  clock,
});

/** Now, as 14 digits of local time. */
export const nowIn = ({ region, clock }: Pick<ServerContext, 'region' | 'clock'>): string =>
  region.toLocal(clock()) ?? '';
