// Which connection is closed when there are nearly too many: an idle one, of the client that has the most (D31e).
// So nobody keeps the others out by holding connections open, and health checks always get through.
import { addressKey } from '../../gates/client-address.ts';
import type { Connection, ConnectionObserver } from './connections.ts';

export type CloseIdleOptions = {
  /** Connections that may be open. The last sixteenth is kept free as long as an idle one can be closed for it. */
  readonly most: number;
  /** Whether an address is the trusted proxy's, which speaks for many clients. */
  readonly isProxy: (address: string) => boolean;
  /** Called each time a connection is closed to make room. */
  readonly onClosed: () => void;
};

type Client = {
  readonly address: string;
  connections: number;
  /** Its idle connections, the one that has been idle longest first. */
  readonly idle: Set<Connection>;
};

const idlestOf = ({ idle }: Client, besides?: Connection): Connection | undefined => {
  const [first, second] = idle;
  return first === besides ? second : first;
};

/** One address may have half of all connections, unless it is the proxy's. */
export const closeIdleConnections = ({ most, isProxy, onClosed }: CloseIdleOptions): ConnectionObserver => {
  const clients = new Map<string, Client>();
  const clientOf = new Map<Connection, Client>();
  const full = most - Math.max(1, Math.floor(most / 16));
  const half = Math.max(1, Math.floor(most / 2));

  const enter = (connection: Connection, address: string): Client => {
    const client = clients.get(address) ?? { address, connections: 0, idle: new Set() };
    clients.set(address, client);
    clientOf.set(connection, client);
    client.connections++;
    client.idle.add(connection);
    return client;
  };

  const close = (connection: Connection | undefined) => {
    if (connection === undefined) return;
    // It takes a moment until it is closed: it must not be chosen again in the meantime.
    clientOf.get(connection)?.idle.delete(connection);
    (connection.http ?? connection.accepted).destroy();
    onClosed();
  };

  /** The idlest connection of the client with the most, but not the one that has just been opened. */
  const mostDispensable = (opened: Connection): Connection | undefined => {
    let largest = 0;
    let found: Connection | undefined;
    for (const client of clients.values()) {
      if (client.connections <= largest) continue;
      const idlest = idlestOf(client, opened);
      if (idlest === undefined) continue;
      largest = client.connections;
      found = idlest;
    }
    return found;
  };

  return {
    opened: connection => {
      const peer = connection.accepted.remoteAddress ?? '';
      const client = enter(connection, addressKey(peer));
      // Where none of its others is idle, the connection that has just been opened is closed again.
      if (client.connections > half && !isProxy(peer)) close(idlestOf(client));
      else if (clientOf.size > full) close(mostDispensable(connection));
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
