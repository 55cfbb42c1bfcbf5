// An HTTP proxy for tests: it opens tunnels (CONNECT), and resolves every host name to 127.0.0.1.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Certified } from './certificates.ts';

export type ConnectProxyOptions = {
  /** Serves the proxy itself by TLS. */
  readonly certified?: Certified;
  /** The `Proxy-Authorization` that it requires. */
  readonly authorization?: string;
  /** The status of its answers; by default 200. Undefined: it never answers. */
  readonly status?: number | undefined;
};

export const startConnectProxy = async (options: ConnectProxyOptions = {}) => {
  const { certified, authorization: required } = options;
  const status = 'status' in options ? options.status : 200;
  /** The requests to open a tunnel: where to, and the credentials. */
  const tunnels: { readonly target: string; readonly authorization: string | undefined }[] = [];
  /** Requests that are not CONNECT. */
  const others: string[] = [];
  const sent: Buffer[] = [];
  const sockets = new Set<Duplex>();
  const track = (socket: Duplex) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  };

  const refuse = (client: Duplex, refusal: number) =>
    client.end(`HTTP/1.1 ${refusal} Refused\r\ncontent-length: 0\r\n\r\n`);

  const openTunnel = ({ url = '', headers }: IncomingMessage, client: Duplex, head: Buffer) => {
    track(client);
    const authorization = headers['proxy-authorization'];
    tunnels.push({ target: url, authorization });
    if (status === undefined) return;
    if (required !== undefined && authorization !== required) return void refuse(client, 407);
    if (status !== 200) return void refuse(client, status);
    const server: Socket = connect(Number(url.split(':').at(-1)), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      if (head.length > 0) server.write(head);
      client.on('data', chunk => {
        sent.push(chunk);
        server.write(chunk);
      });
      server.pipe(client);
    });
    track(server);
    server.on('close', () => client.destroy());
    client.on('close', () => server.destroy());
  };

  const listener = (request: IncomingMessage) => {
    others.push(`${request.method} ${request.url}`);
    request.socket.destroy();
  };
  const server = certified === undefined ? createServer(listener) : createSecureServer(certified, listener);
  server.on('connect', openTunnel);
  server.on('connection', track);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const scheme = certified === undefined ? 'http' : 'https';
  return {
    url: `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tunnels,
    others,
    /** What the clients have sent through the tunnels. */
    sent: () => Buffer.concat(sent),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
