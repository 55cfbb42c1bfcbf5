// A real TCP server that misbehaves on command. It works below HTTP, so it can break HTTP too.
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** What is done with a connection that has sent a request. */
export type Behaviour = (socket: Socket, path: string) => unknown;

export type TcpServer = {
  readonly url: string;
  behave: Behaviour;
  /** How many requests have come in. */
  requests(): number;
  /** How many connections are open. */
  connections(): number;
  /** Refuses connections from now on, and breaks those that there are. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  close(): Promise<void>;
};

const pathOf = (head: string) => head.split(' ')[1]?.split('?')[0] ?? '';

/** The end of a request: its head, and as many bytes of a body as it says. */
const endOf = (text: string): number => {
  const head = text.indexOf('\r\n\r\n');
  if (head === -1) return -1;
  const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
  return text.length >= head + 4 + length ? head + 4 + length : -1;
};

export const tcpServer = async (behave: Behaviour): Promise<TcpServer> => {
  const sockets = new Set<Socket>();
  let requests = 0;
  const server = createServer(socket => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    let received = '';
    socket.on('data', bytes => {
      received += bytes.toString('latin1');
      const end = endOf(received);
      if (end === -1) return;
      const path = pathOf(received);
      received = received.slice(end);
      requests++;
      tcp.behave(socket, path);
    });
  });
  const listen = (port: number) => new Promise<void>(done => server.listen(port, '127.0.0.1', done));
  const stop = () =>
    new Promise<void>(done => {
      for (const socket of sockets) socket.destroy();
      server.close(() => done());
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const tcp: TcpServer = {
    url: `http://127.0.0.1:${port}`,
    behave,
    requests: () => requests,
    connections: () => sockets.size,
    goAway: stop,
    comeBack: () => listen(port),
    close: () => (server.listening ? stop() : Promise.resolve()),
  };
  return tcp;
};

/** An HTTP answer as text. */
export const http = (
  body: string | Buffer,
  { status = '200 OK', headers = {} }: { status?: string; headers?: Record<string, string | number> } = {},
): Buffer => {
  const bytes = Buffer.from(body);
  const all = { 'content-type': 'application/xml', 'content-length': bytes.length, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n`), bytes]);
};
