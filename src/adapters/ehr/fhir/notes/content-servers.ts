// Other servers that the profile allows contents to be read from. They do not get the FHIR server's headers, token or
// client certificate.
import type { Call } from '../../../../ports/call.ts';
import type { System } from '../../adapter.ts';
import { otherServer, type Upstream, upstream } from '../../transport/upstream.ts';
import type { FhirMembers } from '../members.ts';

/** The trace context is not sent to other servers. */
const withoutTrace = ({ traceparent: _, beginSpan: __, ...call }: Call): Call => call;

/** @param open opens another server. */
export const contentServers = (
  system: System,
  { contentOrigins }: FhirMembers,
  open: (system: System) => Upstream = upstream,
) => {
  const opened = new Map<string, Upstream>();

  const serverOf = (origin: string): Upstream => {
    const server = opened.get(origin) ?? open(otherServer(system, { baseUrl: origin }));
    opened.set(origin, server);
    return server;
  };

  return {
    /** Requests a URL; undefined if its origin is not in the profile. */
    at: (written: string) => {
      if (!URL.canParse(written)) return undefined;
      const { origin, pathname, search, username, password } = new URL(written);
      if (!contentOrigins.has(origin) || username !== '' || password !== '') return undefined;
      return (accept: string, call: Call) =>
        serverOf(origin).send({
          method: 'GET',
          path: `${pathname}${search}`,
          headers: { accept },
          retryable: true,
          queues: true,
          call: withoutTrace(call),
        });
    },
    close: async () => {
      await Promise.all([...opened.values()].map(server => server.close()));
    },
  };
};
export type ContentServers = ReturnType<typeof contentServers>;
