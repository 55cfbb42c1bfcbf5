// The context that is the same for all requests to a server: how it is called, and what is known about it and the region. And that of one
// question to it.
import { memoize } from '../../../../domain/model/memoize.ts';
import type { Call } from '../../../../ports/call.ts';
import type { RegionFacts } from '../../adapter.ts';
import { registersOf } from '../elements/identifiers.ts';
import { elementTimes } from '../elements/times.ts';
import { serverAddresses } from '../wire/addresses.ts';
import { fhirClient, type Server } from '../wire/client.ts';
import { newPool } from '../wire/search.ts';

/** Creates the context of a server. */
export const serverContext = (
  server: Server,
  { time, reserveNumbersRoot, clock }: Pick<RegionFacts, 'time' | 'reserveNumbersRoot' | 'clock'>,
) => ({
  ...server,
  addresses: serverAddresses(server.system, server.members),
  registers: registersOf(server.members, reserveNumbersRoot),
  times: elementTimes(time),
  region: time,
  clock,
});
export type ServerContext = Readonly<ReturnType<typeof serverContext>>;

/**
 * Creates the context of one question, which the client asks the server.
 * @param maxTotalBytes limit of all answers together; undefined: that of the system.
 */
export const questionContext = (server: ServerContext, call: Call, maxTotalBytes: number | undefined) => ({
  ...server,
  // The records of one question have the same few references.
  addresses: { ...server.addresses, localKey: memoize(server.addresses.localKey) },
  client: fhirClient(server, call, maxTotalBytes),
  pool: newPool(),
  /** When it is asked, as 14 digits of local time. */
  now: server.region.toLocal(server.clock()) ?? '',
});
export type QuestionContext = Readonly<ReturnType<typeof questionContext>>;
