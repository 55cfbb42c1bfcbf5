// Starts an HTTP server on loopback.
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export type Listening = { readonly server: Server; readonly url: string; close(): Promise<void> };

/** Whether the value of a `Host` header names this machine. */
export const isLoopback = (host: string | undefined): boolean =>
  /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host ?? '');

/** A listener whose handler may fail: a request that it cannot answer gets this status and the error as text. */
export const orSayWhy =
  (
    status: 400 | 500,
    handler: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>,
  ): RequestListener =>
  (request, response) => {
    handler(request, response).catch((error: unknown) => {
      if (response.headersSent) return void response.destroy();
      response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(String(error));
    });
  };

/**
 * Starts a server that answers to any host name, for what holds no secrets and is reached through a proxy.
 * @param port 0 for any free port.
 * @throws Error that names the port, if it is taken.
 */
export const listenToAnyHost = (handler: RequestListener, port: number): Promise<Listening> =>
  new Promise((resolve, reject) => {
    // On a busy machine a client may reuse a connection later than Node's default of five seconds.
    const server = createServer({ keepAliveTimeout: 60_000 }, handler);
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`Port ${port} is taken.`, { cause: error }) : error),
    );
    server.listen(port, '127.0.0.1', () => {
      const { port: taken } = server.address() as AddressInfo;
      const close = () =>
        new Promise<void>(done => {
          server.close(() => done());
          server.closeAllConnections();
        });
      resolve({ server, url: `http://127.0.0.1:${taken}`, close });
    });
  });

/**
 * Starts a server that answers to the names of this machine alone: otherwise the page of another host could have its own name lead
 * here (DNS rebinding), and read keys and tokens as if they were its own. Otherwise as `listenToAnyHost`.
 */
export const listen = (handler: RequestListener, port: number): Promise<Listening> =>
  listenToAnyHost((request, response) => {
    if (isLoopback(request.headers.host)) handler(request, response);
    else response.writeHead(421).end();
  }, port);

/** A port that is currently free, for a process that has to be given a port. */
export const freePort = async (): Promise<number> => {
  const { url, close } = await listen(() => {}, 0);
  await close();
  return Number(new URL(url).port);
};
