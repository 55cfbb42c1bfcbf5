import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** A loopback port that nothing listens on, for a process that must know its port in advance. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};
