// Closes idle connections before the limit is reached, those of the client with the most connections first (D31e). No client
// can keep others out by holding connections open, and health checks always get through.
import { addressKey } from '../../request/client-address.ts';
import type { ConnectionObserver, HttpConnection } from './connections.ts';

export type CloseIdleOptions = {
  /** The limit of open connections. A sixteenth of it is kept free as long as there are idle connections to close. */
  readonly most: number;
  /** Whether an address is the trusted proxy's, which connects for many clients. */
  readonly isProxy: (address: string) => boolean;
  /** Called each time a connection is closed to make room. */
  readonly onClosed: () => void;
};

type Client = {
  readonly address: string;
  connections: number;
  /** Its idle connections, the longest idle one first. */
  readonly idle: Set<HttpConnection>;
};

const longestIdleOf = ({ idle }: Client, except?: HttpConnection): HttpConnection | undefined => {
  const [first, second] = idle;
  return first === except ? second : first;
};

/** Observes connections and closes idle ones. One address may have half of all connections, unless it is the proxy's. */
export const closeIdleConnections = ({ most, isProxy, onClosed }: CloseIdleOptions): ConnectionObserver => {
  const clients = new Map<string, Client>();
  const clientOf = new Map<HttpConnection, Client>();
  const full = most - Math.max(1, Math.floor(most / 16));
  const half = Math.max(1, Math.floor(most / 2));

  const enter = (connection: HttpConnection, address: string): Client => {
    const client = clients.get(address) ?? { address, connections: 0, idle: new Set() };
    clients.set(address, client);
    clientOf.set(connection, client);
    client.connections++;
    client.idle.add(connection);
    return client;
  };

  const close = (connection: HttpConnection | undefined) => {
    if (connection === undefined) return;
    // Closing takes a moment: the connection must not be chosen again meanwhile.
    clientOf.get(connection)?.idle.delete(connection);
    (connection.http ?? connection.accepted).destroy();
    onClosed();
  };

  /** The longest idle connection of the client with the most connections, except the one that was just opened. */
  const nextToClose = (opened: HttpConnection): HttpConnection | undefined => {
    let largest = 0;
    let candidate: HttpConnection | undefined;
    for (const client of clients.values()) {
      if (client.connections <= largest) continue;
      const idlest = longestIdleOf(client, opened);
      if (idlest === undefined) continue;
      largest = client.connections;
      candidate = idlest;
    }
    return candidate;
  };

  return {
    opened: connection => {
      const peer = connection.accepted.remoteAddress ?? '';
      const client = enter(connection, addressKey(peer));
      // If none of the client's others is idle, this closes the connection that was just opened.
      if (client.connections > half && !isProxy(peer)) close(longestIdleOf(client));
      else if (clientOf.size > full) close(nextToClose(connection));
    },
    becameBusy: connection => void clientOf.get(connection)?.idle.delete(connection),
    becameIdle: connection => void clientOf.get(connection)?.idle.add(connection),
    closed: connection => {
      const client = clientOf.get(connection);
      if (client === undefined) return;
      clientOf.delete(connection);
      client.idle.delete(connection);
      client.connections--;
      if (client.connections === 0) clients.delete(client.address);
    },
  };
};
