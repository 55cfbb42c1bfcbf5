// Limits on connections, and on what a single connection may use (D31).

/**
 * Files that the process opens for itself: program and logs, connections to the issuer, Redis, the access-log database and
 * the operators, and the worker that builds the API page.
 */
const ownFiles = 128;

/** Each connection costs memory, with TLS about 50 KB: beyond this limit, add instances instead. */
const maxConnections = 10_000;

/** With fewer connections, serving makes no sense. */
const minConnections = 16;

/**
 * The number of connections that the limit of open files leaves room for.
 * @param openFiles files and sockets that the process may have open.
 * @param calls concurrent calls to the region's systems.
 * @throws Error if the limit of open files is too low.
 */
export const maxConnectionsFor = (openFiles: number, calls: number): number => {
  const needed = ownFiles + calls + minConnections;
  if (openFiles < needed) {
    throw new Error(
      `The process may open ${openFiles} files; with this region profile it needs at least ${needed}. ` +
        'Raise the limit: LimitNOFILE= in the systemd unit, "ulimits" in compose, or ulimit -n.',
    );
  }
  return Math.min(maxConnections, openFiles - ownFiles - calls);
};

export const connectionLimits = {
  /** The number of open connections. */
  connections: maxConnections,
  /** Unanswered requests on one connection; one more closes it. */
  unanswered: 16,
  /** Milliseconds that a TLS handshake may take. */
  handshakeTimeoutMs: 10_000,
};
export type ConnectionLimits = Readonly<typeof connectionLimits>;
