// Makes what listens on loopback reachable on the other addresses of a container, to which published ports lead.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { pipeline } from 'node:stream';

/** The addresses of this machine or container that are not loopback (IPv4, as the servers of the sandbox). */
export const otherAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap(addresses => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);

/** Relays the connections of one address to loopback. Resolves with how to stop, which ends them. */
const relay = async (address: string, port: number): Promise<() => Promise<void>> => {
  const clients = new Set<Socket>();
  const server = createServer(client => {
    clients.add(client.once('close', () => clients.delete(client)));
    // What ends or fails on one side ends on the other: both programs hear of it by their own connection.
    pipeline(client, connect(port, '127.0.0.1'), client, () => client.destroy());
  });
  await once(server.listen(port, address), 'listening');
  return async () => {
    const closed = once(server, 'close');
    server.close();
    for (const client of clients) client.destroy();
    await closed;
  };
};

/**
 * Relays connections to these ports of other addresses to the same ports of loopback. Resolves with how to stop.
 * @throws Error if a port of another address is taken.
 */
export const relayToLoopback = async (
  ports: readonly number[],
  addresses: readonly string[] = otherAddresses(),
): Promise<() => Promise<void>> => {
  const places = addresses.flatMap(address => ports.map(port => [address, port] as const));
  const stops = await Promise.all(places.map(([address, port]) => relay(address, port)));
  return async () => {
    await Promise.all(stops.map(stop => stop()));
  };
};
