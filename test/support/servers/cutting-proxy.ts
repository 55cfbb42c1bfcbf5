// A TCP proxy that cuts a connection at the worst moment, after the server has done its work and before the client gets the answer,
// and that can lead to another server, as a name does after a failover.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export const startCuttingProxy = async (target: number) => {
  const sockets = new Set<Socket>();
  let armed: string | undefined;
  let cuts = 0;
  let opened = 0;
  let leadsTo = target;
  const server = createServer(client => {
    opened++;
    const upstream = connect(leadsTo, '127.0.0.1');
    let isDoomed = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', chunk => {
      if (armed !== undefined && chunk.includes(armed)) {
        isDoomed = true;
        armed = undefined;
      }
      upstream.write(chunk);
    });
    upstream.on('data', chunk => {
      if (!isDoomed) return void client.write(chunk);
      cuts++;
      client.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    /** Cuts the next connection on which the server answers a request that contains this text. */
    cutAfter: (text: string) => {
      armed = text;
    },
    /** Leads new connections to another port. Those that are open stay. */
    leadTo: (port: number) => {
      leadsTo = port;
    },
    /** How many connections have been opened, and how many have been cut. */
    opened: () => opened,
    cuts: () => cuts,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
