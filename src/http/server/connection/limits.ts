// How many connections, and how much of the service one of them may take (D31).

export type ConnectionLimits = {
  /** Connections that are open at the same time. */
  readonly connections: number;
  /** Requests of one connection that are not answered; one more ends it. */
  readonly unanswered: number;
  /** Milliseconds in which a TLS handshake must be finished. */
  readonly handshakeTimeoutMs: number;
  /** Milliseconds in which a client must have taken an answer; then it is cut off. */
  readonly sendTimeoutMs: number;
};

/**
 * What the process opens for itself: its program and logs, the connections to the issuer, Redis, the access-log database
 * and the operators, and the threads that make the API page.
 */
const ownFiles = 128;

/** Each connection costs memory, with TLS about 50 KB: beyond this, more instances serve better than more connections. */
const mostConnections = 10_000;

/** Fewer are of no use to anybody. */
const fewestConnections = 16;

/**
 * The connections that fit into the limit of open files, less what the process needs for itself.
 * @param openFiles files and sockets that the process can have open.
 * @param calls calls to the region's systems at the same time.
 * @throws Error where the limit of open files is too low to serve with.
 */
export const maxConnectionsFor = (openFiles: number, calls: number): number => {
  const needed = ownFiles + calls + fewestConnections;
  if (openFiles < needed) {
    throw new Error(
      `The process may open ${openFiles} files; with this region profile it needs at least ${needed}. ` +
        'Raise the limit: LimitNOFILE= in the systemd unit, "ulimits" in compose, or ulimit -n.',
    );
  }
  return Math.min(mostConnections, openFiles - ownFiles - calls);
};

export const connectionLimits: ConnectionLimits = {
  connections: mostConnections,
  unanswered: 16,
  handshakeTimeoutMs: 10_000,
  sendTimeoutMs: 60_000,
};
