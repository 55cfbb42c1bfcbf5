// The context that is the same for all requests to a server: how it is called, and what is known about it and the region. And that of one
// question to it.
import { memoize } from '../../../../domain/model/memoize.ts';
import type { Call } from '../../../../ports/call.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { RegionTime } from '../../../time/region-time.ts';
import type { RegionFacts } from '../../adapter.ts';
import { type Registers, registersOf } from '../elements/identifiers.ts';
import { type ElementTimes, elementTimes } from '../elements/times.ts';
import { type Addresses, serverAddresses } from '../wire/addresses.ts';
import { fhirClient, type Server } from '../wire/client.ts';
import { newPool } from '../wire/pool.ts';
import type { Asking } from '../wire/search.ts';

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

/** The context of one question, which the client asks the server. */
export type QuestionContext = ServerContext &
  Asking & {
    /** When it is asked, as 14 digits of local time. */
    readonly now: string;
  };

/** Creates the context of one question. @param maxTotalBytes limit of all answers together; undefined: that of the system. */
export const questionContext = (
  server: ServerContext,
  call: Call,
  maxTotalBytes: number | undefined,
): QuestionContext => ({
  ...server,
  // The records of one question have the same few references.
  addresses: { ...server.addresses, localKey: memoize(server.addresses.localKey) },
  client: fhirClient(server, call, maxTotalBytes),
  pool: newPool(),
  now: server.region.toLocal(server.clock()) ?? '',
});
